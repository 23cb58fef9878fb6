import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';

/** The editor that a person works in. While a panel has the focus, it is the last text editor that had it. */
export class FrontEditor implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];
  private last = vscode.window.activeTextEditor;
  private view: { readonly owner: object; readonly uri: vscode.Uri } | undefined;

  /** Another editor is in front now, or none. */
  readonly onDidChange = this.changed.event;

  constructor() {
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.last = editor ?? this.last;
        this.changed.fire();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.changed.fire();
      }),
    ];
  }

  get editor(): vscode.TextEditor | undefined {
    const { last } = this;
    return last && vscode.window.visibleTextEditors.includes(last) ? last : undefined;
  }

  /** The document in front: the text of a Word document, or the text editor's. */
  get uri(): vscode.Uri | undefined {
    return this.view?.uri ?? this.editor?.document.uri;
  }

  /** Set the text that a custom editor shows in front; `undefined` if that editor is no longer in front. */
  setView(owner: object, uri: vscode.Uri | undefined): void {
    if (uri) {
      this.view = { owner, uri };
      this.changed.fire();
    } else if (this.view?.owner === owner) {
      this.view = undefined;
      this.changed.fire();
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.changed).dispose();
  }
}

/** Convert a range of the protocol to VS Code's; both count in UTF-16. */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Open a document and select a range. */
export async function reveal(uri: vscode.Uri, range: vscode.Range): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri);
  return await vscode.window.showTextDocument(document, { selection: range });
}
