import * as assert from 'node:assert/strict';

import * as vscode from 'vscode';

import type { DocumentMarks } from '../../../src/protocol/contract';
import { closeAll, completeMarks, diagnosticsOf, extension, openLetter, placeOf, reviewed } from './letter';

describe('A letter in VS Code', () => {
  let document: vscode.TextDocument;
  let marks: DocumentMarks;

  before(async () => {
    document = (await openLetter()).document;
    marks = await completeMarks(document);
  });

  after(closeAll);

  it('has a running server', async () => {
    assert.equal((await extension()).state, 'running');
  });

  it('has as diagnostics what is to be looked at of the command line’s findings', () => {
    const shown = diagnosticsOf(document.uri).map(({ code, range }) => [codeOf(code), place(range)]);
    const expected = reviewed(document.uri)
      .filter(({ verdict }) => verdict !== 'optional' && verdict !== 'correct')
      .map(({ verdict, range }) => [verdict, place(range)]);
    assert.ok(expected.length > 20);
    assert.deepEqual(shown.sort(), expected.sort());
  });

  it('has the headline in the diagnostic, and both teachers’ words and the ways on from there on its card', async () => {
    const { start } = placeOf(marks, 'specially');
    const [missed] = vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ range, code }) => range.start.isEqual(start) && code !== undefined);
    assert.match(missed?.message ?? '', /^Missed .*left “specially”$/);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      start,
    );
    const card = hovers.flatMap(({ contents }) => contents.map((part) => (part as vscode.MarkdownString).value)).join();
    assert.match(
      card,
      /\[Teacher A\]\(\S+teacher-a\.txt#L\d+,\d+\), \[Teacher B\]\(\S+teacher-b\.txt#L\d+,\d+\): \*\*especially\*\*/,
    );
    assert.match(decodeURIComponent(card), /\[More…\]\(command:markscheme\.moreActions\?.*"markscheme\.showDetails"/);
  });

  it("has the letter's marks above its first line, and each sentence's above the sentence", async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      50,
    );
    assert.match(lenses[0]?.command?.title ?? '', /^Jonas: [\d.]+ to [\d.]+ of \d+ points, \d+ answers to decide/);
    assert.ok(lenses.some(({ range }) => range.start.line === 2));
  });

  it('has inlay hints with a teacher’s words', async () => {
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      document.uri,
      new vscode.Range(0, 0, document.lineCount, 0),
    );
    const { end } = placeOf(marks, 'specially');
    assert.ok(hints.some(({ label, position }) => label === '→ especially' && position.isEqual(end)));
  });
});

function codeOf(code: vscode.Diagnostic['code']): unknown {
  return typeof code === 'object' ? code.value : code;
}

function place(range: {
  start: { line: number; character: number };
  end: { line: number; character: number };
}): string {
  return `${range.start.line}:${range.start.character}-${range.end.line}:${range.end.character}`;
}
