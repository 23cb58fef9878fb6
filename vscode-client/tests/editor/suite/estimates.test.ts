import * as assert from 'node:assert/strict';

import * as vscode from 'vscode';

import { isEstimate } from '../../../src/protocol/methods';
import type { DocumentEstimate } from '../../../src/protocol/contract';
import { closeAll, diagnosticsOf, example, extension } from './letter';
import { until } from '../../waiting';

const ENZO = ['excuse', 'excuse.hyp.enzo.txt'] as const;

describe('A letter without a reference in VS Code', () => {
  let document: vscode.TextDocument;
  let marked: DocumentEstimate;

  before(async () => {
    document = (await vscode.window.showTextDocument(example(...ENZO), { preview: false })).document;
    const api = await extension();
    marked = await until('the estimate', () => {
      const found = api.marksOf(document.uri);
      return found?.complete && isEstimate(found) && found;
    });
  });

  after(closeAll);

  it('is estimated better than the learner’s text', () => {
    const { before: learner, after: correction } = marked.estimate.quality;
    assert.ok(learner !== null && correction !== null);
    assert.ok(correction > learner, `${correction} > ${learner}`);
  });

  it('has diagnostics at the edits that lower the estimate', () => {
    const lowering = marked.estimate.edits.filter(({ lowers }) => lowers);
    const shown = diagnosticsOf(document.uri);
    assert.ok(lowering.length > 0);
    assert.equal(shown.length, lowering.length);
    for (const diagnostic of shown) {
      assert.equal(diagnostic.severity, vscode.DiagnosticSeverity.Information);
      assert.match(diagnostic.message, /No teacher's correction was used/);
    }
  });

  it('has lenses without a plan', async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      50,
    );
    assert.match(lenses[0]?.command?.title ?? '', /estimated quality .* no teacher's correction$/);
    assert.ok(lenses.length > 1);
    assert.ok(lenses.every(({ command }) => command?.command !== 'markscheme.showPlan'));
  });

  it('is in the tree with its estimate, and the edits to check', async () => {
    const { exercises } = await extension();
    const children = async (node?: Parameters<typeof exercises.getTreeItem>[0]) =>
      (await exercises.getChildren(node)) ?? [];
    const excuse = (await children()).find(({ item }) => item.label === 'excuse');
    const [enzo] = await children(excuse);
    assert.ok(enzo);
    await until("Enzo's estimate", async () =>
      /^estimated 0\.\d+ → 0\.\d+.*, without a teacher · \d+ edits? to check$/.test(
        String((await exercises.getTreeItem(enzo)).description),
      ),
    );
    const edits = (await Promise.all((await children(enzo)).map(children))).flat();
    assert.equal(edits.length, marked.estimate.edits.filter(({ lowers }) => lowers).length);
  });
});
