import * as vscode from 'vscode';

import { modelVariables, type ModelSettings } from './modelVariables';

/** Where VS Code keeps the key, encrypted; it is in no setting. */
const SECRET = 'markscheme.llm.key';

/** The language model that a person lets weigh edits, as the server's process is told of it: by its environment. */
export class LanguageModel implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly listeners: vscode.Disposable;

  /** The server must be started anew to know. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly secrets: vscode.SecretStorage) {
    this.listeners = vscode.Disposable.from(
      secrets.onDidChange(({ key }) => {
        if (key === SECRET) {
          this.changed.fire();
        }
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('markscheme.llm')) {
          this.changed.fire();
        }
      }),
    );
  }

  /** What the server's process has beside VS Code's own variables. */
  async environment(): Promise<Readonly<Record<string, string>>> {
    return modelVariables(ownSettings(), await this.secrets.get(SECRET));
  }

  async setKey(): Promise<void> {
    const key = await vscode.window.showInputBox({
      title: vscode.l10n.t('Key of the Language Model'),
      prompt: vscode.l10n.t('Kept in VS Code’s secret storage, and given to Markscheme’s server alone.'),
      password: true,
      ignoreFocusOut: true,
    });
    if (key !== undefined && key.trim() !== '') {
      await this.secrets.store(SECRET, key.trim());
      void vscode.window.showInformationMessage(vscode.l10n.t('The key of the language model is kept.'));
    }
  }

  async removeKey(): Promise<void> {
    await this.secrets.delete(SECRET);
    void vscode.window.showInformationMessage(vscode.l10n.t('No key of the language model is kept any more.'));
  }

  dispose(): void {
    this.listeners.dispose();
    this.changed.dispose();
  }
}

/** The person's own values: what a workspace says of where sentences are sent does not count. */
function ownSettings(): ModelSettings {
  const configuration = vscode.workspace.getConfiguration('markscheme.llm');
  const own = (name: string): unknown => configuration.inspect<unknown>(name)?.globalValue;
  return {
    endpoint: own('endpoint'),
    model: own('model'),
    concurrency: own('concurrency'),
    timeout: own('timeout'),
    inputPrice: own('inputPrice'),
    outputPrice: own('outputPrice'),
  };
}
