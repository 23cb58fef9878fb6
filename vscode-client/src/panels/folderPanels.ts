import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as v from 'valibot';

import type { Connection } from '../connection';
import { Position } from '../protocol/checks';
import type { Focus, Folder, Place, Scope } from './messages';
import {
  answered,
  failureOf,
  type PageName,
  PanelPage,
  type Received,
  type Unanswered,
  withoutServer,
} from './panelPage';

/** Return a URI as VS Code writes it, so that URIs can be compared as text. */
export function normalUri(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}

/** Return a folder with its name: the last part of its path. */
export function folderOf(uri: string): Folder {
  const { path } = vscode.Uri.parse(uri);
  return { uri: normalUri(uri), name: path.split('/').filter(Boolean).at(-1) ?? path };
}

/** Return the folder in the state that a page kept over a reload; `undefined` if there is none. */
export function keptFolder(state: { readonly folder?: string | undefined } | undefined): Folder | undefined {
  return state?.folder === undefined ? undefined : folderOf(state.folder);
}

/** Return what a panel covers: a folder, or the workspace. */
export function scopeOf(uri: string | null): Scope {
  return uri === null ? { uri, name: l10n.t('All exercises') } : folderOf(uri);
}

/** A URI as text or as `vscode.Uri`. */
const uri = v.union([
  v.string(),
  v.pipe(
    v.custom<{ toString(): string }>((value) => isUri(value)),
    v.transform((value) => value.toString()),
  ),
]);

const place = v.union([v.object({ uri, range: v.object({ start: Position }) }), v.object({ uri, position: Position })]);

const folder = v.union([uri, v.object({ exercise: v.object({ uri }) }), v.object({ uri })]);

/** Return the place in a command's argument: `{uri, range}`, `{uri, position}`, or a sentence or finding of the tree. */
export function placeOfArgument(argument: unknown): Place | undefined {
  const { success, output } = v.safeParse(place, argument);
  if (!success) {
    return undefined;
  }
  return { uri: output.uri, ...('position' in output ? output.position : output.range.start) };
}

/** Return the folder in a command's argument: a URI, an object with a `uri`, or an exercise of the tree. */
export function folderOfArgument(argument: unknown): string | undefined {
  const { success, output } = v.safeParse(folder, argument);
  if (!success) {
    return undefined;
  }
  if (typeof output === 'string') {
    return output;
  }
  return 'exercise' in output ? output.exercise.uri : output.uri;
}

function isUri(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'scheme' in value && 'path' in value && 'toString' in value;
}

/** What shows one folder in a panel. */
export interface FolderPanel {
  /** Give the page the keyboard. */
  focus(): void;
  dispose(): void;
}

/** A kind of panels that show a folder each, or the workspace. */
interface FolderPanelKind<Shown extends Scope> {
  readonly viewType: string;
  /** The command that shows a panel. */
  readonly command: string;
  /** A context key that is true once a person has asked for such a panel. */
  readonly contextKey?: string | undefined;
  /** Return the folder of the command's argument, or one that the person picks; `undefined` if there is none. */
  choose(argument: unknown): Shown | undefined | Promise<Shown | undefined>;
  /** Return the folder in the state that a page kept over a reload; `undefined` if there is none. */
  restore(state: unknown): Shown | undefined;
  titleOf(folder: Shown): string;
  /** Show a folder in a new panel. After a reload there is no argument. */
  open(panel: vscode.WebviewPanel, folder: Shown, argument?: unknown): FolderPanel;
}

/**
 * Register the command of a kind of panels, one panel a folder, and restore panels after a reload. A panel that opens
 * starts the server: after a reload it may be all that needs it.
 */
export function registerFolderPanels<Shown extends Scope>(
  connection: Connection,
  kind: FolderPanelKind<Shown>,
): vscode.Disposable {
  /** The open panels with what they show, by the folder's URI. */
  const panels = new Map<string | null, readonly [vscode.WebviewPanel, FolderPanel]>();
  const add = (panel: vscode.WebviewPanel, folder: Shown, argument?: unknown): void => {
    const content = kind.open(panel, folder, argument);
    panels.set(folder.uri, [panel, content]);
    // Why it can't start is on the page.
    connection.start().catch(() => undefined);
    panel.onDidDispose(() => {
      content.dispose();
      if (panels.get(folder.uri)?.[0] === panel) {
        panels.delete(folder.uri);
      }
    });
  };
  const show = async (argument: unknown): Promise<void> => {
    if (kind.contextKey !== undefined) {
      void vscode.commands.executeCommand('setContext', kind.contextKey, true);
    }
    const folder = await kind.choose(argument);
    const [panel, content] = (folder && panels.get(folder.uri)) ?? [];
    if (panel) {
      panel.reveal();
      content?.focus();
    } else if (folder) {
      const title = kind.titleOf(folder);
      add(vscode.window.createWebviewPanel(kind.viewType, title, vscode.ViewColumn.Active), folder, argument);
    }
  };
  const deserializeWebviewPanel = (panel: vscode.WebviewPanel, state: unknown): Promise<void> => {
    const folder = kind.restore(state);
    if (folder) {
      panels.get(folder.uri)?.[0].dispose();
      panel.title = kind.titleOf(folder);
      add(panel, folder);
    } else {
      panel.dispose();
    }
    return Promise.resolve();
  };
  return vscode.Disposable.from(
    { dispose: () => [...panels.values()].forEach(([panel]) => void panel.dispose()) },
    vscode.commands.registerCommand(kind.command, show),
    vscode.window.registerWebviewPanelSerializer(kind.viewType, { deserializeWebviewPanel }),
  );
}

/** The panel of one folder: its page, and what it asks the server, of which the newest alone is shown. */
export abstract class OneFolderPanel<Incoming extends { readonly type: string }, Outgoing> implements FolderPanel {
  protected readonly page: PanelPage<Incoming, Outgoing | Unanswered | Focus>;
  /** Disposed with the panel. */
  protected readonly parts: { dispose(): unknown }[] = [];
  private request: vscode.CancellationTokenSource | undefined;

  constructor(
    protected readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    name: PageName,
    protected readonly connection: Connection,
    protected readonly folder: Folder,
  ) {
    this.page = new PanelPage(panel, extension, {
      name,
      title: panel.title,
      receive: (message) => this.receive(message),
      retry: () => this.retry(),
    });
  }

  protected abstract receive(message: Received<Incoming>): void;

  /** Repeat the request that failed. */
  protected abstract retry(): void;

  focus(): void {
    this.page.post({ type: 'focus' });
  }

  dispose(): void {
    this.cancel();
    vscode.Disposable.from(this.page, ...this.parts).dispose();
  }

  /** Whether the server has not answered yet, or not in full. */
  protected get isAsking(): boolean {
    return this.request !== undefined;
  }

  protected cancel(): void {
    this.request?.cancel();
    this.request = undefined;
  }

  /**
   * Ask the server, and show the answer or why there is none, unless something newer is asked meanwhile; `begun` tells the
   * page that the server is asked.
   */
  protected async ask<Answer>(
    begun: Outgoing | undefined,
    request: (token: vscode.CancellationToken) => Promise<Answer | undefined>,
    show: (answer: Answer) => unknown,
    failed: (error: unknown) => Outgoing | Unanswered = failureOf,
  ): Promise<void> {
    this.cancel();
    if (this.connection.state !== 'running') {
      this.page.post(withoutServer(this.connection));
      return;
    }
    if (begun) {
      this.page.post(begun);
    }
    const running = new vscode.CancellationTokenSource();
    this.request = running;
    const isNewest = (): boolean => this.request === running;
    try {
      const answer = answered(await request(running.token));
      if (isNewest()) {
        await show(answer);
      }
    } catch (error) {
      if (isNewest()) {
        this.page.post(failed(error));
      }
    } finally {
      running.dispose();
      this.request = isNewest() ? undefined : this.request;
    }
  }
}
