import * as assert from 'node:assert/strict';

import { IN_FULL, story } from './workbench';

story('A calm text, and its source', { ...IN_FULL, file: 'class/students/Dario.txt' }, async (bench, step) => {
  await step('has one lens a line, short, with the name, the mark and what is to be checked', async () => {
    const lenses = await bench.editor.locator('.codelens-decoration').allInnerTexts();
    assert.match(lenses[0]!, /^Dario: \d+ to \d+ of \d+ points, \d+ answers? to decide · \d missed/);
    assert.ok(lenses.every((lens) => lens.length <= 80 && !lens.includes('|')));
    assert.equal(lenses.length, 2);
    await bench.shot('calm-student');
  });

  await step('has no links in its first words', async () => {
    assert.equal(await bench.editor.locator('.detected-link').count(), 0);
  });

  await step('shows the verdict and the teacher first, and the numbers behind “More…”', async () => {
    const { page } = bench;
    const { x, y, width, height } = await bench.wordBox('gone');
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    const card = page.locator('.monaco-hover:visible', { hasText: 'Ms Baker' });
    await card.waitFor();
    const text = await card.innerText();
    assert.match(text, /Different/);
    assert.doesNotMatch(text, /CLEME|R:VERB|credit|correction Ms Baker:/);
    await bench.shot('calm-hover');
    await card.locator('a', { hasText: 'More…' }).first().click();
    await bench.choices.filter({ hasText: 'Show the numbers for researchers' }).first().click();
    await bench.notifications.filter({ hasText: 'CLEME2.0' }).waitFor();
    await bench.shot('calm-numbers');
    await bench.command('Notifications: Clear All Notifications');
  });

  await step('offers decisions first', async () => {
    const { page } = bench;
    const { x, y, width, height } = await bench.wordBox('gone');
    await page.mouse.click(x + width / 2, y + height / 2);
    await bench.editor.locator('[class*="lightbulb"]').first().waitFor();
    await page.keyboard.press('Control+.');
    const menu = page.locator('.action-widget .monaco-list-row');
    await menu.filter({ hasText: /^Count as optional/ }).waitFor();
    await bench.shot('calm-actions');
    await page.keyboard.press('Escape');
  });

  await step('fills no list of problems when the whole workspace is marked', async () => {
    const { page } = bench;
    await bench.command('Markscheme: Mark the Whole Workspace');
    await bench.notifications
      .filter({ hasText: /texts are marked\. Students' texts have \d+ places to check/ })
      .waitFor();
    await page.keyboard.press('Control+Shift+m');
    const panel = page.locator('.markers-panel');
    await panel.locator('.monaco-list-row', { hasText: 'Dario.txt' }).waitFor();
    assert.equal(await panel.locator('.monaco-list-row', { hasText: '.hyp.' }).count(), 0);
    await bench.shot('calm-problems');
  });

  await step('the source is opened', async () => {
    await bench.openFile('original.txt', 'class');
    await bench.marked();
  });

  await step('the source says how much there is to correct', async () => {
    const lens = bench.editor.locator('.codelens-decoration', { hasText: /8 students/ });
    await lens.waitFor();
    assert.equal(await lens.innerText(), 'Text to correct: 9 places · 8 students');
  });

  await step('has in the status bar what there is to correct, and no mark', async () => {
    await bench.statusItem.filter({ hasText: /9 to correct\s+8/ }).waitFor();
    const label = await bench.statusItem.locator('a').getAttribute('aria-label');
    assert.equal(label, 'Markscheme: Original text: 9 to correct, 8 students');
  });

  await step('shows at each place who did what, and no more', async () => {
    const { page } = bench;
    const { x, y, width, height } = await bench.wordBox('go');
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    const card = page.locator('.monaco-hover:visible', { hasText: 'wrote “gone”: Ben, Dario, Mei Lin' });
    await card.waitFor();
    assert.match(
      await card.innerText(),
      /go → went \(tense\)\. 3 correct, 3 wrote “gone”, 1 wrote “was going”, 1 left it/,
    );
    await bench.shot('calm-source');
    await card.getByText('Fatma').click();
    await page.locator('.tab.active', { hasText: 'Fatma.txt' }).waitFor();
  });
});
