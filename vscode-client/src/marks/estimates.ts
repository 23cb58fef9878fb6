import * as vscode from 'vscode';

import type { DocumentEstimate, EstimatedEdit } from '../protocol/contract';

/** A sign for what has no teacher's word. */
export const ESTIMATE_ICON = 'beaker';

/** A sign for an edit that may be none. */
export const DOUBT_ICON = 'question';

/** The contributed theme colour of edits that lower the estimate is `markscheme.` and this. */
export const DOUBT_COLOUR = 'doubt';

/** An edit that lowers the estimate, and its index among all. */
export type Doubt = readonly [number, EstimatedEdit];

/** Edits that lower the estimate and that the person has not put aside. */
export function doubtsOf({ estimate, ignored }: DocumentEstimate): readonly Doubt[] {
  return [...estimate.edits.entries()].filter(([index, edit]) => edit.lowers && !ignored.includes(index));
}

/** How many edits lower the estimate, in words. */
export function doubtText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 edit to look at') : vscode.l10n.t('{0} edits to look at', count);
}
