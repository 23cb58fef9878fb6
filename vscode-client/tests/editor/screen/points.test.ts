import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { story } from './workbench';

story('Comments and points at a place', { file: 'music/students/Mei.txt' }, async (bench, step) => {
  const input = () => bench.page.locator('.quick-input-widget input[type="text"]');
  const title = () => bench.page.locator('.quick-input-title');
  const file = () => readFileSync(path.join(bench.workspace, 'music', 'teacher-comments.toml'), 'utf8');

  await step('change the mark, with the name that the teacher is asked for once', async () => {
    const { page, statusItem } = bench;
    await statusItem.filter({ hasText: '7 of 10' }).waitFor();
    await bench.command('Markscheme: Go to Next Finding');
    await bench.command('Markscheme: Points…');
    await title().filter({ hasText: 'Points: left “many”' }).waitFor();
    await bench.shot('points-box');
    await input().fill('two');
    await page.locator('.quick-input-message', { hasText: 'Write a number' }).waitFor();
    await input().fill('-0.5');
    await page.keyboard.press('Enter');
    await title().filter({ hasText: 'Your name' }).waitFor();
    await input().fill('Ms Baker');
    await page.keyboard.press('Enter');
    await statusItem.filter({ hasText: '7.5 of 10' }).waitFor();
    assert.match(file(), /points = -0.5\n(.*\n)*by = "Ms Baker"/);
  });

  await step('are chosen from the bank or written, and shown on the card', async () => {
    const { page, editor, choices } = bench;
    await bench.command('Markscheme: Comment…');
    await title().filter({ hasText: 'Comment: left “many”' }).waitFor();
    await choices.filter({ hasText: 'look again' }).first().waitFor();
    await bench.shot('comment-list');
    await input().fill('With music we say much, {student}.');
    await choices.filter({ hasText: 'With music we say much' }).first().waitFor();
    await page.keyboard.press('Enter');
    await input().waitFor({ state: 'hidden' });
    await editor.click();
    const card = page.locator('.monaco-hover', { hasText: 'With music we say much, Mei.' });
    await bench.pointAt('many', card.first());
    await bench.shot('comment-card');
    await card.locator('a', { hasText: 'More…' }).first().click();
    await choices.filter({ hasText: 'Points…' }).first().waitFor();
    await page.keyboard.press('Escape');
  });

  await step('of the whole text stand in the tree and in the sum on the status bar', async () => {
    const { page, statusItem } = bench;
    await bench.command('Markscheme: Points for the Whole Text…');
    await title().filter({ hasText: 'Points for the whole text' }).waitFor();
    await input().fill('Content: +1');
    await page.keyboard.press('Enter');
    await statusItem.filter({ hasText: '8.5 of 10' }).waitFor();
    await bench.showExercises();
    await bench.unfold(/^Music$/);
    await bench.sideBar.locator('.monaco-list-row', { hasText: /Mei.*8\.5/ }).waitFor();
    await statusItem.hover();
    const sum = page.locator('.monaco-hover', { hasText: 'Content (points by Ms Baker)' });
    await sum.first().waitFor();
    await bench.shot('points-sum');
  });
});
