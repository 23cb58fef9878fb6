import * as vscode from 'vscode';

import type { Passage } from '../protocol/contract';

type ProtocolRange = Passage['range'];

/** A range of the protocol in VS Code's form; both count in UTF-16. */
export function toRange({ start, end }: ProtocolRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Shows a place of a document, in the middle of its editor where it was out of sight. */
export async function reveal(uri: vscode.Uri, range: vscode.Range): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri);
  return await vscode.window.showTextDocument(document, { selection: range });
}
