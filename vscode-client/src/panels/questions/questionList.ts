/** What a person does about a question: gives an answer, or takes the last one back. */

import type { AnnotatorQuestion, QuestionQueue, QuestionVersion } from '../../protocol/contract';
import type { AnswerName, QuestionKind, QuestionState } from '../../protocol/vocabularies';
import { groupsOf, Keys } from '../desk';
import type { DeskStep } from '../messages';

/** What a key does on the page, beside the numbers, which choose a correction. */
export type QuestionAction = Exclude<AnswerName, 'partly'> | 'undo' | 'next' | 'previous' | 'open';

export const QUESTION_ACTIONS = [
  'accept',
  'reject',
  'optional',
  'stands',
  'skip',
  'note',
  'undo',
  'next',
  'previous',
  'open',
] as const satisfies readonly QuestionAction[];

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
export interface GivenAnswer {
  readonly answer: AnswerName | null;
  readonly choice?: number | null;
  readonly note?: string;
}

/** Return the step of an answer to a question. */
export function stepOf(
  { uri, key, prompt }: Pick<AnnotatorQuestion, 'uri' | 'key' | 'prompt'>,
  { answer, choice = null, note = '' }: GivenAnswer,
): Step {
  return { id: crypto.randomUUID(), uri, key, answer, choice, note, words: prompt };
}

/** Return what names a question among those of all exercises: a sentence may stand in several. */
export function identityOf({ uri, key }: Pick<Step, 'uri' | 'key'>): string {
  return `${uri}#${key}`;
}

/** Return the state of a question after a step. */
function stateAfter({ answer }: Step): QuestionState {
  if (answer === null) {
    return 'open';
  }
  return answer === 'skip' ? 'skipped' : 'answered';
}

/** Which questions are shown. */
export type Shown = 'open' | 'skipped' | 'answered';

export const SHOWN = ['open', 'skipped', 'answered'] as const satisfies readonly Shown[];

export interface Filter {
  readonly show: Shown;
  /** All kinds if there is none. */
  readonly kind?: QuestionKind | undefined;
  /** All exercises if there is none. */
  readonly exercise?: string | undefined;
}

/** Numbers of questions; `open` includes those that the person skipped. */
export type Counts = Record<QuestionState, number>;

/**
 * A queue of the server's, and steps that are on their way to it. It shows questions as they will be after the steps.
 *
 * The server's answers and the page's steps change it; it never changes a queue.
 */
export class QuestionList {
  private questions: readonly AnnotatorQuestion[] = [];
  private counts: Counts = { open: 0, skipped: 0, answered: 0 };

  constructor(private steps: readonly Step[] = []) {}

  /** The steps that the server has not confirmed, the oldest first. */
  get pending(): readonly Step[] {
    return this.steps;
  }

  /** Return the number of questions that are open, skipped and answered. */
  get numbers(): Counts {
    const numbers = { ...this.counts };
    for (const [identity, state] of this.pendingStates()) {
      const question = this.stored(identity);
      move(numbers, question?.state ?? (state === 'answered' ? 'open' : 'answered'), state);
    }
    return numbers;
  }

  /** Whether the server has more questions than it sent. */
  isPart(show: Shown): boolean {
    return this.questions.length < (show === 'answered' ? this.counts.answered : this.counts.open);
  }

  /** Show a newer queue. */
  replace({ questions, open, skipped, answered }: QuestionQueue): void {
    this.questions = questions;
    this.counts = { open, skipped, answered };
  }

  /** Return the questions to show, the most urgent first and skipped ones last. */
  shown({ show, kind, exercise }: Filter): AnnotatorQuestion[] {
    const fitting = this.current().filter(
      (question) =>
        (kind === undefined || question.kind === kind) && (exercise === undefined || question.exercise === exercise),
    );
    const of = (state: QuestionState): AnnotatorQuestion[] => fitting.filter((question) => question.state === state);
    return show === 'open' ? [...of('open'), ...of('skipped')] : of(show);
  }

  /** Return the exercises of all questions. */
  get exercises(): string[] {
    return [...new Set(this.questions.map(({ exercise }) => exercise))];
  }

  /** Show a question as it is after a step, and keep the step until it is settled. */
  add(step: Step): void {
    this.steps = [...this.steps, step];
  }

  /** Put an answered question that the queue may lack before all others. */
  bringBack(question: AnnotatorQuestion): void {
    if (!this.stored(identityOf(question))) {
      this.questions = [{ ...question, state: 'answered' }, ...this.questions];
    }
  }

  /** Show a question as the server has it after a step. */
  settle(id: string, question: AnnotatorQuestion): void {
    this.drop(id);
    const identity = identityOf(question);
    const before = this.stored(identity);
    if (before) {
      move(this.counts, before.state, question.state);
      this.questions = this.questions.map((other) => (other === before ? question : other));
    } else {
      this.questions = [question, ...this.questions];
    }
  }

  /** Show a question as it was before a step that failed; return the step. */
  drop(id: string): Step | undefined {
    const step = this.steps.find((each) => each.id === id);
    this.steps = this.steps.filter((each) => each !== step);
    return step;
  }

  private current(): AnnotatorQuestion[] {
    const states = this.pendingStates();
    return this.questions.map((question) => {
      const state = states.get(identityOf(question));
      return state === undefined ? question : { ...question, state };
    });
  }

  /** Return the states of questions after all steps, by identity. */
  private pendingStates(): Map<string, QuestionState> {
    return new Map(this.steps.map((step) => [identityOf(step), stateAfter(step)]));
  }

  private stored(identity: string): AnnotatorQuestion | undefined {
    return this.questions.find((question) => identityOf(question) === identity);
  }
}

/** Return why no question is shown, as the page's words about it are named. */
export function emptyReason(
  { show, kind, exercise }: Filter,
  { open, answered }: Counts,
): 'filtered' | 'unanswered' | 'done' | 'none' {
  if (show === 'answered' && answered === 0) {
    return 'unanswered';
  }
  if (show !== 'open' || open > 0 || kind !== undefined || exercise !== undefined) {
    return 'filtered';
  }
  return answered > 0 ? 'done' : 'none';
}

/** Change the numbers by a question that goes from one state to another. */
function move(counts: Counts, from: QuestionState, to: QuestionState): void {
  for (const [state, change] of [
    [from, -1],
    [to, 1],
  ] as const) {
    counts[state] += change;
    if (state === 'skipped') {
      counts.open += change;
    }
  }
}

/** The people of one part who have the same words at a place. */
export interface VersionGroup {
  /** `null` for annotators who have not seen the sentence. */
  readonly words: string | null;
  readonly people: readonly QuestionVersion[];
}

/** Return what the people of one part have, the words of most people first; who has not seen the sentence comes last. */
export function versionGroups(
  versions: readonly QuestionVersion[],
  role: QuestionVersion['role'],
): readonly VersionGroup[] {
  const ofRole = versions.filter((each) => each.role === role);
  return groupsOf(ofRole, ({ words }) => words)
    .map(([words, people]) => ({ words, people }))
    .sort((one, other) => rank(other) - rank(one));
}

function rank({ words, people }: VersionGroup): number {
  return words === null ? 0 : people.length;
}
