/** Messages between the extension and the page of a class's answers. */

import type { ClassQuestions, Ruled } from '../../protocol/contract';
import type { ComputedMessage, ComputedRequest, OpenPlace, Outcome, RemedyRequest, ShownResult } from '../messages';
import type { Step } from './decideQueue';

/** The answers to decide, or with `own` the teacher's own corrections to check. */
export type ShownAnswers = ShownResult<ClassQuestions> & { readonly own: boolean };

export type ToDecidePage = ComputedMessage | ShownAnswers | Outcome<Ruled | null>;

/** Rulings to send; the page alone asks for it. */
export interface SentSteps {
  readonly type: 'steps';
  readonly steps: readonly Step[];
}

export type FromDecidePage = ComputedRequest | RemedyRequest | OpenPlace | SentSteps;
