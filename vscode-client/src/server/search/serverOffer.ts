import * as vscode from 'vscode';

import { findTools, type Supplies } from '../installation/installer';
import { InstallationFailure } from '../installation/installationFailure';
import type { SearchPlaces } from './searchPath';
import type { ServerOrigin } from '../serverCommand';
import { failureText, sizeText } from '../installation/installationText';

/** The page to download Python from. */
const PYTHON_PAGE = 'https://www.python.org/downloads/';

/** Offers after a search for the server. Each is shown once a session, unless a person asks for the server. */
export class ServerOffer {
  private readonly shown = new Set<string>();

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** Offer to install the server privately, with the size of the download. */
  async installation(supplies: Supplies, places: SearchPlaces, isRequested: boolean): Promise<void> {
    if (!this.isDue('installation', isRequested)) {
      return;
    }
    const install = vscode.l10n.t('Install');
    const otherWays = vscode.l10n.t('Other Ways');
    const notNow = vscode.l10n.t('Not Now');
    let message: string;
    try {
      const { build } = await findTools(supplies, places);
      message = vscode.l10n.t(
        'Markscheme’s server is not installed. Markscheme can install it in a separate folder: {0}. Nothing else on this machine changes.',
        sizeText(build, supplies.wheelFolder !== ''),
      );
    } catch (error) {
      await this.obstacle(error, isRequested);
      return;
    }
    const chosen = await vscode.window.showInformationMessage(message, install, otherWays, notNow);
    if (chosen === install) {
      await vscode.commands.executeCommand('markscheme.installServer');
    } else if (chosen === otherWays) {
      await this.openWalkthrough();
    }
  }

  async repair(reason: string, isRequested: boolean): Promise<void> {
    if (!this.isDue('repair', isRequested)) {
      return;
    }
    const repair = vscode.l10n.t('Repair');
    const message = vscode.l10n.t('Markscheme’s private server can’t be started: {0}', reason);
    const notNow = vscode.l10n.t('Not Now');
    if ((await vscode.window.showWarningMessage(message, repair, notNow)) === repair) {
      await vscode.commands.executeCommand('markscheme.repairServer');
    }
  }

  async update(present: string, offered: string): Promise<void> {
    if (!this.isDue('update', false)) {
      return;
    }
    const update = vscode.l10n.t('Update');
    const message = vscode.l10n.t(
      'Markscheme’s private server has version {0}; this extension has {1}. The update is quick, since the other packages stay.',
      present,
      offered,
    );
    const notNow = vscode.l10n.t('Not Now');
    if ((await vscode.window.showInformationMessage(message, update, notNow)) === update) {
      await vscode.commands.executeCommand('markscheme.installServer');
    }
  }

  async settings(message: string): Promise<void> {
    const openSettings = vscode.l10n.t('Open Settings');
    if ((await vscode.window.showErrorMessage(message, openSettings)) === openSettings) {
      await openServerSettings();
    }
  }

  /** Warn of a server of another series than the extension's. For the private server there is {@link update}. */
  async otherVersion(version: string, extension: string, origin: ServerOrigin): Promise<void> {
    const message = vscode.l10n.t(
      'The server has version {0}, the extension {1}. Some features may not work. Update the older one.',
      version,
      extension,
    );
    const report = vscode.l10n.t('Health Report');
    if (origin !== 'private' && (await vscode.window.showWarningMessage(message, report)) === report) {
      await vscode.commands.executeCommand('markscheme.reportHealth');
    }
  }

  /** Show why the server can't be installed, and what to do. */
  private async obstacle(error: unknown, isRequested: boolean): Promise<void> {
    const getPython = vscode.l10n.t('Get Python');
    const otherWays = vscode.l10n.t('Other Ways');
    const openSettings = vscode.l10n.t('Open Settings');
    const isPython = error instanceof InstallationFailure && error.kind === 'no-python';
    if (!isRequested && error instanceof InstallationFailure && error.kind === 'no-wheel') {
      return;
    }
    const message = vscode.l10n.t('Markscheme’s server is not installed. {0}', failureText(error));
    const buttons = [...(isPython ? [getPython] : []), otherWays, openSettings];
    const chosen = await vscode.window.showWarningMessage(message, ...buttons);
    if (chosen === getPython) {
      await vscode.env.openExternal(vscode.Uri.parse(PYTHON_PAGE));
    } else if (chosen === otherWays) {
      await this.openWalkthrough();
    } else if (chosen === openSettings) {
      await openServerSettings();
    }
  }

  private isDue(offer: string, isRequested: boolean): boolean {
    const isDue = isRequested || !this.shown.has(offer);
    this.shown.add(offer);
    return isDue;
  }

  private async openWalkthrough(): Promise<void> {
    const walkthrough = `${this.context.extension.id}#start`;
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
  }
}

/** Open the settings page that sets the server's command: the workspace's, the remote machine's or the user's. */
export async function openServerSettings(): Promise<void> {
  const { workspaceValue } = vscode.workspace.getConfiguration('markscheme').inspect('server.command') ?? {};
  const ofMachine = vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  const page = workspaceValue === undefined ? ofMachine : 'openWorkspaceSettings';
  await vscode.commands.executeCommand(`workbench.action.${page}`, { query: 'markscheme.server' });
}
