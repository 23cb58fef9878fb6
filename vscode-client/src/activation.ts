import * as path from 'node:path';

import * as vscode from 'vscode';

import { CONFIGURATION, EXERCISE_GLOB, isNamedAsExercise } from './protocol/formats';

/** Whether the workspace has an exercise, or an open document may belong to one. */
export async function needsServer(): Promise<boolean> {
  const open = await Promise.all(vscode.workspace.textDocuments.map(mayBelongToExercise));
  return open.includes(true) || (await vscode.workspace.findFiles(EXERCISE_GLOB, undefined, 1)).length > 0;
}

/** Whether a document is named as an exercise's, or has a `markscheme.toml` in its folder or above it. */
export async function mayBelongToExercise({ uri }: vscode.TextDocument): Promise<boolean> {
  if (uri.scheme !== 'file') {
    return false;
  }
  return isNamedAsExercise(uri.path) || (await folderOfConfiguration(uri)) !== undefined;
}

/** Return the nearest folder above a document that has a `markscheme.toml`. */
export async function folderOfConfiguration(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  for (let folder = path.posix.dirname(uri.path); ; folder = path.posix.dirname(folder)) {
    try {
      await vscode.workspace.fs.stat(uri.with({ path: path.posix.join(folder, CONFIGURATION) }));
      return uri.with({ path: folder });
    } catch {
      if (folder === path.posix.dirname(folder)) {
        return undefined;
      }
    }
  }
}
