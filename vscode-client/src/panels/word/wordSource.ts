import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { View, Views } from '../../protocol/contract';
import { failureOf, withoutServer } from '../failures';
import type { Failed } from '../messages';
import { normalUri } from '../uris';
import { wordStrings } from './wordStrings';

/** The command of the page for a first exercise; it is offered where it exists. */
export const SET_UP = 'markscheme.setUp';

/** What the file holds, and the text of it that is shown; or what to show in its place. */
type Opened =
  | { readonly views: Views; readonly document: vscode.TextDocument; readonly canSetUp: boolean }
  | { readonly type: 'waiting' }
  | Failed;

/**
 * The texts of one Word document. One of them is open as a text document of VS Code, its view.
 *
 * The language client keeps the server informed about the view. VS Code closes a document that no editor shows after some
 * minutes; it is then opened again.
 */
export class WordSource implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: { dispose(): unknown }[];
  private opened: Opened = { type: 'waiting' };
  private loads = 0;
  private isDisposed = false;

  /** The file has come, changed or gone, the view is closed, or the server has started or stopped: open it again. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly file: vscode.Uri,
    private readonly connection: Connection,
  ) {
    const change = (): void => {
      this.changed.fire();
    };
    this.subscriptions = [
      this.changed,
      watcherOf(file, change),
      connection.onDidChangeState(change),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (this.isShown(uri)) {
          change();
        }
      }),
    ];
  }

  /** The view. */
  get document(): vscode.TextDocument | undefined {
    return 'views' in this.opened ? this.opened.document : undefined;
  }

  /** Every text of the file; `undefined` if it can't be shown. */
  get views(): Views | undefined {
    return 'views' in this.opened ? this.opened.views : undefined;
  }

  /** The view as the server lists it. */
  get view(): View | undefined {
    return viewIn(this.views, this.document?.uri.toString());
  }

  /** Whether the page for a first exercise can be shown. */
  get canSetUp(): boolean {
    return 'views' in this.opened && this.opened.canSetUp;
  }

  /** What to show if there is no text. */
  get condition(): { readonly type: 'waiting' } | Failed | undefined {
    return 'views' in this.opened ? undefined : this.opened;
  }

  /** Whether a document is the view. */
  isShown(uri: vscode.Uri): boolean {
    return this.document?.uri.toString() === uri.toString();
  }

  /** Open a text: the chosen one, or else the first. Return whether it is what was requested last. */
  async open(chosen: string | undefined): Promise<boolean> {
    this.loads += 1;
    const load = this.loads;
    const opened = await this.openNow(chosen);
    if (load !== this.loads || this.isDisposed) {
      return false;
    }
    this.opened = opened;
    return true;
  }

  dispose(): void {
    this.isDisposed = true;
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async openNow(chosen: string | undefined): Promise<Opened> {
    if (this.connection.state !== 'running') {
      return withoutServer(this.connection);
    }
    try {
      const canSetUp = (await vscode.commands.getCommands(true)).includes(SET_UP);
      const textDocument = { uri: this.file.toString() };
      const views = await this.connection.request('markscheme/views', { textDocument });
      const view = viewIn(views, chosen);
      if (!views || !view) {
        throw new Error(wordStrings().noText);
      }
      return { views, document: await vscode.workspace.openTextDocument(vscode.Uri.parse(view.uri)), canSetUp };
    } catch (error) {
      const failure = failureOf(error);
      return { ...failure, message: sentence(failure.message) };
    }
  }
}

/** Return a message of the server as a sentence. */
function sentence(message: string): string {
  const text = message.charAt(0).toLocaleUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Call a function when a file comes, changes or goes. */
function watcherOf(file: vscode.Uri, change: () => void): vscode.Disposable {
  const folder = vscode.Uri.joinPath(file, '..');
  const name = (file.path.split('/').at(-1) ?? '').replace(/[[\]{}*?]/g, '?');
  const files = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, name));
  const changed = (uri: vscode.Uri): void => {
    if (uri.toString() === file.toString()) {
      change();
    }
  };
  return vscode.Disposable.from(
    files,
    files.onDidChange(changed),
    files.onDidCreate(changed),
    files.onDidDelete(changed),
  );
}

/** Return the view with a URI, or else the first one. */
function viewIn(views: Views | undefined, uri: string | undefined): View | undefined {
  const named = uri === undefined ? undefined : views?.views.find((view) => normalUri(view.uri) === normalUri(uri));
  return named ?? views?.views[0];
}
