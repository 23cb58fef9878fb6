/** Views, the texts of Word documents: their URIs, links to them on the server's cards, and their diagnostics. */

import * as vscode from 'vscode';

/** The scheme of views' URIs. */
export const VIEW_SCHEME = 'markscheme-text';

/** Whether a URI is a view's. */
export function isView({ scheme }: vscode.Uri): boolean {
  return scheme === VIEW_SCHEME;
}

/** Return the file that a view shows. */
export function fileOfView({ authority, path }: vscode.Uri): vscode.Uri {
  return vscode.Uri.from({ scheme: 'file', authority, path: path.replace(/\.txt$/, '') });
}

/** The command that opens the place of a link; it is given the link. */
export const OPEN_LINK = 'markscheme.openLink';

/** The end of a link in Markdown, to a view. The server percent-encodes spaces and brackets. */
const VIEW_LINK = new RegExp(`\\]\\((${VIEW_SCHEME}:[^\\s()]*)\\)`, 'g');

/** Return a card with its links to views as commands: VS Code shows a link of an extension's own scheme as plain words. */
export function withViewCommands(markdown: string): string {
  return markdown.replaceAll(
    VIEW_LINK,
    (_, link: string) => `](command:${OPEN_LINK}?${encodeURIComponent(JSON.stringify([link]))})`,
  );
}

/** Lists the diagnostics of a document in the language client's own collection. */
type List = (uri: vscode.Uri, diagnostics: vscode.Diagnostic[]) => void;

/** Word documents that open as texts: VS Code opens their files as what they are. */
const OPENS_AS_TEXT = /\.rtf$/i;

/**
 * The diagnostics of Word documents.
 *
 * The server publishes them for views. Problems lists them under the Word document itself, so that an entry opens its
 * page. A view that is open in a text editor has them itself, where they underline its words.
 */
export class ViewProblems implements vscode.Disposable {
  /** What the server has published for views. */
  private readonly published = new Map<string, Published>();
  private readonly files = vscode.languages.createDiagnosticCollection('markscheme');
  private texts = new Set<string>();
  private readonly subscription = vscode.window.tabGroups.onDidChangeTabs(() => {
    const before = this.texts;
    // The views that text editors show.
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
    this.texts = new Set(uris.filter(isView).map((uri) => uri.toString()));
    [...this.published]
      .filter(([view]) => before.has(view) !== this.texts.has(view))
      .forEach(([, published]) => this.show(published));
  });

  /** Keep what the server has published for a document, and list it where it belongs. */
  publish(uri: vscode.Uri, diagnostics: vscode.Diagnostic[], list: List): void {
    if (!isView(uri)) {
      list(uri, diagnostics);
      return;
    }
    const published = { uri, diagnostics, list };
    this.published.set(uri.toString(), published);
    this.show(published);
  }

  /** Return the diagnostics of a view. */
  of(uri: vscode.Uri): readonly vscode.Diagnostic[] {
    return this.published.get(uri.toString())?.diagnostics ?? [];
  }

  /** Forget everything: the server has ended. */
  clear(): void {
    this.published.clear();
    this.files.clear();
  }

  dispose(): void {
    vscode.Disposable.from(this.subscription, this.files).dispose();
  }

  private show({ uri: view, diagnostics, list }: Published): void {
    list(view, this.isListedItself(view) ? diagnostics : []);
    const file = fileOfView(view);
    const listed = [...this.published.values()].filter(
      ({ uri }) => fileOfView(uri).toString() === file.toString() && !this.isListedItself(uri),
    );
    this.files.set(
      file,
      listed.flatMap(({ uri, diagnostics: own }) => own.map((diagnostic) => withAuthor(diagnostic, uri.query))),
    );
  }

  private isListedItself(view: vscode.Uri): boolean {
    return this.texts.has(view.toString()) || OPENS_AS_TEXT.test(fileOfView(view).path);
  }
}

interface Published {
  readonly uri: vscode.Uri;
  readonly diagnostics: vscode.Diagnostic[];
  readonly list: List;
}

/** Return a diagnostic that names the author of the text, if its file holds several. */
function withAuthor(diagnostic: vscode.Diagnostic, author: string): vscode.Diagnostic {
  if (author === '') {
    return diagnostic;
  }
  const message = `${author}: ${diagnostic.message}`;
  return Object.assign(new vscode.Diagnostic(diagnostic.range, message), diagnostic, { message });
}
