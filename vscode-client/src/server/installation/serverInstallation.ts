import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { Finder } from '../search/finder';
import { InstallationFailure } from './installationFailure';
import type { BuildOptions, PrivateEnvironment } from './privateEnvironment';
import { openServerSettings } from '../search/serverOffer';
import { failureText, stepText } from './installationText';
import { reasonOf } from '../../reason';

/** Installs, updates, repairs and removes the private server, and shows progress and failures. */
export class ServerInstallation implements vscode.Disposable {
  private running: AbortController | undefined;
  /** Why the last installation failed, for the health report. */
  lastFailure: string | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly connection: Connection,
    private readonly finder: Finder,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Install the server, or update an older one. If there is nothing to do, say so. */
  async install(): Promise<void> {
    const environment = this.finder.environment;
    const state = await environment.state();
    if (state.kind !== 'ready') {
      await this.change(vscode.l10n.t('Installing Markscheme’s server'), environment, 'build');
    } else if (state.version !== ((await this.finder.wheelVersion()) ?? state.version)) {
      await this.change(vscode.l10n.t('Updating Markscheme’s server'), environment, 'update');
    } else {
      await this.showInstalled(state.version);
    }
  }

  async repair(): Promise<void> {
    await this.change(vscode.l10n.t('Repairing Markscheme’s server'), this.finder.environment, 'build');
  }

  /** Remove the private server after a question, and stop it first. */
  async remove(): Promise<void> {
    const environment = this.finder.environment;
    if ((await environment.state()).kind === 'absent') {
      void vscode.window.showInformationMessage(vscode.l10n.t('There is no private server to remove.'));
      return;
    }
    const remove = vscode.l10n.t('Remove');
    const detail = vscode.l10n.t('Your documents and settings stay. You can install the server again at any time.');
    const question = vscode.l10n.t('Remove Markscheme’s private server from this machine?');
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) {
      return;
    }
    try {
      await this.stopIfFrom(environment);
      await environment.remove();
      void vscode.window.showInformationMessage(vscode.l10n.t('Markscheme’s private server was removed.'));
    } catch (error) {
      void vscode.window.showErrorMessage(failureText(error));
    }
  }

  dispose(): void {
    this.running?.abort();
  }

  private async showInstalled(version: string): Promise<void> {
    const repair = vscode.l10n.t('Install Again');
    const message = vscode.l10n.t('Markscheme’s private server is already installed, version {0}.', version);
    if ((await vscode.window.showInformationMessage(message, repair)) === repair) {
      await this.repair();
    }
  }

  private async change(title: string, environment: PrivateEnvironment, how: 'build' | 'update'): Promise<void> {
    if (this.running) {
      return;
    }
    const controller = new AbortController();
    this.running = controller;
    try {
      await this.stopIfFrom(environment);
      await this.withProgress(title, controller, (options) => environment[how](options));
      this.lastFailure = undefined;
    } catch (error) {
      this.running = undefined;
      await this.showFailure(error, how, () => this.change(title, environment, how));
      return;
    } finally {
      this.running = undefined;
    }
    await this.startAgain();
  }

  private async withProgress(
    title: string,
    controller: AbortController,
    act: (options: BuildOptions) => Promise<void>,
  ): Promise<void> {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const { version } = this.context.extension.packageJSON as { readonly version: string };
    await vscode.window.withProgress(options, async (progress, token) => {
      token.onCancellationRequested(() => {
        progress.report({ message: vscode.l10n.t('Cancelling') });
        controller.abort();
      });
      await act({
        supplies: this.finder.supplies,
        extensionVersion: version,
        signal: controller.signal,
        onLine: (line) => {
          this.log.info(`Installation: ${line}`);
        },
        onStep: (step) => {
          if (!controller.signal.aborted) {
            progress.report({ message: stepText(step) });
          }
        },
      });
    });
  }

  private async showFailure(error: unknown, how: 'build' | 'update', retryAction: () => Promise<void>): Promise<void> {
    const text = failureText(error);
    this.log.error(`Installation: ${reasonOf(error)}`);
    const kind = error instanceof InstallationFailure ? error.kind : 'other';
    if (how === 'update' || kind === 'busy') {
      await this.startAgain();
    }
    if (kind === 'cancelled' || kind === 'busy') {
      void vscode.window.showInformationMessage(text);
      return;
    }
    this.lastFailure = text;
    const retry = vscode.l10n.t('Retry');
    const showLog = vscode.l10n.t('Show Log');
    const openSettings = vscode.l10n.t('Open Settings');
    const chosen = await vscode.window.showErrorMessage(text, retry, showLog, openSettings);
    if (chosen === retry) {
      await retryAction();
    } else if (chosen === showLog) {
      this.log.show();
    } else if (chosen === openSettings) {
      await openServerSettings();
    }
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
