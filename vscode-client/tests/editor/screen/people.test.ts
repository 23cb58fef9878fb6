import * as assert from 'node:assert/strict';

import { EIGHT, writeEight } from './school';
import { storyAlone } from './workbench';

storyAlone('A class of eight', { file: 'market/students/Ada.txt', prepare: writeEight }, async (bench, step) => {
  await step('it is marked', () => bench.marked());

  await step('has an assignment of own essays as one node, with its students by name', async () => {
    const window = bench;
    await window.showExercises();
    await window.unfold(/^Diary$/);
    await window.sideBar.locator('.monaco-list-row', { hasText: /Ben.*of \d+/ }).waitFor();
    const rows = await window.sideBar.locator('.monaco-list-row').allInnerTexts();
    assert.match(rows.join('\n'), /Diary\s*8 students/);
    assert.match(rows.join('\n'), /Hana\s*nothing to mark yet/);
    await window.shot('people-tree');
  });

  await step('is people over assignments, each with marks in both and together', async () => {
    await bench.command('Markscheme: Show the Class Overview');
    const overview = await bench.panel('table.students');
    const names = await overview.locator('table.students tbody th').allInnerTexts();
    // Hana has an essay without marks, which comes first.
    assert.equal(names[0], 'Hana');
    assert.deepEqual([...new Set(names)].sort(), EIGHT);
    const ada = overview.locator('table.students tbody tr', { hasText: 'Ada' });
    assert.equal(await ada.locator('td.score').count(), 3);
    assert.match(
      await overview.locator('.unmarked').innerText(),
      /Hana\s*Without marks\s*Diary: Hana has no revision yet/,
    );
    await bench.shot('people-class');
    bench.set({ 'workbench.colorTheme': 'Default Light Modern' });
    await bench.page.locator('.monaco-workbench.vs').waitFor();
    await bench.shot('people-class-light');
  });

  await step('shows the sentences behind a number with the keyboard, and opens one', async () => {
    const { page } = bench;
    const overview = await bench.panel('table.students');
    const number = overview.locator('table.types button', { hasText: /^Verbs$/ });
    await number.focus();
    await page.keyboard.press('Enter');
    await overview.locator('.sentences li').first().waitFor();
    await bench.shot('people-sentences-light');
    bench.set({ 'workbench.colorTheme': 'Default Dark Modern' });
    await page.locator('.monaco-workbench.vs-dark').waitFor();
    await bench.shot('people-sentences');
    const all = await overview.locator('.sentences li').count();
    assert.match(await overview.locator('h2').first().innerText(), new RegExp(`^Verbs · ${all} places$`));
    const first = overview.locator('.sentences li', { hasText: 'Ben' }).first();
    await first.locator('button').focus();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'Ben.txt' }).waitFor();
    await bench.shot('people-opened');
  });
});
