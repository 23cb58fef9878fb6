import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { Finder } from './finder';
import { HealthReport } from './healthReport';
import type { LanguageModel } from './languageModel';
import { keepOnTerminalPath, type ServerInstallation } from './serverInstallation';
import { onDidSelectPython } from './candidates';

/** Milliseconds after an event before the search. Several events, such as trust and its settings, are followed by one search. */
const SEARCH_DELAY = 300;

/** Register the commands about the server, and search for it again after events that may bring another one. */
export function registerServerCommands(
  context: vscode.ExtensionContext,
  connection: Connection,
  finder: Finder,
  model: LanguageModel,
  installation: ServerInstallation,
): vscode.Disposable {
  const report = new HealthReport(context, connection, finder, () => installation.lastFailure);
  let timer: NodeJS.Timeout | undefined;
  const searchAgain = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connection.restart(false).catch(() => undefined);
    }, SEARCH_DELAY);
  };
  return vscode.Disposable.from(
    finder,
    model,
    keepOnTerminalPath(context, connection, finder, installation),
    vscode.commands.registerCommand('markscheme.installServer', () => installation.install()),
    vscode.commands.registerCommand('markscheme.addEncoder', () => installation.addEncoder()),
    vscode.commands.registerCommand('markscheme.updateServer', () => installation.update()),
    vscode.commands.registerCommand('markscheme.repairServer', () => installation.repair()),
    vscode.commands.registerCommand('markscheme.removeServer', () => installation.remove()),
    vscode.commands.registerCommand('markscheme.reportHealth', () => report.show()),
    vscode.commands.registerCommand('markscheme.setLanguageModelKey', () => model.setKey()),
    vscode.commands.registerCommand('markscheme.removeLanguageModelKey', () => model.removeKey()),
    finder.onDidAppear(searchAgain),
    model.onDidChange(() => {
      // A server that is not running gets the settings when it starts.
      if (connection.state !== 'stopped') {
        searchAgain();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(searchAgain),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('markscheme.server.command')) {
        searchAgain();
      }
    }),
    whenPythonChanges(connection, searchAgain),
    new vscode.Disposable(() => {
      clearTimeout(timer);
    }),
  );
}

/** Search again when another Python is selected, unless the server was found before Pythons are looked at. */
function whenPythonChanges(connection: Connection, searchAgain: () => void): vscode.Disposable {
  const listeners: vscode.Disposable[] = [];
  let pending = Promise.resolve();
  const onSelected = (): void => {
    if (connection.state !== 'running' || connection.server?.origin === 'python') {
      searchAgain();
    }
  };
  // The Python extension may start later than this one, so each change of state tries again.
  const listen = async (): Promise<void> => {
    const listener = listeners.length === 0 ? await onDidSelectPython(onSelected) : undefined;
    if (listener) {
      listeners.push(listener);
      states.dispose();
    }
  };
  const states = connection.onDidChangeState(() => {
    pending = pending.then(listen, listen);
  });
  return new vscode.Disposable(() => {
    vscode.Disposable.from(states, ...listeners).dispose();
  });
}
