import * as path from 'node:path';

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { Finder } from '../search/finder';
import { removeLauncher, writeLauncher } from './terminalCommand';
import type { ServerInstallation } from './serverInstallation';

/**
 * Keep `markscheme` of the private installation on the PATH of VS Code's terminals, as long as it is installed.
 *
 * It comes last, so that a person's own `markscheme` wins, and its folder has no Python.
 */
export function keepOnTerminalPath(
  context: vscode.ExtensionContext,
  connection: Connection,
  finder: Finder,
  installation: ServerInstallation,
): vscode.Disposable {
  const folder = path.join(context.globalStorageUri.fsPath, 'bin');
  const variables = context.environmentVariableCollection;
  variables.description = vscode.l10n.t('Adds the command markscheme of Markscheme’s private installation.');
  let pending = Promise.resolve();
  const update = async (): Promise<void> => {
    const { environment } = finder;
    if (connection.server?.command === environment.python && connection.state === 'running') {
      await writeLauncher(folder, environment.python, process.platform);
      variables.append('PATH', `${path.delimiter}${folder}`, {
        applyAtProcessCreation: true,
        applyAtShellIntegration: true,
      });
    } else if (finder.privateState === 'absent') {
      variables.delete('PATH');
      await removeLauncher(folder);
    }
  };
  const updateInTurn = (): void => {
    pending = pending.then(update).catch(() => undefined);
  };
  return vscode.Disposable.from(connection.onDidChangeState(updateInTurn), installation.onDidChange(updateInTurn));
}
