import * as assert from 'node:assert/strict';

import * as vscode from 'vscode';

import type { DocumentMarks, Verdict } from '../../../src/protocol/contract';
import { closeAll, completeMarks, diagnosticsOf, example, openLetter, placeOf, rangeOf } from './letter';
import { until } from '../../waiting';

describe('Actions on a finding', () => {
  let document: vscode.TextDocument;

  beforeEach(async () => {
    document = (await openLetter()).document;
    await completeMarks(document);
  });

  afterEach(closeAll);

  it("change the text and the mark with a teacher's correction", async () => {
    const settings = vscode.workspace.getConfiguration('markscheme');
    await settings.update('textChanges', true, vscode.ConfigurationTarget.Global);
    const before = await completeMarks(document);
    const place = placeOf(before, 'specially');
    const action = await actionAt(document.uri, place, /^Use “especially”/);
    await settings.update('textChanges', undefined, vscode.ConfigurationTarget.Global);
    assert.ok(action.edit && (await vscode.workspace.applyEdit(action.edit)));
    assert.match(document.lineAt(place.start.line).text, / especially to know /);
    const after = await completeMarks(document);
    assert.equal(verdictOf(after, 'specially'), 'correct');
    assert.equal(after.marks.verdicts.earned, before.marks.verdicts.earned + 1);
  });

  it('make a finding correct by accepting it, until that is withdrawn', async () => {
    const before = await completeMarks(document);
    const finding = before.findings.findIndex(({ verdict }) => verdict === 'not-needed');
    const place = rangeOf(before.findings[finding]!);
    const is = async (verdict: Verdict): Promise<boolean> =>
      (await completeMarks(document)).findings.some((each) => each.verdict === verdict && rangeOf(each).isEqual(place));
    await act(await actionAt(document.uri, place, /^Count as correct/));
    await until('the accepted correction as correct', () => is('correct'));
    const written = await vscode.workspace.fs.readFile(example('letter', 'accepted.m2'));
    assert.match(Buffer.from(written).toString('utf8'), /^S /m);
    await act(await actionAt(document.uri, place, /^Withdraw: counted as correct/));
    await until('the correction as it was', () => is('not-needed'));
  });

  it('hide an ignored finding until it is shown again', async () => {
    const place = placeOf(await completeMarks(document), 'specially');
    const here = (): boolean => diagnosticsOf(document.uri).some(({ range }) => range.isEqual(place));
    await act(await actionAt(document.uri, place, /^Hide this /));
    await until('the finding to go', () => !here());
    await act(await actionAt(document.uri, place, /^Show what is hidden/));
    await until('the finding to come back', here);
  });

  it('go from finding to finding', async () => {
    const editor = await openLetter();
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    const marks = await completeMarks(document);
    const [first] = marks.findings.filter(({ verdict }) => verdict !== 'correct' && verdict !== 'optional');
    await vscode.commands.executeCommand('markscheme.goToNextFinding');
    const { line, character } = first!.range.start;
    await until('the cursor at the first finding', () =>
      editor.selection.start.isEqual(new vscode.Position(line, character)),
    );
  });
});

async function actionAt(uri: vscode.Uri, range: vscode.Range, title: RegExp): Promise<vscode.CodeAction> {
  let seen: string[] = [];
  return await until(`a quick fix ${title.source}`, async () => {
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
    );
    const all = actions.flatMap((action) => others(action) ?? [action]);
    seen = all.map((action) => action.title);
    return all.find((action) => title.test(action.title));
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}; there were ${seen.join(' | ')}`);
  });
}

/** Return the actions behind “More…”. */
function others({ command }: vscode.CodeAction): readonly vscode.CodeAction[] | undefined {
  return command?.command === 'markscheme.moreActions' ? (command.arguments?.[0] as vscode.CodeAction[]) : undefined;
}

async function act({ command }: vscode.CodeAction): Promise<void> {
  assert.ok(command, 'the quick fix is a command');
  await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
}

function verdictOf(marks: DocumentMarks, source: string): Verdict | undefined {
  return marks.findings.find((finding) => finding.source === source)?.verdict;
}
