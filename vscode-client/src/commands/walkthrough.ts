import { setTimeout as pause } from 'node:timers/promises';

import * as vscode from 'vscode';

/** Milliseconds for VS Code to leave a walkthrough. */
const LEAVING = 250;

/** Numbers of groups of editors, as VS Code's commands name them. */
const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'] as const;

/**
 * Open the extension's walkthrough, at one of its steps if one is named.
 *
 * VS Code opens no walkthrough while another one is open at one of its steps, as its own is at the first start. So that
 * one is left first.
 */
export async function openWalkthrough(extension: string, step?: string): Promise<void> {
  await leaveWalkthroughs();
  const category = `${extension}#start`;
  const walkthrough = step === undefined ? category : { category, step };
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
}

/**
 * Leave the walkthrough in each group of editors that shows one.
 *
 * The API has no input for such a page, nor for some others; there, the command to go back does nothing.
 */
async function leaveWalkthroughs(): Promise<void> {
  const pages = vscode.window.tabGroups.all.filter(({ activeTab }) => activeTab && activeTab.input === undefined);
  for (const { viewColumn } of pages) {
    const ordinal = ORDINALS[viewColumn - 1] ?? ORDINALS[0];
    await vscode.commands.executeCommand(`workbench.action.focus${ordinal}EditorGroup`);
    await vscode.commands.executeCommand('welcome.goBack');
    await pause(LEAVING);
  }
}
