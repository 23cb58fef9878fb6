import * as vscode from 'vscode';

import type { Connection } from '../../connection';

/** A student's document: whose, and of which exercise. */
export interface StudentName {
  readonly student: string;
  readonly exercise: string;
}

/** Students' names as the server knows them; a file's own name until it has said them. */
export class StudentNames implements vscode.Disposable {
  private known = new Map<string, StudentName>();
  private asked = false;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;

  /** Names have come. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly connection: Connection) {
    this.subscription = connection.onDidChangeState(() => {
      this.asked = false;
    });
  }

  of(uri: string): StudentName {
    const name = this.known.get(uri);
    if (!name && !this.asked) {
      this.asked = true;
      void this.ask();
    }
    return name ?? { student: nameOfFile(uri), exercise: '' };
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private async ask(): Promise<void> {
    try {
      const exercises = await this.connection.request('markscheme/exercises', {});
      const entries = (exercises ?? []).flatMap(({ name: exercise, hypotheses }) =>
        hypotheses.map(({ uri, name }) => [normal(uri), { student: name, exercise }] as const),
      );
      this.known = new Map(entries);
      this.changed.fire();
    } catch {
      // The names of files stand in for what the server can't say.
    }
  }
}

/** One spelling of a URI, VS Code's. */
export function normal(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}

function nameOfFile(uri: string): string {
  const file = vscode.Uri.parse(uri).path.split('/').at(-1) ?? uri;
  return /\.hyp\.?([^.]+)/.exec(file)?.[1] ?? file;
}
