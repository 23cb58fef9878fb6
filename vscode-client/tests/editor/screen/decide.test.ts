import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { Frame } from 'playwright-core';

import { until } from '../../waiting';
import { theStage } from '../stage';
import { story } from './workbench';

const RULINGS = { c: 'correct', p: 'partly', w: 'wrong', e: 'either' } as const;
const KEYS = ['c', 'w', 'e', 'p', 'w', 'c'] as const;

const DECISIONS = ['accepted.m2', 'decisions.m2'];

const LETTER = { file: 'letter/letter.hyp.jonas.txt' };

story('The answers to decide', LETTER, async (bench, step) => {
  let page: Frame;
  const asked: string[] = [];
  const folder = path.join(bench.workspace, 'letter');
  const copy = path.join(theStage().surroundings.folder, 'before-rulings');
  cpSync(folder, copy, { recursive: true });

  const key = async (): Promise<string> => (await page.locator('.prompt').getAttribute('data-question')) ?? '';
  const left = async (): Promise<number> => Number(/\d+/.exec(await page.locator('.tally').innerText())?.[0]);
  const allSaved = (): Promise<unknown> =>
    until(
      'the server to have all rulings',
      async () => !(await page.locator('.tally').innerText()).includes('being saved'),
    );

  await step('are a queue of the exercise, which takes the keyboard', async () => {
    await bench.marked();
    await bench.showExercises();
    const tab = bench.page.locator('.tab.active', { hasText: /To decide: \d+ · letter/ });
    await bench.unfold(/^letter$/);
    await bench.openRow(/^To decide: \d+$/, tab);
    page = await bench.panel('.prompt h2');
    await page.locator('.prompt:focus').waitFor();
    await bench.shot('decide');
  });

  await step('are one list for a text with many of them, and can be asked about one by one', async () => {
    assert.match(await page.locator('.sheet').innerText(), /Sentence/);
    await bench.shot('decide-sheet');
    for (let text = await key(); text.includes('#');) {
      const before = text;
      await bench.page.keyboard.press('b');
      await until('what comes next', async () => (await key()) !== before);
      text = await key();
    }
  });

  await step('are decided by keys that don’t wait for the server', async () => {
    const before = await left();
    for (const pressed of KEYS) {
      asked.push(await key());
      await bench.page.keyboard.press(pressed);
    }
    assert.equal(new Set(asked).size, KEYS.length, 'each question is asked once');
    await allSaved();
    await bench.shot('decide-decided');
    assert.match(await page.locator('.report').innerText(), /: correct\. .* → /);
    assert.ok((await left()) <= before - KEYS.length);
  });

  await step('have every ruling in the files, byte for byte as the command line writes them', () => {
    decide(
      copy,
      asked.map((question, index) => `${question}=${RULINGS[KEYS[index]!]}`),
    );
    assert.deepEqual(decisionsIn(folder), decisionsIn(copy));
  });

  await step('are the same after the window was loaded again', async () => {
    const [question, count] = [await key(), await left()];
    await bench.reload();
    page = await bench.panel('.prompt h2');
    assert.deepEqual([await key(), await left()], [question, count]);
  });

  await step('take a ruling back', async () => {
    const [before, question] = [decisionsIn(folder), await key()];
    await page.locator('.prompt').focus();
    await bench.page.keyboard.press('w');
    await until('another question', async () => (await key()) !== question);
    await allSaved();
    assert.notDeepEqual(decisionsIn(folder), before);
    await bench.page.keyboard.press('u');
    await allSaved();
    assert.equal(await key(), question);
    assert.deepEqual(decisionsIn(folder), before);
  });

  // The next stories of this window open the same letter, and want it as it is among the examples.
  for (const name of DECISIONS) {
    rmSync(path.join(folder, name), { force: true });
  }
});

/** Return a folder's files of decisions. */
function decisionsIn(folder: string): string[] {
  const files = DECISIONS.map((name) => path.join(folder, name));
  return files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''));
}

/** Decide about answers on the command line. */
function decide(folder: string, rulings: readonly string[]): void {
  const { environment } = theStage().surroundings;
  const parameters = ['class', 'decide', folder, ...rulings.flatMap((ruling) => ['--answer', ruling])];
  execFileSync(environment.MARKSCHEME_TEST_COMMAND ?? '', parameters, { env: environment, stdio: 'pipe' });
}
