import * as vscode from 'vscode';

import type { Range } from 'vscode-languageclient/node';

/** Convert a range of the protocol to VS Code's; both count in UTF-16. */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Open a document and select a range. */
export async function reveal(uri: vscode.Uri, range: vscode.Range): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri);
  return await vscode.window.showTextDocument(document, { selection: range });
}
