import * as assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import * as vscode from 'vscode';

import type { ExtensionApi } from '../../../src/extension';
import { closeAll, diagnosticsOf, example, extension } from './letter';
import { until } from '../../waiting';

/** A report as earlier versions wrote it, without a mark. */
const REPORT =
  "lena.txt  (opinion, 2 teachers' corrections)\n3 correct · 1 missed · 3 of 4\n 1:1  Correct  tense  go → went\n";

describe('Files that come and go', () => {
  let api: ExtensionApi;
  const lena = student('lena');

  before(async () => {
    api = await extension();
    await until('the server to run', () => api.state === 'running');
    await until('the students', async () => (await students()).length === 2);
    await listProblemsIn('workspace');
    void vscode.commands.executeCommand('markscheme.markWorkspace');
    await until('the problems of Lena', () => diagnosticsOf(lena).length > 0);
  });

  after(async () => {
    await closeAll();
    for (const name of ['mei', 'noor', 'lena.report']) {
      rmSync(student(name).fsPath, { force: true });
    }
    for (const name of ['late', 'later']) {
      rmSync(example('opinion', name).fsPath, { recursive: true, force: true });
    }
    await listProblemsIn(undefined);
    // A new server keeps only open documents marked.
    await vscode.commands.executeCommand('markscheme.restartServer');
    await until('the server to run', () => api.state === 'running');
  });

  it('are in the tree and in Problems when another program writes them', async () => {
    copyFileSync(lena.fsPath, student('mei').fsPath);
    await until('the new student', async () => (await students()).includes('Mei'));
    await until('her problems', () => diagnosticsOf(student('mei')).length > 0);
  });

  it('have their new name when a person renames them', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(student('mei'), student('noor'));
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('the new name', async () => (await students()).join() === 'Lena,Noor,Tomas');
    await until('the problems under the new name', () => diagnosticsOf(student('noor')).length > 0);
    await until('no problems under the old name', () => diagnosticsOf(student('mei')).length === 0);
  });

  it('are gone when they are deleted while they are open', async () => {
    await vscode.window.showTextDocument(student('noor'), { preview: false });
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(student('noor'));
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('two students', async () => (await students()).join() === 'Lena,Tomas');
    await until('no problems', () => diagnosticsOf(student('noor')).length === 0);
  });

  it('follow a folder that another program renames', async () => {
    const folder = example('opinion', 'late');
    mkdirSync(folder.fsPath);
    for (const [name, text] of Object.entries({ 'a.src.txt': 'He go.\n', 'a.hyp.kit.txt': 'He go.\n' })) {
      writeFileSync(vscode.Uri.joinPath(folder, name).fsPath, text);
    }
    writeFileSync(vscode.Uri.joinPath(folder, 'a.ref.txt').fsPath, 'He goes.\n');
    const kit = vscode.Uri.joinPath(folder, 'a.hyp.kit.txt');
    await until('Kit’s problem', () => diagnosticsOf(kit).length === 1);
    const renamed = example('opinion', 'later');
    renameSync(folder.fsPath, renamed.fsPath);
    const moved = vscode.Uri.joinPath(renamed, 'a.hyp.kit.txt');
    await until('the problem in the renamed folder', () => diagnosticsOf(moved).length === 1);
    await until('none in the old one', () => diagnosticsOf(kit).length === 0);
    rmSync(renamed.fsPath, { recursive: true });
    await until('none in the deleted one', () => diagnosticsOf(moved).length === 0);
  });

  it('are no students if they are reports', async () => {
    const report = student('lena.report');
    writeFileSync(report.fsPath, REPORT);
    await vscode.window.showTextDocument(report, { preview: false });
    copyFileSync(lena.fsPath, student('mei').fsPath);
    await until('the next student', async () => (await students()).includes('Mei'));
    assert.deepEqual(await students(), ['Lena', 'Mei', 'Tomas']);
    assert.deepEqual(diagnosticsOf(report), []);
  });

  /** Return the names of the students in the tree, below the number of decisions that are left. */
  async function students(): Promise<string[]> {
    const exercises = (await api.exercises.getChildren()) ?? [];
    const opinion = exercises.find(({ item }) => item.label === 'opinion');
    const nodes = opinion ? ((await api.exercises.getChildren(opinion)) ?? []) : [];
    const rows = nodes.filter(({ item }) => item.contextValue !== 'toDecide');
    return rows.map(({ item }) => item.label as string).sort();
  }

  /** Set whose problems are listed: those of open files alone, unless it is said otherwise. */
  async function listProblemsIn(value: string | undefined): Promise<void> {
    const settings = vscode.workspace.getConfiguration('markscheme');
    await settings.update('problemsIn', value, vscode.ConfigurationTarget.Workspace);
  }

  function student(name: string): vscode.Uri {
    return example('opinion', 'students', `${name}.txt`);
  }
});
