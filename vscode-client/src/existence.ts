import * as vscode from 'vscode';

/** Return whether there is a file or a folder with a URI. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
