import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { chooseReportFile } from '../../commands/writtenFiles';
import type { Progress } from '../../protocol/contract';
import { registerResultPanel } from '../resultPanel';

/** Register the commands that show the progress, one panel a folder, and save a class's. */
export function registerProgressPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand('markscheme.saveProgress', save),
    registerResultPanel<Progress>(context, connection, {
      page: 'progress',
      viewType: 'markscheme.progress',
      command: 'markscheme.showProgress',
      method: 'markscheme/progress',
      title: l10n.t('Progress'),
      titleOf: (folder) => l10n.t('Progress: {0}', folder),
    }),
  );
}

/** Let a person choose a file for the progress of a class, and have the server write it. */
async function save(uri: string): Promise<void> {
  const target = await chooseReportFile(vscode.Uri.parse(uri), 'progress.csv', {
    filters: { CSV: ['csv'], [l10n.t('Page for a browser')]: ['html'], [l10n.t('Text')]: ['txt'] },
    title: l10n.t('Save the progress'),
  });
  if (target) {
    await vscode.commands.executeCommand('markscheme.exportProgress', uri, target.toString());
    const name = target.path.split('/').at(-1) ?? target.path;
    void vscode.window.showInformationMessage(l10n.t('The progress was saved as {0}.', name));
  }
}
