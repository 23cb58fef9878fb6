import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { Scope } from './messages';

/** What shows one folder in a panel. */
export interface FolderPanel {
  /** Give the page the keyboard. */
  focus(): void;
  dispose(): void;
}

/** A kind of panels that show a folder each, or the workspace. */
export interface FolderPanelKind<Shown extends Scope> {
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
