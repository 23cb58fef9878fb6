import * as assert from 'node:assert/strict';

import { eventually, inWindow } from './workbench';

inWindow('A letter without a reference on the screen', { file: 'excuse/excuse.hyp.enzo.txt' }, (bench) => {
  it('has its estimate in the status bar, and no action that needs a reference', async () => {
    const item = bench().statusItem.filter({ hasText: /0\.\d+ → 0\.\d+/ });
    await item.waitFor();
    assert.match((await item.getAttribute('aria-label')) ?? '', /without a reference/);
    assert.equal(await bench().page.locator('.editor-actions a[aria-label*="Plan"]').count(), 0);
    await bench().shot('estimate');
  });

  it('has its own line under an edit that lowers the estimate', async () => {
    await eventually(async () => {
      assert.deepEqual(await bench().frames(), ['dashed 2px rgb(95, 99, 104)']);
    });
  });
});
