import * as vscode from 'vscode';

/** The text editor that a person works in. While a panel has the focus, it is the last editor that had it. */
export class FrontEditor implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];
  private last = vscode.window.activeTextEditor;

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

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.changed).dispose();
  }
}
