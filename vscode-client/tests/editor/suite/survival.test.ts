import * as assert from 'node:assert/strict';

import * as vscode from 'vscode';

import { end, marked } from '../processes';
import { closeAll, completeMarks, diagnosticsOf, extension, openLetter } from './letter';
import { until } from '../../waiting';

describe('A server that ends', () => {
  let document: vscode.TextDocument;

  beforeEach(async () => {
    document = (await openLetter()).document;
    await completeMarks(document);
  });

  afterEach(closeAll);

  it('is replaced by "Restart the Server", and documents are marked again', async () => {
    const old = server();
    await vscode.commands.executeCommand('markscheme.restartServer');
    await markedByAnother(old);
  });

  it('is replaced by "Restart the Server" although it does not end, and documents are marked again', async () => {
    const old = server();
    end(old, 'SIGSTOP');
    await vscode.commands.executeCommand('markscheme.restartServer');
    await markedByAnother(old);
  });

  it('is started again when it is killed, and documents are marked again', async () => {
    const old = server();
    end(old, 'SIGKILL');
    await markedByAnother(old);
  });

  it('starts its engine again when the engine is killed', async () => {
    const { pid } = await vscode.commands.executeCommand<{ pid: number }>('markscheme.status');
    end(pid, 'SIGKILL');
    const editor = await openLetter();
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(document.lineCount, 0), '\nThe engine has gone and come back again.\n');
    });
    await completeMarks(document);
    const now = await vscode.commands.executeCommand<{ pid: number }>('markscheme.status');
    assert.notEqual(now.pid, pid);
  });

  async function markedByAnother(old: number): Promise<void> {
    const api = await extension();
    await until('another server', () => servers().some((pid) => pid !== old));
    await until('the server to run', () => api.state === 'running');
    await completeMarks(document);
    assert.ok(diagnosticsOf(document.uri).length > 40);
    await until('the old server to be gone', () => !servers().includes(old));
  }
});

function server(): number {
  const [pid, ...others] = servers();
  const run = marked(markOfRun()).map((each) => each.command);
  assert.ok(pid && others.length === 0, `one server runs of ${run.join('; ')}`);
  return pid;
}

function servers(): number[] {
  return marked(markOfRun())
    .filter(({ command }) => command.endsWith('serve --stdio'))
    .map(({ pid }) => pid);
}

function markOfRun(): string {
  return `MARKSCHEME_TEST_RUN=${process.env.MARKSCHEME_TEST_RUN}`;
}
