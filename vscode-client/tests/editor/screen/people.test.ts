import * as assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { inWindow } from './workbench';

const SENTENCES = [
  ['Yesterday I go to the market with my aunt.', 'Yesterday I went to the market with my aunt.'],
  ['She buy a apple and three pear for us.', 'She bought an apple and three pears for us.'],
  ['Then we was sitting in park near the river.', 'Then we sat in the park near the river.'],
  ['I am agree that it was very nice day.', 'I agree that it was a very nice day.'],
] as const;
const OTHER_WAYS = [
  'Yesterday I have gone to the market with my aunt.',
  'She buys an apple and three pears for us.',
  'Then we were sitting in a park near to the river.',
  'I am agreeing that it was the very nice day.',
];
const STUDENTS = ['Ada', 'Ben', 'Chloé', 'Dario', 'Emre', 'Femi', 'Greta', 'Hana'];
const CONFIGURATION = `
[[exercise]]
name = "Market"
source = "market/original.txt"
references = ["market/correction {teacher}.txt"]
hypotheses = ["market/students/{student}.txt"]

[[exercise]]
name = "Diary"
source = "diary/drafts/{student}.txt"
references = ["diary/corrected/{teacher}/{student}.txt"]
hypotheses = ["diary/revisions/{student}.txt"]

[groups]
"Articles" = ["DET"]
"Verbs" = ["VERB", "VERB:TENSE", "VERB:FORM", "VERB:SVA"]
`;

function lines(texts: readonly (string | undefined)[]): string {
  return `${texts.join('\n')}\n`;
}

/** Return a student's revision: each sentence as the teacher has it, otherwise corrected, or left as it is. */
function revision(number: number): string {
  return lines(
    SENTENCES.map(([learner, teacher], index) => {
      const versions = [teacher, OTHER_WAYS[index], learner];
      return versions[(number + index * (number + 1)) % versions.length];
    }),
  );
}

/** Put a class of eight with two assignments in the place of the examples; Hana has no revision of her diary yet. */
function writeClass(workspace: string): void {
  for (const name of readdirSync(workspace)) {
    rmSync(path.join(workspace, name), { recursive: true });
  }
  const draft = lines(SENTENCES.map(([learner]) => learner));
  const corrected = lines(SENTENCES.map(([, teacher]) => teacher));
  const write = (name: string, text: string): void => {
    const file = path.join(workspace, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write('markscheme.toml', CONFIGURATION);
  write('market/original.txt', draft);
  write('market/correction Ms Baker.txt', corrected);
  STUDENTS.forEach((student, number) => {
    write(`market/students/${student}.txt`, revision(number));
    write(`diary/drafts/${student}.txt`, draft);
    write(`diary/corrected/Mr Cruz/${student}.txt`, corrected);
    if (student !== 'Hana') {
      write(`diary/revisions/${student}.txt`, revision(number + 1));
    }
  });
}

inWindow('A class of eight', { file: 'market/students/Ada.txt', prepare: writeClass }, (bench) => {
  it('has an assignment of own essays as one node, with its students by name', async () => {
    const window = bench();
    await window.page.locator('.activitybar a[aria-label^="Markscheme"]').click();
    await window.unfold(/^Diary$/);
    await window.sideBar.locator('.monaco-list-row', { hasText: /Ben.*of \d+ · / }).waitFor();
    const rows = await window.sideBar.locator('.monaco-list-row').allInnerTexts();
    assert.match(rows.join('\n'), /Diary\s*8 students, 1 reference/);
    assert.match(rows.join('\n'), /Hana\s*nothing to mark yet/);
    await window.shot('people-tree');
  });

  it('is people over assignments, each with marks in both and together', async () => {
    await bench().command('Markscheme: Show the Class Overview');
    const overview = await bench().panel('table.students');
    const names = await overview.locator('table.students tbody th').allInnerTexts();
    assert.deepEqual(names, STUDENTS);
    const ada = overview.locator('table.students tbody tr').first();
    assert.equal(await ada.locator('td.score').count(), 3);
    assert.match(await overview.locator('.unmarked').innerText(), /Hana\s*Diary\s*Hana has no revision yet/);
    await bench().shot('people-class');
    bench().set({ 'workbench.colorTheme': 'Default Light Modern' });
    await bench().page.locator('.monaco-workbench.vs').waitFor();
    await bench().shot('people-class-light');
  });

  it('shows the sentences behind a number with the keyboard, and opens one', async () => {
    const { page } = bench();
    const overview = await bench().panel('table.students');
    const number = overview.locator('table.types button', { hasText: /^Verbs$/ });
    await number.focus();
    await page.keyboard.press('Enter');
    await overview.locator('.sentences li').first().waitFor();
    await bench().shot('people-sentences-light');
    bench().set({ 'workbench.colorTheme': 'Default Dark Modern' });
    await page.locator('.monaco-workbench.vs-dark').waitFor();
    await bench().shot('people-sentences');
    const all = await overview.locator('.sentences li').count();
    assert.match(await overview.locator('h2').first().innerText(), new RegExp(`^Verbs · ${all} places$`));
    const first = overview.locator('.sentences li', { hasText: 'Ben' }).first();
    await first.locator('button').focus();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'Ben.txt' }).waitFor();
    await bench().shot('people-opened');
  });
});
