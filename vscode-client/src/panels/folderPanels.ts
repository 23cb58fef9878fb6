import type * as vscode from 'vscode';

/** What shows one folder in a panel. */
export interface FolderPanel {
  /** Bring the panel to the front. */
  show(): void;
  close(): void;
  dispose(): void;
}

/** The open panels of one kind, one a folder; the key is the folder's URI. */
export class FolderPanels<Key extends string | null> implements vscode.Disposable {
  private readonly panels = new Map<Key, FolderPanel>();

  /** Keep what a panel shows until the panel is closed. */
  add(key: Key, panel: vscode.WebviewPanel, added: FolderPanel): void {
    this.panels.set(key, added);
    panel.onDidDispose(() => {
      added.dispose();
      if (this.panels.get(key) === added) {
        this.panels.delete(key);
      }
    });
  }

  /** Bring a folder's panel to the front, and return whether there is one. */
  show(key: Key): boolean {
    const existing = this.panels.get(key);
    existing?.show();
    return existing !== undefined;
  }

  close(key: Key): void {
    this.panels.get(key)?.close();
  }

  dispose(): void {
    for (const panel of [...this.panels.values()]) {
      panel.close();
    }
  }
}
