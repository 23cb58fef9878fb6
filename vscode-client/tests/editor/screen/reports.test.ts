import * as assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { inWindow } from './workbench';

const WORKSHEET = 'grades.csv';

inWindow('A report', { file: 'opinion/students/lena.txt' }, (bench) => {
  const folder = (): string => path.join(bench().workspace, 'opinion', 'markscheme-reports');

  it('leaves no folder behind when a person saves none', async () => {
    await bench().command('Markscheme: Save a Report');
    await dialog().waitFor();
    await bench().page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await bench().page.waitForTimeout(500);
    assert.ok(!existsSync(folder()));
  });

  it('is saved in the folder of reports, with its mark', async () => {
    await bench().command('Markscheme: Save a Report');
    await dialog().waitFor();
    await bench().page.keyboard.press('Enter');
    await bench().notifications.filter({ hasText: 'lena.report.txt' }).waitFor();
    const report = readFileSync(path.join(folder(), 'lena.report.txt'), 'utf8');
    assert.match(report, /^Written by Markscheme\. This file is never marked\.\n\nLena · opinion {2}\(lena\.txt, /);
    await bench().shot('report');
  });

  function dialog(): ReturnType<ReturnType<typeof bench>['page']['locator']> {
    return bench().page.locator('.quick-input-widget', { hasText: 'Save a report' });
  }
});

inWindow('Feedback', { file: 'opinion/students/lena.txt' }, (bench) => {
  const list = (text: string): ReturnType<ReturnType<typeof bench>['page']['locator']> =>
    bench().page.locator('.quick-input-widget', { has: bench().page.getByPlaceholder(text) });
  const folder = (): string => path.join(bench().workspace, 'opinion', 'markscheme-reports', 'feedback');
  const begin = async (): Promise<void> => {
    await bench().command('Markscheme: Give Back');
    await list('Press Enter to give back').waitFor();
  };

  it('is given back to the student in front with one more Enter', async () => {
    await begin();
    await bench().shot('give-back');
    await bench().page.keyboard.press('Enter');
    await bench().notifications.filter({ hasText: 'The feedback was written: Lena.html.' }).waitFor();
    await bench().shot('give-back-written');
    assert.match(readFileSync(path.join(folder(), 'Lena.html'), 'utf8'), /Lena/);
  });

  it('has what the person changes, and remembers it', async () => {
    await begin();
    await bench().page.keyboard.type('how much');
    await bench().page.keyboard.press('Enter');
    await list('How much does it say?').waitFor();
    await bench().page.keyboard.type('hints');
    await bench().page.keyboard.press('Enter');
    await list('Press Enter to give back').getByText('Lena · Page · Hints only').waitFor();
    await bench().page.keyboard.press('Enter');
    await bench().notifications.filter({ hasText: 'The feedback was written: Lena.html.' }).first().waitFor();
    await begin();
    await list('Press Enter to give back').getByText('Lena · Page · Hints only').waitFor();
    await bench().page.keyboard.press('Escape');
  });
});

inWindow('The gradebook', { file: 'opinion/students/lena.txt', prepare: writeWorksheet }, (bench) => {
  it('gets Moodle’s worksheet with the marks', async () => {
    const { page } = bench();
    const list = (text: string): ReturnType<typeof page.locator> =>
      page.locator('.quick-input-widget', { has: page.getByPlaceholder(text) });
    await bench().command('Markscheme: Export for the Gradebook');
    await list('What do you take back').waitFor();
    await bench().shot('export');
    await page.keyboard.press('Enter');
    await bench().chooseFile('The table from Moodle or Canvas', path.join(bench().workspace, WORKSHEET));
    await bench().notifications.filter({ hasText: 'grades.csv: 2 new grades' }).waitFor();
    await bench().shot('export-written');
    const filled = readFileSync(path.join(bench().workspace, 'opinion', 'markscheme-reports', WORKSHEET), 'utf8');
    assert.match(filled, /Lena,[^\n]*,\d+\.\d\d,100\.00/);
  });
});

inWindow('Progress', { file: 'opinion/students/lena.txt' }, (bench) => {
  it('shows the students of every exercise, and the sentences behind a number', async () => {
    await bench().command('Markscheme: Progress');
    const page = await bench().panel('.charts');
    await page.locator('[data-key=class]').selectOption('opinion');
    await page.getByRole('button', { name: 'Lena', exact: true }).waitFor();
    await bench().shot('progress');
    await page.locator('.charts tbody tr', { hasText: 'Lena' }).locator('.number').first().click();
    await page.locator('.sentences li').first().waitFor();
    await bench().shot('progress-places');
  });

  it('is there again when the window is loaded again, with the class and the sentences that it showed', async () => {
    await bench().reload();
    const page = await bench().panel('.sentences li');
    assert.equal(await page.locator('[data-key=class] option:checked').innerText(), 'opinion');
    await page.getByRole('button', { name: 'Back to the class' }).click();
    await page.locator('.charts').getByRole('button', { name: 'Lena', exact: true }).waitFor();
    await bench().shot('progress-restored');
  });

  it('starts the server that nothing else needs when the window is loaded again', async () => {
    removeAll(bench().workspace);
    await bench().reload();
    const page = await bench().panel('.message-box');
    await page.getByRole('heading', { name: 'There is no progress to show yet.' }).waitFor();
  });
});

/** Empty the workspace. */
function removeAll(workspace: string): void {
  for (const name of readdirSync(workspace)) {
    rmSync(path.join(workspace, name), { recursive: true });
  }
}

/** Write Moodle's worksheet for the two students of an exercise. */
function writeWorksheet(workspace: string): void {
  const head =
    'Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Grade can be changed",' +
    '"Last modified (submission)","Last modified (grade)","Feedback comments"';
  const row = (number: number, name: string): string =>
    `"Participant ${String(number)}",${name},,"Submitted for grading",,100.00,Yes,-,-,`;
  writeFileSync(path.join(workspace, WORKSHEET), `${[head, row(1, 'Lena'), row(2, 'Tomas')].join('\n')}\n`);
}
