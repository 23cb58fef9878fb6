import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

import * as vscode from 'vscode';

import type { ExtensionApi } from '../../../src/extension';
import { isEstimate } from '../../../src/protocol/methods';
import type { DocumentMarks, Finding } from '../../../src/protocol/contract';
import { until } from '../../waiting';

/** Return the API of the extension under test, and start it. */
export async function extension(): Promise<ExtensionApi> {
  const found = vscode.extensions.getExtension<ExtensionApi>('markscheme.markscheme');
  assert.ok(found, 'the extension is installed');
  return await found.activate();
}

/** Return a file of the workspace, which is a copy of the examples. */
export function example(...names: string[]): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'a folder is open');
  return vscode.Uri.joinPath(folder.uri, ...names);
}

export const JONAS = ['letter', 'letter.hyp.jonas.txt'] as const;

/** Open Jonas's letter. */
export async function openLetter(): Promise<vscode.TextEditor> {
  return await vscode.window.showTextDocument(example(...JONAS), { preview: false });
}

/** Wait for a document's marks with weights and credit, for the editor's present text. */
export async function completeMarks(document: vscode.TextDocument): Promise<DocumentMarks> {
  const api = await extension();
  return await until(`complete marks of ${path.basename(document.fileName)}`, () => {
    const marks = api.marksOf(document.uri);
    return marks && !isEstimate(marks) && marks.complete && marks.version === document.version && marks;
  });
}

/** Return the server's diagnostics of a document, in order. */
export function diagnosticsOf(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === 'markscheme')
    .sort((one, other) => one.range.start.compareTo(other.range.start) || one.range.end.compareTo(other.range.end));
}

/** Return the command line's findings in a file. */
export function reviewed(uri: vscode.Uri): readonly Finding[] {
  const command = ['review', '--format', 'json', uri.fsPath];
  const output = execFileSync(process.env.MARKSCHEME_TEST_COMMAND!, command, { encoding: 'utf8' });
  const review = JSON.parse(output) as { documents: [{ findings: readonly Finding[] }] };
  return review.documents[0].findings;
}

/** Return the place of the finding about words of the source. */
export function placeOf(marks: DocumentMarks, source: string): vscode.Range {
  const finding = marks.findings.find((each) => each.source === source);
  assert.ok(finding, `there is a finding about "${source}"`);
  return rangeOf(finding);
}

/** Return a finding's place. */
export function rangeOf({ range: { start, end } }: Finding): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Close every editor without saving. */
export async function closeAll(): Promise<void> {
  while (vscode.window.activeTextEditor) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}
