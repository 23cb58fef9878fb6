import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { Finder } from './search/finder';
import { HealthReport } from './health/healthReport';
import type { LanguageModel } from './languageModel';
import { ServerInstallation } from './installation/serverInstallation';
import { onDidSelectPython } from './search/workspacePython';

/** Milliseconds in which several reasons to look again are one: trust changes settings, too. */
const CALM = 300;

/** Commands about the server itself, and what makes it worth looking for it again. */
export function registerServerCommands(
  context: vscode.ExtensionContext,
  connection: Connection,
  finder: Finder,
  model: LanguageModel,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const installation = new ServerInstallation(context, connection, finder, log);
  const report = new HealthReport(context, connection, finder, () => installation.lastFailure);
  let timer: NodeJS.Timeout | undefined;
  const lookAgain = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connection.restart(false).catch(() => undefined);
    }, CALM);
  };
  return vscode.Disposable.from(
    finder,
    installation,
    model,
    vscode.commands.registerCommand('markscheme.installServer', () => installation.install()),
    vscode.commands.registerCommand('markscheme.repairServer', () => installation.repair()),
    vscode.commands.registerCommand('markscheme.removeServer', () => installation.remove()),
    vscode.commands.registerCommand('markscheme.reportHealth', () => report.show()),
    vscode.commands.registerCommand('markscheme.setLanguageModelKey', () => model.setKey()),
    vscode.commands.registerCommand('markscheme.removeLanguageModelKey', () => model.removeKey()),
    finder.onDidAppear(lookAgain),
    model.onDidChange(() => {
      // A server that does not run yet hears of it when it starts.
      if (connection.state !== 'stopped') {
        lookAgain();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(lookAgain),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('markscheme.server.command')) {
        lookAgain();
      }
    }),
    whenPythonChanges(connection, lookAgain),
    new vscode.Disposable(() => {
      clearTimeout(timer);
    }),
  );
}

/** Another Python may have another server, or a first one; one found before it in the search stays. */
function whenPythonChanges(connection: Connection, lookAgain: () => void): vscode.Disposable {
  const listeners: vscode.Disposable[] = [];
  let asked = Promise.resolve();
  const onSelected = (): void => {
    if (connection.state !== 'running' || connection.server?.origin === 'python') {
      lookAgain();
    }
  };
  // The Python extension may start later than this one: it is asked for again until it runs.
  const listen = async (): Promise<void> => {
    const listener = listeners.length === 0 ? await onDidSelectPython(onSelected) : undefined;
    if (listener) {
      listeners.push(listener);
      states.dispose();
    }
  };
  const states = connection.onDidChangeState(() => {
    asked = asked.then(listen, listen);
  });
  return new vscode.Disposable(() => {
    vscode.Disposable.from(states, ...listeners).dispose();
  });
}
