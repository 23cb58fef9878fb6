import * as vscode from 'vscode';

/** Return a URI as VS Code writes it, so that URIs can be compared as text. */
export function normalUri(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}
