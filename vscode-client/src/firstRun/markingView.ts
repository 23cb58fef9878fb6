import type * as vscode from 'vscode';

import type { ServerStatus } from '../server/serverStatus';

/** Keep the view's message equal to the server's status. The rows below it are the tree's. */
export function showStatusIn(view: vscode.TreeView<unknown>, status: ServerStatus): vscode.Disposable {
  const show = (): void => {
    const { text } = status;
    if (view.message !== text) {
      // An empty message would hide the view's welcome page, and `undefined` can't be assigned.
      view.message = text ?? (undefined as unknown as string);
    }
  };
  show();
  return status.onDidChange(show);
}
