import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { ServerCommand, ServerOrigin } from './finder';

/** Name of the key in VS Code's secret storage; no setting has it. */
const SECRET = 'markscheme.llm.key';

/** Settings and key of the language model that weighs edits. The server gets them as environment variables. */
export class LanguageModel {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** Listen to changes for which the server must be started again. */
  onDidChange(listener: () => unknown): vscode.Disposable {
    return vscode.Disposable.from(
      this.secrets.onDidChange(({ key }) => key === SECRET && listener()),
      vscode.workspace.onDidChangeConfiguration(
        (change) => change.affectsConfiguration('markscheme.llm') && listener(),
      ),
    );
  }

  /** Return the variables for a server's process. A server that the workspace brings gets no key. */
  async environment({ origin }: ServerCommand): Promise<Readonly<Record<string, string>>> {
    const configuration = vscode.workspace.getConfiguration('markscheme');
    // Only the user's settings count: a workspace must not decide where sentences are sent.
    const variables = modelVariables((name) => configuration.inspect(`llm.${name}`)?.globalValue);
    const key = await this.secrets.get(SECRET);
    if (key === undefined || !(variables.MARKSCHEME_LLM_ENDPOINT ?? process.env.MARKSCHEME_LLM_ENDPOINT)) {
      return variables;
    }
    const command = configuration.inspect('server.command');
    if (mayHaveKey(origin, (command?.workspaceValue ?? command?.workspaceFolderValue) !== undefined)) {
      return { ...variables, MARKSCHEME_LLM_KEY: key };
    }
    void vscode.window.showWarningMessage(
      l10n.t(
        'The key of the language model is not passed to a server that comes from this workspace. To use the key, set markscheme.server.command in your user settings to a server that you trust.',
      ),
    );
    return variables;
  }

  async setKey(): Promise<void> {
    const key = await vscode.window.showInputBox({
      title: l10n.t('Key of the Language Model'),
      prompt: l10n.t('VS Code’s secret storage keeps the key. Only Markscheme’s server gets it.'),
      password: true,
      ignoreFocusOut: true,
    });
    if (key !== undefined && key.trim() !== '') {
      await this.secrets.store(SECRET, key.trim());
      void vscode.window.showInformationMessage(l10n.t('The key of the language model was saved.'));
    }
  }

  async removeKey(): Promise<void> {
    await this.secrets.delete(SECRET);
    void vscode.window.showInformationMessage(l10n.t('The key of the language model was removed.'));
  }
}

const NAMES = {
  endpoint: 'MARKSCHEME_LLM_ENDPOINT',
  model: 'MARKSCHEME_LLM_MODEL',
  concurrency: 'MARKSCHEME_LLM_CONCURRENCY',
  timeout: 'MARKSCHEME_LLM_TIMEOUT',
  inputPrice: 'MARKSCHEME_LLM_INPUT_PRICE',
  outputPrice: 'MARKSCHEME_LLM_OUTPUT_PRICE',
} as const;

/**
 * Return the server's environment variables for a language model, without its key. `setting` returns one of the settings
 * `markscheme.llm`, unchecked.
 *
 * Variables for settings without a value stay as they are in VS Code's environment. But a model without an endpoint is
 * a local one, so the endpoint's variable is emptied.
 */
export function modelVariables(setting: (name: string) => unknown): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, variable] of Object.entries(NAMES)) {
    const value = setting(name);
    const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
    Object.assign(variables, text === '' ? {} : { [variable]: text });
  }
  if (NAMES.model in variables) {
    variables[NAMES.endpoint] ??= '';
  }
  return variables;
}

/** Whether a server may get the key. One that comes from the workspace may not. */
export function mayHaveKey(origin: ServerOrigin, isWorkspaceCommand: boolean): boolean {
  return origin !== 'python' && !(origin === 'setting' && isWorkspaceCommand);
}
