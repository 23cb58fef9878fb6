import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame } from 'playwright-core';

import { until } from '../../waiting';
import { killServers } from '../processes';
import { theStage } from '../stage';
import { story } from './workbench';

const ANSWERS = { a: 'accept', r: 'reject', o: 'optional', s: 'stands' } as const;
const KEYS = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];
const AUTHOR = 'Ms Kim';

/** The number of decisions before the window is reloaded, before the server is killed, and in all. */
const [RELOAD, KILL, ALL] = [40, 75, 100];

const LEARNERS = { file: 'annotation/learners.txt', settings: { 'markscheme.author': AUTHOR } };

story('The view of open questions', LEARNERS, async (bench, step) => {
  let page: Frame;
  /** The answers that were given, by the questions' keys. */
  const given = new Map<string, string>();
  /** The workspace before the first answer. */
  const before = path.join(theStage().surroundings.folder, 'before-answers');
  /** The files of decisions before the last two answers. */
  let beforeLast = new Map<string, string>();
  cpSync(bench.workspace, before, { recursive: true });

  /** Show the view, whose list takes the keyboard. */
  async function show(): Promise<void> {
    await bench.command('Markscheme: Annotators’ Questions');
    page = await bench.panel('.queue li');
    await page.locator('.queue:focus').waitFor();
  }

  const asked = async (): Promise<string> => (await page.locator('.question').getAttribute('data-question')) ?? '';

  /** Answer questions, with one key each, until `count` answers are given in all. */
  async function answerUntil(count: number): Promise<void> {
    while (given.size < count) {
      const question = await asked();
      assert.ok(!given.has(question), `${question} is asked again`);
      const accepts = (await page.locator('.answers [data-key=accept]').count()) > 0;
      const key = accepts ? KEYS[given.size % KEYS.length]! : 's';
      given.set(question, ANSWERS[key]);
      await bench.page.keyboard.press(key);
      await page.locator(`.question:not([data-question="${question}"])`).waitFor();
    }
  }

  /** Wait until the server has all answers, and those that were taken back. */
  const allKept = (): Promise<unknown> =>
    until('the server to have all answers', async () => (await page.locator('.tally .pending').count()) === 0);

  await step('has the most urgent question of the workspace in front', async () => {
    await show();
    await page.locator('.tally', { hasText: `signed ${AUTHOR}` }).waitFor();
    assert.ok((await page.locator('.queue li').count()) >= ALL);
    await bench.shot('questions');
  });

  await step('is answered by keyboard, also while the window is loaded again and the server is killed', async () => {
    await answerUntil(RELOAD);
    await bench.reload();
    // The palette has the command when the page, which is restored, has started the extension.
    await bench.panel('.queue li');
    await show();
    await answerUntil(KILL);
    killServers(theStage().surroundings.mark);
    await answerUntil(ALL - 2);
    await bench.shot('questions-pending');
    await allKept();
    beforeLast = decisionsIn(bench.workspace);
    await answerUntil(ALL);
    await allKept();
    await bench.shot('questions-answered');
  });

  await step('has every answer in the files, byte for byte as the command line writes them', () => {
    assert.equal(given.size, ALL);
    const files = decisionsIn(bench.workspace);
    assert.ok(files.has('annotation/accepted.m2') && files.has('annotation/decisions.m2'));
    assert.deepEqual(files, decisionsAfter(before, [...given]));
  });

  await step('takes answers back', async () => {
    await bench.page.keyboard.press('u');
    await bench.page.keyboard.press('Control+z');
    await allKept();
    assert.deepEqual(decisionsIn(bench.workspace), beforeLast);
  });
});

/** Return the files of decisions in a folder, by their paths. */
function decisionsIn(workspace: string): Map<string, string> {
  const names = readdirSync(workspace, { recursive: true }).map(String);
  const files = names.filter((name) => /(^|\/)(accepted|decisions|questions)\.m2$/.test(name)).sort();
  return new Map(files.map((name) => [name, readFileSync(path.join(workspace, name), 'utf8')]));
}

/** Return the files of decisions in a copy of the workspace after the same answers by the command line. */
function decisionsAfter(workspace: string, answers: readonly (readonly [string, string])[]): Map<string, string> {
  const { surroundings } = theStage();
  const given = answers.flatMap(([key, answer]) => ['--answer', `${key}=${answer}`]);
  const parameters = ['annotate', 'questions', workspace, '--author', AUTHOR, ...given];
  const options = { env: surroundings.environment, stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 } as const;
  execFileSync(surroundings.environment.MARKSCHEME_TEST_COMMAND ?? '', parameters, options);
  return decisionsIn(workspace);
}
