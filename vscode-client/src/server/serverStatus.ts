import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection, ConnectionState } from '../connection';
import type { Finder } from './finder';
import type { EnvironmentState } from './privateEnvironment';
import type { InstallationState, ServerInstallation } from './serverInstallation';

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
      const { kind } = this;
      if (kind !== this.last) {
        this.last = kind;
        void vscode.commands.executeCommand('setContext', 'markscheme.server', kind);
        this.kindChanged.fire(kind);
      }
      this.changed.fire();
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
    const texts: Partial<Record<StatusKind, string | undefined>> = {
      installing: state.kind === 'installing' ? installingText(state) : undefined,
      failed: state.kind === 'failed' ? state.text : undefined,
      elsewhere: l10n.t('Another window is installing the server. This window uses it as soon as it is ready.'),
      broken: l10n.t('The program that marks is installed, but can’t be started. Repairing it installs it again.'),
      starting: l10n.t('Starting the program that marks.'),
      stopped: this.connection.failure ?? l10n.t('The program that marks can’t be started.'),
    };
    return texts[this.kind];
  }

  /** What a person can do about it, the usual thing first. */
  get actions(): readonly StatusAction[] {
    const { state } = this.installation;
    const isPython = state.kind === 'failed' && ['no-python', 'no-venv'].includes(state.failure);
    const showLog = action(l10n.t('Show Log'), 'output', 'showLog');
    const actions: Partial<Record<StatusKind, StatusAction[]>> = {
      installing: [action(l10n.t('Cancel'), 'close', 'cancelInstallation'), showLog],
      broken: [action(l10n.t('Repair'), 'wrench', 'repairServer'), showLog],
      stopped: [
        action(l10n.t('Try Again'), 'refresh', 'restartServer'),
        showLog,
        action(l10n.t('Health Report'), 'pulse', 'reportHealth'),
      ],
      failed: [
        ...(isPython ? [action(l10n.t('Get Python'), 'link-external', 'getPython')] : []),
        action(l10n.t('Try Again'), 'refresh', 'tryInstallationAgain'),
        showLog,
        action(l10n.t('Other Ways'), 'lightbulb', 'showOtherWays'),
        action(l10n.t('Open Settings'), 'gear', 'openServerSettings'),
      ],
    };
    return actions[this.kind] ?? [];
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}

function installingText({ progress, previous }: Extract<InstallationState, { readonly kind: 'installing' }>): string {
  const text = `${progress.title}. ${progress.text(Date.now())}`;
  return previous === undefined ? text : `${text}\n\n${l10n.t('Last time: {0}', previous)}`;
}

function action(label: string, icon: string, command: string): StatusAction {
  return { label, icon, command: `markscheme.${command}` };
}
