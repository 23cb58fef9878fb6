import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { Outbox } from '../outbox';
import { registerFolderPanels } from '../folderPanels';
import type { Folder } from '../messages';
import type { AdjudicationPageState } from './adjudicationMessages';
import { AdjudicationPanel } from './adjudicationPanel';
import { chosenAdjudication } from './adjudicationTarget';
import { DECISION_STEPS } from './decisionSteps';

/** Register the command that opens the panel for deciding between annotators, one panel an exercise. */
export function registerAdjudicationPanels(
  context: vscode.ExtensionContext,
  connection: Connection,
): vscode.Disposable {
  const outbox = new Outbox(connection, context.workspaceState, DECISION_STEPS);
  return vscode.Disposable.from(
    outbox,
    registerFolderPanels<Folder>(connection, {
      viewType: 'markscheme.adjudication',
      command: 'markscheme.showAdjudication',
      choose: (argument) => chosenAdjudication(connection, argument),
      restore: (state) => {
        const { uri, name } = (state as AdjudicationPageState | undefined) ?? {};
        return uri === undefined || name === undefined ? undefined : { uri, name };
      },
      titleOf: ({ name }) => vscode.l10n.t('Adjudicate: {0}', name),
      open: (panel, exercise) => new AdjudicationPanel(panel, context.extensionUri, connection, outbox, exercise),
    }),
  );
}
