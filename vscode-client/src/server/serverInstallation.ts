import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { reasonOf } from '../words';
import { type Finder, notNow, offer } from './finder';
import {
  baseSizeText,
  encoderSizeText,
  type FailureKind,
  failureText,
  InstallationFailure,
  InstallationProgress,
  reasonText,
} from './installationText';
import { findTools, type TorchChoice } from './installer';
import type { BuildOptions } from './privateEnvironment';

/** What is known of the private server's installation, besides whether it is there. */
export type InstallationState =
  | { readonly kind: 'none' }
  /** It is being installed. `previous` says why the last try failed. */
  | { readonly kind: 'installing'; readonly progress: InstallationProgress; readonly previous: string | undefined }
  /** The last try failed, in this session or in an earlier one. */
  | { readonly kind: 'failed'; readonly failure: FailureKind; readonly reason: string; readonly text: string };

/** What is done with the private environment, with its title. */
const TITLES = {
  build: () => l10n.t('Installing Markscheme’s server'),
  repair: () => l10n.t('Repairing Markscheme’s server'),
  update: () => l10n.t('Updating Markscheme’s server'),
  addEncoder: () => l10n.t('Adding the encoder'),
} as const;

/** Keys, in the extension's memory, of the last failure, and of whether the encoder was offered. */
const FAILURE_KEY = 'markscheme.installation.failure';
const OFFERED_KEY = 'markscheme.encoder.offered';

/** Milliseconds between two looks at the clock during an installation. */
const TICK = 15_000;

/** Installs, updates, repairs and removes the private server, and tells how far it is. */
export class ServerInstallation implements vscode.Disposable {
  state: InstallationState;
  private running: AbortController | undefined;
  private terminals = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable;

  /** The state has changed, or a minute has passed. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly connection: Connection,
    private readonly finder: Finder,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.state = context.globalState.get<InstallationState>(FAILURE_KEY) ?? { kind: 'none' };
    context.environmentVariableCollection.description = l10n.t(
      'Adds the command markscheme of Markscheme’s private installation.',
    );
    const update = (): void => {
      this.terminals = this.terminals.then(() => this.updateTerminals()).catch(() => undefined);
    };
    this.subscriptions = vscode.Disposable.from(
      ...[this.changed, connection.onDidChangeState(update), this.onDidChange(update)],
    );
  }

  /** Ask a person once, with size and time, and install the server. Return whether it was installed. */
  async install(): Promise<boolean> {
    if (this.running) {
      return false;
    }
    const state = await this.finder.environment.state();
    if (state.kind !== 'ready') {
      return (await this.isConfirmed()) && (await this.change('build'));
    }
    const again = l10n.t('Install Again');
    const message = l10n.t('Markscheme’s private server is already installed, version {0}.', state.version);
    return (await vscode.window.showInformationMessage(message, again)) === again && (await this.change('repair'));
  }

  /** Ask once, with size and use, whether to add the encoder to the private server, which marks without it. */
  async offerEncoder(): Promise<void> {
    const { environment, supplies, places } = this.finder;
    const state = await environment.state();
    const isWanted = state.kind === 'ready' && state.marker.encoder !== true;
    if (!isWanted || this.context.globalState.get(OFFERED_KEY) === true) {
      return;
    }
    await this.context.globalState.update(OFFERED_KEY, true);
    const tools = await findTools(supplies, places).catch(() => undefined);
    if (tools) {
      const use = l10n.t(
        'Markscheme marks. With the encoder it also says how near a change is to a teacher’s words, and estimates texts that no teacher has corrected. Marks stay the same.',
      );
      const message = `${use} ${encoderSizeText(tools.build, supplies.wheelFolder !== '')}`;
      const add = [l10n.t('Add It'), () => this.addEncoder()] as const;
      await offer(vscode.window.showInformationMessage, message, add, notNow());
    }
  }

  /** Add the encoder while the server goes on marking, then have it marked anew. A failure leaves all as it was. */
  async addEncoder(torch?: TorchChoice): Promise<boolean> {
    const state = await this.finder.environment.state();
    if (state.kind === 'ready' && state.marker.encoder !== true) {
      return await this.change('addEncoder', torch);
    }
    const command = "pip install 'markscheme[encoder]'";
    void vscode.window.showInformationMessage(
      state.kind === 'ready'
        ? l10n.t('The encoder is already there.')
        : l10n.t('There is no private server. Add the encoder to your own one: {0}', command),
    );
    return false;
  }

  cancel(): void {
    this.running?.abort();
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
      await this.keep({ kind: 'none' });
      void vscode.window.showInformationMessage(l10n.t('Markscheme’s private server was removed.'));
    } catch (error) {
      void vscode.window.showErrorMessage(failureText(error));
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
    const { environment } = this.finder;
    const isEncoder = change === 'addEncoder';
    const controller = new AbortController();
    this.running = controller;
    const progress = new InstallationProgress(TITLES[change](), Date.now());
    if (!isEncoder) {
      const previous = this.state.kind === 'failed' ? this.state.reason : undefined;
      this.show({ kind: 'installing', progress, previous });
      await this.stopOwnServer();
    }
    const clock = setInterval(() => this.changed.fire(), TICK);
    try {
      const act = change === 'repair' ? 'build' : change;
      await this.withProgress(progress, controller, torch, (options) => environment[act](options));
    } catch (error) {
      this.log.error(`Installation: ${reasonOf(error)}`);
      if (isEncoder) {
        this.offerEncoderAgain(error);
      } else {
        await this.fail(error, change === 'update');
      }
      return false;
    } finally {
      clearInterval(clock);
      this.running = undefined;
    }
    const seconds = Math.round((Date.now() - progress.begun) / 1000);
    this.log.info(`Installation: ready after ${seconds} s, ${await environment.bytes()} bytes`);
    await this.keep({ kind: 'none' });
    await this.startAgain();
    return true;
  }

  /** Ask whether to install, with size and time. What stands in the way is kept as a failure. */
  private async isConfirmed(): Promise<boolean> {
    const { supplies, places } = this.finder;
    try {
      const search = { location: { viewId: 'markscheme.exercises' } };
      await vscode.window.withProgress(search, () => findTools(supplies, places));
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
    const detail = `${baseSizeText(supplies.wheelFolder !== '')}\n\n${folder}`;
    const chosen = await vscode.window.showInformationMessage(question, { modal: true, detail }, install, otherWays);
    if (chosen === otherWays) {
      await vscode.commands.executeCommand('markscheme.openWalkthrough');
    }
    return chosen === install;
  }

  /** Show the progress as a notification too, which a person may close: the view and the status bar go on. */
  private async withProgress(
    progress: InstallationProgress,
    controller: AbortController,
    torch: TorchChoice | undefined,
    act: (options: BuildOptions) => Promise<void>,
  ): Promise<void> {
    const options = { location: vscode.ProgressLocation.Notification, title: progress.title, cancellable: true };
    const { version } = this.context.extension.packageJSON as { readonly version: string };
    const { supplies } = this.finder;
    await vscode.window.withProgress(options, async (notification, token) => {
      const show = (): void => {
        const isStopping = controller.signal.aborted;
        notification.report({ message: isStopping ? l10n.t('Cancelling') : progress.text(Date.now()) });
      };
      token.onCancellationRequested(() => {
        controller.abort();
        show();
      });
      const listener = this.onDidChange(show);
      const built = act({
        supplies: torch === undefined ? supplies : { ...supplies, torch },
        extensionVersion: version,
        signal: controller.signal,
        onLine: (line) => this.log.info(`Installation: ${line}`),
        onStep: (step) => {
          progress.add(step);
          this.changed.fire();
        },
      });
      await built.finally(() => void listener.dispose());
    });
  }

  /** Keep why an installation failed, which the view and the status bar show, and start what marks without it. */
  private async fail(error: unknown, isUpdate = false): Promise<void> {
    const kind = kindOf(error);
    if (kind === 'busy') {
      await this.keep({ kind: 'none' });
    } else {
      await this.keep({ kind: 'failed', failure: kind, reason: reasonText(error), text: failureText(error) });
      await vscode.commands.executeCommand('markscheme.exercises.focus');
    }
    if (isUpdate || kind === 'busy') {
      await this.startAgain();
    }
  }

  /** Say why the encoder was not added, and offer to try again: marks go on without it. */
  private offerEncoderAgain(error: unknown): void {
    const again = [l10n.t('Try Again'), () => this.addEncoder()] as const;
    const larger = [l10n.t('Install the Larger Build'), () => this.addEncoder('cuda')] as const;
    const hasLarger = ['no-torch-index', 'no-cpu-build'].includes(kindOf(error));
    const text = `${l10n.t('The encoder was not added; marks go on without it.')} ${failureText(error)}`;
    void offer(vscode.window.showWarningMessage, text, again, ...(hasLarger ? [larger] : []));
  }

  /** Show a state, and keep a failure for the next session. */
  private async keep(state: InstallationState): Promise<void> {
    await this.context.globalState.update(FAILURE_KEY, state.kind === 'failed' ? state : undefined);
    this.show(state);
  }

  private show(state: InstallationState): void {
    this.state = state;
    this.changed.fire();
  }

  /** Stop the server if it is the private one: Windows can't replace a running program's files. */
  private async stopOwnServer(): Promise<void> {
    if (this.connection.server?.command === this.finder.environment.python) {
      await this.connection.stop();
    }
  }

  /** Start the server again. The connection reports a failure. */
  private async startAgain(): Promise<void> {
    await this.connection.restart(false).catch(() => undefined);
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

function kindOf(error: unknown): FailureKind {
  return error instanceof InstallationFailure ? error.kind : 'other';
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
