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
import type { ResultHost } from '../../page/computed';
import { Count, DeskPage, Problems, said } from '../../page/desk';
import { Host } from '../../page/host';
import { numbers } from '../../page/numbers';
import { Button, Choice, focusOn, isWriting, MessageBox } from '../../page/view';
import {
  type Filter,
  FIRST_QUESTIONS,
  type GivenAnswer,
  GIVEN,
  identityOf,
  MAX_QUESTIONS,
  QUESTION_KEYS,
  type QuestionAction,
  QuestionList,
  type QuestionsPageState,
  type ShownQueue,
  STATES,
  type Step,
} from '../questionList';
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
class QuestionsPage extends DeskPage<ShownQueue, Step, AnnotatorQuestion, QuestionAction> {
  protected override readonly words = {
    computing: l10n.t('Looking for questions…'),
    cancelled: l10n.t('The search for questions was stopped before the end.'),
    failedTitle: l10n.t('The questions can’t be shown'),
  };
  protected readonly keys = QUESTION_KEYS;
  protected readonly list: QuestionList;
  /** The index of the correction that is chosen alone. */
  private choice: number | null = null;
  /** The identity of the question about which the person writes a note. */
  private noting: string | undefined;

  constructor(
    root: HTMLElement,
    protected override readonly host: ResultHost<QuestionsPageState>,
  ) {
    super(root, host, 'queue');
    this.list = new QuestionList(host);
    document.addEventListener('keydown', (event) => {
      const choice = event.defaultPrevented || isWriting(event) ? undefined : choiceOf(event);
      if (choice !== undefined && this.chooseAlternative(choice)) {
        event.preventDefault();
      }
    });
    if (this.state === 'answered') {
      this.request(false);
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

  protected override replace({ result }: ShownQueue): void {
    this.list.replace(result);
  }

  protected override content(queue: ShownQueue): ComponentChildren {
    const { questions, current } = this.listed;
    return this.desk(
      this.tally(queue),
      current ? (
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
            open={(place) => this.host.run('markscheme.openBeside', place)}
            leaveNote={(note) => this.leaveNote(note)}
          />
        </div>
      ) : (
        this.empty(queue)
      ),
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
    const link = (key: string, label: string, follow: () => void): VNode => (
      <Button class="link" data-key={key} onClick={follow}>
        {label}
      </Button>
    );
    const chooseAuthor = (): void => this.host.run('workbench.action.openSettings', 'markscheme.author');
    return (
      <>
        <Count words={l10n.t('{0} open')} values={[open]} />
        {skipped > 0 && <Count words={l10n.t('{0} of them skipped by you')} values={[skipped]} />}
        <Count words={l10n.t('{0} answered')} values={[answered]} />
        {list.pending.length > 0 && (
          <span class="pending">
            <Count words={l10n.t('{0} being saved')} values={[list.pending.length]} />
          </span>
        )}
        <span>{author ? l10n.t('signed {0}', author) : l10n.t('not signed')}</span>
        {link('author', l10n.t('Change the name…'), chooseAuthor)}
        {list.isPart(state) && <Count words={l10n.t('The first {0} are listed.')} values={[questions.length]} />}
        {list.isPart(state) && link('all', l10n.t('List all'), () => this.request(true))}
      </>
    );
  }

  /** Return why no question is to be shown, and what can't be used. */
  private empty({ result: { problems }, lack }: ShownQueue): VNode {
    const { kind, exercise } = this.host.state;
    const { open, answered } = this.list.numbers;
    const isFiltered = this.state !== 'open' || open > 0 || kind !== undefined || exercise !== undefined;
    const isUnanswered = this.state === 'answered' && answered === 0;
    const reason = isUnanswered ? 'unanswered' : isFiltered ? 'filtered' : answered > 0 ? 'done' : 'none';
    const [title, text] = EMPTY[lack ?? reason];
    return (
      <MessageBox title={title} text={text}>
        <Problems problems={problems} />
      </MessageBox>
    );
  }

  protected override isOffered(action: QuestionAction, event: KeyboardEvent): boolean {
    // A control has a use for Enter.
    const isOnControl = event.target instanceof HTMLElement && event.target.matches('button, summary');
    return action !== 'open' || !isOnControl;
  }

  protected override act(action: QuestionAction): void {
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
    this.spoken = words === undefined ? this.spoken : said(words);
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
    const left = l10n.t('{0} left.', numbers.count(this.list.numbers.open));
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
      this.host.run('markscheme.openBeside', place);
    } else {
      this.say(l10n.t('An editor can’t show this place.'));
    }
  }

  /** Show what the server has of a question after a step, and ask for more questions when the list is nearly empty. */
  protected override settle(id: string, question: AnnotatorQuestion): void {
    this.list.settle(id, question);
    if (this.state === 'open' && this.listed.questions.length < MIN_LISTED && this.list.isPart('open')) {
      this.host.post({ type: 'refresh' });
    }
  }

  /** Show a question again whose step failed. */
  protected override refuse(id: string): { identity: string; words: string } | undefined {
    const step = this.list.drop(id);
    return step && { identity: identityOf(step), words: step.words };
  }

  protected override showAgain(identity: string): void {
    this.choose(identity);
    focusList();
  }

  /** Show the questions that a person chooses; ask the server where it has others. */
  private ask(change: Filter): void {
    const wasAnswered = this.state === 'answered';
    this.host.keep({ ...change, current: undefined });
    const { kind, exercise } = this.host.state;
    const isNarrow = this.state === 'skipped' || kind !== undefined || exercise !== undefined;
    const all = isNarrow && this.list.isPart(this.state);
    if ((this.state === 'answered') !== wasAnswered || all) {
      this.request(all);
    }
    this.redraw();
  }

  /** Request open questions, or answered ones: all, or the first of them. */
  private request(all: boolean): void {
    const limit = all ? MAX_QUESTIONS : FIRST_QUESTIONS.limit;
    this.host.post({ type: 'refresh', parameters: { answered: this.state === 'answered', limit } });
  }
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
