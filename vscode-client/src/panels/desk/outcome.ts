/** Steps of a person at the desk of an annotator or adjudicator, and what became of them. */

import * as v from 'valibot';

/** Something that a person decided, which the server writes. */
export interface DeskStep {
  /** Unique to this step. A step that is sent twice has one id. */
  readonly id: string;
}

/** What became of a step: the server's result, or why it refused. */
export type Outcome<Result> =
  | { readonly type: 'settled'; readonly id: string; readonly result: Result }
  | { readonly type: 'refused'; readonly id: string; readonly message: string };

/** The members of a settled outcome without its result. */
export const settled = { type: v.literal('settled'), id: v.string() };

export const refused = v.object({ type: v.literal('refused'), id: v.string(), message: v.string() });
