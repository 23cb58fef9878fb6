/** What stands above the queue: the choice of questions, and their numbers. */

import '../../page/panel.css';
import '../../page/result.css';
import '../../page/desk.css';
import './questions.css';

import { editInWords, fillTemplate } from '../../../words';
import type { AnnotatorQuestion } from '../../../protocol/contract';
import { QUESTION_KINDS } from '../../../protocol/vocabularies';
import { choiceOf } from '../../desk';
import type { Numbers } from '../../numbers';
import { ComputedPage } from '../../page/computedPage';
import { FailureList } from '../../page/deskParts';
import { button, choice, element, focusedKey, focusOn, isWriting, messageBox } from '../../page/elements';
import { Host } from '../../page/host';
import {
  type Counts,
  emptyReason,
  type Filter,
  identityOf,
  QUESTION_ACTIONS,
  QUESTION_KEYS,
  QuestionList,
  SHOWN,
  type Shown,
} from '../questionList';
import type {
  FromQuestionsPage,
  QuestionsMessage,
  QuestionsPageState,
  QuestionStrings,
  ShownQueue,
  ToQuestionsPage,
} from '../questionMessages';
import { questionCard } from './questionCard';
import { type DeskView, QuestionDesk } from './questionDesk';

/** Number of listed questions below which the page asks for more. */
const MIN_LISTED = 20;

/**
 * The page of questions: the queue, and the question that is chosen in it.
 *
 * The list has the keyboard and never goes, so that a screen reader reads each question that is chosen there.
 */
class QuestionsPage extends ComputedPage<QuestionStrings, ShownQueue, QuestionsMessage> {
  private readonly list: QuestionList;
  private readonly desk: QuestionDesk;
  private readonly tally = element('p', { class: 'tally' });
  private readonly status = element('p', { class: 'visually-hidden spoken', attributes: { role: 'status' } });
  /** The queue with its question, or why there is none. */
  private readonly body = element('div');
  private readonly card = element('article', { class: 'question', attributes: { 'aria-labelledby': 'prompt' } });
  private readonly box = new QueueBox((identity) => {
    this.desk.choose(identity);
  });
  private readonly failures = new FailureList((identity) => {
    this.desk.choose(identity);
    this.box.focus();
  });

  constructor(
    root: HTMLElement,
    protected override readonly host: Host<ToQuestionsPage, FromQuestionsPage, QuestionsPageState>,
  ) {
    super(root, host, '[data-key=queue]', true);
    this.list = new QuestionList(host.state.pending);
    this.desk = new QuestionDesk(host, this.list, () => this.view());
    document.addEventListener('keydown', (event) => {
      this.press(event);
    });
    if (this.desk.filter.show === 'answered') {
      host.post({ type: 'ask', answered: true, all: false });
    }
    this.desk.answers.resend();
  }

  protected override actions(_shown: ShownQueue, strings: QuestionStrings, refresh: HTMLElement): HTMLElement[] {
    const choices = filterChoices(this.desk.filter, this.list.exercises, strings, (change) => {
      this.ask(change);
    });
    return [...choices, refresh];
  }

  /** The answer to an earlier choice comes too late. */
  protected override isWanted({ answered }: ShownQueue): boolean {
    return answered === (this.desk.filter.show === 'answered');
  }

  protected override renew({ result }: ShownQueue, isFirst: boolean): void {
    this.list.replace(result);
    if (isFirst) {
      this.content.append(this.tally, this.failures.element, this.body, this.status);
      if (document.hasFocus()) {
        this.focus.request();
      }
    }
    this.draw();
  }

  protected override receiveOther(message: QuestionsMessage): void {
    switch (message.type) {
      case 'settled':
        this.settle(message.id, message.result);
        break;
      case 'refused':
        this.refuse(message.id, message.message);
        break;
      case 'act':
        this.desk.act(message.action);
        break;
    }
  }

  private view(): DeskView | undefined {
    const { strings, numbers } = this;
    return (
      strings && {
        ...{ strings, numbers },
        draw: () => {
          this.draw();
        },
        say: (text) => {
          this.status.textContent = text;
        },
        focusList: () => {
          this.box.focus();
        },
      }
    );
  }

  /** Do what a key does, unless the person is writing. */
  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || isWriting(event)) {
      return;
    }
    const { target } = event;
    const isOnControl = target instanceof HTMLElement && target.matches('button, summary');
    const action = QUESTION_KEYS.actionOf(event);
    const choice = choiceOf(event);
    if (choice !== undefined && this.desk.chooseAlternative(choice)) {
      event.preventDefault();
    } else if (action && !(action === 'open' && isOnControl)) {
      event.preventDefault();
      this.desk.act(action);
    }
  }

  /** Show what the server has of a question after a step, and ask for more questions when the list is nearly empty. */
  private settle(id: string, question: AnnotatorQuestion): void {
    this.desk.answers.settle(id, question);
    this.draw();
    const isNearlyEmpty = this.desk.filter.show === 'open' && this.desk.shown.length < MIN_LISTED;
    if (isNearlyEmpty && this.list.isPart('open') && !this.isComputing) {
      this.host.post({ type: 'refresh' });
    }
  }

  /** Show a question again whose step failed, and why. */
  private refuse(id: string, message: string): void {
    const step = this.desk.answers.drop(id);
    if (step && this.strings) {
      this.failures.add({ identity: identityOf(step), words: step.words }, message, this.strings);
      this.draw();
    }
  }

  private ask(change: Partial<QuestionsPageState>): void {
    const wasAnswered = this.desk.filter.show === 'answered';
    this.host.keep({ ...change, current: undefined });
    const { show, kind, exercise } = this.desk.filter;
    const answered = show === 'answered';
    const isNarrow = show === 'skipped' || kind !== undefined || exercise !== undefined;
    const all = isNarrow && this.list.isPart(show);
    if (answered !== wasAnswered || all) {
      this.host.post({ type: 'ask', answered, all });
    }
    this.drawHead();
    this.draw();
  }

  private draw(): void {
    const { strings, shown: queue, desk } = this;
    if (!strings || !queue) {
      return;
    }
    const { shown, current, filter } = desk;
    const focused = focusedKey();
    this.drawTally(queue, strings);
    if (!current) {
      this.body.replaceChildren(emptyQueue(queue, filter, this.list.numbers, strings));
    } else {
      this.box.draw(shown, current, filter.show, strings);
      if (desk.note === undefined || !this.card.querySelector('.note-form')) {
        this.drawCard(current, shown, strings);
      }
      if (!this.box.element.isConnected) {
        this.body.replaceChildren(element('div', { class: 'desk' }, this.box.element, this.card));
      }
      this.box.reveal();
    }
    if (focused !== undefined && document.activeElement === document.body) {
      focusOn(focused);
      if (document.activeElement === document.body) {
        this.box.focus();
      }
    }
  }

  private drawCard(current: AnnotatorQuestion, shown: readonly AnnotatorQuestion[], strings: QuestionStrings): void {
    const { desk } = this;
    const parts = questionCard({
      question: current,
      position: fillTemplate(strings.position, shown.indexOf(current) + 1, shown.length),
      ...{ choice: desk.choice, note: desk.note, strings },
      act: (action) => {
        desk.act(action);
      },
      choose: (index) => {
        desk.chooseAlternative(index);
      },
      open: (place) => {
        this.host.post({ type: 'openPlace', uri: place.uri, range: place.range, view: null });
      },
      changeNote: (note) => {
        desk.note = note;
      },
      leaveNote: (note) => {
        desk.leaveNote(note);
      },
    });
    this.card.setAttribute('data-question', current.key);
    this.card.replaceChildren(...parts);
  }

  private drawTally({ result: queue }: ShownQueue, strings: QuestionStrings): void {
    const { show } = this.desk.filter;
    this.tally.replaceChildren(
      ...tally({
        ...{ strings, numbers: this.numbers, counts: this.list.numbers, author: queue.author },
        pending: this.list.pending.length,
        listed: this.list.isPart(show) ? queue.questions.length : undefined,
        changeAuthor: () => {
          this.host.post({ type: 'chooseAuthor' });
        },
        listAll: () => {
          this.host.post({ type: 'ask', answered: show === 'answered', all: true });
        },
      }),
    );
  }
}

/** Return the lists to choose questions by their state, kind and exercise. */
function filterChoices(
  { show, kind, exercise }: Filter,
  exercises: readonly string[],
  strings: QuestionStrings,
  choose: (change: Partial<Filter>) => void,
): HTMLElement[] {
  const states = SHOWN.map((state) => strings.shown[state]);
  const kinds = [strings.allKinds, ...QUESTION_KINDS.map((name) => strings.kinds[name])];
  const names = [...new Set(exercise === undefined ? exercises : [exercise, ...exercises])];
  return [
    choice(strings.show, 'show', states, SHOWN.indexOf(show), (index) => {
      choose({ show: SHOWN[index] ?? 'open' });
    }),
    choice(strings.kind, 'kind', kinds, kind === undefined ? 0 : QUESTION_KINDS.indexOf(kind) + 1, (index) => {
      choose({ kind: QUESTION_KINDS[index - 1] });
    }),
    ...(names.length > 1
      ? [
          choice(
            strings.exercise,
            'exercise',
            [strings.allExercises, ...names],
            exercise === undefined ? 0 : names.indexOf(exercise) + 1,
            (index) => {
              choose({ exercise: names[index - 1] });
            },
          ),
        ]
      : []),
  ];
}

/** What the line of numbers shows. */
interface TallyView {
  readonly strings: QuestionStrings;
  readonly numbers: Numbers;
  readonly counts: Counts;
  readonly author: string;
  /** The number of answers that the server has not confirmed. */
  readonly pending: number;
  /** The number of questions that are listed; `undefined` if all are. */
  readonly listed: number | undefined;
  readonly changeAuthor: () => void;
  readonly listAll: () => void;
}

/** Return the line of numbers. */
function tally({ strings, numbers, counts, author, pending, listed, ...act }: TallyView): HTMLElement[] {
  const part = (template: string, value: number): HTMLElement =>
    element('span', {}, fillTemplate(template, numbers.count(value)));
  return [
    part(strings.openCount, counts.open),
    ...(counts.skipped > 0 ? [part(strings.skippedCount, counts.skipped)] : []),
    part(strings.answeredCount, counts.answered),
    ...(pending > 0 ? [element('span', { class: 'pending' }, fillTemplate(strings.pendingCount, pending))] : []),
    element('span', {}, author ? fillTemplate(strings.signedAs, author) : strings.unsigned),
    button(strings.changeAuthor, act.changeAuthor, { class: 'link', attributes: { 'data-key': 'author' } }),
    ...(listed === undefined
      ? []
      : [
          part(strings.part, listed),
          button(strings.listAll, act.listAll, { class: 'link', attributes: { 'data-key': 'all' } }),
        ]),
  ];
}

/** Return what the page says where no question is to be shown: why, and what can't be used. */
function emptyQueue(
  { result: queue, lack }: ShownQueue,
  filter: Filter,
  counts: Counts,
  { empty, problems }: QuestionStrings,
): HTMLElement {
  const [title = '', text = ''] = empty[lack ?? emptyReason(filter, counts)];
  const box = messageBox(title, text);
  if (queue.problems.length > 0) {
    const list = element('ul', {}, ...queue.problems.map((problem) => element('li', {}, problem)));
    box.append(element('h3', {}, problems), list);
  }
  return box;
}

/** The list of questions. It keeps the keyboard; its active option is the question that is shown. */
class QueueBox {
  readonly element = element('ul', {
    class: 'queue',
    attributes: { role: 'listbox', tabindex: 0, 'data-key': 'queue' },
  });
  private chosen: Element | undefined;
  /** What the rows show. */
  private drawn = '';

  constructor(private readonly choose: (identity: string) => void) {}

  draw(
    questions: readonly AnnotatorQuestion[],
    current: AnnotatorQuestion,
    show: Shown,
    strings: QuestionStrings,
  ): void {
    this.element.setAttribute('aria-label', show === 'answered' ? strings.answeredQueue : strings.queue);
    this.element.setAttribute(
      'aria-keyshortcuts',
      QUESTION_ACTIONS.map((action) => QUESTION_KEYS.shown(action)).join(' '),
    );
    const rows = questions.map((question) => `${identityOf(question)} ${question.state} ${question.effect}`).join('\n');
    if (rows !== this.drawn) {
      this.drawn = rows;
      this.element.replaceChildren(...questions.map((question, index) => this.row(question, index, strings)));
    }
    this.chosen?.setAttribute('aria-selected', 'false');
    this.chosen = this.element.children[questions.indexOf(current)];
    this.chosen?.setAttribute('aria-selected', 'true');
    this.element.setAttribute('aria-activedescendant', this.chosen?.id ?? '');
  }

  /** Scroll the list so that the chosen question is in sight. */
  reveal(): void {
    this.chosen?.scrollIntoView({ block: 'nearest' });
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  private row(question: AnnotatorQuestion, index: number, strings: QuestionStrings): HTMLElement {
    const effect = fillTemplate(question.effect === 1 ? strings.oneRowMark : strings.rowMarks, question.effect);
    const state = question.state === 'skipped' ? `, ${strings.skippedMark}` : '';
    return element(
      'li',
      {
        class: question.state,
        attributes: {
          id: `question-${index}`,
          role: 'option',
          'aria-selected': 'false',
        },
        on: {
          click: () => {
            this.choose(identityOf(question));
          },
        },
      },
      element('span', { class: 'row-words' }, rowWords(question, strings)),
      element('span', { class: 'visually-hidden' }, ` ${question.prompt} ${question.sentence} `),
      element('span', { class: 'row-detail' }, `${strings.kinds[question.kind]} · ${effect}${state}`),
    );
  }
}

/** Return what a question is about in few words. */
function rowWords(question: AnnotatorQuestion, strings: QuestionStrings): string {
  const asked = question.alternatives.filter(({ asked }) => asked);
  const [first] = asked;
  if (!first || question.kind === 'unchanged-reference') {
    return question.kind === 'unchanged-reference' ? question.sentence : question.before || question.sentence;
  }
  return editInWords({ source: first.before, replacement: first.after }, strings.change);
}

const root = document.getElementById('page');
if (root) {
  new QuestionsPage(root, new Host());
}
