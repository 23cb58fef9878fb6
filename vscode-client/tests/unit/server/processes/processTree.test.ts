import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { run, type Run } from '../../../../src/server/programs';
import { until } from '../../../waiting';

/** A program that starts another. Both print their process id and ignore SIGINT. */
const STUBBORN = `
const { spawn } = require('node:child_process');
process.on('SIGINT', () => undefined);
if (process.argv[1] !== 'inner') {
  spawn(process.execPath, ['-e', process.env.SCRIPT, 'inner'], { stdio: 'inherit', env: process.env });
}
console.log(process.pid);
setInterval(() => undefined, 1000);
`;

describe('A program that runs to its end', function () {
  this.timeout(20_000);

  function node(script: string, changes: Partial<Run> = {}): Run {
    const variables = { ...process.env, SCRIPT: script };
    return { command: process.execPath, arguments: ['-e', script], variables, folder: tmpdir(), ...changes };
  }

  it('returns its status, its output, and its lines in order', async () => {
    const lines: string[] = [];
    const script = `console.log('out'); console.error('err'); process.exitCode = 3`;
    const outcome = await run(node(script, { onLine: (line) => lines.push(line) }));
    assert.equal(outcome.code, 3);
    assert.equal(outcome.output, 'out');
    assert.deepEqual([...outcome.lines].sort(), ['err', 'out']);
    assert.deepEqual(lines, outcome.lines);
  });

  it('is stopped with its child processes', async () => {
    const controller = new AbortController();
    const processes: number[] = [];
    const running = run(
      node(STUBBORN, {
        signal: controller.signal,
        onLine: (line) => {
          processes.push(Number(line));
          if (processes.length === 2) {
            controller.abort();
          }
        },
      }),
    );
    assert.equal((await running).code, null);
    assert.equal(processes.length, 2);
    for (const pid of processes) {
      // The system ends a killed process a moment after the signal.
      await until(`the end of process ${pid}`, () => !isRunning(pid), 5_000);
    }
  });

  it('can clean up when it is stopped', async () => {
    const controller = new AbortController();
    const script = `process.on('SIGINT', () => { console.log('tidy'); process.exit(0) });
      console.log('ready'); setInterval(() => undefined, 1000);`;
    const outcome = await run(
      node(script, {
        signal: controller.signal,
        onLine: () => {
          controller.abort();
        },
      }),
    );
    assert.deepEqual(outcome.lines, ['ready', 'tidy']);
  });

  it('is stopped after its timeout', async () => {
    const outcome = await run(node('setInterval(() => undefined, 1000)', { timeout: 300 }));
    assert.notEqual(outcome.code, 0);
  });

  it('is an error if it does not exist, or if its signal is aborted', async () => {
    await assert.rejects(run(node('', { command: '/no/such/program' })), /ENOENT/);
    await assert.rejects(run(node('', { signal: AbortSignal.abort() })), /abort/i);
  });
});

/** Whether a process runs; a zombie does not. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const state = `/proc/${pid}/stat`;
    return !existsSync(state) || !readFileSync(state, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
