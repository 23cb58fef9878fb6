/** Views: the texts of Word documents, as read-only documents with URIs of their own. The server makes the URIs. */

import * as vscode from 'vscode';

/** The scheme of views' URIs. */
export const VIEW_SCHEME = 'markscheme-text';

/** What stands behind the file's name. */
const SUFFIX = '.txt';

/** Whether a URI is a view's. */
export function isView({ scheme }: vscode.Uri): boolean {
  return scheme === VIEW_SCHEME;
}

/** Return the file that a view shows. */
export function fileOfView({ authority, path }: vscode.Uri): vscode.Uri {
  return vscode.Uri.from({ scheme: 'file', authority, path: path.slice(0, -SUFFIX.length) });
}
