import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { Exercise, Hypothesis } from '../protocol/contract';
import type { ServerInstallation } from '../server/serverInstallation';
import type { ServerStatus } from '../server/serverStatus';

/** Leads from an open folder to the first marks: installs the server, starts it, sets up the folder, opens a text. */
export class FirstMarks {
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
export function firstStudent(exercises: readonly Exercise[]): Hypothesis | undefined {
  const withStudents = exercises.filter(({ hypotheses }) => hypotheses.length > 0);
  const best = withStudents.find(({ references }) => references.length > 0) ?? withStudents[0];
  return best?.hypotheses[0];
}
