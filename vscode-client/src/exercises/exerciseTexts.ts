import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { ExerciseText, Texts } from '../protocol/contract';

/** Texts that stand in no file by themselves: one annotator's in M2, one author's in Word or CriticMarkup. */
const SCHEME = 'markscheme-text';

/** Serves the texts of exercises as read-only documents, for VS Code's own editors and diff editor. */
export class ExerciseTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly shown = new Map<string, string>();

  readonly onDidChange = this.changed.event;

  constructor(private readonly connection: Connection) {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.shown.delete(uri.toString());
      }),
      connection.onDidMark((uri) => {
        this.refreshThoseOf(uri);
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.changed).dispose();
  }

  /** The texts of a document's exercise; `undefined` where it belongs to none. */
  async of(document: vscode.Uri): Promise<Texts | undefined> {
    const uri = document.toString();
    return (await this.connection.request('markscheme/texts', { textDocument: { uri } })) ?? undefined;
  }

  /** Where a text can be opened: its file, if that is the text and nothing else. */
  uriOf(text: ExerciseText, document: vscode.Uri): vscode.Uri {
    if (text.whole) {
      return vscode.Uri.parse(text.uri);
    }
    const query = new URLSearchParams({ document: document.toString(), name: text.name, uri: text.uri });
    return vscode.Uri.from({ scheme: SCHEME, path: `/${text.name}.txt`, query: query.toString() });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query = new URLSearchParams(uri.query);
    const document = query.get('document') ?? '';
    this.shown.set(uri.toString(), document);
    const texts = await this.of(vscode.Uri.parse(document));
    const all = texts ? [texts.hypothesis, texts.source, ...texts.references] : [];
    const found = all.find((text) => text?.name === query.get('name') && text.uri === query.get('uri'));
    return found?.text ?? found?.problem ?? vscode.l10n.t('This text is not there any more.');
  }

  private refreshThoseOf(document: vscode.Uri): void {
    for (const [shown, of] of this.shown) {
      if (of === document.toString()) {
        this.changed.fire(vscode.Uri.parse(shown));
      }
    }
  }
}
