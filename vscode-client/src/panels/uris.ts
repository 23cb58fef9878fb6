import * as vscode from 'vscode';

import type { Scope } from './messages';

/** Return a URI as VS Code writes it, so that URIs can be compared as text. */
export function normalUri(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}

/** Return the last part of a folder's path. */
export function folderName(uri: string): string {
  const { path } = vscode.Uri.parse(uri);
  return path.split('/').filter(Boolean).at(-1) ?? path;
}

/** Return what a panel covers: a folder, or the workspace, in the words for it. */
export function scopeOf(uri: string | null, wholeWorkspace: string): Scope {
  return uri === null ? { uri, name: wholeWorkspace } : { uri: normalUri(uri), name: folderName(uri) };
}
