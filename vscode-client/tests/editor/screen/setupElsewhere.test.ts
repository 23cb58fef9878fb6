import * as assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { STUDENTS, writeClass } from './umbrellaClass';
import { showFailures, Workbench, type Opening } from './workbench';

const SET_UP = 'Markscheme: Set Up Marking in This Folder';
const CLASSES = ['10a', '10b'];

/** Declare tests of a window that has no marks yet. */
function inNewWindow(title: string, opening: Opening, tests: (bench: () => Workbench) => void): void {
  describe(title, function () {
    this.timeout(180_000);
    let bench: Workbench;

    before(async () => {
      bench = await Workbench.open(opening);
      await bench.page.locator('.monaco-workbench .activitybar').waitFor();
    });

    showFailures(() => bench);

    after(async () => {
      await bench.close();
    });

    tests(() => bench);
  });
}

const RESTRICTED = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };

inNewWindow(
  'The set-up of a folder that is not trusted',
  { file: 'original.txt', settings: RESTRICTED, prepare: writeClass },
  (bench) => {
    it('shows the table, and writes what the teacher confirms', async () => {
      await bench().page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
      await bench().command(SET_UP);
      const page = await bench().panel('table.files');
      await bench().shot('setup-restricted');
      await page.getByRole('button', { name: 'Write and Mark' }).click();
      const overview = await bench().panel('table.students');
      await overview.locator('table.students tbody tr').nth(3).waitFor();
      assert.match(readFileSync(path.join(bench().workspace, 'markscheme.toml'), 'utf8'), /students/);
      await bench().shot('setup-restricted-class');
    });
  },
);

inNewWindow('The set-up in a workspace of two folders', { folders: CLASSES, prepare: writeTwoClasses }, (bench) => {
  it('is one press away in the side bar, and asks for the folder', async () => {
    await bench().page.locator('.activitybar .action-label[aria-label^="Markscheme"]').first().click();
    await bench().sideBar.locator('.welcome-view-content .monaco-button', { hasText: 'Set Up Marking' }).click();
    await bench().choices.filter({ hasText: '10b' }).waitFor();
    await bench().shot('setup-two-folders');
    await bench().choices.filter({ hasText: '10b' }).click();
    const page = await bench().panel('table.files');
    await bench().page.locator('.tab.active', { hasText: 'Set up: 10b' }).waitFor();
    assert.equal(await page.locator('tbody tr:not(.group)').count(), 2 + STUDENTS.length);
    await page.getByRole('button', { name: 'Write and Mark' }).click();
    const overview = await bench().panel('table.students');
    await overview.locator('table.students tbody tr').nth(3).waitFor();
    assert.ok(readdirSync(path.join(bench().workspace, '10b')).includes('markscheme.toml'));
    assert.ok(!readdirSync(path.join(bench().workspace, '10a')).includes('markscheme.toml'));
    await bench().shot('setup-two-folders-class');
  });

  it('has a page of its own for the other folder, from the explorer', async () => {
    await bench().page.locator('.activitybar .action-label[aria-label^="Explorer"]').first().click();
    await bench().page.mouse.move(700, 600); // Off the icon, whose tooltip lies over the rows.
    // Rows move while the folders unfold.
    await bench().sideBar.locator('.monaco-list-row', { hasText: 'original.txt' }).nth(1).waitFor();
    await bench().sideBar.locator('.monaco-list-row', { hasText: /^10a$/ }).click({ button: 'right' });
    await bench().page.locator('.context-view .action-label', { hasText: 'Set Up Marking in This Folder' }).hover();
    await bench().page.waitForTimeout(500); // VS Code takes no press in the first moments of a menu.
    await bench().page.keyboard.press('Enter');
    await bench().page.locator('.tab.active', { hasText: 'Set up: 10a' }).waitFor();
    await bench().shot('setup-other-folder');
  });
});

inNewWindow('The set-up without a folder', { folders: [] }, (bench) => {
  it('says to open a folder first, and has a button for it', async () => {
    await bench().page.locator('.activitybar .action-label[aria-label^="Markscheme"]').first().click();
    await bench().sideBar.locator('.welcome-view-content .monaco-button', { hasText: 'Open Folder' }).waitFor();
    await bench().shot('setup-no-folder-view');
    await bench().command(SET_UP);
    const message = bench().notifications.filter({ hasText: 'Open the folder with the texts of your class first' });
    await message.waitFor();
    await bench().shot('setup-no-folder');
    await message.getByRole('button', { name: 'Open Folder…' }).click();
    await bench().page.locator('.quick-input-widget input[type="text"]').waitFor();
    await bench().shot('setup-no-folder-dialog');
  });
});

/** Replace the examples by two folders, each with a class. */
function writeTwoClasses(workspace: string): void {
  writeClass(workspace);
  for (const name of CLASSES) {
    mkdirSync(path.join(workspace, name));
    writeClass(path.join(workspace, name));
  }
}
