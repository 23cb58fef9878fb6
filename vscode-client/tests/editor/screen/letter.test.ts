import * as assert from 'node:assert/strict';

import { inWindow } from './workbench';

inWindow('A letter on the screen', 'letter/letter.hyp.jonas.txt', {}, (bench) => {
  it('x', async () => {
    await bench()
      .statusItem.filter({ hasText: /0\.\d{3}/ })
      .waitFor();
    await bench().shot('letter');
    const { page } = bench();
    console.log(
      await page.evaluate(() =>
        [...document.querySelectorAll('.monaco-editor [class*="TextEditorDecoration"], .monaco-editor [class*="ced-"]')]
          .slice(0, 20)
          .map((e) => {
            const s = getComputedStyle(e);
            return [
              e.className,
              s.borderTopStyle,
              s.borderTopColor,
              s.borderTopWidth,
              s.backgroundColor,
              e.textContent?.slice(0, 20),
            ].join('; ');
          })
          .join('\n'),
      ),
    );
    await page.locator('.activitybar a[aria-label^="Markscheme"]').click();
    await bench().row('letter').waitFor();
    await bench().shot('tree');
    console.log(await bench().sideBar.innerText());
  });

  it('asks for nothing outside this machine', () => {
    assert.deepEqual(bench().foreign, []);
  });
});
