import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame } from 'playwright-core';

import { until } from '../../waiting';
import { accessible } from './accessibility';
import { inWindow } from './workbench';

inWindow('Adjudication', { file: 'annotation/learners.txt' }, (bench) => {
  let page: Frame;

  /** Return the lines of a sentence in the file of decisions. */
  const decisions = (beginning: string): string[] => {
    const text = readFileSync(path.join(bench().workspace, 'annotation', 'adjudicated.m2'), 'utf8');
    const sentences = text.split('\n\n').map((sentence) => sentence.split('\n'));
    return sentences.find(([source]) => source?.startsWith(`S ${beginning}`))?.slice(1) ?? [];
  };
  const press = (key: string): Promise<void> => page.locator('[data-key=sentence]').press(key);
  const shows = (number: number): Promise<void> =>
    page.getByText(`Sentence ${number} of 48`, { exact: true }).waitFor();
  const shown = (text: string): Promise<void> => page.locator('.content', { hasText: text }).waitFor();

  it('shows the first open sentence with the annotators side by side', async () => {
    await bench().command('Markscheme: Adjudicate');
    page = await bench().panel('.annotators');
    await shows(2);
    assert.match(await page.locator('.progress').innerText(), /^33 of 48 sentences open/);
    await shown('Adebayo');
    await bench().shot('adjudication');
    await accessible(page);
  });

  it('takes an annotator’s sentence with one key, and goes on', async () => {
    await press('1');
    await shows(4);
    assert.ok(
      decisions('It is near').some((line) => /^A 14 16\|\|\|R:OTHER\|\|\|on foot.*from Adebayo; by /.test(line)),
    );
  });

  it('takes annotators’ versions of places', async () => {
    await press('ArrowRight');
    await page.locator('[data-key=place-0]').press('2');
    await page.locator('.place.decided').waitFor();
    await bench().shot('adjudication-place');
    await page.locator('[data-key=place-1]').press('1');
    await shows(5);
    const lines = decisions('But there');
    assert.ok(lines.some((line) => line.includes('|||noises|||') && line.includes('from Lindqvist')));
    assert.ok(lines.some((line) => line.startsWith('A 9 9|||noop') && line.endsWith('|||0')));
  });

  it('is at the same sentence after a reload, with the words being written', async () => {
    await press('e');
    await page.locator('#entry').fill('My room is on the third floor , and it has a big window .');
    await bench().reload();
    page = await bench().panel('#entry');
    assert.equal(
      await page.locator('#entry').inputValue(),
      'My room is on the third floor , and it has a big window .',
    );
    await page.locator('#entry').press('Enter');
    await shows(6);
    assert.ok(decisions('My room').some((line) => line.includes('own words; by ')));
  });

  it('undoes decisions, those before the reload, too', async () => {
    await press('u');
    await shows(5);
    await until('the own words to go', () => decisions('My room').length === 0);
    await press('u');
    await shows(4);
    await page.locator('.place.open').waitFor();
    assert.equal(await page.locator('.place.decided').count(), 1, 'the first place is still decided');
    await bench().shot('adjudication-undone');
    assert.deepEqual(bench().foreign, []);
  });
});
