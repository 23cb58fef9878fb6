/** The questions that a person answers, with the answers that the server has not confirmed. */

import * as l10n from '@vscode/l10n';

import type { AnnotatorQuestion, QuestionQueue, QuestionVersion } from '../../protocol/contract';
import type { AnswerName, QuestionKind, QuestionState } from '../../protocol/vocabularies';
import { groupsOf, Keys, PendingSteps } from '../desk';
import type { ComputedPageState, DeskStep, ShownResult } from '../messages';

/** A queue of the server's; `answered`: that of the answered questions. */
export interface ShownQueue extends ShownResult<QuestionQueue> {
  readonly answered: boolean;
  /** What the folder lacks, so that it has no questions. */
  readonly lack: 'exercise' | 'reference' | 'hypothesis' | null;
}

/** Number of questions that are listed, or searched for those at the cursor, at most. */
export const MAX_QUESTIONS = 20_000;

/** The questions that are requested at first. */
export const FIRST_QUESTIONS = { answered: false, limit: 400 };

/** What is said of an answer that was given. */
export const GIVEN = {
  accept: l10n.t('Accepted.'),
  reject: l10n.t('Rejected.'),
  optional: l10n.t('Optional.'),
  stands: l10n.t('Left as it stands.'),
  skip: l10n.t('Skipped.'),
  note: l10n.t('Note saved.'),
};

/** What a key does on the page, beside the numbers, which choose a correction. */
export type QuestionAction = Exclude<AnswerName, 'partly'> | 'undo' | 'next' | 'previous' | 'open';

export const QUESTION_KEYS = new Keys<QuestionAction>({
  accept: ['a'],
  reject: ['r'],
  optional: ['o'],
  stands: ['s'],
  skip: ['x'],
  note: ['n'],
  undo: ['u'],
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  open: ['Enter'],
});

export interface Step extends DeskStep {
  /** The question's `uri` and `key`. */
  readonly uri: string;
  readonly key: string;
  /** The answer; `null` to take the last one back. */
  readonly answer: AnswerName | null;
  /** The index of the alternative that is meant; `null`: those that the question asks about. */
  readonly choice: number | null;
  readonly note: string;
  /** The question in words, for a message when the step fails. */
  readonly words: string;
}

/** What a person answers with. */
export type GivenAnswer = Pick<Step, 'answer'> & Partial<Pick<Step, 'choice' | 'note'>>;

/** Return the step of an answer to a question. */
export function stepOf({ uri, key, prompt: words }: AnnotatorQuestion, given: GivenAnswer): Step {
  return { id: crypto.randomUUID(), uri, key, choice: null, note: '', words, ...given };
}

/** Return what names a question among those of all exercises: a sentence may stand in several. */
export function identityOf({ uri, key }: Pick<Step, 'uri' | 'key'>): string {
  return `${uri}#${key}`;
}

/** The states of questions that can be shown. Open ones include those that the person skipped. */
export const STATES = ['open', 'skipped', 'answered'] as const satisfies readonly QuestionState[];

/** Numbers of questions; `open` includes those that the person skipped. */
export type Counts = Record<QuestionState, number>;

/** Which questions are shown: all kinds and exercises if there is none. */
export interface Filter {
  readonly show?: QuestionState | undefined;
  readonly kind?: QuestionKind | undefined;
  readonly exercise?: string | undefined;
}

/** What the page keeps over a reload. */
export interface QuestionsPageState extends ComputedPageState, Filter {
  /** The identity of the question that is shown. */
  readonly current?: string | undefined;
  /** The steps that the server has not confirmed, the oldest first. */
  readonly pending?: readonly Step[] | undefined;
  /** The questions that the person has answered, the last one last; taking back begins there. */
  readonly answered?: readonly AnnotatorQuestion[] | undefined;
}

/** Largest number of answered questions that the page keeps to take their answers back. */
const MAX_UNDO = 100;

/**
 * A queue of the server's, and steps that are on their way to it. It shows questions as they will be after the steps.
 */
export class QuestionList extends PendingSteps<Step, QuestionsPageState> {
  private questions: readonly AnnotatorQuestion[] = [];
  private counts: Counts = { open: 0, skipped: 0, answered: 0 };

  /** The question that the person answered last; `undefined` if there is none. */
  get last(): AnnotatorQuestion | undefined {
    return this.answered.at(-1);
  }

  /** The numbers of questions as they will be after the steps. */
  get numbers(): Counts {
    const numbers = { ...this.counts };
    for (const [identity, state] of this.pendingStates) {
      const question = this.stored(identity);
      move(numbers, question?.state ?? (state === 'answered' ? 'open' : 'answered'), state);
    }
    return numbers;
  }

  /** The exercises of all questions. */
  get exercises(): string[] {
    return [...new Set(this.questions.map(({ exercise }) => exercise))];
  }

  /** Whether the server has more questions than it sent. */
  isPart(show: QuestionState): boolean {
    return this.questions.length < (show === 'answered' ? this.counts.answered : this.counts.open);
  }

  /** Show a newer queue. */
  replace({ questions, open, skipped, answered }: QuestionQueue): void {
    this.questions = questions;
    this.counts = { open, skipped, answered };
  }

  /** Return the questions to show, the most urgent first and skipped ones last. */
  shown({ show = 'open', kind, exercise }: Filter): AnnotatorQuestion[] {
    const states = this.pendingStates;
    const fitting = this.questions
      .filter((each) => each.kind === (kind ?? each.kind) && each.exercise === (exercise ?? each.exercise))
      .map((each) => {
        const state = states.get(identityOf(each));
        return state ? { ...each, state } : each;
      });
    const of = (state: QuestionState): AnnotatorQuestion[] => fitting.filter((each) => each.state === state);
    return show === 'open' ? [...of('open'), ...of('skipped')] : of(show);
  }

  answer(question: AnnotatorQuestion, given: GivenAnswer): void {
    this.send(stepOf(question, given));
    this.host.keep({ answered: [...this.answered, question].slice(-MAX_UNDO) });
  }

  /** Take back the answer to a question, which the queue may lack. */
  takeBack(question: AnnotatorQuestion): void {
    const identity = identityOf(question);
    const last = this.answered.map(identityOf).lastIndexOf(identity);
    this.host.keep({ answered: this.answered.filter((_, index) => index !== last) });
    if (!this.stored(identity)) {
      this.questions = [{ ...question, state: 'answered' }, ...this.questions];
    }
    this.send(stepOf(question, { answer: null }));
  }

  /** Show a question as the server has it after a step. */
  settle(id: string, question: AnnotatorQuestion): void {
    this.drop(id);
    const before = this.stored(identityOf(question));
    if (before) {
      move(this.counts, before.state, question.state);
      this.questions = this.questions.map((other) => (other === before ? question : other));
    } else {
      this.questions = [question, ...this.questions];
    }
  }

  private get answered(): readonly AnnotatorQuestion[] {
    return this.host.state.answered ?? [];
  }

  /** The states of questions after all steps, by identity. */
  private get pendingStates(): Map<string, QuestionState> {
    const stateAfter = ({ answer }: Step): QuestionState =>
      answer === null ? 'open' : answer === 'skip' ? 'skipped' : 'answered';
    return new Map(this.pending.map((step) => [identityOf(step), stateAfter(step)]));
  }

  private stored(identity: string): AnnotatorQuestion | undefined {
    return this.questions.find((question) => identityOf(question) === identity);
  }
}

/** Change the numbers by a question that goes from one state to another. */
function move(counts: Counts, from: QuestionState, to: QuestionState): void {
  const add = (state: QuestionState, change: number): void => {
    counts[state] += change;
    counts.open += state === 'skipped' ? change : 0;
  };
  add(from, -1);
  add(to, 1);
}

/** The people of one part who have the same words at a place. */
interface VersionGroup {
  /** `null` for annotators who have not seen the sentence. */
  readonly words: string | null;
  readonly people: readonly QuestionVersion[];
}

/** Return what the people of one part have, the words of most people first; who has not seen the sentence comes last. */
export function versionGroups(
  versions: readonly QuestionVersion[],
  role: QuestionVersion['role'],
): readonly VersionGroup[] {
  const rank = ({ words, people }: VersionGroup): number => (words === null ? 0 : people.length);
  const ofRole = versions.filter((each) => each.role === role);
  return groupsOf(ofRole, ({ words }) => words)
    .map(([words, people]) => ({ words, people }))
    .sort((one, other) => rank(other) - rank(one));
}
