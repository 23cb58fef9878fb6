import path from 'node:path';

import { launched } from './browser';
import { inExtensionHost } from './extensionHost';
import { Host } from './host';
import { onScreen } from './onScreen';
import { Surroundings } from './surroundings';

const PARTS = ['api', 'screen'];

/** What a session is started with. */
export interface SessionOptions {
  readonly repository: string;
  /** The `code-server` command. */
  readonly command: string;
  /** The packed extension. */
  readonly vsix: string;
  /** The `markscheme` command. */
  readonly server: string;
  /** Words of the command line: `api` or `screen` for one part alone, anything else for the tests whose names have it. */
  readonly choice: readonly string[];
}

/** Starts VS Code, runs the tests in it and those that look at it, ends it; gives the exit status. */
export async function session(options: SessionOptions): Promise<number> {
  const parts = options.choice.filter((word) => PARTS.includes(word));
  const grep = options.choice.find((word) => !parts.includes(word)) ?? '';
  const surroundings = new Surroundings(path.join(options.repository, 'examples'), options.server);
  surroundings.environment.MARKSCHEME_TEST_GREP = grep;
  const browser = await launched();
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
      failures += told(await host.stop());
    }
  } finally {
    surroundings.remove();
  }
  return failures > 0 ? 1 : 0;
}

/** Who stops the tests stops VS Code and all that it started. */
function onInterrupt(clean: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void clean().finally(() => process.exit(1));
    });
  }
}

function told(left: readonly string[]): number {
  for (const process of left) {
    console.error(`failed: a process outlived VS Code: ${process}`);
  }
  return left.length;
}
