import * as assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { theStage } from '../stage';
import { inWindow } from './workbench';

const TRACE = 'was-run';

inWindow(
  'A folder that is not trusted',
  {
    file: 'letter/letter.hyp.jonas.txt',
    settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
    prepare: plant,
  },
  (bench) => {
    it('is marked, but not with the program that it names', async () => {
      await bench().page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
      await bench().shot('restricted-mode');
      assert.ok(!existsSync(path.join(bench().workspace, TRACE)));
    });

    it('is marked with that program after it is trusted', async () => {
      const { page, workspace } = bench();
      await bench().command('Workspaces: Manage Workspace Trust');
      await page.locator('.workspace-trust-editor .monaco-button', { hasText: 'Trust' }).first().click();
      const end = Date.now() + 60_000;
      while (!existsSync(path.join(workspace, TRACE)) && Date.now() < end) {
        await pause(100);
      }
      assert.ok(existsSync(path.join(workspace, TRACE)));
    });
  },
);

/** Add settings to a folder that name a program in it, which leaves a trace when it runs. */
function plant(workspace: string): void {
  const { MARKSCHEME_TEST_COMMAND: server } = theStage().surroundings.environment;
  const program = path.join(workspace, 'markscheme');
  writeFileSync(program, `#!/bin/sh\ntouch "${path.join(workspace, TRACE)}"\nexec "${server}" "$@"\n`, { mode: 0o755 });
  const settings = { 'markscheme.server.command': program };
  mkdirSync(path.join(workspace, '.vscode'));
  writeFileSync(path.join(workspace, '.vscode', 'settings.json'), JSON.stringify(settings));
}
