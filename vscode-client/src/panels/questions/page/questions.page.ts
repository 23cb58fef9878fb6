import '../../page/panel.css';
import '../../page/result.css';
import './questions.css';

import type { AnnotatorQuestion } from '../../../protocol/contract';
import { fillTemplate } from '../../../template';
import type { Condition, Scope } from '../../messages';
import { Numbers } from '../../numbers';
import { ConditionNotice } from '../../page/conditionNotice';
import { button, element } from '../../page/elements';
import { focusedKey, focusOn } from '../../page/focus';
import { Host } from '../../page/host';
import { messageBox } from '../../page/messageBox';
import { actionOf, choiceOf, type QuestionAction } from '../keys';
import {
  openingOf,
  readQuestionsPageState,
  readToQuestionsPage,
  type FromQuestionsPage,
  type QuestionsPageState,
  type ShownQueue,
  type ToQuestionsPage,
} from '../questionMessages';
import { emptyReason, QuestionList, type Filter } from '../questionList';
import type { QuestionStrings } from '../questionStrings';
import { identityOf, stepOf, type GivenAnswer } from '../step';
import { filterChoices, tally } from './queueHead';
import { QueueBox } from './queueBox';
import { questionCard } from './questionCard';

/** Largest number of answered questions that the page keeps to take their answers back. */
const MAX_UNDO = 100;

/** Number of listed questions below which the page asks for more. */
const MIN_LISTED = 20;

type QuestionsHost = Host<ToQuestionsPage, FromQuestionsPage, QuestionsPageState>;

/** A step that failed. */
interface Failure {
  readonly identity: string;
  readonly words: string;
  readonly message: string;
}

/**
 * The page of questions: the queue, and the question that is chosen in it.
 *
 * The list has the keyboard and never goes, so that a screen reader reads each question that is chosen there. An answer
 * is shown at once; it stays in the page's state until the server has confirmed it.
 */
class QuestionsPage {
  private strings: QuestionStrings | undefined;
  private scope: Scope = { uri: null, name: '' };
  private numbers = new Numbers('en');
  private queue: ShownQueue | undefined;
  private condition: Condition | undefined;
  private readonly list: QuestionList;
  private choice: number | null = null;
  private isWritingNote = false;
  private note = '';
  private failures: readonly Failure[] = [];
  private takesFocus = false;
  private readonly head = element('header', { class: 'heading' });
  private readonly tally = element('p', { class: 'tally' });
  private readonly alerts = element('div', { class: 'alerts', attributes: { role: 'alert' } });
  private readonly status = element('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  private readonly content = element('div', { class: 'content' });
  private readonly card = element('article', { class: 'question', attributes: { 'aria-labelledby': 'prompt' } });
  private readonly box: QueueBox;
  private readonly notice: ConditionNotice;

  constructor(
    root: HTMLElement,
    private readonly host: QuestionsHost,
  ) {
    this.list = new QuestionList(host.state.pending);
    this.notice = new ConditionNotice(host.post);
    this.box = new QueueBox((identity) => {
      this.choose(identity);
    });
    root.append(this.notice.bar, this.head, this.tally, this.alerts, this.notice.box, this.content);
    root.append(this.notice.status, this.status);
    host.listen((message) => {
      this.receive(message);
    });
    document.addEventListener('keydown', (event) => {
      this.press(event);
    });
    host.post({ type: 'ready' });
    if (this.filter.show === 'answered') {
      host.post({ type: 'ask', answered: true, all: false });
    }
    if (this.list.pending.length > 0) {
      host.post({ type: 'steps', steps: this.list.pending });
    }
  }

  private get filter(): Filter {
    const { show = 'open', kind, exercise } = this.host.state;
    return { show, kind, exercise };
  }

  private get shown(): AnnotatorQuestion[] {
    return this.list.shown(this.filter);
  }

  private get current(): AnnotatorQuestion | undefined {
    const { shown } = this;
    return shown.find((question) => identityOf(question) === this.host.state.current) ?? shown[0];
  }

  private receive(message: ToQuestionsPage): void {
    if (message.type === 'words') {
      this.begin(message);
    } else if (isCondition(message)) {
      this.change(message);
    } else {
      this.update(message);
    }
  }

  private begin({ strings, language, scope }: ToQuestionsPage & { type: 'words' }): void {
    this.strings = strings;
    this.numbers = new Numbers(language);
    this.scope = scope;
    document.documentElement.lang = language;
    this.host.keep({ scope: scope.uri });
    this.drawHead();
  }

  private update(message: Exclude<ToQuestionsPage, Condition | { type: 'words' }>): void {
    switch (message.type) {
      case 'queue':
        this.show(message);
        break;
      case 'settled':
        this.settle(message.id, message.question);
        break;
      case 'refused':
        this.refuse(message.id, message.message);
        break;
      case 'act':
        this.act(message.action);
        break;
      case 'focus':
        this.takesFocus = true;
        this.takeFocus();
        break;
    }
  }

  private show(message: ShownQueue): void {
    // The answer to an earlier choice comes too late.
    if (message.answered !== (this.filter.show === 'answered')) {
      return;
    }
    const isFirst = !this.queue;
    const waited = this.condition !== undefined && this.queue === undefined;
    this.queue = message;
    this.condition = undefined;
    this.list.replace(message.queue);
    this.notice.clear(waited ? this.strings?.updated : undefined);
    this.drawHead();
    this.draw();
    if (isFirst && document.hasFocus()) {
      this.takesFocus = true;
    }
    this.takeFocus();
  }

  private change(condition: Condition): void {
    if (!this.strings) {
      return;
    }
    const isSame = this.condition?.type === condition.type;
    this.condition = condition;
    if (!isSame) {
      this.drawHead();
    }
    this.notice.show(condition, this.strings, this.queue !== undefined);
  }

  /** Do what a key does, unless the person is writing. */
  private press(event: KeyboardEvent): void {
    const { target } = event;
    if (event.defaultPrevented || (target instanceof HTMLElement && target.matches('input, select, textarea'))) {
      return;
    }
    const isOnControl = target instanceof HTMLElement && target.matches('button, summary');
    const action = actionOf(event);
    const choice = choiceOf(event);
    if (choice !== undefined && this.chooseAlternative(choice)) {
      event.preventDefault();
    } else if (action && !(action === 'open' && isOnControl)) {
      event.preventDefault();
      this.act(action);
    }
  }

  private act(action: QuestionAction): void {
    if (isAnswer(action)) {
      this.answer({ answer: action });
      return;
    }
    switch (action) {
      case 'next':
        this.move(1);
        break;
      case 'previous':
        this.move(-1);
        break;
      case 'undo':
        this.undo();
        break;
      case 'open':
        this.openSource();
        break;
      case 'note':
        this.writeNote();
        break;
    }
  }

  private answer(given: GivenAnswer): void {
    const { current, strings, shown } = this;
    const { answer } = given;
    if (!current || !strings || answer === null || answer === 'partly') {
      return;
    }
    if (!current.answers.some(({ name }) => name === answer)) {
      this.say(strings.notThis);
      return;
    }
    const index = shown.indexOf(current);
    this.send(current, { choice: this.choice, ...given });
    const answered = [...(this.host.state.answered ?? []), current].slice(-MAX_UNDO);
    this.host.keep({ answered });
    // A skipped question goes to the end of the list, where it must not be chosen.
    const left = this.shown.filter((question) => identityOf(question) !== identityOf(current));
    const stays = this.filter.show === 'answered';
    const next = stays ? shown[index + 1] : (left[index] ?? left[0]);
    this.choose(next && identityOf(next));
    this.say(`${strings.given[answer]} ${fillTemplate(strings.left, this.numbers.count(this.list.numbers.open))}`);
  }

  /** Take back the answer to the chosen question among answered ones, or else the last answer. */
  private undo(): void {
    const { strings } = this;
    const answered = this.host.state.answered ?? [];
    const question = this.filter.show === 'answered' ? this.current : answered.at(-1);
    if (!strings || !question) {
      this.say(strings?.nothingToUndo ?? '');
      return;
    }
    const identity = identityOf(question);
    const last = answered.map(identityOf).lastIndexOf(identity);
    this.host.keep({ answered: answered.filter((_, index) => index !== last) });
    this.list.bringBack(question);
    this.send(question, { answer: null });
    this.choose(this.filter.show === 'answered' ? this.host.state.current : identity);
    this.say(`${strings.undone} ${question.prompt}`);
  }

  private send(question: AnnotatorQuestion, given: GivenAnswer): void {
    const step = stepOf(question, given);
    this.list.add(step);
    this.keepPending();
    this.host.post({ type: 'steps', steps: [step] });
  }

  private keepPending(): void {
    this.host.keep({ pending: this.list.pending });
  }

  /** Show what the server has of a question after a step, and ask for more questions when the list is nearly empty. */
  private settle(id: string, question: AnnotatorQuestion): void {
    this.list.settle(id, question);
    this.keepPending();
    this.draw();
    const isNearlyEmpty = this.filter.show === 'open' && this.shown.length < MIN_LISTED;
    if (isNearlyEmpty && this.list.isPart('open') && this.condition?.type !== 'computing') {
      this.host.post({ type: 'refresh' });
    }
  }

  /** Show a question again whose step failed, and why. */
  private refuse(id: string, message: string): void {
    const step = this.list.drop(id);
    this.keepPending();
    if (step) {
      this.failures = [...this.failures, { identity: identityOf(step), words: step.words, message }];
      this.drawAlerts();
      this.draw();
    }
  }

  private move(by: number): void {
    const { shown, current } = this;
    const at = current ? shown.indexOf(current) : 0;
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
    this.choose(next && identityOf(next));
  }

  private choose(identity: string | undefined): void {
    this.choice = null;
    this.isWritingNote = false;
    this.note = '';
    this.host.keep({ current: identity });
    this.draw();
  }

  /** Choose one correction, or all again; return whether there is a choice. */
  private chooseAlternative(index: number): boolean {
    const alternatives = this.current?.alternatives ?? [];
    if (alternatives.length < 2 || index >= alternatives.length) {
      return false;
    }
    this.choice = this.choice === index ? null : index;
    this.draw();
    return true;
  }

  private openSource(): void {
    const place = this.current?.place ?? this.current?.versions.find((version) => version.place)?.place;
    if (place) {
      this.host.post(openingOf(place.uri, place.range));
    } else {
      this.say(this.strings?.noPlace ?? '');
    }
  }

  private writeNote(): void {
    if (this.current) {
      this.isWritingNote = true;
      this.draw();
      document.querySelector<HTMLInputElement>('.note-form input')?.focus();
    }
  }

  private leaveNote(note: string): void {
    this.isWritingNote = false;
    this.note = '';
    if (note.trim()) {
      this.answer({ answer: 'note', note: note.trim() });
    } else {
      this.draw();
    }
    this.box.focus();
  }

  private ask(change: Partial<QuestionsPageState>): void {
    const wasAnswered = this.filter.show === 'answered';
    this.host.keep({ ...change, current: undefined });
    const answered = this.filter.show === 'answered';
    const { show, kind, exercise } = this.filter;
    const isNarrow = show === 'skipped' || kind !== undefined || exercise !== undefined;
    const all = isNarrow && this.list.isPart(show);
    if (answered !== wasAnswered || all) {
      this.host.post({ type: 'ask', answered, all });
    }
    this.drawHead();
    this.draw();
  }

  private drawHead(): void {
    const { strings } = this;
    if (!strings) {
      return;
    }
    const focused = focusedKey();
    const refresh = (): void => {
      this.host.post({ type: 'refresh' });
    };
    const action =
      this.condition?.type === 'computing'
        ? this.notice.cancelButton(strings)
        : button(strings.refresh, refresh, { class: 'plain', attributes: { 'data-key': 'action' } });
    const choices = filterChoices(this.filter, this.list.exercises, strings, (change) => {
      this.ask(change);
    });
    this.head.replaceChildren(
      element('h1', {}, strings.title),
      element('p', {}, this.scope.name),
      ...(this.queue ? [element('div', { class: 'actions' }, ...choices, action)] : []),
    );
    focusOn(focused);
  }

  private draw(): void {
    const { strings, queue, shown, current } = this;
    if (!strings || !queue) {
      return;
    }
    const focused = focusedKey();
    this.drawTally(queue, strings);
    if (!current) {
      this.content.replaceChildren(this.emptyBox(queue, strings));
    } else {
      this.box.draw(shown, current, this.filter.show, strings);
      if (!this.isWritingNote || !this.card.querySelector('.note-form')) {
        this.drawCard(current, shown, strings);
      }
      if (!this.box.element.isConnected) {
        this.content.replaceChildren(element('div', { class: 'desk' }, this.box.element, this.card));
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
    const parts = questionCard({
      question: current,
      position: fillTemplate(strings.position, shown.indexOf(current) + 1, shown.length),
      choice: this.choice,
      note: this.isWritingNote ? this.note : undefined,
      strings,
      act: (action) => {
        this.act(action);
      },
      choose: (index) => {
        this.chooseAlternative(index);
      },
      open: (place) => {
        this.host.post(openingOf(place.uri, place.range));
      },
      changeNote: (note) => {
        this.note = note;
      },
      leaveNote: (note) => {
        this.leaveNote(note);
      },
    });
    this.card.setAttribute('data-question', current.key);
    this.card.replaceChildren(...parts);
  }

  private drawTally(queue: ShownQueue, strings: QuestionStrings): void {
    const isPart = this.list.isPart(this.filter.show);
    this.tally.replaceChildren(
      ...tally({
        ...{ strings, numbers: this.numbers, counts: this.list.numbers, author: queue.queue.author },
        pending: this.list.pending.length,
        listed: isPart ? queue.queue.questions.length : undefined,
        changeAuthor: () => {
          this.host.post({ type: 'chooseAuthor' });
        },
        listAll: () => {
          this.host.post({ type: 'ask', answered: this.filter.show === 'answered', all: true });
        },
      }),
    );
  }

  private drawAlerts(): void {
    const { strings } = this;
    if (!strings) {
      return;
    }
    this.alerts.replaceChildren(
      ...this.failures.map((failure) => {
        const close = (): void => {
          this.failures = this.failures.filter((other) => other !== failure);
          this.drawAlerts();
        };
        const show = (): void => {
          close();
          this.choose(failure.identity);
          this.box.focus();
        };
        return element(
          'p',
          { class: 'failure' },
          element('span', {}, fillTemplate(strings.notSaved, failure.words, failure.message)),
          button(strings.showQuestion, show, { class: 'plain' }),
          button(strings.dismiss, close, { class: 'plain' }),
        );
      }),
    );
  }

  private emptyBox({ queue, lack }: ShownQueue, { empty, problems }: QuestionStrings): HTMLElement {
    const reason = lack ?? emptyReason(this.filter, this.list.numbers);
    const [title = '', text = ''] = empty[reason];
    const box = messageBox(title, text);
    if (queue.problems.length > 0) {
      const list = element('ul', {}, ...queue.problems.map((problem) => element('li', {}, problem)));
      box.append(element('h3', {}, problems), list);
    }
    return box;
  }

  /** Give the list the keyboard, as soon as there is one. */
  private takeFocus(): void {
    if (this.takesFocus && this.box.element.isConnected) {
      this.takesFocus = false;
      this.box.focus();
    }
  }

  private say(words: string): void {
    this.status.textContent = words;
  }
}

/** Whether a message is about the search for questions. */
function isCondition(message: ToQuestionsPage): message is Condition {
  return ['computing', 'cancelled', 'waiting', 'failed'].includes(message.type);
}

type PlainAnswer = Exclude<QuestionAction, 'note' | 'undo' | 'next' | 'previous' | 'open'>;

/** Whether an action is an answer without words. */
function isAnswer(action: QuestionAction): action is PlainAnswer {
  return !['note', 'undo', 'next', 'previous', 'open'].includes(action);
}

const root = document.getElementById('page');
if (root) {
  new QuestionsPage(root, new Host(readQuestionsPageState, readToQuestionsPage, {}));
}
