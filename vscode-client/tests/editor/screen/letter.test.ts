import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

import { eventually, story } from './workbench';

/** The manifest's colours in VS Code's themes. */
const THEMES = {
  'Default Light Modern': {
    kind: 'vs',
    looks: [
      'dashed 1px rgb(0, 103, 166)',
      'dotted 1px rgb(95, 99, 104)',
      'dotted 2px rgb(163, 70, 138)',
      'solid 1px rgb(0, 122, 90)',
      'solid 2px rgb(176, 68, 0)',
      'solid 3px rgb(122, 98, 0)',
    ],
  },
  'Default Dark Modern': {
    kind: 'vs-dark',
    looks: [
      'dashed 1px rgb(86, 180, 233)',
      'dotted 1px rgb(179, 185, 192)',
      'dotted 2px rgb(224, 140, 196)',
      'solid 1px rgb(44, 194, 149)',
      'solid 2px rgb(255, 138, 76)',
      'solid 3px rgb(214, 184, 60)',
    ],
  },
  'Default High Contrast': {
    kind: 'hc-black',
    looks: [
      'dashed 1px rgb(124, 201, 245)',
      'dotted 1px rgb(215, 221, 227)',
      'dotted 2px rgb(245, 168, 220)',
      'solid 1px rgb(46, 230, 176)',
      'solid 2px rgb(255, 160, 102)',
      'solid 3px rgb(240, 215, 90)',
    ],
  },
  'Default High Contrast Light': {
    kind: 'hc-light',
    looks: [
      'dashed 1px rgb(0, 74, 120)',
      'dotted 1px rgb(60, 64, 67)',
      'dotted 2px rgb(122, 44, 101)',
      'solid 1px rgb(0, 92, 67)',
      'solid 2px rgb(138, 53, 0)',
      'solid 3px rgb(87, 70, 0)',
    ],
  },
};

/** The line under words in which compared texts differ. */
const UNDERLINE = 'solid 2px rgb(95, 99, 104)';

story(
  'A letter, from its marks to its estimate without a reference',
  { file: 'letter/letter.hyp.jonas.txt', settings: { 'markscheme.view.allPlaces': true } },
  async (bench, step) => {
    await step('has its marks in the status bar', async () => {
      await bench.statusItem.filter({ hasText: /\d+ of \d+, \d+ to decide\s+\d+/ }).waitFor();
      await bench.shot('letter');
    });

    await step('has a frame and a colour for each kind of finding', async () => {
      await eventually(async () => {
        assert.deepEqual(await bench.frames(), THEMES['Default Light Modern'].looks);
      });
    });

    await step('has a hover card with both teachers’ words', async () => {
      const { page } = bench;
      const { x, y, width, height } = await bench.wordBox('specially');
      await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
      const card = page.locator('.monaco-hover:visible', { hasText: 'Teacher A' });
      await card.waitFor();
      assert.match(await card.innerText(), /Teacher B: especially/);
      await bench.shot('hover');
      await page.keyboard.press('Escape');
    });

    await step('has decisions first in the light bulb, and Enter changes no word of the text', async () => {
      const { page, editor } = bench;
      const { x, y, width, height } = await bench.wordBox('specially');
      await page.mouse.click(x + width / 2, y + height / 2);
      await page.keyboard.press('Control+.');
      const menu = page.locator('.action-widget .monaco-list-row');
      await menu.filter({ hasText: /^Count as optional: specially → especially/ }).waitFor();
      await bench.shot('quick-fixes');
      const file = path.join(bench.workspace, 'letter', 'letter.hyp.jonas.txt');
      const text = readFileSync(file, 'utf8');
      const lens = editor.locator('.codelens-decoration', { hasText: /^Jonas: / });
      const before = await lens.innerText();
      await page.keyboard.press('Enter');
      await eventually(async () => {
        assert.notEqual(await lens.innerText(), before);
      });
      assert.equal(readFileSync(file, 'utf8'), text);
      assert.equal(await page.locator('.tab.active.dirty').count(), 0);
      await page.keyboard.press('Control+.');
      await menu.filter({ hasText: /^Withdraw: called optional/ }).waitFor();
      await page.keyboard.press('Enter');
      await editor.locator('.codelens-decoration', { hasText: before }).waitFor();
    });

    await step('shows its state and a menu when the status bar is clicked', async () => {
      await bench.statusItem.click();
      await bench.choices.filter({ hasText: 'Restart the server' }).waitFor();
      await bench.choices.filter({ hasText: /Engine: .*\d+ MiB/ }).waitFor();
      await bench.shot('status');
      await bench.page.keyboard.press('Escape');
    });

    await step('opens a place in the text from the side bar', async () => {
      const window = bench;
      await window.showExercises();
      await window.unfold(/^letter$/);
      // Whoever has the most to decide comes first: rows keep their order once both students have marks.
      for (const student of ['Amira', 'Jonas']) {
        const row = new RegExp(`${student}.*of \\d+ · \\d+ to decide`);
        await window.sideBar.locator('.monaco-list-row', { hasText: row }).waitFor();
      }
      await window.unfold(/^Jonas$/);
      await window.unfold(/^Thanks for your letter/);
      await window.openRow(
        /^know → hear$/,
        window.page.locator('.statusbar-item', { hasText: /Ln 3, Col \d+ \(4 selected\)/ }),
      );
      await window.shot('side-bar');
    });

    await step('is compared with a reference, which stands beside it and can’t be changed', async () => {
      const { page } = bench;
      await bench.command('Markscheme: Compare with a Teacher’s Correction');
      await bench.choices.filter({ hasText: 'Teacher B' }).click();
      await page.locator('.tab', { hasText: 'Correction by Teacher B' }).waitFor();
      await bench.statusItem.filter({ hasText: /\d+ of \d+/ }).waitFor();
      const beside = page.locator('.editor-group-container').nth(1).locator('.monaco-editor[role="code"]');
      await beside.locator('.view-overlays .cdr[class*="TextEditorDecorationType"]').first().waitFor();
      assert.equal(await page.locator('.monaco-diff-editor').count(), 0);
      await bench.shot('comparison');
      await beside.locator('.view-lines').click();
      await page.keyboard.type('x');
      await page.locator('.monaco-editor-overlaymessage', { hasText: 'read-only' }).waitFor();
      await bench.shot('comparison-read-only');
    });

    await step('goes from one different word to the next with a key, in both texts', async () => {
      const { page } = bench;
      await bench.editor.locator('.view-lines').click();
      await page.keyboard.press('Control+Home');
      await page.locator('.statusbar-item', { hasText: /Ln 1, Col 1$/ }).waitFor();
      const selected = page.locator('.statusbar-item', { hasText: /Ln \d+, Col \d+ \(\d+ selected\)/ });
      await page.keyboard.press('F7');
      await selected.waitFor();
      const first = await selected.innerText();
      await bench.pressUntil('F7', selected.filter({ hasNotText: first }));
      await bench.pressUntil('Shift+F7', selected.filter({ hasText: first }));
      await bench.shot('comparison-difference');
    });

    await step(
      'scrolls together with the reference, and loses the lines under its words when that is closed',
      async () => {
        const { page } = bench;
        const beside = page.locator('.editor-group-container').nth(1).locator('.monaco-editor[role="code"]');
        await bench.editor.locator('.view-lines').click();
        await page.keyboard.press('Control+End');
        await beside.locator('.view-line', { hasText: 'Dear' }).waitFor({ state: 'detached' });
        await bench.shot('comparison-scrolled');
        await eventually(async () => {
          assert.ok((await bench.frames()).includes(UNDERLINE));
        });
        await beside.locator('.view-lines').click();
        await bench.command('View: Close Editor');
        await beside.waitFor({ state: 'detached' });
        await bench.editor.locator('.view-lines').click();
        await page.keyboard.press('Control+Home');
        await bench.editor.locator('.view-line', { hasText: 'Dear' }).waitFor();
        await eventually(async () => {
          assert.ok(!(await bench.frames()).includes(UNDERLINE));
        });
      },
    );

    for (const [theme, { kind, looks }] of Object.entries(THEMES)) {
      await step(
        `has a frame of its own for each verdict, and brackets where hints are bright, in ${theme}`,
        async () => {
          bench.set({ 'workbench.colorTheme': theme });
          await bench.page.locator(`.monaco-workbench.${kind}`).waitFor();
          const hint = kind.startsWith('hc') ? /\[→\sfrom\]/ : /→\sfrom(?!\])/;
          for (const zoom of [1, 2]) {
            await bench.zoom(zoom);
            await bench.editor.locator('.view-line', { hasText: hint }).first().waitFor();
            await eventually(async () => {
              const frames = await bench.frames();
              assert.deepEqual(
                frames.filter((frame) => !looks.includes(frame)),
                [],
              );
              assert.ok(frames.length >= 4);
              const shapes = frames.map((frame) => frame.replace(/ rgb.*/, ''));
              assert.equal(new Set(shapes).size, shapes.length);
              if (zoom === 1) {
                assert.deepEqual(frames, looks);
              }
            });
            await bench.shot(`letter-${kind}-${zoom * 100}`);
          }
          await bench.zoom(1);
        },
      );
    }

    for (const zoom of [1, 2]) {
      await step(`has a sign of its own for each verdict where words are missing, at ${zoom * 100} %`, async () => {
        await bench.zoom(zoom);
        await eventually(async () => {
          const signs = await bench.signs();
          assert.ok(signs.includes('‸✓'), signs.join());
          assert.ok(signs.every((sign) => /^‸[✓◐≠○×·~]$/.test(sign)));
        });
        await bench.zoom(1);
      });
    }

    await step('names a wrong setting', async () => {
      bench.set({ 'markscheme.factors': 'much' });
      await bench.notifications.filter({ hasText: 'factors' }).waitFor();
      await bench.shot('wrong-setting');
      bench.set({});
      await bench.command('Notifications: Clear All Notifications');
    });

    await step('has a walkthrough', async () => {
      await bench.command('Markscheme: Get Started');
      const { page, statusItem } = bench;
      await page.locator('.gettingStartedContainer .step-title').first().waitFor();
      await statusItem.filter({ hasText: 'Markscheme' }).waitFor();
      await bench.shot('walkthrough');
    });

    await step('without a reference, it is opened and estimated', async () => {
      await bench.openFile('excuse.hyp.enzo.txt', 'excuse');
      await bench.marked();
    });

    await step('has its estimate in the status bar, and no action that needs a reference', async () => {
      const item = bench.statusItem.filter({ hasText: /0\.\d+ → 0\.\d+/ });
      await item.waitFor();
      assert.match((await item.getAttribute('aria-label')) ?? '', /without a teacher’s correction/);
      assert.equal(await bench.page.locator('.editor-actions a[aria-label*="Plan"]').count(), 0);
      await bench.shot('estimate');
    });

    await step('has its own line under an edit that lowers the estimate', async () => {
      await eventually(async () => {
        assert.deepEqual(await bench.frames(), ['dashed 2px rgb(95, 99, 104)']);
      });
    });

    await step('requests nothing outside this machine', () => {
      assert.deepEqual(bench.foreign, []);
    });
  },
);
