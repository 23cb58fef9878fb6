import { appendFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';

import Mocha from 'mocha';

import Slowest from '../../slowest';

/** Run every suite in this folder. VS Code calls it in its extension host. */
export async function run(): Promise<void> {
  const report = process.env.MARKSCHEME_TEST_REPORT!;
  Mocha.reporters.Base.consoleLog = (...line: unknown[]) => {
    appendFileSync(report, `${format(...line)}\n`);
  };
  const mocha = new Mocha({
    timeout: 300_000,
    slow: 10_000,
    grep: process.env.MARKSCHEME_TEST_GREP ?? '',
    reporter: Slowest,
  });
  for (const name of readdirSync(__dirname).filter((file) => file.endsWith('.test.js'))) {
    mocha.addFile(path.join(__dirname, name));
  }
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) {
    throw new Error(`${failures} failed`);
  }
}
