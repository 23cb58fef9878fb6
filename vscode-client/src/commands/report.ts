import * as path from 'node:path';

import * as vscode from 'vscode';

import { REPORT_SUFFIXES } from '../protocol/formats';
import { chooseReportFile } from '../reportFile';

/** Let a person choose a file, and have the server write the report of a document or of a folder's students to it. */
export async function saveReport(document: vscode.Uri): Promise<void> {
  const { name } = path.parse(document.fsPath);
  const target = await chooseReportFile(document, `${name}.report.${REPORT_SUFFIXES.text}`, {
    filters: { [vscode.l10n.t('Text')]: [REPORT_SUFFIXES.text], JSON: [REPORT_SUFFIXES.json] },
    title: vscode.l10n.t('Save a report'),
  });
  if (!target) {
    return;
  }
  await vscode.commands.executeCommand('markscheme.exportReport', document.toString(), target.toString());
  const open = vscode.l10n.t('Open');
  const message = vscode.l10n.t('The report was saved as {0}.', path.basename(target.fsPath));
  if ((await vscode.window.showInformationMessage(message, open)) === open) {
    await vscode.window.showTextDocument(target);
  }
}
