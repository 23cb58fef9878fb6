import * as assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { until } from '../../waiting';
import { IN_FULL, story } from './workbench';

story('Questions at the cursor', { ...IN_FULL, file: 'annotation/learners.txt' }, async (bench, step) => {
  /** Return the text of the files of decisions. */
  const decisions = (): string => {
    const folder = path.join(bench.workspace, 'annotation');
    const names = readdirSync(folder).filter((name) => /^(accepted|decisions|questions)\.m2$/.test(name));
    return names.map((name) => `${name}\n${readFileSync(path.join(folder, name), 'utf8')}`).join('\n');
  };
  const run = (title: string): Promise<void> => bench.command(`Markscheme: ${title}`);
  const position = (): Promise<string> => bench.page.locator('[id="status.editor.selection"]').innerText();

  /** Go from the text's first place to the next open question, and wait for it: the editor takes the keyboard there. */
  async function goToQuestion(): Promise<string> {
    await bench.editor.locator('.view-line').first().click();
    await bench.page.keyboard.press('Control+Home');
    await until('the cursor at the start', async () => (await position()) === 'Ln 1, Col 1');
    await run('Go to the Next Open Question');
    await until('the cursor at a question', async () => (await position()) !== 'Ln 1, Col 1');
    return await position();
  }

  for (const [answer, title, words] of [
    ['accepted', 'Accept the Correction in Question', 'Accepted.'],
    ['rejected', 'Reject the Correction in Question', 'Rejected.'],
    ['made optional', 'Make the Correction in Question Optional', 'Optional.'],
    ['skipped', 'Skip the Question', 'Skipped.'],
  ] as const) {
    await step(`are ${answer}, and that is taken back`, async () => {
      const before = decisions();
      await goToQuestion();
      await run(title);
      await bench.page.locator('.statusbar', { hasText: words }).waitFor();
      await until('the answer in the files', () => decisions() !== before);
      await bench.shot(`question-${answer.replace(' ', '-')}`);
      await run('Take Back the Last Answer to a Question');
      await until('the files as they were', () => decisions() === before);
    });
  }

  await step('are left to the adjudicator with a note, and the next one comes', async () => {
    const first = await goToQuestion();
    await run('Note to the Adjudicator about the Question');
    const input = bench.page.locator('.quick-input-widget input');
    await bench.page.locator('.quick-input-widget', { hasText: 'Note to the Adjudicator' }).waitFor();
    await input.fill('ask the author');
    await bench.page.keyboard.press('Enter');
    await until('the note in the file', () => decisions().includes('ask the author'));
    await run('Go to the Next Open Question');
    await until('the cursor at another question', async () => (await position()) !== first);
    assert.deepEqual(bench.foreign, []);
  });
});
