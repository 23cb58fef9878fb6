import * as vscode from 'vscode';

import type { DocumentEstimate, EstimatedEdit } from '../protocol/contract';

/** Icon of an estimate. */
export const ESTIMATE_ICON = 'beaker';

/** An edit that lowers the estimate, after its index among all edits. */
export type Doubt = readonly [number, EstimatedEdit];

/** Return the edits that lower the estimate and are not ignored. */
export function doubtsOf({ estimate, ignored }: DocumentEstimate): readonly Doubt[] {
  return [...estimate.edits.entries()].filter(([index, edit]) => edit.lowers && !ignored.includes(index));
}

/** Write the number of edits that lower the estimate. */
export function doubtText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 edit to check') : vscode.l10n.t('{0} edits to check', count);
}
