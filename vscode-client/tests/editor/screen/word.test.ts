import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame } from 'playwright-core';

import { NOTES } from './school';
import { story } from './workbench';

const TOM = 'diary/diary.hyp.tom.docx';

story('Word documents', { file: 'letter/letter.hyp.jonas.txt' }, async (bench, step) => {
  const digest = (): string =>
    createHash('sha256')
      .update(readFileSync(path.join(bench.workspace, TOM)))
      .digest('hex');
  const word = (): Promise<Frame> => bench.panel('.sheet .place');
  let before = '';

  await step('open as marked pages', async () => {
    before = digest();
    await bench.openFile('diary.hyp.tom.docx');
    const page = await word();
    await page
      .locator('.lenses', { hasText: /\d+ of \d+ points/ })
      .first()
      .waitFor();
    assert.match(await page.locator('header').innerText(), /diary\.hyp\.tom\.docx[^]*Tom · diary/);
    assert.ok((await page.locator('.place').count()) > 30);
    await bench.statusItem.filter({ hasText: /23 to 27 of 36, 4 to decide/ }).waitFor();
    await bench.shot('word');
  });

  await step('show the card of a place, and go from finding to finding with the keyboard', async () => {
    const page = await word();
    await page.locator('.place', { hasText: 'large' }).first().hover();
    const card = page.getByRole('dialog');
    await card.getByText('big → large').first().waitFor();
    await bench.shot('word-card');
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.locator('.place', { hasText: 'large' }).first().focus();
    await bench.page.keyboard.press('Control+F8');
    await page.waitForFunction(() => document.activeElement?.textContent.startsWith('a ('));
    await bench.page.keyboard.press('Control+Shift+F8');
    await page.waitForFunction(() => document.activeElement?.textContent.startsWith('large ('));
    assert.match(await focused(), /large \(Not needed/);
  });

  await step('keep what is decided there beside the references, and leave the file as it is', async () => {
    const page = await word();
    const place = page.locator('.place', { hasText: 'large' }).first();
    await place.focus();
    const choices = page.getByRole('dialog').getByRole('list', { name: 'What to do' });
    await choices.getByRole('button', { name: 'Correct' }).waitFor();
    assert.match((await choices.getByRole('button').allInnerTexts()).join(), /^Correct,Partly,.*,More…$/);
    await bench.page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Correct');
    await bench.page.keyboard.press('Enter');
    await page
      .locator('.place', { hasText: /large \(Correct/ })
      .first()
      .waitFor();
    await bench.statusItem.filter({ hasText: /24 to 27 of 3[67], 3 to decide/ }).waitFor();
    assert.match(readFileSync(path.join(bench.workspace, 'diary/accepted.m2'), 'utf8'), /large/);
    assert.equal(digest(), before);
    await bench.shot('word-decided');
  });

  await step('take it back with one press, as the status bar offers', async () => {
    await bench.page.locator('.statusbar-item', { hasText: 'Correct now' }).waitFor();
    await bench.page.locator('.statusbar-item', { hasText: 'Undo' }).click();
    await bench.page.locator('.statusbar-item', { hasText: 'Taken back' }).waitFor();
    await (
      await word()
    )
      .locator('.place', { hasText: /large \(Not needed/ })
      .first()
      .waitFor();
    await bench.statusItem.filter({ hasText: /23 to 27 of 36, 4 to decide/ }).waitFor();
  });

  await step('open as texts in which everything is as in other texts', async () => {
    await bench.command('Markscheme: Open as Marked Text in an Editor');
    await bench.page.locator('.tab.active', { hasText: 'diary.hyp.tom.docx.txt' }).waitFor();
    await bench.marked();
    await bench.page.locator('[class*="TextEditorDecorationType"]').first().waitFor();
    assert.ok((await bench.frames()).length > 2);
    await bench.shot('word-text');
  });

  await step('are opened by the tree of exercises, at the finding', async () => {
    await bench.showExercises();
    for (const label of [/^diary$/, /^tom$/i]) {
      await bench.unfold(label);
    }
    await bench.unfold(/carrying a very/);
    await bench.openRow('big → large', bench.page.locator('.tab.active', { hasText: /tom\.docx$/ }));
    const page = await word();
    await page.waitForFunction(() =>
      document.querySelector('.place.current, .place:focus')?.textContent.startsWith('large'),
    );
    await bench.shot('word-tree');
  });

  await step('of no exercise are shown with a calm word', async () => {
    await bench.openFile(NOTES);
    await bench.command('Markscheme: Open Marked Text');
    const page = await bench.panel('.remarks p');
    assert.equal(await page.locator('.remarks p').innerText(), 'This document is not part of an exercise yet.');
    assert.equal(await page.locator('.sheet p').innerText(), 'We need milk and two lemons.');
    await bench.shot('word-stranger');
  });

  await step('request nothing outside this machine', () => {
    assert.deepEqual(bench.foreign, []);
    assert.ok(existsSync(path.join(bench.workspace, TOM)));
  });
});
