import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { Exercise, Hypothesis } from '../protocol/contract';
import { type Finder, openServerSettings } from './finder';
import { showHealthReport } from './healthReport';
import type { LanguageModel } from './languageModel';
import type { ServerInstallation } from './serverInstallation';

export interface ServerParts {
  readonly connection: Connection;
  readonly finder: Finder;
  readonly model: LanguageModel;
  readonly installation: ServerInstallation;
  readonly view: vscode.TreeView<unknown>;
}

const PYTHON_PAGE = 'https://www.python.org/downloads/';

/** Milliseconds after an event before the search. Several events, such as trust and its settings, are followed by one search. */
const SEARCH_DELAY = 300;

/**
 * Register the commands about the server, from an open folder to its first marks, show in the view how far the server
 * is, and search for it again after events that may bring another one.
 */
export function registerServerCommands(context: vscode.ExtensionContext, parts: ServerParts): vscode.Disposable {
  const { installation, model } = parts;
  const commands: Record<string, () => unknown> = {
    setUpMarking: () => setUpMarking(parts),
    installServer: () => installation.install(),
    addEncoder: () => installation.addEncoder(),
    updateServer: () => installation.change('update'),
    repairServer: () => installation.change('repair'),
    removeServer: () => installation.remove(),
    cancelInstallation: () => installation.cancel(),
    tryInstallationAgain: async () => (await installation.change('build')) && (await setUpMarking(parts)),
    showOtherWays: () => vscode.commands.executeCommand('markscheme.openWalkthrough', 'server'),
    openServerSettings,
    getPython: () => vscode.env.openExternal(vscode.Uri.parse(PYTHON_PAGE)),
    reportHealth: () => showHealthReport(context, parts),
    setLanguageModelKey: () => model.setKey(),
    removeLanguageModelKey: () => model.removeKey(),
  };
  const tellFolder = (): void => {
    // The walkthrough ticks a step when a condition changes, not when it holds.
    const hasFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
    void vscode.commands.executeCommand('setContext', 'markscheme.hasFolder', hasFolder);
  };
  tellFolder();
  return vscode.Disposable.from(
    showStatus(parts),
    searchAgainAfterEvents(parts),
    vscode.workspace.onDidChangeWorkspaceFolders(tellFolder),
    ...Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(`markscheme.${name}`, command),
    ),
  );
}

/** Keep the view's message equal to the server's status. The rows below it are the tree's. */
function showStatus({ view, installation }: ServerParts): vscode.Disposable {
  const show = (): void => {
    const { text } = installation;
    if (view.message !== text) {
      // An empty message would hide the view's welcome page, and `undefined` can't be assigned.
      view.message = text ?? (undefined as unknown as string);
    }
  };
  show();
  return installation.onDidChange(show);
}

/**
 * Do everything that is missing until the first marks: install the server, start it, set up the folder, open a text.
 * Each step shows its own failure.
 */
async function setUpMarking(parts: ServerParts): Promise<void> {
  const { connection, installation } = parts;
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) {
    await vscode.commands.executeCommand('vscode.openFolder');
    return;
  }
  await vscode.commands.executeCommand('markscheme.exercises.focus');
  if (!(await hasServer(parts))) {
    return;
  }
  const student = firstStudent((await connection.request('markscheme/exercises', {})) ?? []);
  // The page guesses which texts belong together. When it has written that down, it shows the class.
  await (student
    ? vscode.commands.executeCommand('markscheme.openStudent', student.uri, student.view)
    : vscode.commands.executeCommand('markscheme.setUp'));
  void installation.offerEncoder();
}

/** Return whether the server runs, after installing it if need be. */
async function hasServer({ connection, installation }: ServerParts): Promise<boolean> {
  do {
    // The view and opened documents start the server too: another start may have begun when this one ends.
    await connection.start(true).catch(() => undefined);
  } while (installation.kind === 'starting');
  if (installation.kind === 'absent' || installation.kind === 'failed') {
    await installation.install();
  }
  return connection.state === 'running';
}

/** Return the first student of an exercise with a teacher's correction, or of any exercise. */
function firstStudent(exercises: readonly Exercise[]): Hypothesis | undefined {
  const corrected = exercises.filter(({ references }) => references.length > 0);
  return [...corrected, ...exercises].find(({ hypotheses }) => hypotheses.length > 0)?.hypotheses[0];
}

/** Search for the server again after events that may bring another one. */
function searchAgainAfterEvents({ connection, finder, model }: ServerParts): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const searchAgain = (isUseful: boolean): void => {
    if (isUseful) {
      clearTimeout(timer);
      timer = setTimeout(() => void connection.restart(false), SEARCH_DELAY);
    }
  };
  return vscode.Disposable.from(
    // A server that is found before Pythons are looked at stays.
    finder.onDidAppear(() => searchAgain(connection.state !== 'running' || connection.server?.origin === 'python')),
    // A server that is not running gets the settings when it starts.
    model.onDidChange(() => searchAgain(connection.state !== 'stopped')),
    vscode.workspace.onDidGrantWorkspaceTrust(() => searchAgain(true)),
    vscode.workspace.onDidChangeConfiguration((change) =>
      searchAgain(change.affectsConfiguration('markscheme.server.command')),
    ),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}
