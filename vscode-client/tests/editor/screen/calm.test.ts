import * as assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { inWindow } from './workbench';

const SOURCE = [
  'Last summer I go to Lisbon with my two sister.',
  "The weather were very hot and we can't to sleep at night.",
  'Every morning we buyed fresh bread in a small bakery.',
  'My sisters enjoyed to walk along the river. In the evening we have listened some music.',
];
const TEACHER = [
  'Last summer I went to Lisbon with my two sisters.',
  "The weather was very hot and we couldn't sleep at night.",
  'Every morning we bought fresh bread in a small bakery.',
  'My sisters enjoyed walking along the river. In the evening we listened to some music.',
];
const STUDENTS: Readonly<Record<string, readonly string[]>> = {
  Aylin: TEACHER,
  Ben: [SOURCE[0]!.replace('go', 'gone'), TEACHER[1]!, SOURCE[2]!, SOURCE[3]!],
  Chloe: [TEACHER[0]!, SOURCE[1]!, SOURCE[2]!.replace('buyed', 'have bought'), TEACHER[3]!],
  Dario: [SOURCE[0]!.replace('go', 'gone'), SOURCE[1]!.replace("can't to", "can't"), TEACHER[2]!, SOURCE[3]!],
  Emeka: [TEACHER[0]!.replace('two', 'three'), TEACHER[1]!, TEACHER[2]!, TEACHER[3]!],
  Fatma: [SOURCE[0]!.replace('go', 'was going'), SOURCE[1]!, SOURCE[2]!, SOURCE[3]!.replace('to walk', 'walk')],
  Goran: SOURCE,
  mei_lin: [SOURCE[0]!.replace('go', 'gone'), SOURCE[1]!, TEACHER[2]!, SOURCE[3]!.replace('have listened', 'listened')],
};

/** Write a class of eight beside the examples. */
function writeClass(workspace: string): void {
  const write = (name: string, lines: readonly string[]): void => {
    const file = path.join(workspace, 'class', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  };
  write('original.txt', SOURCE);
  write('correction Ms Baker.txt', TEACHER);
  Object.entries(STUDENTS).forEach(([name, lines]) => {
    write(`students/${name}.txt`, lines);
  });
  write('markscheme.toml', [
    '[[exercise]]',
    'source = "original.txt"',
    'references = ["correction *.txt"]',
    'hypotheses = ["students/*.txt"]',
  ]);
}

inWindow('A calm text', { file: 'class/students/Dario.txt', prepare: writeClass }, (bench) => {
  it('has one lens a line, short, with the name, the mark and what is to be checked', async () => {
    const lenses = await bench().editor.locator('.codelens-decoration').allInnerTexts();
    assert.match(lenses[0]!, /^Dario: \d+ of \d+ points · 1 different · \d missed/);
    assert.ok(lenses.every((lens) => lens.length <= 80 && !lens.includes('|')));
    assert.equal(lenses.length, 2);
    await bench().shot('calm-student');
  });

  it('has no links in its first words', async () => {
    assert.equal(await bench().editor.locator('.detected-link').count(), 0);
  });

  it('shows the verdict and the teacher first, and the numbers by a link', async () => {
    const { page } = bench();
    const { x, y, width, height } = await bench().wordBox('gone');
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    const card = page.locator('.monaco-hover:visible', { hasText: 'Ms Baker' });
    await card.waitFor();
    const text = await card.innerText();
    assert.match(text, /Different/);
    assert.doesNotMatch(text, /CLEME|R:VERB|credit|correction Ms Baker:/);
    await bench().shot('calm-hover');
    await card.getByText('Show the numbers for researchers').click();
    await bench().notifications.filter({ hasText: 'CLEME2.0' }).waitFor();
    await bench().shot('calm-numbers');
    await bench().command('Notifications: Clear All Notifications');
  });

  it('offers corrections by the names of people', async () => {
    const { page } = bench();
    const { x, y, width, height } = await bench().wordBox('gone');
    await page.mouse.click(x + width / 2, y + height / 2);
    await bench().editor.locator('[class*="lightbulb"]').first().waitFor();
    await page.keyboard.press('Control+.');
    const menu = page.locator('.action-widget .monaco-list-row');
    await menu.filter({ hasText: /^Use “went” \(Ms Baker\)/ }).waitFor();
    await bench().shot('calm-actions');
    await page.keyboard.press('Escape');
  });

  it('fills no list of problems when the whole workspace is marked', async () => {
    const { page } = bench();
    await bench().command('Markscheme: Mark the Whole Workspace');
    await bench()
      .notifications.filter({ hasText: /texts are marked\. Students' texts have \d+ places to check/ })
      .waitFor({ timeout: 120_000 });
    await page.keyboard.press('Control+Shift+m');
    const panel = page.locator('.markers-panel');
    await panel.locator('.monaco-list-row', { hasText: 'Dario.txt' }).waitFor();
    assert.equal(await panel.locator('.monaco-list-row', { hasText: '.hyp.' }).count(), 0);
    await bench().shot('calm-problems');
  });
});

inWindow('A calm source', { file: 'class/original.txt', prepare: writeClass }, (bench) => {
  it('says how much there is to correct', async () => {
    const lens = bench().editor.locator('.codelens-decoration', { hasText: /8 students/ });
    await lens.waitFor();
    assert.equal(await lens.innerText(), 'Text to correct: 9 places · 8 students');
  });

  it('has in the status bar what there is to correct, and no mark', async () => {
    await bench()
      .statusItem.filter({ hasText: /9 to correct\s+8/ })
      .waitFor();
    const label = await bench().statusItem.locator('a').getAttribute('aria-label');
    assert.equal(label, 'Markscheme: Original text: 9 to correct, 8 students');
  });

  it('shows at each place who did what, and no more', async () => {
    const { page } = bench();
    const { x, y, width, height } = await bench().wordBox('go');
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    const card = page.locator('.monaco-hover:visible', { hasText: 'wrote “gone”: Ben, Dario, Mei Lin' });
    await card.waitFor();
    assert.match(
      await card.innerText(),
      /go → went \(tense\)\. 3 correct, 3 wrote “gone”, 1 wrote “was going”, 1 left it/,
    );
    await bench().shot('calm-source');
    await card.getByText('Fatma').click();
    await page.locator('.tab.active', { hasText: 'Fatma.txt' }).waitFor();
  });
});
