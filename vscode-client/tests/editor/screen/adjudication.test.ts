import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame } from 'playwright-core';

import { until } from '../../waiting';
import { killServers } from '../processes';
import { theStage } from '../stage';
import { story } from './workbench';

story('Adjudication', { file: 'annotation/learners.txt' }, async (bench, step) => {
  let page: Frame;

  /** Return the lines of a sentence in the file of decisions. */
  const decisions = (beginning: string): string[] => {
    const text = readFileSync(path.join(bench.workspace, 'annotation', 'adjudicated.m2'), 'utf8');
    const sentences = text.split('\n\n').map((sentence) => sentence.split('\n'));
    return sentences.find(([source]) => source?.startsWith(`S ${beginning}`))?.slice(1) ?? [];
  };
  const press = (key: string): Promise<void> => page.locator('[data-key=sentence]').press(key);
  const shows = (number: number): Promise<void> =>
    page.getByText(`Sentence ${number} of 48`, { exact: true }).waitFor();
  const shown = (text: string): Promise<void> => page.locator('.content', { hasText: text }).waitFor();

  await step('shows the first open sentence with the annotators side by side', async () => {
    await bench.command('Markscheme: Adjudicate between Annotators');
    page = await bench.panel('.annotators');
    await shows(2);
    assert.match(await page.locator('.progress').innerText(), /^33 of 48 sentences open/);
    await shown('Adebayo');
    await bench.shot('adjudication');
  });

  await step('takes an annotator’s sentence with one key, and goes on', async () => {
    await press('1');
    await shows(4);
    assert.ok(
      decisions('It is near').some((line) => /^A 14 16\|\|\|R:OTHER\|\|\|on foot.*from Adebayo; by /.test(line)),
    );
  });

  await step('takes annotators’ versions of places', async () => {
    await press('ArrowRight');
    await page.locator('[data-key=place-0]').press('2');
    await page.locator('.place.decided').waitFor();
    await bench.shot('adjudication-place');
    await page.locator('[data-key=place-1]').press('1');
    await shows(5);
    const lines = decisions('But there');
    assert.ok(lines.some((line) => line.includes('|||noises|||') && line.includes('from Lindqvist')));
    assert.ok(lines.some((line) => line.startsWith('A 9 9|||noop') && line.endsWith('|||0')));
  });

  await step('is at the same sentence after a reload, with the words being written', async () => {
    await press('e');
    await page.locator('#entry').fill('My room is on the third floor , and it has a big window .');
    await bench.reload();
    page = await bench.panel('#entry');
    assert.equal(
      await page.locator('#entry').inputValue(),
      'My room is on the third floor , and it has a big window .',
    );
    await page.locator('#entry').press('Enter');
    await shows(6);
    assert.ok(decisions('My room').some((line) => line.includes('own words; by ')));
  });

  await step('undoes decisions, those before the reload, too', async () => {
    await press('u');
    await shows(5);
    await until('the own words to go', () => decisions('My room').length === 0);
    await press('u');
    await shows(4);
    await page.locator('.place.open').waitFor();
    assert.equal(await page.locator('.place.decided').count(), 1, 'the first place is still decided');
    await bench.shot('adjudication-undone');
  });

  await step('loses no decision when the server is killed in the middle of one', async () => {
    await press('1');
    await shows(5);
    await press('1');
    killServers(theStage().surroundings.mark);
    await shows(6);
    await press('2');
    await page.locator('.progress', { hasText: /^29 of 48 sentences open/ }).waitFor();
    for (const [sentence, annotator] of [
      ['But there', 'Adebayo'],
      ['My room', 'Adebayo'],
    ] as const) {
      const lines = decisions(sentence);
      assert.ok(lines.length > 0 && lines.some((line) => line.includes(annotator)), lines.join('\n'));
    }
    assert.equal(await page.locator('.pending').isVisible(), false);
  });

  await step('takes the majority of all open sentences at once, and undoes it at once', async () => {
    const file = path.join(bench.workspace, 'annotation', 'adjudicated.m2');
    const before = readFileSync(file, 'utf8');
    await page.getByRole('button', { name: 'Take the Majority…' }).click();
    const dialog = bench.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /Take the majority’s versions in \d+ open sentences\?/);
    await bench.shot('adjudication-majority');
    await dialog.getByText('Take the Majority', { exact: true }).click();
    await page.getByText('The majority’s versions are taken.').last().waitFor();
    assert.notEqual(readFileSync(file, 'utf8'), before);
    await press('u');
    await until('the decisions to be as before', () => readFileSync(file, 'utf8') === before);
  });

  await step('writes the result to a file, which can be opened', async () => {
    // Beside the workspace, in which it would be one more exercise.
    const target = path.join(theStage().surroundings.folder, 'result.m2');
    await page.getByRole('button', { name: 'Export…' }).click();
    await bench.choices.filter({ hasText: 'M2' }).first().click();
    await bench.choices.filter({ hasText: 'The source' }).last().click();
    await bench.chooseFile('Save the adjudicated text', target);
    const notification = bench.notifications.filter({ hasText: 'result.m2 is written' });
    await notification.waitFor();
    await bench.shot('adjudication-exported');
    assert.match(readFileSync(target, 'utf8'), /^A \d+ \d+\|\|\|.*from Adebayo; by /m);
    await notification.getByRole('button', { name: 'Open', exact: true }).click();
    await bench.page.locator('.tab.active', { hasText: 'result.m2' }).waitFor();
    assert.deepEqual(bench.foreign, []);
  });
});
