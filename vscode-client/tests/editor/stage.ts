import type { Browser } from 'playwright-core';

import type { Host } from './host';
import type { Surroundings } from './surroundings';

/** The browser, VS Code and folders, set up once for all tests of a run. */
export interface Stage {
  readonly browser: Browser;
  readonly host: Host;
  readonly surroundings: Surroundings;
  /** The folder for screenshots. */
  readonly screenshots: string;
}

const KEY = Symbol.for('markscheme.tests.stage');
const global = globalThis as unknown as Record<symbol, Stage | undefined>;

/** Pass the stage to the tests. Each test file is a separate bundle, so they share no module. */
export function setStage(stage: Stage): void {
  global[KEY] = stage;
}

/** Return the stage of this run. */
export function theStage(): Stage {
  const stage = global[KEY];
  if (!stage) {
    throw new Error('These tests are started by tests/editor/run.ts');
  }
  return stage;
}
