import * as vscode from 'vscode';

import { mayHaveKey, modelVariables, type ModelSettings } from './modelVariables';
import type { ServerCommand } from './serverCommand';
import { isWorkspaceCommand } from './serverSettings';

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

  /** What a server's process has beside VS Code's own variables; one of the workspace's gets no key. */
  async environment({ origin }: ServerCommand): Promise<Readonly<Record<string, string>>> {
    const settings = ownSettings();
    const variables = modelVariables(settings, undefined);
    const key = await this.secrets.get(SECRET);
    if (key === undefined || !(variables.MARKSCHEME_LLM_ENDPOINT ?? process.env.MARKSCHEME_LLM_ENDPOINT)) {
      return variables;
    }
    if (mayHaveKey(origin, isWorkspaceCommand())) {
      return modelVariables(settings, key);
    }
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'The key of the language model is not given to a server that this workspace brings. Set markscheme.server.command in your own settings to use one that you trust with it.',
      ),
    );
    return variables;
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
