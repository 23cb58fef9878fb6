import * as assert from 'node:assert/strict';

import { accessible } from './accessibility';
import { storyAlone } from './workbench';

const THEMES = { 'Default Dark Modern': 'vs-dark', 'Default High Contrast': 'hc-black' } as const;

storyAlone('The panels', { file: 'letter/letter.hyp.jonas.txt' }, async (bench, step) => {
  await step('the letter is marked', () => bench.marked());

  await step('show the transport plan of the sentence at the cursor', async () => {
    const { page } = bench;
    const { x, y, width, height } = await bench.wordBox('specially');
    await page.mouse.click(x + width / 2, y + height / 2);
    await bench.command('Markscheme: Show the Transport Plan of This Sentence');
    const plan = await bench.panel('table[role="grid"]');
    // The exercise's name comes from the server after the plan.
    await plan.getByText('letter · Sentence 2').waitFor();
    assert.match(await plan.locator('main').innerText(), /jonas[^]*letter · Sentence 2[^]*know → hear/);
    await bench.shot('plan');
  });

  await step('describe each cell of the plan that arrow keys move to', async () => {
    const { page } = bench;
    const plan = await bench.panel('table[role="grid"]');
    await plan.locator('td.flow').first().focus();
    const status = plan.locator('[role="status"]');
    const words = await status.innerText();
    assert.ok(words.length > 10);
    await page.keyboard.press('ArrowRight');
    await plan.waitForFunction((old) => document.querySelector('[role="status"]')?.textContent !== old, words);
  });

  await step('show the plan of another sentence when the cursor goes there', async () => {
    const { page } = bench;
    const plan = await bench.panel('table[role="grid"]');
    const old = await plan.locator('main header').innerText();
    const { x, y } = await bench.wordBox('During');
    await page.mouse.click(x + 5, y + 5);
    await plan.waitForFunction((text) => document.querySelector<HTMLElement>('main header')?.innerText !== text, old);
  });

  await step('show the class, and open a student’s document', async () => {
    await bench.command('Markscheme: Show the Class Overview');
    const overview = await bench.panel('table.students');
    await overview.locator('select').selectOption({ label: 'letter' });
    await overview.locator('table.students', { hasText: 'Amira' }).waitFor();
    await bench.shot('overview');
    await overview.locator('table.students button', { hasText: /^Amira$/ }).click();
    await bench.page.locator('.tab.active', { hasText: 'letter.hyp.amira.txt' }).waitFor();
  });

  for (const [theme, kind] of Object.entries(THEMES)) {
    await step(`can be read in ${theme}`, async () => {
      bench.set({ 'workbench.colorTheme': theme });
      await bench.page.locator(`.monaco-workbench.${kind}`).waitFor();
      for (const [content, name] of [
        ['table[role="grid"]', 'plan'],
        ['table.students', 'overview'],
      ] as const) {
        await bench.page.locator('.tab', { hasText: TABS[name] }).click();
        await accessible(await bench.panel(content));
        await bench.shot(`${name}-${kind}`);
      }
    });
  }

  await step('request nothing outside this machine', () => {
    assert.deepEqual(bench.foreign, []);
  });
});

const TABS = { plan: /plan/i, overview: /overview|class/i };
