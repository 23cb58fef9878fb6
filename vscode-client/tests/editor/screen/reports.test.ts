import * as assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { inWindow } from './workbench';

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
  it('is given back in the format and the mode that the person chooses', async () => {
    const question = (text: string): ReturnType<ReturnType<typeof bench>['page']['locator']> =>
      bench().page.locator('.quick-input-widget', { has: bench().page.getByPlaceholder(text) });
    await bench().command('Markscheme: Give Back');
    await question('What do your students get?').waitFor();
    await bench().shot('give-back');
    await bench().page.keyboard.press('Enter');
    await question('How much does it say?').waitFor();
    await bench().page.keyboard.press('Enter');
    await bench().notifications.filter({ hasText: 'The feedback was written: Lena.html.' }).waitFor();
    await bench().shot('give-back-written');
    const folder = path.join(bench().workspace, 'opinion', 'markscheme-reports', 'feedback');
    assert.match(readFileSync(path.join(folder, 'Lena.html'), 'utf8'), /Lena/);
  });
});
