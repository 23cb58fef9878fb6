import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame } from 'playwright-core';

import { until } from '../../waiting';
import { accessible } from './accessibility';
import { STUDENTS, writeClass } from './umbrellaClass';
import { showFailures, Workbench } from './workbench';

describe('The set-up of a folder', () => {
  let bench: Workbench;

  before(async function () {
    this.timeout(180_000);
    bench = await Workbench.open({ file: 'original.txt', prepare: writeClass });
    await bench.editor.locator('.view-line').first().waitFor();
    // VS Code ticks a step only from when it has shown walkthroughs, which its own first page does in an empty profile.
    await bench.command('Markscheme: Get Started');
    assert.equal((await bench.ticks()).at(-1), false);
    await bench.page.locator('.tab.active .codicon-close').click();
  });

  showFailures(() => bench);

  after(async () => {
    await bench.close();
  });

  it('is one press away in a folder that has no exercise', async () => {
    await bench.page.locator('.activitybar .action-label[aria-label^="Markscheme"]').first().click();
    const button = bench.sideBar.locator('.welcome-view-content .monaco-button', {
      hasText: 'Set Up Marking in This Folder',
    });
    await button.click();
    const page = await bench.panel('table.files');
    assert.match(await page.locator('.summary').innerText(), /4 students/);
    assert.deepEqual(await rolesOf(page), {
      'original.txt': 'source',
      'correction Ms Baker.txt': 'reference',
      ...Object.fromEntries(STUDENTS.map((name) => [`students/${name}.txt`, 'hypothesis'])),
    });
    await bench.shot('setup');
    await accessible(page);
  });

  it('opens a file beside the page', async () => {
    const page = await bench.panel('table.files');
    await page.getByRole('button', { name: 'correction Ms Baker.txt' }).click();
    await bench.page.locator('.tab', { hasText: 'correction Ms Baker.txt' }).waitFor();
    await bench.shot('setup-beside');
    await accessible(page);
    await bench.page.locator('.tab', { hasText: 'correction Ms Baker.txt' }).locator('.codicon-close').click();
  });

  it('keeps a choice while the page is hidden', async () => {
    const name = { name: 'Person of correction Ms Baker.txt' };
    const page = await bench.panel('table.files');
    await page.getByRole('combobox', name).fill('Ms Ada Baker');
    await page.getByRole('combobox', name).press('Enter');
    await page.locator('.sureness.chosen').waitFor();
    await bench.page.locator('.tab', { hasText: 'original.txt' }).click();
    await bench.page.locator('.tab', { hasText: /^Set up/ }).click();
    const again = await bench.panel('table.files');
    await again.locator('.sureness.chosen').waitFor();
    assert.equal(await again.getByRole('combobox', name).inputValue(), 'Ms Ada Baker');
  });

  it('writes the file, and shows the class with its marks', async function () {
    this.timeout(180_000);
    const page = await bench.panel('table.files');
    await page.getByRole('button', { name: 'Write and Mark' }).click();
    const overview = await bench.panel('table.students');
    await overview.locator('table.students tbody tr').nth(3).waitFor();
    const marks = await overview.locator('td.score').allInnerTexts();
    assert.ok(
      marks.every((mark) => /^[\d.]+ of \d+$/.test(mark.trim())),
      marks.join(', '),
    );
    const text = readFileSync(path.join(bench.workspace, 'markscheme.toml'), 'utf8');
    assert.match(text, /students\/\{student\}\.txt/);
    assert.match(text, /Ms Ada Baker/);
    for (const student of STUDENTS) {
      await bench.row(student).waitFor();
    }
    await until('the marks in the tree', async () => /of \d+/.test(await bench.row('Amira').innerText()));
    await bench.shot('setup-class');
  });

  it('ticks the walkthrough’s step of the class, which it has shown', async () => {
    await bench.command('Markscheme: Get Started');
    assert.equal((await bench.ticks()).at(-1), true);
    await bench.page.locator('.tab.active .codicon-close').click();
  });

  it('says where the file lies, and begins with it the next time', async () => {
    await bench.page.locator('.tab', { hasText: /^Set up/ }).click();
    const written = await bench.panel('.written');
    assert.match(await written.locator('main').innerText(), /Marking is set up[^]*markscheme\.toml/);
    await bench.shot('setup-written');
    await accessible(written);
    await bench.page
      .locator('.tab', { hasText: /^Set up/ })
      .locator('.codicon-close')
      .click();
    await bench.page.locator('.tab', { hasText: 'original.txt' }).click();
    await bench.editor.locator('.view-line').first().click();
    await bench.command('Markscheme: Set Up Marking in This Folder');
    const page = await bench.panel('table.files');
    await page.getByText('was set up before').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Update and Mark' }).count(), 1);
    const name = { name: 'Person of correction Ms Baker.txt' };
    assert.equal(await page.getByRole('combobox', name).inputValue(), 'Ms Ada Baker', 'the file has the choice');
    assert.equal(await page.getByText('from markscheme.toml').count(), STUDENTS.length + 2);
    await bench.shot('setup-replace');
  });

  it('requests nothing outside this machine', () => {
    assert.deepEqual(bench.foreign, []);
  });
});

/** Return the role that each file has on the page. */
async function rolesOf(page: Frame): Promise<Record<string, string>> {
  const rows = await page
    .locator('tbody tr:not(.group)')
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector('.link')?.textContent ?? '', row.querySelector('select')?.value ?? '']),
    );
  return Object.fromEntries(rows) as Record<string, string>;
}
