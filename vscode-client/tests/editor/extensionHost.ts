import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright-core';

import { pageOf } from './browser';
import type { Stage } from './stage';

const TESTS_TIMEOUT = 900_000;
const SUITE = path.join(__dirname, 'suite', 'index.js');

/**
 * Run the suites in VS Code's extension host, with its whole API; return the number of failures.
 *
 * The extension under test is the installed one. The extension under development that VS Code needs is an empty one.
 */
export async function inExtensionHost(stage: Stage): Promise<number> {
  const { surroundings, host } = stage;
  const page = await pageOf(stage.browser, host, (url) => {
    console.log(`(refused: ${url})`);
  });
  const report = surroundings.environment.MARKSCHEME_TEST_REPORT!;
  writeFileSync(report, '');
  const stopFollowing = follow(report);
  const ended = exitCode(page);
  await page.goto(address(stage));
  const code = await ended;
  await stopFollowing();
  if (code !== 0) {
    mkdirSync(stage.screenshots, { recursive: true });
    await page.screenshot({ path: path.join(stage.screenshots, 'failed-api.png') });
    console.log(code === undefined ? 'failed: the tests in the extension host did not end' : surroundings.newLogs());
  }
  await page.context().close();
  return code ?? 1;
}

/** Return the number of failures; `undefined` if the tests don't end. */
async function exitCode(page: Page): Promise<number | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, TESTS_TIMEOUT, undefined);
  });
  const exit = new Promise<number>((resolve) => {
    void page.exposeFunction('codeAutomationExit', resolve);
  });
  await page.exposeFunction('codeAutomationLog', (type: string, values: readonly unknown[]) => {
    if (process.env.MARKSCHEME_TEST_VERBOSE) {
      console.log(`(${type})`, ...values);
    }
  });
  const code = await Promise.race([exit, tooLate]);
  clearTimeout(timer);
  return code;
}

function address({ host, surroundings }: Stage): string {
  const empty = path.join(surroundings.folder, 'tests-extension');
  mkdirSync(empty, { recursive: true });
  const manifest = { name: 'tests', publisher: 'markscheme', version: '0.0.0', engines: { vscode: '*' } };
  writeFileSync(path.join(empty, 'package.json'), JSON.stringify(manifest));
  const remote = (file: string): string => `vscode-remote://${new URL(host.url).host}${file}`;
  const payload = [
    ['extensionDevelopmentPath', remote(empty)],
    ['extensionTestsPath', remote(SUITE)],
    ['skipWelcome', 'true'],
  ];
  const folder = surroundings.workspace();
  return `${host.url}/?folder=${folder}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

/** Print what is appended to a file, until the returned function is called. */
function follow(file: string): () => Promise<void> {
  let start = 0;
  const print = async (): Promise<void> => {
    if (!existsSync(file)) {
      return;
    }
    for await (const piece of createReadStream(file, { start })) {
      const bytes = piece as Buffer;
      start += bytes.length;
      process.stdout.write(bytes);
    }
  };
  let printing = Promise.resolve();
  const timer = setInterval(() => {
    printing = printing.then(print);
  }, 500);
  return async () => {
    clearInterval(timer);
    await printing.then(print);
  };
}
