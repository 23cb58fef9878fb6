import * as path from 'node:path';

import * as vscode from 'vscode';

/** Asks where to, and has the server write the report of a document, or of every student in a folder. */
export async function saveReport(document: vscode.Uri): Promise<void> {
  const { name, dir } = path.parse(document.fsPath);
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(path.join(dir, `${name}.report.txt`)),
    filters: { [vscode.l10n.t('Text')]: ['txt'], JSON: ['json'] },
    title: vscode.l10n.t('Save a report'),
  });
  if (!target) {
    return;
  }
  await vscode.commands.executeCommand('markscheme.exportReport', document.toString(), target.toString());
  const open = vscode.l10n.t('Open');
  const message = vscode.l10n.t('The report is in {0}.', path.basename(target.fsPath));
  if ((await vscode.window.showInformationMessage(message, open)) === open) {
    await vscode.window.showTextDocument(target);
  }
}
