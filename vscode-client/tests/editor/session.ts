import path from 'node:path';

import { launchBrowser } from './browser';
import { inExtensionHost } from './extensionHost';
import { Host } from './host';
import { onScreen } from './onScreen';
import { Surroundings } from './surroundings';

const PARTS = ['api', 'screen'];

/** What a session needs. */
export interface SessionOptions {
  readonly repository: string;
  /** The `code-server` command. */
  readonly command: string;
  /** The packed extension. */
  readonly vsix: string;
  /** The `markscheme` command. */
  readonly server: string;
  /** Words of the command line: `api` or `screen` for one part, any other word for the tests with it in their names. */
  readonly choice: readonly string[];
}

/** Start VS Code, run the tests in it and on its screen, end it; return the exit status. */
export async function session(options: SessionOptions): Promise<number> {
  const parts = options.choice.filter((word) => PARTS.includes(word));
  const grep = options.choice.find((word) => !parts.includes(word)) ?? '';
  const surroundings = new Surroundings(path.join(options.repository, 'examples'), options.server);
  surroundings.environment.MARKSCHEME_TEST_GREP = grep;
  const browser = await launchBrowser();
  let failures = 0;
  try {
    const host = await Host.start(options.command, options.vsix, surroundings);
    const stage = {
      browser,
      host,
      surroundings,
      screenshots: path.join(options.repository, 'vscode-client/screenshots'),
    };
    onInterrupt(async () => {
      await host.stop();
      surroundings.remove();
    });
    try {
      failures += parts.includes('screen') ? 0 : await inExtensionHost(stage);
      failures += parts.includes('api') ? 0 : await onScreen(stage, grep);
    } finally {
      await browser.close();
      failures += reportLeftovers(await host.stop());
    }
  } finally {
    surroundings.remove();
  }
  return failures > 0 ? 1 : 0;
}

/** Stop VS Code and its processes when the tests are interrupted. */
function onInterrupt(clean: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void clean().finally(() => process.exit(1));
    });
  }
}

/** Print the processes that outlived VS Code; return their number. */
function reportLeftovers(left: readonly string[]): number {
  for (const process of left) {
    console.error(`failed: a process outlived VS Code: ${process}`);
  }
  return left.length;
}
