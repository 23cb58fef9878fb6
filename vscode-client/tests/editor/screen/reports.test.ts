import * as assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator } from 'playwright-core';

import { until } from '../../waiting';
import { WORKSHEET } from './school';
import { story } from './workbench';

story(
  'A report, feedback, the gradebook and the progress of a class',
  { file: 'opinion/students/lena.txt' },
  async (bench, step) => {
    const folder = (): string => path.join(bench.workspace, 'opinion', 'markscheme-reports');

    await step('a report leaves no folder behind when a person saves none', async () => {
      await bench.command('Markscheme: Save a Report');
      await dialog().waitFor();
      await bench.page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
      await until('the folder to be gone', () => !existsSync(folder()));
    });

    await step('a report is saved in the folder of reports, with its mark', async () => {
      await bench.command('Markscheme: Save a Report');
      await dialog().waitFor();
      await bench.page.keyboard.press('Enter');
      await bench.notifications.filter({ hasText: 'lena.report.txt' }).waitFor();
      const report = readFileSync(path.join(folder(), 'lena.report.txt'), 'utf8');
      assert.match(report, /^Written by Markscheme\. This file is never marked\.\n\nLena · opinion {2}\(lena\.txt, /);
      await bench.shot('report');
    });

    function dialog(): Locator {
      return bench.page.locator('.quick-input-widget', { hasText: 'Save a report' });
    }

    const list = (text: string): Locator =>
      bench.page.locator('.quick-input-widget', { has: bench.page.getByPlaceholder(text) });
    const feedbackFolder = (): string => path.join(bench.workspace, 'opinion', 'markscheme-reports', 'feedback');
    const begin = async (): Promise<void> => {
      await bench.command('Markscheme: Give Back');
      await list('Press Enter to give back').waitFor();
    };

    // Before anything is written, one question says what is not decided, where something is not.
    const allTheSame = async (words: string): Promise<void> => {
      const button = bench.page.locator('.monaco-dialog-box').getByRole('button', { name: words });
      await button.click({ timeout: 10_000 }).catch(() => undefined);
    };

    await step('feedback is given back to the student in front with one more Enter', async () => {
      await begin();
      await bench.shot('give-back');
      await bench.page.keyboard.press('Enter');
      await allTheSame('Give Back All the Same');
      await bench.notifications.filter({ hasText: 'The feedback was written: Lena.html.' }).waitFor();
      await bench.shot('give-back-written');
      assert.match(readFileSync(path.join(feedbackFolder(), 'Lena.html'), 'utf8'), /Lena/);
    });

    await step('feedback has what the person changes, and remembers it', async () => {
      await bench.command('Notifications: Clear All Notifications');
      await begin();
      await bench.page.keyboard.type('how much');
      await bench.page.keyboard.press('Enter');
      await list('How much does it say?').waitFor();
      await bench.page.keyboard.type('hints');
      await bench.page.keyboard.press('Enter');
      await list('Press Enter to give back').getByText('Lena · Page · Hints only').waitFor();
      await bench.page.keyboard.press('Enter');
      await allTheSame('Give Back All the Same');
      await bench.notifications.filter({ hasText: 'The feedback was written: Lena.html.' }).first().waitFor();
      await begin();
      await list('Press Enter to give back').getByText('Lena · Page · Hints only').waitFor();
      await bench.page.keyboard.press('Escape');
    });

    await step('the gradebook gets Moodle’s worksheet with the marks', async () => {
      const { page } = bench;
      await bench.command('Markscheme: Export for the Gradebook');
      await list('What do you take back').waitFor();
      await bench.shot('export');
      await page.keyboard.press('Enter');
      await bench.chooseFile('The table from Moodle or Canvas', path.join(bench.workspace, WORKSHEET));
      await allTheSame('Export All the Same');
      await bench.notifications.filter({ hasText: 'grades.csv: 2 new grades' }).waitFor();
      await bench.shot('export-written');
      const filled = readFileSync(path.join(bench.workspace, 'opinion', 'markscheme-reports', WORKSHEET), 'utf8');
      assert.match(filled, /Lena,[^\n]*,\d+\.\d\d,100\.00/);
    });

    await step('progress shows the students of every exercise, and the sentences behind a number', async () => {
      await bench.command('Markscheme: Progress');
      const page = await bench.panel('.charts');
      await page.locator('[data-key=class]').selectOption('opinion');
      await page.getByRole('button', { name: 'Lena', exact: true }).waitFor();
      await bench.shot('progress');
      await page.locator('.charts tbody tr', { hasText: 'Lena' }).locator('.number').first().click();
      await page.locator('.sentences li').first().waitFor();
      await bench.shot('progress-places');
    });

    await step(
      'progress is there again when the window is loaded again, with the class and the sentences that it showed',
      async () => {
        await bench.reload();
        const page = await bench.panel('.sentences li');
        assert.equal(await page.locator('[data-key=class] option:checked').innerText(), 'opinion');
        await page.getByRole('button', { name: 'Back to the class' }).click();
        await page.locator('.charts').getByRole('button', { name: 'Lena', exact: true }).waitFor();
        await bench.shot('progress-restored');
      },
    );
  },
);
