import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { ServerInstallation } from '../server/serverInstallation';
import { openServerSettings } from '../server/finder';
import type { ServerStatus } from '../server/serverStatus';
import { FirstMarks } from './firstMarks';
import { showStatusIn } from './markingView';

/** The page to download Python from. */
const PYTHON_PAGE = 'https://www.python.org/downloads/';

/** The parts of the extension that the first run uses. */
export interface FirstRunSubjects {
  readonly connection: Connection;
  readonly installation: ServerInstallation;
  readonly status: ServerStatus;
  readonly view: vscode.TreeView<unknown>;
}

/** Register the commands from an open folder to its first marks, and show in the view how far the server is. */
export function registerFirstRun({ connection, installation, status, view }: FirstRunSubjects): vscode.Disposable {
  const firstMarks = new FirstMarks(connection, installation, status);
  const thenMarks = async (isInstalled: Promise<boolean>): Promise<void> => {
    if (await isInstalled) {
      await firstMarks.setUp();
    }
  };
  const commands: Record<string, () => unknown> = {
    setUpMarking: () => firstMarks.setUp(),
    cancelInstallation: () => {
      installation.cancel();
    },
    tryInstallationAgain: () => thenMarks(installation.build()),
    showOtherWays: () => vscode.commands.executeCommand('markscheme.openWalkthrough', 'server'),
    openServerSettings,
    getPython: () => vscode.env.openExternal(vscode.Uri.parse(PYTHON_PAGE)),
  };
  tellFolder();
  return vscode.Disposable.from(
    showStatusIn(view, status),
    vscode.workspace.onDidChangeWorkspaceFolders(tellFolder),
    ...Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(`markscheme.${name}`, command),
    ),
  );
}

/** Tell the walkthrough whether a folder is open: it ticks a step when a condition changes, not when it holds. */
function tellFolder(): void {
  const hasFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
  void vscode.commands.executeCommand('setContext', 'markscheme.hasFolder', hasFolder);
}
