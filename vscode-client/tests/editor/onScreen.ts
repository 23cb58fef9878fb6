import { readdirSync } from 'node:fs';
import path from 'node:path';

import Mocha from 'mocha';

import Slowest from '../slowest';
import { setStage, type Stage } from './stage';

/** Run the tests of VS Code's screen in a browser; return the number of failures. */
export async function onScreen(stage: Stage, grep: string): Promise<number> {
  setStage(stage);
  const mocha = new Mocha({ slow: 60_000, grep, reporter: Slowest });
  // Stories with windows of their own come first: their settings would reach the window that the others share.
  for (const folder of ['screen/own', 'screen'].map((name) => path.join(__dirname, name))) {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.test.js'))) {
      mocha.addFile(path.join(folder, name));
    }
  }
  return await new Promise((resolve) => mocha.run(resolve));
}
