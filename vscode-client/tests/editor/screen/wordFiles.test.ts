import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame } from 'playwright-core';

import { TEA, TEA_LINES } from './school';
import { compoundFile, wordDocument } from './wordDocuments';
import { IN_FULL, story, type Workbench } from './workbench';

const SHOWN = { settings: { 'markscheme.problemsIn': 'workspace' }, ...IN_FULL };

const BROKEN = [
  ['no archive.docx', 'He go home.', /not a Word document/],
  ['nothing.docx', '', /empty/],
  ['locked.docx', compoundFile('EncryptedPackage'), /password/],
] as const;

story('Documents of word processors', { ...SHOWN, file: 'letter/letter.hyp.jonas.txt' }, async (bench, step) => {
  const file = (name: string): string => path.join(bench.workspace, TEA, name);
  const textOf = async (page: Frame): Promise<string[]> =>
    page.locator('.sheet p').evaluateAll((lines) =>
      lines.map((line) => {
        const copy = line.cloneNode(true) as HTMLElement;
        copy.querySelectorAll('.visually-hidden, .hint').forEach((node) => {
          node.remove();
        });
        return copy.textContent;
      }),
    );
  const hints = async (page: Frame): Promise<string[]> => page.locator('.hint').allInnerTexts();

  await step('of several teachers have a choice of whose text is shown', async () => {
    await bench.openFile('both.docx');
    const page = await bench.panel('select');
    await page.locator('.place').first().waitFor();
    await bench.shot('word2-authors');
    const choice = page.getByRole('combobox', { name: 'Text' });
    assert.deepEqual(await choice.locator('option').allInnerTexts(), [
      'The text before corrections',
      'Teacher’s correction: Ann',
      'Teacher’s correction: Ben',
    ]);
    await choice.selectOption('Teacher’s correction: Ben');
    await page.getByText('Yesterday he walked').waitFor();
    await bench.shot('word2-author-chosen');
    assert.equal(await choice.locator('option:checked').innerText(), 'Teacher’s correction: Ben');
    await close(bench);
  });

  await step('show the hints of text editors', async () => {
    await bench.openFile('mei.docx');
    const page = await bench.panel('.sheet .hint');
    assert.deepEqual(await hints(page), ['→ went', '→ likes']);
    await bench.shot('word2-hints');
  });

  await step('follow their file: changed, deleted, and there again', async () => {
    const page = await bench.panel('.sheet .place');
    writeFileSync(file('students/mei.docx'), wordDocument(['Yesterday he went to school.'], [TEA_LINES[1]]));
    await page.locator('.place', { hasText: /^went \(Correct/ }).waitFor();
    await page.getByText('→ went').waitFor({ state: 'detached' });
    assert.deepEqual(await hints(page), ['→ likes']);
    await bench.shot('word2-changed');
    rmSync(file('students/mei.docx'));
    await page.locator('.message-box').waitFor();
    await bench.shot('word2-deleted');
    const message = await page.locator('.message-box').innerText();
    assert.match(message, /This document can’t be shown[^]*does not exist/);
    writeFileSync(file('students/mei.docx'), wordDocument(['Yesterday he walked to school.'], [TEA_LINES[1]]));
    await page.locator('.place', { hasText: /^walked \(Different/ }).waitFor();
    await bench.shot('word2-again');
    await close(bench);
  });

  for (const [name, content, reason] of BROKEN) {
    await step(`say what is wrong with ${name}`, async () => {
      writeFileSync(file(`students/${name}`), content);
      await bench.openFile(name);
      const page = await bench.panel('.message-box');
      await bench.shot(`word2-broken-${name.split('.')[0]!.replace(' ', '-')}`);
      assert.match(await page.locator('.message-box').innerText(), reason);
      await close(bench);
      rmSync(file(`students/${name}`));
    });
  }

  await step('are marked as OpenDocument texts and as RTF', async () => {
    await bench.openFile('oskar.odt');
    const page = await bench.panel('.sheet .hint');
    assert.deepEqual(await textOf(page), ['Yesterday he went to school.', TEA_LINES[1]]);
    await bench.shot('word2-odt');
    await close(bench);
    await bench.openFile('rita.rtf');
    await bench.command('Markscheme: Open Marked Text');
    const rich = await bench.panel('.sheet .hint');
    assert.deepEqual(await hints(rich), ['→ went']);
    await bench.shot('word2-rtf');
    await close(bench);
  });

  await step('are in Problems under their own names, and an entry opens the page', async () => {
    await bench.command('Markscheme: Mark the Whole Workspace');
    await bench.notifications.filter({ hasText: /texts are marked/ }).waitFor();
    const problems = bench.page.locator('.markers-panel');
    const row = (name: string) => problems.locator('.monaco-list-row', { hasText: name });
    await bench.showProblems('**/tea/students/mei*', row('mei.docx').first());
    await bench.shot('word2-problems');
    assert.equal(await row('mei.docx.txt').count(), 0);
    await row('walked').first().dblclick();
    const page = await bench.panel('.sheet .place');
    assert.deepEqual((await textOf(page)).slice(0, 1), ['Yesterday he walked to school.']);
    await bench.shot('word2-problem-opened');
    rmSync(file('students/mei.docx'));
    await row('mei.docx').first().waitFor({ state: 'detached' });
  });
});

/** Close the editor in front. */
async function close(bench: Workbench): Promise<void> {
  await bench.command('View: Close Editor');
}
