import * as vscode from 'vscode';

/** Return a URI as VS Code writes it, so that URIs can be compared as text. */
export function normalUri(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}

/** Return the last part of a folder's path. */
export function folderName(uri: string): string {
  const { path } = vscode.Uri.parse(uri);
  return path.split('/').filter(Boolean).at(-1) ?? path;
}
