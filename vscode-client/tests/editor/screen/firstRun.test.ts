import * as assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { Locator } from 'playwright-core';

import { onPath } from '../requirements';
import { theStage } from '../stage';
import { showFailures, Workbench } from './workbench';

/** The wheels that tests/environment/wheelFolder.mjs builds. */
const WHEELS = path.resolve(__dirname, '..', '..', '..', '..', '.cache', 'wheels');

const PROFILE = {
  'markscheme.server.command': '',
  'markscheme.server.wheelFolder': WHEELS,
  'workbench.startupEditor': 'welcomePage',
};

/** Each window has a browser of its own, and so a profile without memory: VS Code shows its first-run walkthrough. */
describe('The first run in an empty profile', function () {
  this.timeout(300_000);
  let bench: Workbench | undefined;

  before(async function () {
    if (!existsSync(WHEELS) || onPath('markscheme') !== undefined) {
      console.log('      skipped: the first run needs the wheels of test:environment, and no markscheme on PATH');
      this.skip();
    }
    bench = await Workbench.open({ settings: PROFILE, prepare: keepLetterOnly });
    await bench.page.locator('.gettingStartedContainer', { hasText: 'VS Code' }).waitFor();
  });

  showFailures(() => bench);

  after(async () => {
    await bench?.close();
    theStage().surroundings.set({});
    rmSync(path.join(theStage().surroundings.userData, 'User', 'globalStorage', 'markscheme.markscheme'), {
      recursive: true,
      force: true,
    });
  });

  it('offers marking once; after the offer is gone, the view has the same button', async () => {
    const { page, notifications, sideBar } = theBench(bench);
    const offer = notifications.filter({ hasText: 'Markscheme' });
    await offer.waitFor();
    assert.doesNotMatch(await offer.innerText(), /PyTorch|NVIDIA|gigabyte|GB/);
    await page.getByRole('button', { name: 'Not Now' }).click();
    await theBench(bench).command('Markscheme: Focus on Exercises View');
    await button(sideBar, 'Set Up Marking in This Folder').waitFor();
    assert.doesNotMatch(await sideBar.innerText(), /Start It/);
    await theBench(bench).shot('first-run-view');
  });

  it('opens the walkthrough although VS Code’s own is open, with no server ticked', async () => {
    await theBench(bench).command('Markscheme: Get Started');
    assert.deepEqual(await theBench(bench).ticks(), [true, false, false, false, false]);
    await button(theBench(bench).sideBar, 'See Other Ways').click();
    await theBench(bench).page.locator('.getting-started-step.expanded', { hasText: 'Set up marking' }).waitFor();
    assert.doesNotMatch(await theBench(bench).page.locator('.gettingStartedContainer').innerText(), /`/);
    await theBench(bench).shot('first-run-walkthrough');
  });

  it('tells size and time, installs, and opens the first marks', async () => {
    const { page, sideBar, editor, statusItem } = theBench(bench);
    await button(sideBar, 'Set Up Marking in This Folder').click();
    const question = page.locator('.monaco-dialog-box');
    await question.filter({ hasText: '1.5 GB on the disk, nothing from the network' }).waitFor();
    await theBench(bench).shot('first-run-size');
    await question.locator('.monaco-button', { hasText: /^Install$/ }).click();
    await statusItem.filter({ hasText: 'installing' }).waitFor();
    await sideBar.getByText(/Step \d of 4.*so far/).waitFor();
    await theBench(bench).shot('first-run-installing');
    await editor
      .locator('.codelens-decoration', { hasText: /\d+ (missed|different)/ })
      .first()
      .waitFor({ timeout: 240_000 });
    await theBench(bench)
      .row(/letter/)
      .waitFor();
    await theBench(bench).shot('first-run-marks');
    await theBench(bench).command('Markscheme: Get Started');
    const [folder, server, marks] = await theBench(bench).ticks();
    assert.deepEqual([folder, server, marks], [true, true, true]);
  });
});

function theBench(bench: Workbench | undefined): Workbench {
  assert.ok(bench, 'VS Code has been opened');
  return bench;
}

function button(part: Locator, label: string): Locator {
  return part.locator('.monaco-button', { hasText: label });
}

/** Keep one exercise in the folder, so that it is clear which text is opened. */
function keepLetterOnly(workspace: string): void {
  for (const name of readdirSync(workspace).filter((each) => each !== 'letter')) {
    rmSync(path.join(workspace, name), { recursive: true });
  }
}
