/** The server as a person meets it: how far it is, what can be done about it, and the commands that do it. */

import * as vscode from 'vscode';

import type { Connection, ConnectionState } from '../connection';
import { onDidSelectPython } from './candidates';
import type { Finder } from './finder';
import { HealthReport } from './healthReport';
import { type FailureKind, progressText } from './installationText';
import type { LanguageModel } from './languageModel';
import type { EnvironmentState } from './privateEnvironment';
import { type InstallationState, keepOnTerminalPath, type ServerInstallation } from './serverInstallation';

/** What a person needs to know of the server. */
export type StatusKind =
  /** The search has not ended. */
  | 'unknown'
  | 'absent'
  | 'installing'
  /** Another window installs it. */
  | 'elsewhere'
  /** The installation failed. */
  | 'failed'
  /** The private server is there, and can't be started. */
  | 'broken'
  | 'starting'
  /** The server can't be started, or ended too often. */
  | 'stopped'
  | 'running';

/** Something that a person can do about the server, as a command. */
interface StatusAction {
  readonly label: string;
  readonly icon: string;
  readonly command: string;
}

/** Return the kind of status that the parts' states come to. */
export function statusKind(
  connection: ConnectionState,
  installation: InstallationState['kind'],
  environment: EnvironmentState['kind'] | undefined,
): StatusKind {
  if (installation === 'installing') {
    return 'installing';
  }
  if (connection !== 'stopped') {
    return connection === 'failed' ? 'stopped' : connection;
  }
  switch (environment) {
    case 'absent':
      return installation === 'failed' ? 'failed' : 'absent';
    case 'building':
      return 'elsewhere';
    case 'broken':
      return 'broken';
    case 'ready':
    case undefined:
      return 'unknown';
  }
}

/** Functions, since the person's language is known only after loading. */
const TEXTS: Partial<Record<StatusKind, () => string>> = {
  elsewhere: () =>
    vscode.l10n.t('Another window is installing the server. This window uses it as soon as it is ready.'),
  broken: () =>
    vscode.l10n.t('The program that marks is installed, but can’t be started. Repairing it installs it again.'),
  starting: () => vscode.l10n.t('Starting the program that marks.'),
  stopped: () => vscode.l10n.t('The program that marks can’t be started.'),
};

const ACTIONS: Partial<Record<StatusKind, () => readonly StatusAction[]>> = {
  installing: () => [action(vscode.l10n.t('Cancel'), 'close', 'cancelInstallation'), showLog()],
  broken: () => [action(vscode.l10n.t('Repair'), 'wrench', 'repairServer'), showLog()],
  stopped: () => [
    action(vscode.l10n.t('Try Again'), 'refresh', 'restartServer'),
    showLog(),
    action(vscode.l10n.t('Health Report'), 'pulse', 'reportHealth'),
  ],
};

/** Tells how far the server is, in words, with what to do: for the view, the status bar and conditions of commands. */
export class ServerStatus implements vscode.Disposable {
  private last: StatusKind = 'unknown';
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly kindChanged = new vscode.EventEmitter<StatusKind>();
  private readonly subscriptions: vscode.Disposable;

  /** Anything has changed, such as the step of an installation. */
  readonly onDidChange = this.changed.event;
  /** The kind, or what there is to do, has changed. */
  readonly onDidChangeKind = this.kindChanged.event;

  constructor(
    private readonly connection: Connection,
    private readonly finder: Finder,
    private readonly installation: ServerInstallation,
  ) {
    const update = (): void => {
      this.update();
    };
    this.subscriptions = vscode.Disposable.from(
      ...[this.changed, this.kindChanged, connection.onDidChangeState(update), installation.onDidChange(update)],
    );
  }

  get kind(): StatusKind {
    return statusKind(this.connection.state, this.installation.state.kind, this.finder.privateState);
  }

  /** The state in words; `undefined` if the view has a page of its own for it. */
  get text(): string | undefined {
    const { state } = this.installation;
    const { kind } = this;
    if (kind === 'installing' && state.kind === 'installing') {
      return installingText(state);
    }
    if (kind === 'failed' && state.kind === 'failed') {
      return state.text;
    }
    return kind === 'stopped' && this.connection.failure ? this.connection.failure : TEXTS[kind]?.();
  }

  /** What a person can do about it, the usual thing first. */
  get actions(): readonly StatusAction[] {
    const { state } = this.installation;
    return this.kind === 'failed' && state.kind === 'failed'
      ? failureActions(state.failure)
      : (ACTIONS[this.kind]?.() ?? []);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private update(): void {
    const { kind } = this;
    if (kind !== this.last) {
      this.last = kind;
      void vscode.commands.executeCommand('setContext', 'markscheme.server', kind);
      this.kindChanged.fire(kind);
    }
    this.changed.fire();
  }
}

function installingText({ progress, previous }: Extract<InstallationState, { readonly kind: 'installing' }>): string {
  const text = `${progress.title}. ${progressText(progress, Date.now())}`;
  return previous === undefined ? text : `${text}\n\n${vscode.l10n.t('Last time: {0}', previous)}`;
}

function failureActions(failure: FailureKind): StatusAction[] {
  const tryAgain = action(vscode.l10n.t('Try Again'), 'refresh', 'tryInstallationAgain');
  const otherWays = action(vscode.l10n.t('Other Ways'), 'lightbulb', 'showOtherWays');
  const isPython = failure === 'no-python' || failure === 'no-venv';
  return [
    ...(isPython ? [action(vscode.l10n.t('Get Python'), 'link-external', 'getPython')] : []),
    tryAgain,
    showLog(),
    otherWays,
    action(vscode.l10n.t('Open Settings'), 'gear', 'openServerSettings'),
  ];
}

function showLog(): StatusAction {
  return action(vscode.l10n.t('Show Log'), 'output', 'showLog');
}

function action(label: string, icon: string, command: string): StatusAction {
  return { label, icon, command: `markscheme.${command}` };
}

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
