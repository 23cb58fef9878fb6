import * as vscode from 'vscode';
import type { FeatureState, StaticFeature } from 'vscode-languageclient/node';

import type { Connection } from '../connection';
import { answerIn, type DocumentAnswer } from '../protocol/methods';

/** The newest marks or estimates of open documents, as the server sends them. */
export class MarkStore implements vscode.Disposable {
  private readonly answers = new Map<string, DocumentAnswer>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();

  /** A document has other marks, or none any more. */
  readonly onDidChange = this.changed.event;

  /** Return the marks or the estimate of a document's newest text, or of a text shortly before. */
  of(uri: vscode.Uri): DocumentAnswer | undefined {
    return this.answers.get(uri.toString());
  }

  /** Keep what a server sends, until it stops or the document is closed. */
  follow(server: Pick<Connection, 'onDidChangeMarks' | 'onDidChangeState'>): vscode.Disposable {
    const { workspace } = vscode;
    return vscode.Disposable.from(
      server.onDidChangeMarks((marks) => {
        const uri = vscode.Uri.parse(marks.uri);
        if (workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) {
          this.keep(uri, answerIn(marks));
        }
      }),
      server.onDidChangeState((state) => {
        if (state !== 'running') {
          [...this.answers.keys()].forEach((key) => this.keep(vscode.Uri.parse(key), undefined));
        }
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.keep(uri, undefined)),
    );
  }

  private keep(uri: vscode.Uri, answer: DocumentAnswer | undefined): void {
    const key = uri.toString();
    const isChange = answer ? this.answers.set(key, answer) : this.answers.delete(key);
    if (isChange) {
      this.changed.fire(uri);
    }
  }

  dispose(): void {
    this.changed.dispose();
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
