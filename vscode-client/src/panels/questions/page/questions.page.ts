import '../../page/panel.css';
import '../../page/result.css';
import '../../page/desk.css';
import './questions.css';

import type { AnnotatorQuestion } from '../../../protocol/contract';
import { fillTemplate } from '../../../template';
import { choiceOf } from '../../desk/keyTable';
import type { Condition, Scope } from '../../messages';
import { Numbers } from '../../numbers';
import { ConditionNotice } from '../../page/conditionNotice';
import { FailureList } from '../../page/deskParts';
import { button, element } from '../../page/elements';
import { focusedKey, focusOn, isWriting } from '../../page/focus';
import { Host } from '../../page/host';
import { QUESTION_KEYS } from '../keys';
import {
  openingOf,
  readQuestionsPageState,
  readToQuestionsPage,
  type FromQuestionsPage,
  type QuestionsPageState,
  type ShownQueue,
  type ToQuestionsPage,
} from '../questionMessages';
import { QuestionList } from '../questionList';
import type { QuestionStrings } from '../questionStrings';
import { identityOf } from '../step';
import { emptyQueue } from './emptyQueue';
import { QuestionDesk, type DeskView } from './questionDesk';
import { filterChoices, tally } from './queueHead';
import { QueueBox } from './queueBox';
import { questionCard } from './questionCard';

/** Number of listed questions below which the page asks for more. */
const MIN_LISTED = 20;

type QuestionsHost = Host<ToQuestionsPage, FromQuestionsPage, QuestionsPageState>;
type Words = ToQuestionsPage & { readonly type: 'words' };

/**
 * The page of questions: the queue, and the question that is chosen in it.
 *
 * The list has the keyboard and never goes, so that a screen reader reads each question that is chosen there.
 */
class QuestionsPage {
  private words: { readonly strings: QuestionStrings; readonly numbers: Numbers; readonly scope: Scope } | undefined;
  private queue: ShownQueue | undefined;
  private condition: Condition | undefined;
  private takesFocus = false;
  private readonly list: QuestionList;
  private readonly desk: QuestionDesk;
  private readonly head = element('header', { class: 'heading' });
  private readonly tally = element('p', { class: 'tally' });
  private readonly status = element('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  private readonly content = element('div', { class: 'content' });
  private readonly card = element('article', { class: 'question', attributes: { 'aria-labelledby': 'prompt' } });
  private readonly notice: ConditionNotice;
  private readonly box = new QueueBox((identity) => {
    this.desk.choose(identity);
  });
  private readonly failures = new FailureList((identity) => {
    this.desk.choose(identity);
    this.box.focus();
  });

  constructor(
    root: HTMLElement,
    private readonly host: QuestionsHost,
  ) {
    this.list = new QuestionList(host.state.pending);
    this.desk = new QuestionDesk(host, this.list, () => this.view());
    this.notice = new ConditionNotice(host.post);
    root.append(this.notice.bar, this.head, this.tally, this.failures.element, this.notice.box, this.content);
    root.append(this.notice.status, this.status);
    host.listen((message) => {
      this.receive(message);
    });
    document.addEventListener('keydown', (event) => {
      this.press(event);
    });
    host.post({ type: 'ready' });
    if (this.desk.filter.show === 'answered') {
      host.post({ type: 'ask', answered: true, all: false });
    }
    this.desk.answers.resend();
  }

  private view(): DeskView | undefined {
    const { words } = this;
    return (
      words && {
        ...words,
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

  private receive(message: ToQuestionsPage): void {
    if (message.type === 'words') {
      this.begin(message);
    } else if (isCondition(message)) {
      this.change(message);
    } else {
      this.update(message);
    }
  }

  private begin({ strings, language, scope }: Words): void {
    this.words = { strings, numbers: new Numbers(language), scope };
    document.documentElement.lang = language;
    this.host.keep({ scope: scope.uri });
    this.drawHead();
  }

  private update(message: Exclude<ToQuestionsPage, Condition | Words>): void {
    switch (message.type) {
      case 'queue':
        this.show(message);
        break;
      case 'settled':
        this.settle(message.id, message.result);
        break;
      case 'refused':
        this.refuse(message.id, message.message);
        break;
      case 'act':
        this.desk.act(message.action);
        break;
      case 'focus':
        this.takesFocus = true;
        this.takeFocus();
        break;
    }
  }

  private show(message: ShownQueue): void {
    // The answer to an earlier choice comes too late.
    if (message.answered !== (this.desk.filter.show === 'answered')) {
      return;
    }
    const isFirst = !this.queue;
    const waited = this.condition !== undefined && isFirst;
    this.queue = message;
    this.condition = undefined;
    this.list.replace(message.queue);
    this.notice.clear(waited ? this.words?.strings.updated : undefined);
    this.drawHead();
    this.draw();
    if (isFirst && document.hasFocus()) {
      this.takesFocus = true;
    }
    this.takeFocus();
  }

  private change(condition: Condition): void {
    if (!this.words) {
      return;
    }
    const isSame = this.condition?.type === condition.type;
    this.condition = condition;
    if (!isSame) {
      this.drawHead();
    }
    this.notice.show(condition, this.words.strings, this.queue !== undefined);
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
    if (isNearlyEmpty && this.list.isPart('open') && this.condition?.type !== 'computing') {
      this.host.post({ type: 'refresh' });
    }
  }

  /** Show a question again whose step failed, and why. */
  private refuse(id: string, message: string): void {
    const step = this.desk.answers.drop(id);
    if (step && this.words) {
      this.failures.add({ identity: identityOf(step), words: step.words }, message, this.words.strings);
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

  private drawHead(): void {
    const { words } = this;
    if (!words) {
      return;
    }
    const { strings, scope } = words;
    const focused = focusedKey();
    const refresh = (): void => {
      this.host.post({ type: 'refresh' });
    };
    const action =
      this.condition?.type === 'computing'
        ? this.notice.cancelButton(strings)
        : button(strings.refresh, refresh, { class: 'plain', attributes: { 'data-key': 'action' } });
    const choices = filterChoices(this.desk.filter, this.list.exercises, strings, (change) => {
      this.ask(change);
    });
    this.head.replaceChildren(
      element('h1', {}, strings.title),
      element('p', {}, scope.name),
      ...(this.queue ? [element('div', { class: 'actions' }, ...choices, action)] : []),
    );
    focusOn(focused);
  }

  private draw(): void {
    const { words, queue, desk } = this;
    if (!words || !queue) {
      return;
    }
    const { strings } = words;
    const { shown, current, filter } = desk;
    const focused = focusedKey();
    this.drawTally(queue, strings, words.numbers);
    if (!current) {
      this.content.replaceChildren(emptyQueue(queue, filter, this.list.numbers, strings));
    } else {
      this.box.draw(shown, current, filter.show, strings);
      if (desk.note === undefined || !this.card.querySelector('.note-form')) {
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
        this.host.post(openingOf(place.uri, place.range));
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

  private drawTally({ queue }: ShownQueue, strings: QuestionStrings, numbers: Numbers): void {
    const { show } = this.desk.filter;
    this.tally.replaceChildren(
      ...tally({
        ...{ strings, numbers, counts: this.list.numbers, author: queue.author },
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

  /** Give the list the keyboard, as soon as there is one. */
  private takeFocus(): void {
    if (this.takesFocus && this.box.element.isConnected) {
      this.takesFocus = false;
      this.box.focus();
    }
  }
}

/** Whether a message is about the search for questions. */
function isCondition(message: ToQuestionsPage): message is Condition {
  return ['computing', 'cancelled', 'waiting', 'failed'].includes(message.type);
}

const root = document.getElementById('page');
if (root) {
  new QuestionsPage(root, new Host(readQuestionsPageState, readToQuestionsPage, {}));
}
