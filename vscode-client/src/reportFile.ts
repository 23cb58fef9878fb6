import * as vscode from 'vscode';

import { folderOfConfiguration } from './activation';
import { exists } from './existence';
import { REPORT_FOLDER } from './protocol/formats';

/**
 * Let a person choose the file for a report or a figure about a document or a folder.
 *
 * The file that is proposed is in the folder of reports, which is made for it. The folder is removed again if the person
 * saves nothing there.
 */
export async function chooseReportFile(
  subject: vscode.Uri,
  name: string,
  options: Pick<vscode.SaveDialogOptions, 'filters' | 'title'>,
): Promise<vscode.Uri | undefined> {
  const folder = await reportFolder(subject);
  const isNew = !(await exists(folder));
  await vscode.workspace.fs.createDirectory(folder);
  const target = await vscode.window.showSaveDialog({ ...options, defaultUri: vscode.Uri.joinPath(folder, name) });
  if (isNew && !target?.path.startsWith(`${folder.path}/`)) {
    await removeEmpty(folder);
  }
  return target;
}

/** Return the folder of reports: beside the `markscheme.toml` above, or else in the workspace's folder. */
async function reportFolder(subject: vscode.Uri): Promise<vscode.Uri> {
  const place =
    (await folderOfConfiguration(vscode.Uri.joinPath(subject, REPORT_FOLDER))) ??
    vscode.workspace.getWorkspaceFolder(subject)?.uri ??
    vscode.Uri.joinPath(subject, '..');
  return vscode.Uri.joinPath(place, REPORT_FOLDER);
}

/** Remove a folder, unless something is in it. */
async function removeEmpty(folder: vscode.Uri): Promise<void> {
  try {
    if ((await vscode.workspace.fs.readDirectory(folder)).length === 0) {
      await vscode.workspace.fs.delete(folder);
    }
  } catch {
    // It stays: another program is using it.
  }
}
