import * as vscode from 'vscode';

import type { Folder, Scope } from './messages';

/** Return a URI as VS Code writes it, so that URIs can be compared as text. */
export function normalUri(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}

/** Return a folder with its name: the last part of its path. */
export function folderOf(uri: string): Folder {
  const { path } = vscode.Uri.parse(uri);
  return { uri: normalUri(uri), name: path.split('/').filter(Boolean).at(-1) ?? path };
}

/** Return the folder in the state that a page kept over a reload; `undefined` if there is none. */
export function keptFolder(state: { readonly folder?: string | undefined } | undefined): Folder | undefined {
  return state?.folder === undefined ? undefined : folderOf(state.folder);
}

/** Return what a panel covers: a folder, or the workspace, in the words for it. */
export function scopeOf(uri: string | null, wholeWorkspace: string): Scope {
  return uri === null ? { uri, name: wholeWorkspace } : folderOf(uri);
}
