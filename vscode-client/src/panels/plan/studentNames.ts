import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { studentInName } from '../../protocol/formats';
import { normalUri } from '../uris';

/** Whose document it is, and of which exercise. */
export interface StudentName {
  readonly student: string;
  readonly exercise: string;
}

/** Names of students as the server gives them; names of files until it has answered. */
export class StudentNames implements vscode.Disposable {
  private names = new Map<string, StudentName>();
  private isRequested = false;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;

  /** The server has answered. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly connection: Connection) {
    this.subscription = connection.onDidChangeState(() => {
      this.isRequested = false;
    });
  }

  of(uri: string): StudentName {
    const name = this.names.get(uri);
    if (!name && !this.isRequested) {
      this.isRequested = true;
      void this.request();
    }
    return name ?? { student: nameOfFile(uri), exercise: '' };
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private async request(): Promise<void> {
    try {
      const exercises = await this.connection.request('markscheme/exercises', {});
      const entries = (exercises ?? []).flatMap(({ name: exercise, hypotheses }) =>
        hypotheses.map(({ uri, view, name }) => [normalUri(view ?? uri), { student: name, exercise }] as const),
      );
      this.names = new Map(entries);
      this.changed.fire();
    } catch {
      // Without an answer, the names of files are used.
    }
  }
}

function nameOfFile(uri: string): string {
  const file = vscode.Uri.parse(uri).path.split('/').at(-1) ?? uri;
  return studentInName(file);
}
