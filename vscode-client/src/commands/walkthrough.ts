import { setTimeout as pause } from 'node:timers/promises';

import * as vscode from 'vscode';

/** Milliseconds for VS Code to leave a walkthrough and to show another one. */
const TURN = 250;

/** Number of tries to open the walkthrough. */
const MAX_TRIES = 4;

/** Name in the title of the walkthrough's tab: the extension's, which is in no other walkthrough's title. */
const NAME = 'Markscheme';

/**
 * Open the extension's walkthrough, at one of its steps if one is named.
 *
 * VS Code does nothing while another walkthrough is open at one of its steps, as its own is at the first start. That
 * one is left first.
 */
export async function openWalkthrough(extension: string, step?: string): Promise<void> {
  const category = `${extension}#start`;
  const walkthrough = step === undefined ? category : { category, step };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
    await pause(TURN);
    if (isOpen()) {
      return;
    }
    await leaveWalkthroughs();
  }
}

function isOpen(): boolean {
  return pages().some(({ activeTab }) => activeTab?.label.includes(NAME));
}

/** Go back to the overview of walkthroughs in each group of editors that shows one. Other pages stay as they are. */
async function leaveWalkthroughs(): Promise<void> {
  for (const { viewColumn } of pages()) {
    const ordinal = ORDINALS[viewColumn - 1] ?? ORDINALS[0];
    await vscode.commands.executeCommand(`workbench.action.focus${ordinal}EditorGroup`);
    await vscode.commands.executeCommand('welcome.goBack');
    await pause(TURN);
  }
}

/** Numbers of groups of editors, as VS Code's commands name them. */
const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'] as const;

/** Return the groups whose front editor is a page of VS Code's, such as a walkthrough. The API tells no more of it. */
function pages(): vscode.TabGroup[] {
  return vscode.window.tabGroups.all.filter(({ activeTab }) => activeTab && activeTab.input === undefined);
}
