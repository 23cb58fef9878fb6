import * as assert from 'node:assert/strict';

import * as vscode from 'vscode';

import { closeAll, completeMarks, diagnosticsOf, openLetter } from './letter';
import { until } from '../../waiting';

describe('A setting that changes', () => {
  let document: vscode.TextDocument;

  before(async () => {
    document = (await openLetter()).document;
    await completeMarks(document);
  });

  after(closeAll);

  it('lists correct places among the problems, and hides them again', async () => {
    const listed = (): number => diagnosticsOf(document.uri).length;
    const before = listed();
    assert.ok(before > 10);
    await change('problems', 'all');
    await until('the correct places among the problems', () => listed() > before + 10);
    await change('problems', undefined);
    await until('no correct places among the problems', () => listed() === before);
  });

  it('hides the lenses, and shows them again', async () => {
    const lenses = async (): Promise<number> =>
      (await vscode.commands.executeCommand<unknown[]>('vscode.executeCodeLensProvider', document.uri)).length;
    assert.ok((await lenses()) > 5);
    await change('lenses', false);
    await until('no lenses', async () => (await lenses()) === 0);
    await change('lenses', undefined);
    await until('the lenses', async () => (await lenses()) > 5);
  });
});

async function change(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('markscheme').update(name, value, vscode.ConfigurationTarget.Workspace);
}
