import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';

import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { reasonOf } from '../words';
import type { Finder } from './finder';
import {
  baseSizeText,
  encoderSizeText,
  type FailureKind,
  failureText,
  InstallationFailure,
  InstallationProgress,
  progressText,
  reasonText,
} from './installationText';
import { findTools, type TorchChoice } from './installer';
import type { BuildOptions, PrivateEnvironment } from './privateEnvironment';

/** What is known of the private server's installation, besides whether it is there. */
export type InstallationState =
  | { readonly kind: 'none' }
  /** It is being installed. `previous` says why the last try failed. */
  | { readonly kind: 'installing'; readonly progress: InstallationProgress; readonly previous: string | undefined }
  /** The last try failed, in this session or in an earlier one. */
  | { readonly kind: 'failed'; readonly failure: FailureKind; readonly reason: string; readonly text: string };

type Failed = Extract<InstallationState, { readonly kind: 'failed' }>;

/** What is done with the private environment. */
type Change = 'build' | 'update' | 'addEncoder';

/** Key of the last failure in the extension's memory. */
const FAILURE_KEY = 'markscheme.installation.failure';

/** Key, in the extension's memory, of whether the encoder was offered. */
const OFFERED_KEY = 'markscheme.encoder.offered';

/** Milliseconds between two looks at the clock during an installation. */
const TICK = 15_000;

/** Installs, updates, repairs and removes the private server, and tells how far it is. */
export class ServerInstallation implements vscode.Disposable {
  private running: AbortController | undefined;
  private current: InstallationState;
  private readonly changed = new vscode.EventEmitter<void>();

  /** The state has changed, or a minute has passed. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly connection: Connection,
    private readonly finder: Finder,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.current = context.globalState.get<Failed>(FAILURE_KEY) ?? { kind: 'none' };
  }

  get state(): InstallationState {
    return this.current;
  }

  /** Why the last installation failed, for the health report. */
  get lastFailure(): string | undefined {
    return this.current.kind === 'failed' ? this.current.text : undefined;
  }

  /** Ask a person once, with size and time, and install the server. Return whether it was installed. */
  async install(): Promise<boolean> {
    if (this.running) {
      return false;
    }
    const state = await this.finder.environment.state();
    if (state.kind === 'ready') {
      return await this.showInstalled(state.version);
    }
    return (await this.isConfirmed()) && (await this.build());
  }

  /** Install the server without a question: after a failure. */
  async build(): Promise<boolean> {
    return await this.change(vscode.l10n.t('Installing Markscheme’s server'), 'build');
  }

  /** Ask once, with size and use, whether to add the encoder to the private server, which marks without it. */
  async offerEncoder(): Promise<void> {
    const state = await this.finder.environment.state();
    const isWanted = state.kind === 'ready' && state.marker.encoder !== true;
    if (!isWanted || this.context.globalState.get(OFFERED_KEY) === true) {
      return;
    }
    await this.context.globalState.update(OFFERED_KEY, true);
    const { supplies, places } = this.finder;
    const size = await findTools(supplies, places).then(
      ({ build }) => encoderSizeText(build, supplies.wheelFolder !== ''),
      () => undefined,
    );
    if (size === undefined) {
      return;
    }
    const add = vscode.l10n.t('Add It');
    const use = vscode.l10n.t(
      'Markscheme marks. With the encoder it also says how near a change is to a teacher’s words, and estimates texts that no teacher has corrected. Marks stay the same.',
    );
    const notNow = vscode.l10n.t('Not Now');
    if ((await vscode.window.showInformationMessage(`${use} ${size}`, add, notNow)) === add) {
      await this.addEncoder();
    }
  }

  /** Add the encoder while the server goes on marking, then have it marked anew. A failure leaves all as it was. */
  async addEncoder(torch?: TorchChoice): Promise<boolean> {
    const state = await this.finder.environment.state();
    if (state.kind !== 'ready') {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'There is no private server. Add the encoder to your own one: {0}',
          "pip install 'markscheme[encoder]'",
        ),
      );
      return false;
    }
    if (state.marker.encoder === true) {
      void vscode.window.showInformationMessage(vscode.l10n.t('The encoder is already there.'));
      return false;
    }
    return await this.change(vscode.l10n.t('Adding the encoder'), 'addEncoder', torch);
  }

  async update(): Promise<boolean> {
    return await this.change(vscode.l10n.t('Updating Markscheme’s server'), 'update');
  }

  async repair(): Promise<boolean> {
    return await this.change(vscode.l10n.t('Repairing Markscheme’s server'), 'build');
  }

  cancel(): void {
    this.running?.abort();
  }

  /** Remove the private server after a question, and stop it first. */
  async remove(): Promise<void> {
    const environment = this.finder.environment;
    const isAbsent = (await environment.state()).kind === 'absent';
    if (isAbsent && (await environment.keptBytes()) === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('There is no private server to remove.'));
      return;
    }
    const remove = vscode.l10n.t('Remove');
    const detail = vscode.l10n.t('Your documents and settings stay. You can install the server again at any time.');
    const question = vscode.l10n.t('Remove Markscheme’s private server and its downloads from this computer?');
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) {
      return;
    }
    try {
      await this.stopIfFrom(environment);
      await environment.remove();
      this.finder.privateState = 'absent';
      await this.changeTo({ kind: 'none' });
      void vscode.window.showInformationMessage(vscode.l10n.t('Markscheme’s private server was removed.'));
    } catch (error) {
      void vscode.window.showErrorMessage(failureText(error));
    }
  }

  dispose(): void {
    this.running?.abort();
    this.changed.dispose();
  }

  /** Ask whether to install, with size and time. What stands in the way is kept as a failure. */
  private async isConfirmed(): Promise<boolean> {
    const { supplies, places } = this.finder;
    try {
      const search = { location: { viewId: 'markscheme.exercises' } };
      await vscode.window.withProgress(search, () => findTools(supplies, places));
    } catch (error) {
      await this.fail(error);
      return false;
    }
    const install = vscode.l10n.t('Install');
    const otherWays = vscode.l10n.t('Other Ways');
    const question = vscode.l10n.t('Install the program that marks?');
    const folder = vscode.l10n.t(
      'It is put into a folder of its own, and nothing else on this computer changes. It works without the network, and no text leaves this computer.',
    );
    const detail = `${baseSizeText(supplies.wheelFolder !== '')}\n\n${folder}`;
    const chosen = await vscode.window.showInformationMessage(question, { modal: true, detail }, install, otherWays);
    if (chosen === otherWays) {
      await vscode.commands.executeCommand('markscheme.openWalkthrough');
    }
    return chosen === install;
  }

  private async showInstalled(version: string): Promise<boolean> {
    const repair = vscode.l10n.t('Install Again');
    const message = vscode.l10n.t('Markscheme’s private server is already installed, version {0}.', version);
    return (await vscode.window.showInformationMessage(message, repair)) === repair && (await this.repair());
  }

  private async change(title: string, change: Change, torch?: TorchChoice): Promise<boolean> {
    if (this.running) {
      return false;
    }
    const environment = this.finder.environment;
    const controller = new AbortController();
    this.running = controller;
    const progress = new InstallationProgress(title, Date.now());
    if (change !== 'addEncoder') {
      const previous = this.current.kind === 'failed' ? this.current.reason : undefined;
      this.show({ kind: 'installing', progress, previous });
    }
    const clock = setInterval(() => {
      this.changed.fire();
    }, TICK);
    try {
      if (change !== 'addEncoder') {
        await this.stopIfFrom(environment);
      }
      await this.withProgress(progress, controller, torch, (options) => environment[change](options));
    } catch (error) {
      if (change === 'addEncoder') {
        this.failEncoder(error);
        return false;
      }
      await this.fail(error);
      if (change === 'update' || isBusy(error)) {
        await this.startAgain();
      }
      return false;
    } finally {
      clearInterval(clock);
      this.running = undefined;
    }
    const seconds = Math.round((Date.now() - progress.begun) / 1000);
    this.log.info(`Installation: ready after ${seconds} s, ${await environment.bytes()} bytes`);
    await this.changeTo({ kind: 'none' });
    await this.startAgain();
    return true;
  }

  /** Show the progress as a notification too, which a person may close: the view and the status bar go on. */
  private async withProgress(
    progress: InstallationProgress,
    controller: AbortController,
    torch: TorchChoice | undefined,
    act: (options: BuildOptions) => Promise<void>,
  ): Promise<void> {
    const { title } = progress;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const { version } = this.context.extension.packageJSON as { readonly version: string };
    const { supplies } = this.finder;
    await vscode.window.withProgress(options, async (notification, token) => {
      const show = (): void => {
        const isStopping = controller.signal.aborted;
        const message = isStopping ? vscode.l10n.t('Cancelling') : progressText(progress, Date.now());
        notification.report({ message });
      };
      token.onCancellationRequested(() => {
        controller.abort();
        show();
      });
      const listener = this.onDidChange(show);
      try {
        await act({
          supplies: torch === undefined ? supplies : { ...supplies, torch },
          extensionVersion: version,
          signal: controller.signal,
          onLine: (line) => {
            this.log.info(`Installation: ${line}`);
          },
          onStep: (step) => {
            progress.add(step);
            this.changed.fire();
          },
        });
      } finally {
        listener.dispose();
      }
    });
  }

  /** Keep why an installation failed. The view and the status bar show it with what to do. */
  private async fail(error: unknown): Promise<void> {
    this.log.error(`Installation: ${reasonOf(error)}`);
    if (isBusy(error)) {
      await this.changeTo({ kind: 'none' });
      return;
    }
    const failure = error instanceof InstallationFailure ? error.kind : 'other';
    await this.changeTo({ kind: 'failed', failure, reason: reasonText(error), text: failureText(error) });
    await vscode.commands.executeCommand('markscheme.exercises.focus');
  }

  /** Say why the encoder was not added, and offer to try again: marks go on without it. */
  private failEncoder(error: unknown): void {
    this.log.error(`Installation: ${reasonOf(error)}`);
    const again = vscode.l10n.t('Try Again');
    const larger = vscode.l10n.t('Install the Larger Build');
    const kind = error instanceof InstallationFailure ? error.kind : 'other';
    const hasLarger = kind === 'no-torch-index' || kind === 'no-cpu-build';
    const text = `${vscode.l10n.t('The encoder was not added; marks go on without it.')} ${failureText(error)}`;
    void vscode.window.showWarningMessage(text, again, ...(hasLarger ? [larger] : [])).then((chosen) => {
      if (chosen !== undefined) {
        void this.addEncoder(chosen === larger ? 'cuda' : undefined);
      }
    });
  }

  private async changeTo(state: InstallationState): Promise<void> {
    await this.context.globalState.update(FAILURE_KEY, state.kind === 'failed' ? state : undefined);
    this.show(state);
  }

  private show(state: InstallationState): void {
    this.current = state;
    this.changed.fire();
  }

  /** Stop the server if it runs from the environment: Windows can't replace a running program's files. */
  private async stopIfFrom(environment: PrivateEnvironment): Promise<void> {
    if (this.connection.server?.command === environment.python) {
      await this.connection.stop();
    }
  }

  /** Start the server again. The connection reports a failure. */
  private async startAgain(): Promise<void> {
    await this.connection.restart(false).catch(() => undefined);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof InstallationFailure && error.kind === 'busy';
}

/** A step of the installation, read from a line of pip's or uv's output. */
export interface InstallationStep {
  readonly kind: 'prepare' | 'installer' | 'look-up' | 'download' | 'downloaded' | 'install' | 'check';
  /** Name of the package, if the line has one. */
  readonly name?: string;
  /** Size as in the line: `192.3 MB`. */
  readonly size?: string;
}

interface Pattern {
  readonly kind: InstallationStep['kind'];
  readonly pattern: RegExp;
}

const PATTERNS: readonly Pattern[] = [
  {
    kind: 'download',
    pattern: /^\s*Downloading (?:\S*\/)?(?<name>\w[\w.]*?)-\d\S*\.whl(?:\.metadata)? \((?<size>[^)]+)\)/,
  },
  { kind: 'download', pattern: /^\s*Downloading (?<name>[\w.-]+) \((?<size>[^)]+)\)/ },
  { kind: 'downloaded', pattern: /^\s*Downloaded (?<name>[\w.-]+)$/ },
  { kind: 'look-up', pattern: /^Collecting (?<name>[\w.-]+)/ },
  { kind: 'look-up', pattern: /^Processing (?:\S*[/\\])?(?<name>\w[\w.]*?)-\d\S*\.whl/ },
  { kind: 'look-up', pattern: /^Resolved \d+ packages?/ },
  { kind: 'install', pattern: /^(Installing collected packages|(Prepared|Installed) \d+ packages?)/ },
  { kind: 'prepare', pattern: /^(Creating virtual environment|Using (C?Python)|Building wheel)/ },
];

/** Return the step that a line reports; `undefined` if it reports none. */
export function stepIn(line: string): InstallationStep | undefined {
  for (const { kind, pattern } of PATTERNS) {
    const match = pattern.exec(line);
    if (match) {
      const { name, size } = match.groups ?? {};
      return { kind, ...(name === undefined ? {} : { name }), ...(size === undefined ? {} : { size }) };
    }
  }
  return undefined;
}

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

/** Name of the command in a terminal. */
const COMMAND = 'markscheme';

/** A program's file: its name and its text. */
interface Launcher {
  readonly name: string;
  readonly text: string;
}

/** Return a program that starts Markscheme with an environment's Python, isolated from other Pythons' settings. */
export function launcher(python: string, platform: NodeJS.Platform): Launcher {
  return platform === 'win32'
    ? { name: `${COMMAND}.cmd`, text: `@"${python}" -I -m markscheme %*\r\n` }
    : { name: COMMAND, text: `#!/bin/sh\nexec '${python.replaceAll("'", `'\\''`)}' -I -m markscheme "$@"\n` };
}

/** Write the launcher into a folder that has nothing else, so that a PATH with it has no other program more. */
export async function writeLauncher(folder: string, python: string, platform: NodeJS.Platform): Promise<void> {
  const { name, text } = launcher(python, platform);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), text, { mode: 0o755 });
}

async function removeLauncher(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
