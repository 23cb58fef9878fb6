import * as assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { until } from '../../waiting';
import { theStage } from '../stage';
import { story, type Workbench } from './workbench';

/** Number of findings that are read. */
const READ = 5;

const JONAS = { file: 'letter/letter.hyp.jonas.txt' };

story(
  'A letter with a screen reader',
  { ...JONAS, settings: { 'editor.accessibilitySupport': 'on', 'markscheme.problems': 'none' } },
  async (bench, step) => {
    /** The lines of each finding, as they were read. */
    const read: (readonly string[])[] = [];

    await step('is read finding by finding with one key', async () => {
      const { page } = bench;
      const text: string[] = [];
      const { x, y } = await bench.wordBox('Dear');
      await page.mouse.click(x + 3, y + 5);
      for (let index = 0; index < READ; index += 1) {
        const spoken = await nextCard(bench, read.at(-1)?.[0]);
        await page.keyboard.press('Alt+F2');
        const lines = await accessibleView(bench);
        read.push(lines);
        assert.ok(spoken.startsWith(lines[0] ?? '-'), `${spoken} has the words of ${lines.join('|')}`);
        await bench.shot(`accessible-view-${index + 1}`);
        await backToText(bench);
        text.push(...[`Finding ${index + 1}`, ...lines, '']);
      }
      mkdirSync(theStage().screenshots, { recursive: true });
      writeFileSync(path.join(theStage().screenshots, 'accessible-view.txt'), text.join('\n'));
    });

    await step('has the verdict, what the student did, and each teacher’s words in VS Code’s accessible view', () => {
      assert.equal(new Set(read.map(([title]) => title)).size, READ);
      for (const [title = '', ...lines] of read) {
        assert.match(title, /^(Missed|Partly correct|Different|Not needed) · [a-z ,]+ · \S/);
        for (const teacher of ['Teacher A', 'Teacher B']) {
          const words = lines.filter(
            (line) => /^(Teacher [AB], )?Teacher [AB]: \S/.test(line) && line.includes(teacher),
          );
          assert.equal(words.length, 1, `${lines.join('|')} has the words of ${teacher} once`);
        }
        assert.match(lines.at(-1) ?? '', /Don't count · More…$/);
      }
    });

    await step('is read backwards with the other key, and left with Escape', async () => {
      const { page } = bench;
      await page.keyboard.press('Control+Shift+F8');
      await page.locator('.monaco-hover:focus', { hasText: read.at(-2)?.[0] ?? '-' }).waitFor();
      await bench.pressUntil(
        'Control+Shift+F8',
        page.locator('.monaco-hover:focus', { hasText: read.at(-3)?.[0] ?? '-' }),
      );
      await backToText(bench);
    });

    await step('has names and counts for each row of the side bar, and no paths', async () => {
      const window = bench;
      await window.showExercises();
      await window.unfold(/^letter$/);
      const rows = window.sideBar.locator('.monaco-list-row');
      const labels = () => rows.evaluateAll((items) => items.map((row) => row.getAttribute('aria-label') ?? ''));
      for (const counted of [
        /^letter, 2 students · \d+ to decide$/,
        /^To decide: \d+\. One decision/,
        /^Jonas: [\d.]+ of \d+ · \d+ to decide$/,
      ]) {
        await until(`a row ${counted}`, async () => (await labels()).some((label) => counted.test(label)));
      }
      assert.deepEqual(
        (await labels()).filter((label) => label.includes('/')),
        [],
      );
    });

    // Asked here since this is the first story of its window: no settings of an earlier one are being taken back.
    await step('shows no notifications', async () => {
      assert.deepEqual(await bench.notifications.allInnerTexts(), []);
    });
  },
);

/**
 * Go to the next finding; return the words of its card, which has the focus.
 *
 * VS Code drops a key while the focus moves, so the key is pressed again until there is another card.
 */
async function nextCard({ page }: Workbench, last: string | undefined): Promise<string> {
  const card = page.locator('.monaco-hover:focus');
  for (let presses = 0; presses < 5; presses += 1) {
    await page.keyboard.press('Control+F8');
    for (let polls = 0; polls < 40; polls += 1) {
      const [words = ''] = await card.allInnerTexts();
      if (words.includes('More…') && !words.startsWith(last ?? '-')) {
        return words;
      }
      await page.waitForTimeout(100);
    }
  }
  throw new Error(`No card follows that of ${last}`);
}

/** Leave the accessible view and the card with Escape. */
async function backToText({ page }: Workbench): Promise<void> {
  const text = page.locator('.part.editor .monaco-editor.focused');
  for (let presses = 0; presses < 5 && (await text.count()) === 0; presses += 1) {
    await page.keyboard.press('Escape');
    await text.waitFor({ timeout: 1000 }).catch(() => undefined);
  }
  await text.waitFor();
}

/** Return the lines of VS Code's accessible view, in the order of the screen. */
async function accessibleView(bench: Workbench): Promise<string[]> {
  const lines = bench.page.locator('.accessible-view .view-line');
  await lines.first().waitFor();
  const placed = await lines.evaluateAll((elements) =>
    elements.map((line) => [line.getBoundingClientRect().top, line.textContent.replaceAll('\u00a0', ' ')] as const),
  );
  return placed
    .sort(([one], [other]) => one - other)
    .map(([, words]) => words)
    .filter(Boolean);
}
