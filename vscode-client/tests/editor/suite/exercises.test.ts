import * as assert from 'node:assert/strict';

import * as vscode from 'vscode';

import type { ExtensionApi } from '../../../src/extension';
import { JONAS, example, extension, reviewed } from './letter';
import { until } from '../../waiting';

type Node = Awaited<ReturnType<NonNullable<ExtensionApi['exercises']['getParent']>>>;

describe('The view of exercises', () => {
  let api: ExtensionApi;

  before(async () => {
    api = await extension();
    await until('the server to run', () => api.state === 'running');
  });

  it('has every exercise of the workspace', async () => {
    assert.deepEqual(await labels(), [
      'annotation',
      'diary',
      'excuse',
      'letter',
      'opinion',
      'postcard',
      'quiz',
      'report',
    ]);
  });

  it('has the students of an exercise, with their marks', async () => {
    const letter = await child('letter');
    await until('the marks of Jonas', async () =>
      /^[\d.]+ of \d+ · \d+ to decide$/.test(await description(await child('Jonas', letter))),
    );
  });

  it('has above them how many decisions are left', async () => {
    const letter = await child('letter');
    await until('the number', async () => /^To decide: \d+$/.test(String((await labels(letter))[0])));
    assert.deepEqual((await labels(letter)).slice(1).sort(), ['Amira', 'Jonas']);
  });

  it('has the sentences of a student, and in them all findings', async () => {
    const jonas = await child('Jonas', await child('letter'));
    const rows = await children(jonas);
    const right = rows.filter(({ item }) => item.contextValue === 'rightSentences');
    const sentences = [...rows, ...(await children(right[0]))].filter(({ item }) => item.contextValue === 'sentence');
    const findings = (await Promise.all(sentences.map((sentence) => children(sentence)))).flat();
    assert.equal(findings.length, reviewed(example(...JONAS)).length);
    const items = await Promise.all(findings.map(async (finding) => await api.exercises.getTreeItem(finding)));
    const left = items.find(({ label }) => label === 'specially');
    assert.match(String(left?.description), /^Missed · .*especially/);
    assert.ok(items.some(({ label }) => label === 'know → hear'));
    assert.ok(items.every(({ command }) => command?.command === 'markscheme.goTo'));
  });

  it('opens a finding’s place', async () => {
    const [sentence] = await children(await child('Jonas', await child('letter')));
    const [finding] = await children(sentence);
    const { command, description: words } = await api.exercises.getTreeItem(finding!);
    assert.match(String(words), / · to decide · /);
    await vscode.commands.executeCommand(command!.command, ...((command!.arguments ?? []) as unknown[]));
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.ok(editor.document.fileName.endsWith('letter.hyp.jonas.txt'));
    assert.notEqual(editor.document.getText(editor.selection), '');
  });

  async function children(node?: Node): Promise<NonNullable<Node>[]> {
    return (await api.exercises.getChildren(node ?? undefined)) ?? [];
  }

  async function child(label: string, parent?: Node): Promise<NonNullable<Node>> {
    const nodes = await children(parent);
    const names = await labels(parent);
    const found = nodes[names.indexOf(label)];
    assert.ok(found, `${label} is among ${names.join(', ')}`);
    return found;
  }

  async function labels(parent?: Node): Promise<unknown[]> {
    const items = (await children(parent)).map(async (node) => (await api.exercises.getTreeItem(node)).label);
    return await Promise.all(items);
  }

  async function description(node: NonNullable<Node>): Promise<string> {
    return String((await api.exercises.getTreeItem(node)).description);
  }
});
