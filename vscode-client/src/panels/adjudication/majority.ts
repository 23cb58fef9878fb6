import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { readAdjudicationResult } from '../../protocol/readers';
import { adjudicationStrings } from './adjudicationStrings';

/** Say how many sentences have a version of most annotators, and return whether the person wants to take it there. */
export async function confirmedMajority(connection: Connection, uri: string): Promise<boolean> {
  const parameters = [uri, { action: 'majority', dryRun: true }];
  const result = readAdjudicationResult(await connection.run('markscheme.adjudicate', parameters));
  if (!result) {
    throw new Error(adjudicationStrings().unreadable);
  }
  const { changed, places, counts } = result;
  if (places === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No open place has a version of more than half of the annotators.'),
    );
    return false;
  }
  const take = vscode.l10n.t('Take the Majority');
  const message =
    changed === 1
      ? vscode.l10n.t('Take the majority’s versions in 1 open sentence?')
      : vscode.l10n.t('Take the majority’s versions in {0} open sentences?', changed);
  const detail = vscode.l10n.t(
    'Open places that get the version of more than half of the annotators: {0}. Open places without such a version, which stay open: {1}. Undo takes everything back at once.',
    places,
    Math.max(0, counts.places - places),
  );
  return (await vscode.window.showInformationMessage(message, { modal: true, detail }, take)) === take;
}
