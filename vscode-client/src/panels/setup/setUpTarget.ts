import * as vscode from 'vscode';

import { folderOfArgument } from '../panelTarget';
import type { Folder } from '../messages';
import { folderOf } from '../uris';

/** Return the folder in a command's argument, or of the file in it, or else a workspace folder that the person picks. */
export async function chosenFolder(argument: unknown): Promise<Folder | undefined> {
  const uri = folderOfArgument(argument);
  if (uri !== undefined) {
    return folderOf((await isFile(uri)) ? parentOf(uri) : uri);
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    await offerFolder();
    return undefined;
  }
  const placeHolder = vscode.l10n.t('Choose the folder with the texts of your class');
  const folder = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick({ placeHolder });
  return folder && folderOf(folder.uri.toString());
}

function parentOf(uri: string): string {
  return vscode.Uri.joinPath(vscode.Uri.parse(uri), '..').toString();
}

async function isFile(uri: string): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(vscode.Uri.parse(uri))).type === vscode.FileType.File;
  } catch {
    return false;
  }
}

async function offerFolder(): Promise<void> {
  const open = vscode.l10n.t('Open Folder…');
  const message = vscode.l10n.t('Open the folder with the texts of your class first, then set up marking in it.');
  if ((await vscode.window.showInformationMessage(message, open)) === open) {
    await vscode.commands.executeCommand('vscode.openFolder');
  }
}
