import * as vscode from 'vscode';

import { answerIn } from '../protocol/answers';
import type { DocumentAnswer, Notifications } from '../protocol/methods';

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
