import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection, ConnectionState } from '../connection';
import { reasonOf } from '../words';
import { type Finder, offer } from './finder';
import {
  baseSizeText,
  encoderSizeText,
  failureOf,
  failureText,
  InstallationFailure,
  InstallationProgress,
} from './installationText';
import { findTools, type TorchChoice } from './installer';
import type { EnvironmentState } from './privateEnvironment';

/**
 * What a person needs to know of the server: `unknown` until the search has ended, `elsewhere` while another window
 * installs it, `failed` after an installation, `broken` if the private server can't be started, `stopped` if another one
 * can't, or ends too often.
 */
export type StatusKind =
  'unknown' | 'absent' | 'installing' | 'elsewhere' | 'failed' | 'broken' | 'starting' | 'stopped' | 'running';

/** Something that a person can do about the server, as a command. */
type StatusAction = Readonly<Record<'label' | 'icon' | 'command', string>>;

/** What is done with the private environment, with its title. */
const TITLES = {
  build: l10n.t('Installing Markscheme’s server'),
  repair: l10n.t('Repairing Markscheme’s server'),
  update: l10n.t('Updating Markscheme’s server'),
  addEncoder: l10n.t('Adding the encoder'),
} as const;

/** Keys, in the extension's memory, of the last failure, and of whether the encoder was offered. */
const FAILURE_KEY = 'markscheme.installation.lastFailure';
const OFFERED_KEY = 'markscheme.encoder.offered';

/** Milliseconds between two looks at the clock during an installation. */
const TICK = 15_000;

/** Return the kind of status that the parts' states come to. */
export function statusKind(
  connection: ConnectionState,
  installation: 'none' | 'installing' | 'failed',
  environment: EnvironmentState['kind'] | undefined,
): StatusKind {
  if (installation === 'installing') {
    return 'installing';
  }
  if (connection !== 'stopped') {
    return connection === 'failed' ? 'stopped' : connection;
  }
  if (environment === 'absent') {
    return installation === 'failed' ? 'failed' : 'absent';
  }
  return environment === 'building' ? 'elsewhere' : environment === 'broken' ? 'broken' : 'unknown';
}

/**
 * Installs, updates, repairs and removes the private server, and tells how far the server is, with what to do: for the
 * view, the status bar and conditions of commands.
 */
export class ServerInstallation implements vscode.Disposable {
  /** Why the last installation failed, in this session or in an earlier one. */
  failure: InstallationFailure | undefined;
  /** How far the server's installation is. */
  private progress: InstallationProgress | undefined;
  private running: AbortController | undefined;
  private last: StatusKind = 'unknown';
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly kindChanged = new vscode.EventEmitter<StatusKind>();
  private readonly subscriptions: vscode.Disposable;

  /** Anything has changed, such as the step of an installation, or a minute has passed. */
  readonly onDidChange = this.changed.event;
  /** The kind, or what there is to do, has changed. */
  readonly onDidChangeKind = this.kindChanged.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly connection: Connection,
    private readonly finder: Finder,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const failure = context.globalState.get<InstallationFailure>(FAILURE_KEY);
    this.failure = failure && new InstallationFailure(failure.kind, failure.detail, failure.more);
    context.environmentVariableCollection.description = l10n.t(
      'Adds the command markscheme of Markscheme’s private installation.',
    );
    this.subscriptions = vscode.Disposable.from(
      ...[this.changed, this.kindChanged, connection.onDidChangeState(() => this.changed.fire())],
      this.onDidChange(() => this.update()),
    );
  }

  get kind(): StatusKind {
    const installation = this.progress ? 'installing' : this.failure ? 'failed' : 'none';
    return statusKind(this.connection.state, installation, this.finder.privateState);
  }

  /** The state in words; `undefined` if the view has a page of its own for it. */
  get text(): string | undefined {
    const { progress, failure } = this;
    const texts: Partial<Record<StatusKind, string | undefined>> = {
      installing: progress && `${progress.title}. ${progress.text(Date.now())}`,
      failed: failure && failureText(failure),
      elsewhere: l10n.t('Another window is installing the server. This window uses it as soon as it is ready.'),
      broken: l10n.t('The program that marks is installed, but can’t be started. Repairing it installs it again.'),
      starting: l10n.t('Starting the program that marks.'),
      stopped: this.connection.failure ?? l10n.t('The program that marks can’t be started.'),
    };
    const text = texts[this.kind];
    return progress && failure ? `${text}\n\n${l10n.t('Last time: {0}', failureText(failure, true))}` : text;
  }

  /** What a person can do about it, the usual thing first. */
  get actions(): readonly StatusAction[] {
    const isPython = this.failure && ['no-python', 'no-venv'].includes(this.failure.kind);
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

  /** Ask a person once, with size and time, and install the server. */
  async install(): Promise<void> {
    if (this.running) {
      return;
    }
    const state = await this.finder.environment.state();
    if (state.kind !== 'ready') {
      await ((await this.isConfirmed()) && this.change('build'));
      return;
    }
    const message = l10n.t('Markscheme’s private server is already installed, version {0}.', state.version);
    const again = [l10n.t('Install Again'), () => this.change('repair')] as const;
    await offer(vscode.window.showInformationMessage, message, again);
  }

  /** Ask once, with size and use, whether to add the encoder to the private server, which marks without it. */
  async offerEncoder(): Promise<void> {
    const { environment, surroundings } = this.finder;
    const state = await environment.state();
    const isWanted = state.kind === 'ready' && state.marker.encoder !== true;
    if (!isWanted || this.context.globalState.get(OFFERED_KEY) === true) {
      return;
    }
    await this.context.globalState.update(OFFERED_KEY, true);
    const tools = await findTools(surroundings).catch(() => undefined);
    if (tools) {
      const use = l10n.t(
        'Markscheme marks. With the encoder it also says how near a change is to a teacher’s words, and estimates texts that no teacher has corrected. Marks stay the same.',
      );
      const message = `${use} ${encoderSizeText(tools.build, surroundings.wheelFolder !== '')}`;
      const add = [l10n.t('Add It'), () => this.addEncoder()] as const;
      await offer(vscode.window.showInformationMessage, message, add, [l10n.t('Not Now')]);
    }
  }

  /** Add the encoder while the server goes on marking, then have it marked anew. A failure leaves all as it was. */
  async addEncoder(torch?: TorchChoice): Promise<unknown> {
    const state = await this.finder.environment.state();
    if (state.kind === 'ready' && state.marker.encoder !== true) {
      return await this.change('addEncoder', torch);
    }
    const command = "pip install 'markscheme[encoder]'";
    return await vscode.window.showInformationMessage(
      state.kind === 'ready'
        ? l10n.t('The encoder is already there.')
        : l10n.t('There is no private server. Add the encoder to your own one: {0}', command),
    );
  }

  cancel(): void {
    this.running?.abort();
    this.changed.fire();
  }

  /** Remove the private server after a question, and stop it first. */
  async remove(): Promise<void> {
    const { environment } = this.finder;
    if ((await environment.state()).kind === 'absent' && (await environment.keptBytes()) === 0) {
      void vscode.window.showInformationMessage(l10n.t('There is no private server to remove.'));
      return;
    }
    const remove = l10n.t('Remove');
    const detail = l10n.t('Your documents and settings stay. You can install the server again at any time.');
    const question = l10n.t('Remove Markscheme’s private server and its downloads from this computer?');
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) {
      return;
    }
    try {
      await this.stopOwnServer();
      await environment.remove();
      this.finder.privateState = 'absent';
      await this.end();
      void vscode.window.showInformationMessage(l10n.t('Markscheme’s private server was removed.'));
    } catch (error) {
      void vscode.window.showErrorMessage(failureText(failureOf(error)));
    }
  }

  dispose(): void {
    this.running?.abort();
    this.subscriptions.dispose();
  }

  /** Change the private environment without a question, and start its server. Return whether it was changed. */
  async change(change: keyof typeof TITLES, torch?: TorchChoice): Promise<boolean> {
    if (this.running) {
      return false;
    }
    const { environment, surroundings } = this.finder;
    const isEncoder = change === 'addEncoder';
    this.running = new AbortController();
    const progress = new InstallationProgress(TITLES[change], Date.now());
    if (!isEncoder) {
      this.progress = progress;
      this.changed.fire();
      await this.stopOwnServer();
    }
    try {
      const built = environment[change === 'repair' ? 'build' : change]({
        supplies: { ...surroundings, torch: torch ?? surroundings.torch },
        signal: this.running.signal,
        onLine: (line) => this.log.info(`Installation: ${line}`),
        onStep: (step) => {
          progress.add(step);
          this.changed.fire();
        },
      });
      await this.showProgress(progress, this.running.signal, built);
    } catch (error) {
      this.log.error(`Installation: ${reasonOf(error)}`);
      if (isEncoder) {
        this.offerEncoderAgain(error);
      } else {
        await this.fail(error, change === 'update');
      }
      return false;
    } finally {
      this.running = undefined;
    }
    const seconds = Math.round((Date.now() - progress.begun) / 1000);
    this.log.info(`Installation: ready after ${seconds} s, ${await environment.bytes()} bytes`);
    await this.end();
    await this.connection.restart(false);
    return true;
  }

  /** Ask whether to install, with size and time. What stands in the way is kept as a failure. */
  private async isConfirmed(): Promise<boolean> {
    const { surroundings } = this.finder;
    try {
      const search = { location: { viewId: 'markscheme.exercises' } };
      await vscode.window.withProgress(search, () => findTools(surroundings));
    } catch (error) {
      this.log.error(`Installation: ${reasonOf(error)}`);
      await this.fail(error);
      return false;
    }
    const install = l10n.t('Install');
    const otherWays = l10n.t('Other Ways');
    const question = l10n.t('Install the program that marks?');
    const folder = l10n.t(
      'It is put into a folder of its own, and nothing else on this computer changes. It works without the network, and no text leaves this computer.',
    );
    const detail = `${baseSizeText(surroundings.wheelFolder !== '')}\n\n${folder}`;
    const chosen = await vscode.window.showInformationMessage(question, { modal: true, detail }, install, otherWays);
    if (chosen === otherWays) {
      await vscode.commands.executeCommand('markscheme.openWalkthrough');
    }
    return chosen === install;
  }

  /** Show the progress as a notification too, which a person may close: the view and the status bar go on. */
  private async showProgress(progress: InstallationProgress, signal: AbortSignal, work: Promise<void>): Promise<void> {
    const options = { location: vscode.ProgressLocation.Notification, title: progress.title, cancellable: true };
    await vscode.window.withProgress(options, async (notification, token) => {
      token.onCancellationRequested(() => this.cancel());
      const listener = this.onDidChange(() =>
        notification.report({ message: signal.aborted ? l10n.t('Cancelling') : progress.text(Date.now()) }),
      );
      const clock = setInterval(() => this.changed.fire(), TICK);
      await work.finally(() => {
        clearInterval(clock);
        listener.dispose();
      });
    });
  }

  /** Keep why an installation failed, which the view and the status bar show, and start what marks without it. */
  private async fail(error: unknown, isUpdate = false): Promise<void> {
    const failure = failureOf(error);
    const isBusy = failure.kind === 'busy';
    await this.end(isBusy ? undefined : failure);
    if (!isBusy) {
      await vscode.commands.executeCommand('markscheme.exercises.focus');
    }
    if (isUpdate || isBusy) {
      await this.connection.restart(false);
    }
  }

  /** Say why the encoder was not added, and offer to try again: marks go on without it. */
  private offerEncoderAgain(error: unknown): void {
    const again = [l10n.t('Try Again'), () => this.addEncoder()] as const;
    const larger = [l10n.t('Install the Larger Build'), () => this.addEncoder('cuda')] as const;
    const failure = failureOf(error);
    const hasLarger = ['no-torch-index', 'no-cpu-build'].includes(failure.kind);
    const text = `${l10n.t('The encoder was not added; marks go on without it.')} ${failureText(failure)}`;
    void offer(vscode.window.showWarningMessage, text, again, ...(hasLarger ? [larger] : []));
  }

  /** Show that no installation is going on, and keep a failure for the next session. */
  private async end(failure?: InstallationFailure): Promise<void> {
    this.progress = undefined;
    this.failure = failure;
    const stored = failure && { kind: failure.kind, detail: failure.detail, more: failure.more };
    await this.context.globalState.update(FAILURE_KEY, stored);
    this.changed.fire();
  }

  /** Stop the server if it is the private one: Windows can't replace a running program's files. */
  private async stopOwnServer(): Promise<void> {
    if (this.connection.server?.command === this.finder.environment.python) {
      await this.connection.stop();
    }
  }

  private update(): void {
    const { kind } = this;
    if (kind !== this.last) {
      this.last = kind;
      void vscode.commands.executeCommand('setContext', 'markscheme.server', kind);
      this.kindChanged.fire(kind);
      void this.updateTerminals().catch(() => undefined);
    }
  }

  /**
   * Keep `markscheme` of the private installation on the PATH of VS Code's terminals, as long as it is installed.
   *
   * It comes last, so that a person's own `markscheme` wins, and its folder has no Python.
   */
  private async updateTerminals(): Promise<void> {
    const { connection, finder, context } = this;
    const { python } = finder.environment;
    const folder = path.join(context.globalStorageUri.fsPath, 'bin');
    const variables = context.environmentVariableCollection;
    if (connection.server?.command === python && connection.state === 'running') {
      await writeLauncher(folder, python, process.platform);
      const everywhere = { applyAtProcessCreation: true, applyAtShellIntegration: true };
      variables.append('PATH', `${path.delimiter}${folder}`, everywhere);
    } else if (finder.privateState === 'absent') {
      variables.delete('PATH');
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function action(label: string, icon: string, command: string): StatusAction {
  return { label, icon, command: `markscheme.${command}` };
}

/** Return a program that starts Markscheme with an environment's Python, isolated from other Pythons' settings. */
export function launcher(python: string, platform: NodeJS.Platform): { readonly name: string; readonly text: string } {
  return platform === 'win32'
    ? { name: 'markscheme.cmd', text: `@"${python}" -I -m markscheme %*\r\n` }
    : { name: 'markscheme', text: `#!/bin/sh\nexec '${python.replaceAll("'", `'\\''`)}' -I -m markscheme "$@"\n` };
}

/** Write the launcher into a folder that has nothing else, so that a PATH with it has no other program more. */
export async function writeLauncher(folder: string, python: string, platform: NodeJS.Platform): Promise<void> {
  const { name, text } = launcher(python, platform);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), text, { mode: 0o755 });
}
