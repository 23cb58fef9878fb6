import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { onDidChangeVocabulary, vocabularyOf } from '../../marks/markText';
import type { Overview } from '../../protocol/contract';
import { registerResultPanel } from '../resultPanel';

/** Register the command that shows the overview, one panel a folder. */
export function registerOverviewPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  return registerResultPanel<Overview>(context, connection, {
    page: 'overview',
    viewType: 'markscheme.overview',
    command: 'markscheme.showOverview',
    // The walkthrough ticks its step by this: it does not see a command that the extension runs.
    contextKey: 'markscheme.overviewShown',
    method: 'markscheme/overview',
    title: l10n.t('Class overview'),
    titleOf: (folder) => l10n.t('Class overview: {0}', folder),
    more: (_, { uri }) => ({ vocabulary: vocabularyOf(uri === null ? undefined : vscode.Uri.parse(uri)).name }),
    onDidChangeMore: onDidChangeVocabulary,
  });
}
