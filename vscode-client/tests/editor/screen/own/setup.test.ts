import * as assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame } from 'playwright-core';

import { until } from '../../../waiting';
import { STUDENTS, writeClass } from '../umbrellaClass';
import { storyAlone } from '../workbench';

const CONFIGURATION = `# Class 8c  (spring)

[[exercise]]
name = "umbrella"  # the first one
source = "original.txt"
references = ["correction {teacher}.txt"]
hypotheses = ["students/{student}.txt"]
`;

storyAlone(
  'The set-up of a folder, and its mark scheme',
  { file: 'original.txt', prepare: writeClass },
  async (bench, step) => {
    const file = (): string => path.join(bench.workspace, 'markscheme.toml');

    await step('no step of the class is ticked', async () => {
      await bench.editor.locator('.view-line').first().waitFor();
      // VS Code ticks a step only from when it has shown walkthroughs, which its own first page does in an empty profile.
      await bench.command('Markscheme: Get Started');
      await until('a step without a tick', async () => (await bench.ticks()).at(-1) === false);
      await bench.page.locator('.tab.active .codicon-close').click();
    });

    await step('is one press away in a folder that has no exercise', async () => {
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
    });

    await step('opens a file beside the page', async () => {
      const page = await bench.panel('table.files');
      await page.getByRole('button', { name: 'correction Ms Baker.txt' }).click();
      await bench.page.locator('.tab', { hasText: 'correction Ms Baker.txt' }).waitFor();
      await bench.shot('setup-beside');
      await bench.page.locator('.tab', { hasText: 'correction Ms Baker.txt' }).locator('.codicon-close').click();
    });

    await step('keeps a choice while the page is hidden', async () => {
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

    await step('writes the file, and shows the class with its marks', async () => {
      const page = await bench.panel('table.files');
      await page.getByRole('button', { name: 'Write and Mark' }).click();
      const overview = await bench.panel('table.students');
      await overview.locator('table.students tbody tr').nth(3).waitFor();
      const marks = await overview.locator('td.score').allInnerTexts();
      assert.ok(
        marks.every((mark) => /^[\d.]+( to [\d.]+)? of \d+(, \d+ to decide)?$/.test(mark.trim())),
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

    await step('ticks the walkthrough’s step of the class, which it has shown', async () => {
      await bench.command('Markscheme: Get Started');
      await until('the step’s tick', async () => (await bench.ticks()).at(-1) === true);
      await bench.page.locator('.tab.active .codicon-close').click();
    });

    await step('says where the file lies, and begins with it the next time', async () => {
      await bench.page.locator('.tab', { hasText: /^Set up/ }).click();
      const written = await bench.panel('.written');
      assert.match(await written.locator('main').innerText(), /Marking is set up[^]*markscheme\.toml/);
      await bench.shot('setup-written');
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

    await step('the file is written by hand', async () => {
      await bench.clear();
      writeFileSync(file(), CONFIGURATION);
      await bench.openFile('Amira.txt', 'students');
      await bench.marked();
    });

    await step('begins with a choice in a teacher’s words, and shows what it means for the class', async () => {
      await bench.command('Markscheme: Mark Scheme…');
      const choice = await bench.panel('.presets');
      await choice.getByRole('button', { name: 'deduct per error' }).click();
      const page = await bench.panel('.preview table.marks');
      assert.equal(await page.locator('table.marks tbody tr').count(), STUDENTS.length);
      assert.match(await page.locator('.mark strong').innerText(), /^[\d.]+ of 20$/);
      await bench.shot('scheme');
      assert.equal(readFileSync(file(), 'utf8'), CONFIGURATION, 'nothing is written yet');
    });

    await step('changes the marks as a teacher types, and says what is wrong beside the field', async () => {
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

    await step('writes the table alone, and the marks are in the tree', async () => {
      const page = await bench.panel('.preview table.marks');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved. The class is marked again.').first().waitFor();
      const scheme = '[scheme]\npreset = "deduct per error"\nmax = 12.5\n\n';
      assert.equal(readFileSync(file(), 'utf8'), CONFIGURATION.replace('[[exercise]]', `${scheme}[[exercise]]`));
      await bench.showExercises();
      assert.match(await page.locator('.mark strong').innerText(), /^[\d.]+ of 12[.,]5$/);
      const rows = await page.locator('table.marks tbody tr').all();
      assert.equal(rows.length, STUDENTS.length);
      for (const row of rows) {
        const student = await row.locator('th, td').first().innerText();
        const mark = await row.locator('td').last().innerText();
        await until(`${mark} as the mark of ${student} in the tree`, async () => {
          const label = (await bench.row(student).getAttribute('aria-label')) ?? '';
          return label.split(' · ')[0] === `${student}: ${mark}`;
        });
      }
      await bench.shot('scheme-saved');
    });

    await step('opens the place of a line of the sum', async () => {
      const page = await bench.panel('.preview .lines');
      await page.locator('.lines summary').first().click();
      await page.locator('.lines details[open] li .link').first().click();
      await bench.page.locator('.tab.active', { hasText: /\.txt$/ }).waitFor();
      await bench.page.locator('.tab', { hasText: /^Mark scheme/ }).click();
    });

    await step('asks before it goes on when the file was changed by hand', async () => {
      const page = await bench.panel('.preview table.marks');
      await page.getByLabel('Best mark', { exact: true }).fill('15');
      writeFileSync(file(), readFileSync(file(), 'utf8').replace('12.5', '30'));
      await page.getByText('markscheme.toml was changed somewhere else').waitFor();
      await page.getByRole('button', { name: 'Read It Again' }).click();
      const field = page.getByLabel('Best mark', { exact: true });
      await until('the value of the file', async () => (await field.inputValue()) === '30');
    });

    await step('offers to set the folder up when there is no file', async () => {
      rmSync(file());
      await bench.page
        .locator('.tab', { hasText: /^Mark scheme/ })
        .locator('.codicon-close')
        .click();
      await bench.command('Markscheme: Mark Scheme…');
      await bench.notifications.getByText('Set up marking first').waitFor();
    });

    await step('progress starts the server that nothing else needs when the window is loaded again', async () => {
      await bench.clear();
      await bench.command('Markscheme: Progress');
      const heading = { name: 'There is no progress to show yet.' };
      await (await bench.panel('.message-box')).getByRole('heading', heading).waitFor();
      for (const name of readdirSync(bench.workspace)) {
        rmSync(path.join(bench.workspace, name), { recursive: true });
      }
      await bench.reload();
      await (await bench.panel('.message-box')).getByRole('heading', heading).waitFor();
    });

    assert.deepEqual(bench.foreign, []);
  },
);

/** Return the role that each file has on the page. */
async function rolesOf(page: Frame): Promise<Record<string, string>> {
  const rows = await page
    .locator('tbody tr:not(.group)')
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector('.link')?.textContent ?? '', row.querySelector('select')?.value ?? '']),
    );
  return Object.fromEntries(rows) as Record<string, string>;
}
