import '../../page/panel.css';
import '../../page/result.css';
import '../../page/desk.css';
import './questions.css';

import type { AnnotatorQuestion } from '../../../protocol/contract';
import { fillTemplate } from '../../../template';
import { choiceOf } from '../../desk/keyTable';
import { ComputedPage } from '../../page/computedPage';
import { FailureList } from '../../page/deskParts';
import { element } from '../../page/elements';
import { focusedKey, focusOn, isWriting } from '../../page/focus';
import { Host } from '../../page/host';
import { QUESTION_KEYS } from '../keys';
import {
  openingOf,
  readQuestionsPageState,
  readToQuestionsPage,
  type FromQuestionsPage,
  type QuestionsMessage,
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

const root = document.getElementById('page');
if (root) {
  new QuestionsPage(root, new Host(readQuestionsPageState, readToQuestionsPage, {}));
}
