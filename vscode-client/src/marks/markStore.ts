/** The newest marks of open documents, and how they come from the server. */

import * as vscode from 'vscode';
import type { FeatureState, StaticFeature } from 'vscode-languageclient/node';

import type { Connection } from '../connection';
import { answerIn, type DocumentAnswer, type Notifications, type Requests } from '../protocol/methods';

/** The newest marks or estimates of open documents. */
export class MarkStore implements vscode.Disposable {
  private readonly answers = new Map<string, DocumentAnswer>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();

  /** A document has other marks, or none any more. */
  readonly onDidChange = this.changed.event;

  /** Return the marks or the estimate of a document's newest text, or of a text shortly before. */
  of(uri: vscode.Uri): DocumentAnswer | undefined {
    return this.answers.get(uri.toString());
  }

  /** Keep a document's marks in place of older ones. This is the only way in. */
  receive(marks: Notifications['markscheme/marksChanged']): void {
    const uri = vscode.Uri.parse(marks.uri);
    const answer = answerIn(marks);
    if (answer) {
      this.answers.set(uri.toString(), answer);
      this.changed.fire(uri);
    } else {
      this.forget(uri);
    }
  }

  forget(uri: vscode.Uri): void {
    if (this.answers.delete(uri.toString())) {
      this.changed.fire(uri);
    }
  }

  clear(): void {
    for (const key of [...this.answers.keys()]) {
      this.forget(vscode.Uri.parse(key));
    }
  }

  dispose(): void {
    this.changed.dispose();
  }
}

/** The part of the connection that brings marks. */
export type MarkServer = Pick<Connection, 'state' | 'onDidChangeState' | 'onDidPublish' | 'onDidChangeMarks'> & {
  request(
    method: 'markscheme/marks',
    params: Requests['markscheme/marks']['params'],
  ): Promise<DocumentAnswer | null | undefined>;
};

/** The documents for which marks are kept. */
interface OpenDocuments {
  readonly onDidClose: vscode.Event<vscode.Uri>;
  isOpen(uri: vscode.Uri): boolean;
}

/** The documents that are open in VS Code. */
export function openDocuments(): OpenDocuments {
  return {
    onDidClose: (listener) => vscode.workspace.onDidCloseTextDocument(({ uri }) => void listener(uri)),
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
  private readonly subscriptions: vscode.Disposable;
  /** Each document's last request or notification; answers to earlier requests are dropped. */
  private readonly turns = new Map<string, object>();
  /** Whether this server has sent a notification. */
  private notifies = false;

  constructor(
    private readonly server: MarkServer,
    private readonly store: MarkStore,
    private readonly documents: OpenDocuments,
  ) {
    this.subscriptions = vscode.Disposable.from(
      server.onDidChangeMarks((marks) => this.notified(marks)),
      server.onDidPublish((uri) => void this.request(uri)),
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
    );
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private notified(marks: Notifications['markscheme/marksChanged']): void {
    this.notifies = true;
    const uri = vscode.Uri.parse(marks.uri);
    if (this.documents.isOpen(uri)) {
      this.turns.set(uri.toString(), marks);
      this.store.receive(marks);
    }
  }

  /** Request the marks of an open document. An error is not reported here: the diagnostics give the reason. */
  private async request(uri: vscode.Uri): Promise<void> {
    if (this.notifies || !this.documents.isOpen(uri)) {
      return;
    }
    const params = { textDocument: { uri: uri.toString() } };
    this.turns.set(uri.toString(), params);
    const answer = await this.server.request('markscheme/marks', params).catch(() => null);
    if (this.turns.get(uri.toString()) === params) {
      this.store.receive(answer ?? { uri: uri.toString(), marks: null });
    }
  }
}

/**
 * Tells the server that the client accepts three notifications, which the server sends to no other client, and that VS
 * Code shows a place's diagnostics above its hover card, so that neither repeats the other. A card may link to the
 * commands that the client trusts, and the client asks for comments and points.
 */
export const MARKS_CAPABILITY: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    const experimental = capabilities.experimental as Readonly<Record<string, unknown>> | undefined;
    capabilities.experimental = {
      ...experimental,
      markscheme: {
        decided: true,
        marksChanged: true,
        exercisesChanged: true,
        hoverShowsDiagnostics: true,
        commandLinks: true,
        asksForText: true,
      },
    };
  },
  initialize: () => undefined,
  getState: (): FeatureState => ({ kind: 'static' }),
  clear: () => undefined,
};
