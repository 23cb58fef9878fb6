import * as l10n from '@vscode/l10n';
import '../../page/panel.css';
import '../../page/result.css';
import '../../page/desk.css';
import './questions.css';

import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import type { AnnotatorQuestion } from '../../../protocol/contract';
import { QUESTION_KINDS } from '../../../protocol/vocabularies';
import { fillTemplate, worded } from '../../../words';
import { choiceOf } from '../../desk';
import { ComputedPage } from '../../page/computed';
import { Failures } from '../../page/desk';
import { Host } from '../../page/host';
import { Button, Choice, focusOn, isWriting, MessageBox } from '../../page/view';
import {
  emptyReason,
  type Filter,
  type GivenAnswer,
  identityOf,
  QUESTION_KEYS,
  type QuestionAction,
  QuestionList,
  type QuestionsPageState,
  STATES,
} from '../questionList';
import {
  type FromQuestionsPage,
  GIVEN,
  type QuestionsMessage,
  type ShownQueue,
  type ToQuestionsPage,
} from '../questionMessages';
import { correctionInWords, KIND_NAMES, QuestionCard } from './questionCard';

/** Number of listed questions below which the page asks for more. */
const MIN_LISTED = 20;

const STATE_NAMES = { open: l10n.t('Open'), skipped: l10n.t('Skipped by me'), answered: l10n.t('Answered') };

const FILTER_NAMES = { show: l10n.t('Show'), kind: l10n.t('Kind'), exercise: l10n.t('Exercise') };

/** What the page says where it shows no question: a title and a sentence. */
const EMPTY = {
  exercise: [
    l10n.t('No exercise found here'),
    l10n.t('Questions need a source, references and corrections of it. Set the folder up first.'),
  ],
  reference: [
    l10n.t('No references yet'),
    l10n.t('Questions are about what references have. Add the correction of a teacher or an annotator.'),
  ],
  hypothesis: [
    l10n.t('No corrections to be marked yet'),
    l10n.t(
      'The references do not contradict one another. More questions come with the corrections of students or systems.',
    ),
  ],
  done: [l10n.t('All questions are answered'), l10n.t('Choose “Answered” to see the answers, or to take one back.')],
  none: [l10n.t('No questions'), l10n.t('The references agree, and they have what people write.')],
  filtered: [l10n.t('No such questions'), l10n.t('Others are hidden by the choices above.')],
  unanswered: [l10n.t('No answers yet'), l10n.t('Answered questions are listed here.')],
} as const;

/**
 * The page of questions: the queue, and the question that is chosen in it.
 *
 * The list has the keyboard and never goes, so that a screen reader reads each question that is chosen there.
 */
class QuestionsPage extends ComputedPage<ShownQueue, QuestionsMessage> {
  protected override readonly words = {
    computing: l10n.t('Looking for questions…'),
    cancelled: l10n.t('The search for questions was stopped before the end.'),
    failedTitle: l10n.t('The questions can’t be shown'),
  };
  private readonly list: QuestionList;
  /** The index of the correction that is chosen alone. */
  private choice: number | null = null;
  /** The identity of the question about which the person writes a note. */
  private noting: string | undefined;
  private spoken: VNode | undefined;
  private readonly failures = new Failures(
    (identity) => {
      this.choose(identity);
      focusList();
    },
    () => this.redraw(),
  );

  constructor(
    root: HTMLElement,
    protected override readonly host: Host<ToQuestionsPage, FromQuestionsPage, QuestionsPageState>,
  ) {
    super(root, host, '[data-key=queue]', true);
    this.list = new QuestionList(host);
    document.addEventListener('keydown', (event) => this.press(event));
    if (this.state === 'answered') {
      host.post({ type: 'ask', answered: true, all: false });
    }
    this.list.resend();
  }

  protected override actions(_shown: ShownQueue, refresh: VNode): ComponentChildren {
    const { exercise } = this.host.state;
    const exercises = [...new Set([...(exercise === undefined ? [] : [exercise]), ...this.list.exercises])];
    const states = STATES.map((state) => STATE_NAMES[state]);
    const kinds = QUESTION_KINDS.map((name) => KIND_NAMES[name]);
    const choice = (name: keyof Filter, values: readonly (string | undefined)[], options: readonly string[]): VNode => (
      <Choice
        {...{ name, label: FILTER_NAMES[name], options }}
        chosen={Math.max(0, values.indexOf(this.host.state[name]))}
        choose={(index) => this.ask({ [name]: values[index] })}
      />
    );
    return (
      <>
        {choice('show', STATES, states)}
        {choice('kind', [undefined, ...QUESTION_KINDS], [l10n.t('All kinds'), ...kinds])}
        {exercises.length > 1 && choice('exercise', [undefined, ...exercises], [l10n.t('All exercises'), ...exercises])}
        {refresh}
      </>
    );
  }

  /** The answer to an earlier choice comes too late. */
  protected override isWanted = ({ answered }: ShownQueue): boolean => answered === (this.state === 'answered');

  protected override renew({ result }: ShownQueue): void {
    this.list.replace(result);
    if (document.hasFocus() && !document.querySelector('.tally')) {
      this.focus.request();
    }
  }

  protected override receiveOther(message: QuestionsMessage): void {
    if (message.type === 'act') {
      this.act(message.action);
    } else if (message.type === 'settled') {
      this.settle(message.id, message.result);
    } else {
      this.refuse(message.id, message.message);
    }
  }

  protected override content(queue: ShownQueue): ComponentChildren {
    const { questions, current } = this.listed;
    return (
      <>
        {this.tally(queue)}
        {this.failures.view()}
        {current ? (
          <div class="desk">
            <Queue
              {...{ questions, current }}
              label={
                this.state === 'answered'
                  ? l10n.t('Answered questions, the newest first')
                  : l10n.t('Questions, the most urgent first')
              }
              choose={(identity) => this.choose(identity)}
            />
            <QuestionCard
              {...{ question: current, choice: this.choice }}
              position={l10n.t('Question {0} of {1}', questions.indexOf(current) + 1, questions.length)}
              isNoting={this.noting === identityOf(current)}
              act={(action) => this.act(action)}
              choose={(index) => this.chooseAlternative(index)}
              open={({ uri, range }) => this.host.post({ type: 'openPlace', uri, range, view: null })}
              leaveNote={(note) => this.leaveNote(note)}
            />
          </div>
        ) : (
          this.empty(queue)
        )}
        <p class="visually-hidden spoken" role="status">
          {this.spoken}
        </p>
      </>
    );
  }

  /** Draw the page. The list has the keyboard where the control that had it goes. */
  protected override redraw(): void {
    const hadFocus = document.activeElement !== document.body;
    super.redraw();
    if (hadFocus && document.activeElement === document.body) {
      focusList();
    }
  }

  private get state(): (typeof STATES)[number] {
    return this.host.state.show ?? 'open';
  }

  /** The questions that the person wants to see, and the chosen one. */
  private get listed(): { questions: readonly AnnotatorQuestion[]; current: AnnotatorQuestion | undefined } {
    const questions = this.list.shown(this.host.state);
    const current = questions.find((question) => identityOf(question) === this.host.state.current) ?? questions[0];
    return { questions, current };
  }

  /** Return the line of numbers. */
  private tally({ result: { author, questions } }: ShownQueue): VNode {
    const { state, list } = this;
    const { open, skipped, answered } = list.numbers;
    const part = (template: string, value: number): VNode => (
      <span>{fillTemplate(template, this.numbers.count(value))}</span>
    );
    const link = (key: string, label: string, message: FromQuestionsPage): VNode => (
      <Button class="link" data-key={key} onClick={() => this.host.post(message)}>
        {label}
      </Button>
    );
    const pending = l10n.t('{0} being saved', list.pending.length);
    return (
      <p class="tally">
        {part(l10n.t('{0} open'), open)}
        {skipped > 0 && part(l10n.t('{0} of them skipped by you'), skipped)}
        {part(l10n.t('{0} answered'), answered)}
        {list.pending.length > 0 && <span class="pending">{pending}</span>}
        <span>{author ? l10n.t('signed {0}', author) : l10n.t('not signed')}</span>
        {link('author', l10n.t('Change the name…'), { type: 'chooseAuthor' })}
        {list.isPart(state) && part(l10n.t('The first {0} are listed.'), questions.length)}
        {list.isPart(state) &&
          link('all', l10n.t('List all'), { type: 'ask', answered: state === 'answered', all: true })}
      </p>
    );
  }

  /** Return why no question is to be shown, and what can't be used. */
  private empty({ result: { problems }, lack }: ShownQueue): VNode {
    const [title, text] = EMPTY[lack ?? emptyReason(this.host.state, this.list.numbers)];
    return (
      <MessageBox title={title} text={text}>
        {problems.length > 0 && (
          <>
            <h3>{l10n.t('Files that can’t be used')}</h3>
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </>
        )}
      </MessageBox>
    );
  }

  /** Do what a key does, unless the person is writing. A key that is held down answers once. */
  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || isWriting(event)) {
      return;
    }
    const action = QUESTION_KEYS.actionOf(event, (each) => each !== 'open' || !isOnControl(event));
    const choice = choiceOf(event);
    if (action) {
      event.preventDefault();
      if (!event.repeat || action === 'next' || action === 'previous') {
        this.act(action);
      }
    } else if (choice !== undefined && this.chooseAlternative(choice)) {
      event.preventDefault();
    }
  }

  private act(action: QuestionAction): void {
    if (action === 'next' || action === 'previous') {
      this.move(action === 'next' ? 1 : -1);
    } else if (action === 'undo') {
      this.undo();
    } else if (action === 'open') {
      this.openSource();
    } else if (action === 'note') {
      this.noting = this.listed.current && identityOf(this.listed.current);
      this.redraw();
      focusOn('note-words');
    } else {
      this.answer({ answer: action }, GIVEN[action]);
    }
  }

  /** Show another question, whose corrections are not chosen among yet, and say what was done. */
  private choose(identity: string | undefined, words?: string): void {
    this.choice = null;
    this.noting = undefined;
    this.host.keep({ current: identity });
    this.say(words);
  }

  /** Choose one correction, or all again; return whether there is a choice. */
  private chooseAlternative(index: number): boolean {
    const length = this.listed.current?.alternatives.length ?? 0;
    if (length < 2 || index >= length) {
      return false;
    }
    this.choice = this.choice === index ? null : index;
    this.redraw();
    return true;
  }

  /** Draw the page; say something that is read aloud, if there is anything to say. */
  private say(words: string | undefined): void {
    this.spoken = words === undefined ? this.spoken : <span key={crypto.randomUUID()}>{words}</span>;
    this.redraw();
  }

  /** Answer the chosen question, and show the one after it; `words` say what was answered. */
  private answer(given: GivenAnswer, words: string): void {
    const { questions, current } = this.listed;
    if (!current?.answers.some(({ name }) => name === given.answer)) {
      this.say(current && l10n.t('This question can’t have that answer.'));
      return;
    }
    const index = questions.indexOf(current);
    this.list.answer(current, { choice: this.choice, ...given });
    // A skipped question goes to the end of the list, where it must not be chosen.
    const others = this.listed.questions.filter((question) => identityOf(question) !== identityOf(current));
    const next = this.state === 'answered' ? questions[index + 1] : (others[index] ?? others[0]);
    const left = l10n.t('{0} left.', this.numbers.count(this.list.numbers.open));
    this.choose(next && identityOf(next), `${words} ${left}`);
  }

  /** Save the note, or leave it if it is empty. */
  private leaveNote(words: string): void {
    this.noting = undefined;
    const note = words.trim();
    if (note) {
      this.answer({ answer: 'note', note }, l10n.t('Note saved.'));
    } else {
      this.redraw();
    }
  }

  /** Take back the answer to the chosen question among answered ones, or else the last answer. */
  private undo(): void {
    const isAmongAnswered = this.state === 'answered';
    const question = isAmongAnswered ? this.listed.current : this.list.last;
    if (!question) {
      this.say(l10n.t('There is no answer of yours to take back here.'));
      return;
    }
    this.list.takeBack(question);
    const identity = isAmongAnswered ? this.host.state.current : identityOf(question);
    this.choose(identity, `${l10n.t('Taken back.')} ${question.prompt}`);
  }

  private move(by: number): void {
    const { questions, current } = this.listed;
    const at = current ? questions.indexOf(current) : 0;
    const next = questions[Math.min(questions.length - 1, Math.max(0, at + by))];
    this.choose(next && identityOf(next));
  }

  private openSource(): void {
    const { current } = this.listed;
    const place = current?.place ?? current?.versions.find((version) => version.place)?.place;
    if (place) {
      this.host.post({ type: 'openPlace', uri: place.uri, range: place.range, view: null });
    } else {
      this.say(l10n.t('An editor can’t show this place.'));
    }
  }

  /** Show what the server has of a question after a step, and ask for more questions when the list is nearly empty. */
  private settle(id: string, question: AnnotatorQuestion): void {
    this.list.settle(id, question);
    if (this.state === 'open' && this.listed.questions.length < MIN_LISTED && this.list.isPart('open')) {
      this.host.post({ type: 'refresh' });
    }
  }

  /** Show a question again whose step failed, and why. */
  private refuse(id: string, reason: string): void {
    const step = this.list.drop(id);
    if (step) {
      this.failures.add({ identity: identityOf(step), words: step.words }, reason);
    }
  }

  /** Show the questions that a person chooses; ask the server where it has others. */
  private ask(change: Filter): void {
    const wasAnswered = this.state === 'answered';
    this.host.keep({ ...change, current: undefined });
    const { kind, exercise } = this.host.state;
    const answered = this.state === 'answered';
    const isNarrow = this.state === 'skipped' || kind !== undefined || exercise !== undefined;
    const all = isNarrow && this.list.isPart(this.state);
    if (answered !== wasAnswered || all) {
      this.host.post({ type: 'ask', answered, all });
    }
    this.redraw();
  }
}

/** Whether a key is pressed on a control, which has a use for Enter. */
function isOnControl({ target }: Event): boolean {
  return target instanceof HTMLElement && target.matches('button, summary');
}

/** Give the list of questions the keyboard. */
function focusList(): void {
  document.querySelector<HTMLElement>('.queue')?.focus({ preventScroll: true });
}

/** The list of questions. It keeps the keyboard; its active option is the question that is shown, which is in sight. */
function Queue(props: {
  label: string;
  questions: readonly AnnotatorQuestion[];
  current: AnnotatorQuestion;
  choose: (identity: string) => void;
}) {
  const { label, questions, current, choose } = props;
  const list = useRef<HTMLUListElement>(null);
  const chosen = questions.indexOf(current);
  useLayoutEffect(() => list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' }), [chosen, current.key]);
  return (
    <ul
      ref={list}
      class="queue"
      role="listbox"
      tabIndex={0}
      data-key="queue"
      aria-label={label}
      aria-keyshortcuts={QUESTION_KEYS.actions.map((action) => QUESTION_KEYS.shown(action)).join(' ')}
      aria-activedescendant={`question-${chosen}`}
    >
      {questions.map((question, index) => {
        const identity = identityOf(question);
        const row = { question, index, isChosen: index === chosen, choose: () => choose(identity) };
        return <Row key={identity} {...row} />;
      })}
    </ul>
  );
}

/** A row, which is drawn again only if it shows something else: there can be thousands. */
function Row(props: { question: AnnotatorQuestion; index: number; isChosen: boolean; choose: () => void }) {
  const { question, index, isChosen, choose } = props;
  const { state, effect, kind, prompt, sentence } = question;
  const draw = (): VNode => {
    const texts = fillTemplate(effect === 1 ? l10n.t('{0} text') : l10n.t('{0} texts'), effect);
    const skipped = state === 'skipped' ? `, ${l10n.t('skipped')}` : '';
    return (
      <li id={`question-${index}`} class={state} role="option" aria-selected={isChosen} onClick={choose}>
        <span class="row-words">{rowWords(question)}</span>
        <span class="visually-hidden">{` ${prompt} ${sentence} `}</span>
        <span class="row-detail">{`${worded(KIND_NAMES, kind)} · ${texts}${skipped}`}</span>
      </li>
    );
  };
  return useMemo(draw, [state, effect, index, isChosen]);
}

/** Return what a question is about in few words. */
function rowWords({ kind, sentence, before, alternatives }: AnnotatorQuestion): string {
  const first = alternatives.find(({ asked }) => asked);
  if (kind === 'unchanged-reference') {
    return sentence;
  }
  return first ? correctionInWords(first) : before || sentence;
}

const root = document.getElementById('page');
if (root) {
  new QuestionsPage(root, new Host());
}
