import { readdirSync } from 'node:fs';
import path from 'node:path';

import Mocha from 'mocha';

import { setStage, type Stage } from './stage';

/** Run the tests of VS Code's screen in a browser; return the number of failures. */
export async function onScreen(stage: Stage, grep: string): Promise<number> {
  setStage(stage);
  const mocha = new Mocha({ timeout: 120_000, slow: 15_000, grep });
  const folder = path.join(__dirname, 'screen');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.test.js'))) {
    mocha.addFile(path.join(folder, name));
  }
  return await new Promise((resolve) => mocha.run(resolve));
}
