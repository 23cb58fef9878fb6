import { tmpdir } from 'node:os';

import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { Exercise, Hypothesis } from '../protocol/contract';
import { run } from '../server/processes/processTree';
import type { ServerInstallation } from '../server/installation/serverInstallation';
import type { ServerStatus } from '../server/serverStatus';

/** The page that guesses which texts belong together, and writes it down. */
const SET_UP_PAGE = 'markscheme.setUp';

/** Files whose changes may bring a folder's first exercise. */
const EXERCISE_FILES = '**/*';

/** Milliseconds without a change of files before the exercises are requested. */
const LIST_DELAY = 600;

/** Leads from an open folder to the first marks: installs the server, starts it, sets up the folder, opens a text. */
export class FirstMarks implements vscode.Disposable {
  private watcher: vscode.Disposable | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly installation: ServerInstallation,
    private readonly status: ServerStatus,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Do everything that is missing until the first marks. Each step shows its own failure. */
  async setUp(): Promise<void> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (!folder) {
      await vscode.commands.executeCommand('vscode.openFolder');
      return;
    }
    await vscode.commands.executeCommand('markscheme.exercises.focus');
    if (!(await this.hasServer())) {
      return;
    }
    if (!(await this.openFirst())) {
      this.openWhenThere();
      await this.setUpFolder(folder);
    }
  }

  dispose(): void {
    this.watcher?.dispose();
  }

  /** Return whether the server runs, after installing or repairing it if need be. */
  private async hasServer(): Promise<boolean> {
    await this.connection.start(true).catch(() => undefined);
    if (this.status.kind === 'absent' || this.status.kind === 'failed') {
      await this.installation.install();
    }
    return this.connection.state === 'running';
  }

  /** Open the first student's text that has marks; return whether there is one. */
  private async openFirst(): Promise<boolean> {
    const student = firstStudent((await this.connection.request('markscheme/exercises', {})) ?? []);
    if (!student) {
      return false;
    }
    await vscode.commands.executeCommand('markscheme.openStudent', student.uri, student.lines);
    return true;
  }

  /** Show the set-up page, or have the command line write its guess. */
  private async setUpFolder({ uri }: vscode.WorkspaceFolder): Promise<void> {
    if ((await vscode.commands.getCommands(true)).includes(SET_UP_PAGE)) {
      await vscode.commands.executeCommand(SET_UP_PAGE);
      return;
    }
    const { server } = this.connection;
    if (server) {
      const variables = { ...process.env, ...server.environment };
      const parameters = [...server.arguments, 'init', uri.fsPath];
      const { command } = server;
      const { code, lines } = await run({ command, arguments: parameters, variables, folder: tmpdir() });
      lines.forEach((line) => {
        this.log.info(`Set-up: ${line}`);
      });
      if (code !== 0) {
        void vscode.window.showWarningMessage(lines.at(-1) ?? vscode.l10n.t('The folder can’t be set up.'));
      }
    }
  }

  /** Open the first marks as soon as the folder has an exercise, once. */
  private openWhenThere(): void {
    this.watcher?.dispose();
    let timer: NodeJS.Timeout | undefined;
    const files = vscode.workspace.createFileSystemWatcher(EXERCISE_FILES);
    const look = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void this.openFirst().then((isOpen) => {
          if (isOpen) {
            this.watcher?.dispose();
          }
        });
      }, LIST_DELAY);
    };
    this.watcher = vscode.Disposable.from(files, files.onDidCreate(look), files.onDidChange(look), {
      dispose: () => {
        clearTimeout(timer);
      },
    });
  }
}

/** Return the first student whose text can be marked, of an exercise with a teacher's correction if there is one. */
export function firstStudent(exercises: readonly Exercise[]): Hypothesis | undefined {
  const withStudents = exercises.filter(({ hypotheses }) => hypotheses.length > 0);
  const best = withStudents.find(({ references }) => references.length > 0) ?? withStudents[0];
  return best?.hypotheses[0];
}
