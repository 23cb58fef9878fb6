import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { DocumentAnswer } from '../protocol/contract';

/** The newest marks or estimates of open documents, asked for anew whenever the server publishes. */
export class MarkStore implements vscode.Disposable {
  private readonly known = new Map<string, DocumentAnswer>();
  private readonly asked = new Map<string, number>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: vscode.Disposable[];

  /** A document has other marks, or none any more. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly connection: Connection) {
    this.subscriptions = [
      connection.onDidMark((uri) => void this.refresh(uri)),
      connection.onDidChangeState((state) => {
        if (state !== 'running') {
          this.forgetAll();
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.forget(document.uri);
      }),
    ];
  }

  /** What is known of a document: for its newest text, or for one shortly before. */
  of(uri: vscode.Uri): DocumentAnswer | undefined {
    return this.known.get(uri.toString());
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
    this.changed.dispose();
  }

  private async refresh(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    if (!vscode.workspace.textDocuments.some((document) => document.uri.toString() === key)) {
      return;
    }
    const turn = (this.asked.get(key) ?? 0) + 1;
    this.asked.set(key, turn);
    const marks = await this.asking(key);
    if (this.asked.get(key) !== turn) {
      return;
    }
    if (marks) {
      this.known.set(key, marks);
      this.changed.fire(uri);
    } else {
      this.forget(uri);
    }
  }

  /** A document that can't be marked has its reason among the diagnostics. */
  private async asking(uri: string): Promise<DocumentAnswer | null | undefined> {
    try {
      return await this.connection.request('markscheme/marks', { textDocument: { uri } });
    } catch {
      return null;
    }
  }

  private forget(uri: vscode.Uri): void {
    this.asked.delete(uri.toString());
    if (this.known.delete(uri.toString())) {
      this.changed.fire(uri);
    }
  }

  private forgetAll(): void {
    for (const key of [...this.known.keys()]) {
      this.forget(vscode.Uri.parse(key));
    }
  }
}
