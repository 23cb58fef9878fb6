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
    assert.match(report, /^Written by Markscheme\. This file is never marked\.\n\nlena\.txt {2}\(opinion, /);
    await bench().shot('report');
  });

  function dialog(): ReturnType<ReturnType<typeof bench>['page']['locator']> {
    return bench().page.locator('.quick-input-widget', { hasText: 'Save a report' });
  }
});
