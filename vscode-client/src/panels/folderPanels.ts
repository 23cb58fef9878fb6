import * as vscode from 'vscode';
import * as v from 'valibot';

import type { Connection } from '../connection';
import { Position } from '../protocol/checks';
import type { Folder, Place, Scope } from './messages';

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

/** Return what a panel covers: a folder, or the workspace, in the words for it. */
export function scopeOf(uri: string | null, wholeWorkspace: string): Scope {
  return uri === null ? { uri, name: wholeWorkspace } : folderOf(uri);
}

/** A URI as text or as `vscode.Uri`. */
const uri = v.union([
  v.string(),
  v.pipe(
    v.custom<{ toString(): string }>((value) => isUri(value)),
    v.transform((value) => value.toString()),
  ),
]);

const range = v.object({ start: Position });

const document = v.object({ uri });

const places = v.union([
  v.pipe(
    v.object({ uri, range }),
    v.transform((given): Place => ({ uri: given.uri, ...given.range.start })),
  ),
  v.pipe(
    v.object({ uri, position: Position }),
    v.transform((given): Place => ({ uri: given.uri, ...given.position })),
  ),
  v.pipe(
    v.object({ document, passage: v.object({ range }) }),
    v.transform((node): Place => ({ uri: node.document.uri, ...node.passage.range.start })),
  ),
  v.pipe(
    v.object({ document, finding: v.object({ range }) }),
    v.transform((node): Place => ({ uri: node.document.uri, ...node.finding.range.start })),
  ),
]);

const folders = v.union([
  uri,
  v.pipe(
    v.object({ exercise: v.object({ uri }) }),
    v.transform(({ exercise }) => exercise.uri),
  ),
  v.pipe(
    v.object({ uri }),
    v.transform((given) => given.uri),
  ),
]);

/** Return the place in a command's argument: `{uri, range}`, `{uri, position}`, or a sentence or finding of the tree. */
export function placeOfArgument(argument: unknown): Place | undefined {
  const place = v.safeParse(places, argument);
  return place.success ? place.output : undefined;
}

/** Return the folder in a command's argument: a URI, an object with a `uri`, or an exercise of the tree. */
export function folderOfArgument(argument: unknown): string | undefined {
  const folder = v.safeParse(folders, argument);
  return folder.success ? folder.output : undefined;
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

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly content: FolderPanel;
}

/**
 * Register the command of a kind of panels, one panel a folder, and restore panels after a reload. A panel that opens
 * starts the server: after a reload it may be all that needs it.
 */
export function registerFolderPanels<Shown extends Scope>(
  connection: Connection,
  kind: FolderPanelKind<Shown>,
): vscode.Disposable {
  const panels = new FolderPanels(connection, kind);
  return vscode.Disposable.from(
    panels,
    vscode.commands.registerCommand(kind.command, (argument: unknown) => panels.show(argument)),
    vscode.window.registerWebviewPanelSerializer(kind.viewType, {
      deserializeWebviewPanel: (panel, state: unknown) => {
        panels.restore(panel, state);
        return Promise.resolve();
      },
    }),
  );
}

/** The open panels of one kind. */
class FolderPanels<Shown extends Scope> implements vscode.Disposable {
  /** By the folder's URI. */
  private readonly panels = new Map<string | null, OpenPanel>();

  constructor(
    private readonly connection: Connection,
    private readonly kind: FolderPanelKind<Shown>,
  ) {}

  /** Bring a folder's panel to the front, or open one. */
  async show(argument: unknown): Promise<void> {
    const { kind } = this;
    if (kind.contextKey !== undefined) {
      void vscode.commands.executeCommand('setContext', kind.contextKey, true);
    }
    const folder = await kind.choose(argument);
    if (!folder) {
      return;
    }
    const existing = this.panels.get(folder.uri);
    if (existing) {
      existing.panel.reveal();
      existing.content.focus();
    } else {
      const title = kind.titleOf(folder);
      this.add(vscode.window.createWebviewPanel(kind.viewType, title, vscode.ViewColumn.Active), folder, argument);
    }
  }

  /** Show again what a panel showed before a reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const folder = this.kind.restore(state);
    if (!folder) {
      panel.dispose();
      return;
    }
    this.panels.get(folder.uri)?.panel.dispose();
    panel.title = this.kind.titleOf(folder);
    this.add(panel, folder);
  }

  dispose(): void {
    for (const { panel } of [...this.panels.values()]) {
      panel.dispose();
    }
  }

  /** Keep what a panel shows until the panel is closed. */
  private add(panel: vscode.WebviewPanel, folder: Shown, argument?: unknown): void {
    const added = { panel, content: this.kind.open(panel, folder, argument) };
    this.panels.set(folder.uri, added);
    // Why it can't start is on the page.
    this.connection.start().catch(() => undefined);
    panel.onDidDispose(() => {
      added.content.dispose();
      if (this.panels.get(folder.uri) === added) {
        this.panels.delete(folder.uri);
      }
    });
  }
}
