import * as vscode from 'vscode';

import type { Connection } from './connection';
import type { Exercise, Hypothesis } from './protocol/contract';
import { openServerSettings } from './server/finder';
import type { ServerInstallation } from './server/serverInstallation';
import type { ServerStatus } from './server/serverStatus';

/** The page to download Python from. */
const PYTHON_PAGE = 'https://www.python.org/downloads/';

/** The parts of the extension that the first run uses. */
interface FirstRunSubjects {
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

/** Leads from an open folder to the first marks: installs the server, starts it, sets up the folder, opens a text. */
class FirstMarks {
  constructor(
    private readonly connection: Connection,
    private readonly installation: ServerInstallation,
    private readonly status: ServerStatus,
  ) {}

  /** Do everything that is missing until the first marks. Each step shows its own failure. */
  async setUp(): Promise<void> {
    if ((vscode.workspace.workspaceFolders ?? []).length === 0) {
      await vscode.commands.executeCommand('vscode.openFolder');
      return;
    }
    await vscode.commands.executeCommand('markscheme.exercises.focus');
    if (!(await this.hasServer())) {
      return;
    }
    if (!(await this.openFirst())) {
      // The page guesses which texts belong together. When it has written that down, it shows the class.
      await vscode.commands.executeCommand('markscheme.setUp');
    }
    void this.installation.offerEncoder();
  }

  /** Return whether the server runs, after installing it if need be. */
  private async hasServer(): Promise<boolean> {
    do {
      // The view and opened documents start the server too: another start may have begun when this one ends.
      await this.connection.start(true).catch(() => undefined);
    } while (this.status.kind === 'starting');
    if (this.status.kind === 'absent' || this.status.kind === 'failed') {
      await this.installation.install();
    }
    return this.connection.state === 'running';
  }

  /** Open the text of the first student; return whether there is one. */
  private async openFirst(): Promise<boolean> {
    const student = firstStudent((await this.connection.request('markscheme/exercises', {})) ?? []);
    if (!student) {
      return false;
    }
    await vscode.commands.executeCommand('markscheme.openStudent', student.uri, student.view);
    return true;
  }
}

/** Return the first student of an exercise with a teacher's correction, or of any exercise. */
function firstStudent(exercises: readonly Exercise[]): Hypothesis | undefined {
  const withStudents = exercises.filter(({ hypotheses }) => hypotheses.length > 0);
  const best = withStudents.find(({ references }) => references.length > 0) ?? withStudents[0];
  return best?.hypotheses[0];
}

/** Keep the view's message equal to the server's status. The rows below it are the tree's. */
function showStatusIn(view: vscode.TreeView<unknown>, status: ServerStatus): vscode.Disposable {
  const show = (): void => {
    const { text } = status;
    if (view.message !== text) {
      // An empty message would hide the view's welcome page, and `undefined` can't be assigned.
      view.message = text ?? (undefined as unknown as string);
    }
  };
  show();
  return status.onDidChange(show);
}
