import * as vscode from 'vscode';

import type { Notifications, Requests } from '../protocol/methods';
import type { MarkStore } from './markStore';

/** The part of the connection that brings marks. */
export interface MarkServer {
  readonly state: 'stopped' | 'starting' | 'running' | 'failed';
  readonly onDidChangeState: vscode.Event<MarkServer['state']>;
  readonly onDidPublish: vscode.Event<vscode.Uri>;
  readonly onDidChangeMarks: vscode.Event<Notifications['markscheme/marksChanged']>;
  request(
    method: 'markscheme/marks',
    params: Requests['markscheme/marks']['params'],
  ): Promise<Requests['markscheme/marks']['result'] | undefined>;
}

/** The documents for which marks are kept. */
export interface OpenDocuments {
  readonly onDidClose: vscode.Event<vscode.Uri>;
  isOpen(uri: vscode.Uri): boolean;
}

/** The documents that are open in VS Code. */
export function openDocuments(): OpenDocuments {
  return {
    onDidClose: (listener) =>
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        listener(uri);
      }),
    isOpen: (uri) => vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString()),
  };
}

/**
 * Brings the server's marks into the store.
 *
 * From a server that sends `markscheme/marksChanged`, nothing is requested. From another one, a document's marks are
 * requested whenever it publishes the document's diagnostics.
 */
export class MarkFeed implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  /** The number of each document's last request or notification; answers to earlier requests are dropped. */
  private readonly turns = new Map<string, number>();
  private turn = 0;
  /** Whether this server has sent a notification. */
  private notifies = false;

  constructor(
    private readonly server: MarkServer,
    private readonly store: MarkStore,
    private readonly documents: OpenDocuments,
  ) {
    this.subscriptions = [
      server.onDidChangeMarks((marks) => {
        this.notified(marks);
      }),
      server.onDidPublish((uri) => {
        if (!this.notifies) {
          void this.request(uri);
        }
      }),
      server.onDidChangeState((state) => {
        if (state !== 'running') {
          this.notifies = false;
          this.turns.clear();
          store.clear();
        }
      }),
      documents.onDidClose((uri) => {
        this.turns.delete(uri.toString());
        store.forget(uri);
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private notified(marks: Notifications['markscheme/marksChanged']): void {
    this.notifies = true;
    const uri = vscode.Uri.parse(marks.uri);
    if (this.documents.isOpen(uri)) {
      this.nextTurn(uri);
      this.store.receive(marks);
    }
  }

  /** Request the marks of an open document. An error is not reported here: the diagnostics give the reason. */
  private async request(uri: vscode.Uri): Promise<void> {
    if (!this.documents.isOpen(uri)) {
      return;
    }
    const turn = this.nextTurn(uri);
    const key = uri.toString();
    const answer = await this.server.request('markscheme/marks', { textDocument: { uri: key } }).catch(() => null);
    if (this.turns.get(key) === turn) {
      this.store.receive(answer ?? { uri: key, marks: null });
    }
  }

  private nextTurn(uri: vscode.Uri): number {
    this.turn += 1;
    this.turns.set(uri.toString(), this.turn);
    return this.turn;
  }
}
