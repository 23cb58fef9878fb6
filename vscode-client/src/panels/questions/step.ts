/** What a person does about a question: gives an answer, or takes the last one back. */

import * as v from 'valibot';

import type { AnnotatorQuestion } from '../../protocol/contract';
import { answerName, type AnswerName, type QuestionState } from '../../protocol/readers';
import { index } from '../../protocol/readers';
import type { DeskStep } from '../desk/outcome';

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

export const step: v.GenericSchema<unknown, Step> = v.object({
  id: v.string(),
  uri: v.string(),
  key: v.string(),
  answer: v.nullable(answerName),
  choice: v.nullable(index),
  note: v.string(),
  words: v.string(),
});

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
export function stateAfter({ answer }: Step): QuestionState {
  if (answer === null) {
    return 'open';
  }
  return answer === 'skip' ? 'skipped' : 'answered';
}
