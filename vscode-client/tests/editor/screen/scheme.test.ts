import * as assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { until } from '../../waiting';
import { accessible } from './accessibility';
import { STUDENTS, writeClass } from './umbrellaClass';
import { showFailures, Workbench } from './workbench';

const CONFIGURATION = `# Class 8c  (spring)

[[exercise]]
name = "umbrella"  # the first one
source = "original.txt"
references = ["correction {teacher}.txt"]
hypotheses = ["students/{student}.txt"]
`;

describe('The mark scheme of a class', () => {
  let bench: Workbench;
  const file = (): string => path.join(bench.workspace, 'markscheme.toml');

  before(async function () {
    this.timeout(180_000);
    const prepare = (workspace: string): void => {
      writeClass(workspace);
      writeFileSync(path.join(workspace, 'markscheme.toml'), CONFIGURATION);
    };
    bench = await Workbench.open({ file: 'students/Amira.txt', prepare });
    await bench.marked();
  });

  showFailures(() => bench);

  after(async () => {
    await bench.close();
  });

  it('begins with a choice in a teacher’s words, and shows what it means for the class', async function () {
    this.timeout(180_000);
    await bench.command('Markscheme: Mark Scheme…');
    const choice = await bench.panel('.presets');
    await choice.getByRole('button', { name: 'deduct per error' }).click();
    const page = await bench.panel('.preview table.marks');
    assert.equal(await page.locator('table.marks tbody tr').count(), STUDENTS.length);
    assert.match(await page.locator('.mark strong').innerText(), /^[\d.]+ of 20$/);
    await bench.shot('scheme');
    await accessible(page);
    assert.equal(readFileSync(file(), 'utf8'), CONFIGURATION, 'nothing is written yet');
  });

  it('changes the marks as a teacher types, and says what is wrong beside the field', async () => {
    const page = await bench.panel('.preview table.marks');
    await page.getByLabel('Best mark', { exact: true }).fill('0');
    await page.getByText('The best mark must be a number above 0').waitFor();
    await page.getByLabel('Best mark', { exact: true }).fill('12,5');
    await until('the marks of the new scheme', async () => {
      const mark = page.locator('.mark strong');
      return (await mark.count()) > 0 && (await mark.innerText()).endsWith(' of 12.5');
    });
    await bench.shot('scheme-changed');
  });

  it('writes the table alone, and the marks are in the tree', async () => {
    const page = await bench.panel('.preview table.marks');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. The class is marked again.').first().waitFor();
    const scheme = '[scheme]\npreset = "deduct per error"\nmax = 12.5\n\n';
    assert.equal(readFileSync(file(), 'utf8'), CONFIGURATION.replace('[[exercise]]', `${scheme}[[exercise]]`));
    await bench.page.locator('.activitybar .action-label[aria-label^="Markscheme"]').first().click();
    await until('the marks in the tree', async () => /of 12[.,]5/.test(await bench.row('Amira').innerText()));
    await bench.shot('scheme-saved');
  });

  it('opens the place of a line of the sum', async () => {
    const page = await bench.panel('.preview table.lines');
    await page.locator('table.lines tbody .link').first().click();
    await bench.page.locator('.tab.active', { hasText: /\.txt$/ }).waitFor();
    await bench.page.locator('.tab', { hasText: /^Mark scheme/ }).click();
  });

  it('asks before it goes on when the file was changed by hand', async () => {
    const page = await bench.panel('.preview table.marks');
    await page.getByLabel('Best mark', { exact: true }).fill('15');
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('12.5', '30'));
    await page.getByText('markscheme.toml was changed somewhere else').waitFor();
    await page.getByRole('button', { name: 'Read It Again' }).click();
    const field = page.getByLabel('Best mark', { exact: true });
    await until('the value of the file', async () => (await field.inputValue()) === '30');
  });

  it('offers to set the folder up when there is no file', async () => {
    rmSync(file());
    await bench.page
      .locator('.tab', { hasText: /^Mark scheme/ })
      .locator('.codicon-close')
      .click();
    await bench.command('Markscheme: Mark Scheme…');
    await bench.notifications.getByText('Set up marking first').waitFor();
  });
});
