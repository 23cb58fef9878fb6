import * as vscode from 'vscode';

import type { Node } from '../exercises/exerciseNodes';
import type { FrontEditor } from '../frontEditor';

/** What a command is about: a document or a folder, and of a folder one assignment. */
export interface Subject {
  readonly uri: vscode.Uri;
  readonly assignment?: string;
}

/** Return what a command's argument names, or else the document in front, or else the workspace's folder. */
export async function subjectOf(
  argument: vscode.Uri | Node | undefined,
  front: FrontEditor,
): Promise<Subject | undefined> {
  if (argument instanceof vscode.Uri) {
    return { uri: argument };
  }
  if (argument?.kind === 'exercise') {
    return { uri: vscode.Uri.parse(argument.exercise.uri), assignment: argument.exercise.name };
  }
  if (argument?.kind === 'student') {
    return { uri: vscode.Uri.parse(argument.student.uri) };
  }
  if (front.uri) {
    return { uri: front.uri };
  }
  const folder = await workspaceFolder();
  return folder && { uri: folder };
}

/** Return the workspace's folder; of several, the one that the person picks. */
export async function workspaceFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open the folder with the texts of your class first.'));
    return undefined;
  }
  const placeHolder = vscode.l10n.t('Choose the folder with the texts of your class');
  const folder = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick({ placeHolder });
  return folder?.uri;
}

/** Whether the subject is a document, not a folder. */
export async function isFile(uri: vscode.Uri): Promise<boolean> {
  return (await vscode.workspace.fs.stat(uri)).type === vscode.FileType.File;
}
