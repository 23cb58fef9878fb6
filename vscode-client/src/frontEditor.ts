import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';

/** The editor that a person works in. While a panel has the focus, it is the last text editor that had it. */
export class FrontEditor implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private last = vscode.window.activeTextEditor;
  private view: { readonly owner: object; readonly uri: vscode.Uri } | undefined;

  readonly onDidChange = this.changed.event;

  private readonly parts = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      this.last = editor ?? this.last;
      this.changed.fire();
    }),
    vscode.window.onDidChangeVisibleTextEditors(() => this.changed.fire()),
    this.changed,
  );

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
    if (uri || this.view?.owner === owner) {
      this.view = uri && { owner, uri };
      this.changed.fire();
    }
  }

  dispose(): void {
    this.parts.dispose();
  }
}

/** Convert a range of the protocol to VS Code's; both count in UTF-16. */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

export async function reveal(uri: vscode.Uri, range: vscode.Range): Promise<vscode.TextEditor> {
  return await vscode.window.showTextDocument(uri, { selection: range });
}

/**
 * Select a place with the cursor at its beginning, where another one that ends there comes second, and show its card
 * when it is ready.
 *
 * With a screen reader, VS Code puts the focus on the card, so that it is read; Escape leads back to the text.
 */
export async function showCard(editor: vscode.TextEditor, range: vscode.Range, ready?: Promise<void>): Promise<void> {
  editor.selection = new vscode.Selection(range.end, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  await ready;
  await vscode.commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
}

/** Say that a command needs a student's document. */
export function askForDocument(): void {
  void vscode.window.showInformationMessage(l10n.t('Open a student’s document first.'));
}
