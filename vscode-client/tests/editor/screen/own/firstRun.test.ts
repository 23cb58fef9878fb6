import * as assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import type { Locator } from 'playwright-core';

import { until } from '../../../waiting';
import { onPath } from '../../requirements';
import { theStage } from '../../stage';
import { storyAlone } from '../workbench';

/** The wheels that tests/environment/wheelFolder.mjs builds. */
const WHEELS = path.resolve(__dirname, '..', '..', '..', '..', '..', '.cache', 'wheels');

/** A link to them, which can go away. */
const SHELF = path.join(path.dirname(WHEELS), 'shelf');

/** Number of the walkthrough's steps after that of the folder. */
const LATER_STEPS = 6;

const PROFILE = {
  'markscheme.server.command': '',
  'markscheme.server.wheelFolder': SHELF,
  'workbench.startupEditor': 'welcomePage',
};

/** Why the first run can't be told here. */
const HINDRANCE =
  existsSync(WHEELS) && onPath('markscheme') === undefined
    ? undefined
    : 'the first run needs the wheels of test:environment, and no markscheme on PATH';

const opening = { settings: PROFILE, prepare: keepLetterOnly, hindrance: HINDRANCE };

/** Each window has a browser of its own, and so a profile without memory: VS Code shows its first-run walkthrough. */
storyAlone('The first run in an empty profile', opening, async (bench, step) => {
  await step('VS Code shows its own first page', async () => {
    await bench.page.locator('.gettingStartedContainer', { hasText: 'VS Code' }).waitFor();
  });

  await step('offers marking once; after the offer is gone, the view has the same button', async () => {
    const { page, notifications, sideBar } = bench;
    const offer = notifications.filter({ hasText: 'Markscheme' });
    await offer.waitFor();
    assert.doesNotMatch(await offer.innerText(), /PyTorch|NVIDIA|gigabyte|GB/);
    await page.getByRole('button', { name: 'Not Now' }).click();
    await bench.command('Markscheme: Focus on Exercises View');
    await button(sideBar, 'Set Up Marking in This Folder').waitFor();
    assert.doesNotMatch(await sideBar.innerText(), /Start It/);
    await bench.shot('first-run-view');
  });

  await step('opens the walkthrough although VS Code’s own is open, with no server ticked', async () => {
    await bench.command('Markscheme: Get Started');
    const ticks = [true, ...Array<boolean>(LATER_STEPS).fill(false)];
    await until('a folder’s tick alone', async () => (await bench.ticks()).join() === ticks.join());
    await button(bench.sideBar, 'See Other Ways').click();
    await bench.page.locator('.getting-started-step.expanded', { hasText: 'Set up marking' }).waitFor();
    assert.doesNotMatch(await bench.page.locator('.gettingStartedContainer').innerText(), /`/);
    await bench.shot('first-run-walkthrough');
  });

  await step('tells size and time, installs, and opens the first marks', async () => {
    const { page, sideBar, editor, statusItem } = bench;
    await button(sideBar, 'Set Up Marking in This Folder').click();
    const question = page.locator('.monaco-dialog-box');
    await question.filter({ hasText: '500 MB on the disk, nothing from the network' }).waitFor();
    await bench.shot('first-run-size');
    await question.locator('.monaco-button', { hasText: /^Install$/ }).click();
    await statusItem.filter({ hasText: 'installing' }).waitFor();
    await sideBar.getByText(/Step \d of 4.*so far/).waitFor();
    await bench.shot('first-run-installing');
    await editor
      .locator('.codelens-decoration', { hasText: /\d+ (missed|different)/ })
      .first()
      .waitFor();
    await bench.row(/letter/).waitFor();
    await bench.shot('first-run-marks');
  });

  await step('asks once whether to add the encoder; while it cannot be had, marks go on', async () => {
    const { page, notifications, editor } = bench;
    const offer = notifications.filter({ hasText: 'Marks stay the same' });
    await offer.waitFor();
    assert.match(await offer.innerText(), /1\.0 GB on the disk, nothing from the network/);
    await bench.shot('first-run-encoder');
    rmSync(SHELF);
    await page.getByRole('button', { name: 'Add It' }).click();
    const failure = notifications.filter({ hasText: 'The encoder was not added; marks go on without it.' });
    await failure.waitFor();
    await bench.shot('first-run-encoder-failed');
    assert.ok(await editor.locator('.codelens-decoration', { hasText: /missed|different/ }).count());
    symlinkSync(WHEELS, SHELF);
    await failure.getByRole('button', { name: 'Try Again' }).click();
  });

  await step('adds the encoder while the text is marked, and cards gain what it says', async () => {
    await bench.statusItem.filter({ hasText: /\d+ of \d+/ }).waitFor();
    const encoder = bench.choices.filter({ hasText: 'Encoder: ' });
    await until('the encoder is loaded', async () => {
      await bench.statusItem.click();
      await encoder.waitFor();
      const text = await encoder.innerText();
      await bench.page.keyboard.press('Escape');
      await encoder.waitFor({ state: 'hidden' });
      return text.includes('all-MiniLM');
    });
    await bench.shot('first-run-encoder-there');
  });

  await step('ticks what is done', async () => {
    await bench.command('Markscheme: Get Started');
    await until('three ticks', async () => (await bench.ticks()).slice(0, 3).join() === 'true,true,true');
  });

  await step('the server is put aside', () => {
    const storage = path.join(theStage().surroundings.userData, 'User', 'globalStorage', 'markscheme.markscheme');
    renameSync(storage, `${storage}.aside`);
  });
});

function button(part: Locator, label: string): Locator {
  return part.locator('.monaco-button', { hasText: label });
}

/** Keep one exercise in the folder, so that it is clear which text is opened, and give it packages. */
function keepLetterOnly(workspace: string): void {
  rmSync(SHELF, { force: true });
  symlinkSync(WHEELS, SHELF);
  for (const name of readdirSync(workspace).filter((each) => each !== 'letter')) {
    rmSync(path.join(workspace, name), { recursive: true });
  }
}
