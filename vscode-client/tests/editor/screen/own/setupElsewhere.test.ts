import * as assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { until } from '../../../waiting';
import { theStage } from '../../stage';
import { STUDENTS, writeClass } from '../umbrellaClass';
import { IN_FULL, storyAlone } from '../workbench';

const SET_UP = 'Markscheme: Set Up Marking in This Folder';
const CLASSES = ['10a', '10b'];
const RESTRICTED = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };
const TRACE = 'was-run';

storyAlone(
  'A folder that is not trusted, and then is',
  { file: 'original.txt', settings: RESTRICTED, prepare: plant },
  async (bench, step) => {
    await step('shows the table, and writes what the teacher confirms', async () => {
      await bench.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
      await bench.command(SET_UP);
      const page = await bench.panel('table.files');
      await bench.shot('setup-restricted');
      await page.getByRole('button', { name: 'Write and Mark' }).click();
      const overview = await bench.panel('table.students');
      await overview.locator('table.students tbody tr').nth(3).waitFor();
      assert.match(readFileSync(path.join(bench.workspace, 'markscheme.toml'), 'utf8'), /students/);
      await bench.shot('setup-restricted-class');
    });

    await step('the program that the folder names has not marked it', async () => {
      await bench.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
      await bench.showExercises();
      await bench
        .row('Amira')
        .filter({ hasText: /of \d+/ })
        .waitFor();
      assert.ok(!existsSync(path.join(bench.workspace, TRACE)));
    });

    await step('is marked with that program after it is trusted', async () => {
      const { page, workspace } = bench;
      await bench.command('Workspaces: Manage Workspace Trust');
      await page.locator('.workspace-trust-editor .monaco-button', { hasText: 'Trust' }).first().click();
      await until('the trace of the program', () => existsSync(path.join(workspace, TRACE)));
    });
  },
);

storyAlone(
  'The set-up in a workspace of two folders',
  { ...IN_FULL, folders: CLASSES, prepare: writeTwoClasses },
  async (bench, step) => {
    await step('is one press away in the side bar, and asks for the folder', async () => {
      await bench.page.locator('.activitybar .action-label[aria-label^="Markscheme"]').first().click();
      await bench.sideBar.locator('.welcome-view-content .monaco-button', { hasText: 'Set Up Marking' }).click();
      await bench.choices.filter({ hasText: '10b' }).waitFor();
      await bench.shot('setup-two-folders');
      await bench.choices.filter({ hasText: '10b' }).click();
      const page = await bench.panel('table.files');
      await bench.page.locator('.tab.active', { hasText: 'Set up: 10b' }).waitFor();
      assert.equal(await page.locator('tbody tr:not(.group)').count(), 2 + STUDENTS.length);
      await page.getByRole('button', { name: 'Write and Mark' }).click();
      const overview = await bench.panel('table.students');
      await overview.locator('table.students tbody tr').nth(3).waitFor();
      assert.ok(readdirSync(path.join(bench.workspace, '10b')).includes('markscheme.toml'));
      assert.ok(!readdirSync(path.join(bench.workspace, '10a')).includes('markscheme.toml'));
      await bench.shot('setup-two-folders-class');
    });

    await step('has a page of its own for the other folder, from the explorer', async () => {
      await bench.page.locator('.activitybar .action-label[aria-label^="Explorer"]').first().click();
      await bench.page.mouse.move(700, 600); // Off the icon, whose tooltip lies over the rows.
      // Rows move while the folders unfold.
      await bench.sideBar.locator('.monaco-list-row', { hasText: 'original.txt' }).nth(1).waitFor();
      await bench.chooseFromMenu(
        bench.sideBar.locator('.monaco-list-row', { hasText: /^10a$/ }),
        'Set Up Marking in This Folder',
        bench.page.locator('.tab.active', { hasText: 'Set up: 10a' }),
      );
      await bench.shot('setup-other-folder');
    });
  },
);

storyAlone('The set-up without a folder', { ...IN_FULL, folders: [] }, async (bench, step) => {
  await step('says to open a folder first, and has a button for it', async () => {
    await bench.page.locator('.activitybar .action-label[aria-label^="Markscheme"]').first().click();
    await bench.sideBar.locator('.welcome-view-content .monaco-button', { hasText: 'Open Folder' }).waitFor();
    await bench.shot('setup-no-folder-view');
    await bench.command(SET_UP);
    const message = bench.notifications.filter({ hasText: 'Open the folder with the texts of your class first' });
    await message.waitFor();
    await bench.shot('setup-no-folder');
    await message.getByRole('button', { name: 'Open Folder…' }).click();
    await bench.page.locator('.quick-input-widget input[type="text"]').waitFor();
    await bench.shot('setup-no-folder-dialog');
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

/** Write a class with settings that name a program in its folder, which leaves a trace when it runs. */
function plant(workspace: string): void {
  writeClass(workspace);
  const { MARKSCHEME_TEST_COMMAND: server } = theStage().surroundings.environment;
  const program = path.join(workspace, 'markscheme');
  writeFileSync(program, `#!/bin/sh\ntouch "${path.join(workspace, TRACE)}"\nexec "${server}" "$@"\n`, { mode: 0o755 });
  const settings = { 'markscheme.server.command': program };
  mkdirSync(path.join(workspace, '.vscode'));
  writeFileSync(path.join(workspace, '.vscode', 'settings.json'), JSON.stringify(settings));
}
