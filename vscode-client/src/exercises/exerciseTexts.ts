import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { ExerciseText, Texts } from '../protocol/contract';

/** Scheme of read-only texts, such as one annotator's in M2, or a reference beside a student. Word documents have views. */
const SCHEME = 'markscheme-part';

/** Provides the texts of exercises as read-only documents, for VS Code's editors. */
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
      connection.onDidPublish((uri) => {
        this.refreshTextsOf(uri);
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.changed).dispose();
  }

  /** Request the texts of a document's exercise; `undefined` if it belongs to none. */
  async of(document: vscode.Uri): Promise<Texts | undefined> {
    const uri = document.toString();
    return (await this.connection.request('markscheme/texts', { textDocument: { uri } })) ?? undefined;
  }

  /** Return the URI that opens a text: its file, if that holds exactly the text, or its view. */
  uriOf(text: ExerciseText, document: vscode.Uri): vscode.Uri {
    return text.whole ? vscode.Uri.parse(text.uri) : this.readOnlyUriOf(text, document);
  }

  /** Return the URI that opens a text so that it can't be changed; the title is in the editor's tab. */
  readOnlyUriOf(text: ExerciseText, document: vscode.Uri, title = `${text.name}.txt`): vscode.Uri {
    if (text.view !== null) {
      return vscode.Uri.parse(text.view);
    }
    const query = new URLSearchParams({ document: document.toString(), name: text.name, uri: text.uri });
    return vscode.Uri.from({ scheme: SCHEME, path: `/${title}`, query: query.toString() });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query = new URLSearchParams(uri.query);
    const document = query.get('document') ?? '';
    this.shown.set(uri.toString(), document);
    const texts = await this.of(vscode.Uri.parse(document));
    const all = texts ? [texts.hypothesis, texts.source, ...texts.references] : [];
    const match = all.find((text) => text?.name === query.get('name') && text.uri === query.get('uri'));
    return match?.text ?? match?.problem ?? vscode.l10n.t('This text does not exist any more.');
  }

  private refreshTextsOf(document: vscode.Uri): void {
    for (const [shown, owner] of this.shown) {
      if (owner === document.toString()) {
        this.changed.fire(vscode.Uri.parse(shown));
      }
    }
  }
}
