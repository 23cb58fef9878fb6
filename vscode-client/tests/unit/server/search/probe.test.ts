import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { probe } from '../../../../src/server/programs';

describe('A program that may be Markscheme', () => {
  const answers: [string, string, object][] = [
    ['Markscheme', `console.log('markscheme 0.1.0')`, { version: '0.1.0' }],
    ['another program', `console.log('hello 2.0')`, { problem: 'not-markscheme', detail: 'hello 2.0' }],
    [
      'one that fails',
      `console.error('No module named markscheme'); process.exitCode = 1`,
      { problem: 'not-markscheme', detail: 'No module named markscheme' },
    ],
    [
      'one that is too old',
      `console.log('markscheme 0.0.3')`,
      { problem: 'too-old', detail: '0.0.3; 0.1.0 or newer is needed' },
    ],
  ];
  answers.forEach(([name, script, answer]) => {
    it(`is run with --version: ${name}`, async () => {
      const start = { command: process.execPath, arguments: ['-e', script, '--'] };
      assert.deepEqual(await probe(start, process.env), answer);
    });
  });

  it('is a problem if it does not exist or can’t be run', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'markscheme-'));
    const file = path.join(folder, 'markscheme');
    await writeFile(file, 'text');
    for (const command of [path.join(folder, 'nothing'), file]) {
      const answer = await probe({ command, arguments: [] }, process.env);
      assert.ok('problem' in answer && answer.problem === 'not-found', JSON.stringify(answer));
    }
    await rm(folder, { recursive: true });
  });
});
