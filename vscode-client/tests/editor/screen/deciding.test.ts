import * as assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { until } from '../../waiting';
import { eventually, story } from './workbench';

const STUDENT = 'class/students/Dario.txt';

story('Deciding by letters in the text', { file: STUDENT }, async (bench, step) => {
  const { page } = bench;
  const read = (name: string): string => readFileSync(path.join(bench.workspace, 'class', name), 'utf8');
  const before = read('students/Dario.txt');
  const mode = page.locator('.statusbar-item[id*="markscheme.deciding"]');
  const tab = page.locator('.tab.active');
  const decisions = (): string =>
    ['accepted.m2', 'decisions.m2']
      .filter((name) => existsSync(path.join(bench.workspace, 'class', name)))
      .map(read)
      .join('');

  await step('no key of the light bulb changes the text, wherever the cursor is', async () => {
    await bench.editor.locator('.view-line').first().click();
    for (const word of ['gone', 'sister', 'sleep', 'bought', 'walk']) {
      const { x, y, width, height } = await bench.wordBox(word);
      await page.mouse.click(x + width / 2, y + height / 2);
      // VS Code drops an answer that takes longer than half a second, as on a busy machine; each of these words has some.
      await until(`the light bulb at ${word}`, async () => {
        await page.keyboard.press('Control+.');
        await page.waitForTimeout(1000);
        return page.locator('.action-widget .monaco-list-row').first().isVisible();
      });
      await bench.shot(`deciding-light-bulb-${word}`);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(500);
      await page.keyboard.press('Escape');
    }
    assert.equal(await page.locator('.tab.active.dirty').count(), 0);
    assert.equal(read('students/Dario.txt'), before);
  });

  await step('the mode begins at an open place, and the status bar shows it', async () => {
    await bench.editor.locator('.view-line').first().click();
    await page.keyboard.press('Control+F7');
    await mode.waitFor();
    await page.locator('.monaco-hover:visible').first().waitFor();
    await bench.shot('deciding');
  });

  await step('a letter decides, and the next open place comes by itself, in the next text at last', async () => {
    const done = new Set<string>();
    for (const key of ['w', 'o', 'w', 'w']) {
      const saved = decisions();
      await page.keyboard.press(key);
      await until('the decision to be saved', () => Promise.resolve(decisions() !== saved));
      done.add(decisions());
    }
    assert.equal(done.size, 4);
    assert.ok(await mode.isVisible(), 'the mode is shown beside what the decision did');
    await bench.shot('deciding-later');
  });

  await step('N and Shift+N go from one open place to another', async () => {
    await page.waitForTimeout(3000); // The last decision goes on to a place that nothing on the screen announces.
    const name = await tab.innerText();
    await page.keyboard.press('Shift+N');
    await page.keyboard.press('n');
    await eventually(async () => {
      assert.equal(await tab.innerText(), name);
    });
  });

  await step('no letter is typed', async () => {
    await page.keyboard.type('xyz');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    assert.equal(await page.locator('.tab.dirty').count(), 0);
  });

  await step('Escape ends it, and letters are typed again', async () => {
    await page.keyboard.press('Escape');
    await mode.waitFor({ state: 'hidden' });
    await page.keyboard.type('z');
    await page.locator('.tab.active.dirty').waitFor();
    await page.keyboard.press('Control+z');
    assert.equal(read('students/Dario.txt'), before);
  });
});
