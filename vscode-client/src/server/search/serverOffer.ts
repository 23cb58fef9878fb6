import * as vscode from 'vscode';

import type { ServerOrigin } from '../serverCommand';

/** Offers after a search for the server. Each is shown once a session, unless a person asks for the server. */
export class ServerOffer {
  private readonly shown = new Set<string>();

  /**
   * Offer to set up marking, unless a person has requested the server.
   *
   * The view of exercises has the same button, which stays.
   */
  async setUp(isRequested: boolean): Promise<void> {
    if (isRequested || !this.isDue('setUp', false)) {
      return;
    }
    const setUp = vscode.l10n.t('Set Up Marking');
    const notNow = vscode.l10n.t('Not Now');
    const message = vscode.l10n.t(
      'Markscheme can mark the texts in this folder. It needs to be set up once; no text leaves this computer.',
    );
    if ((await vscode.window.showInformationMessage(message, setUp, notNow)) === setUp) {
      await vscode.commands.executeCommand('markscheme.setUpMarking');
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
      await vscode.commands.executeCommand('markscheme.updateServer');
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

  private isDue(offer: string, isRequested: boolean): boolean {
    const isDue = isRequested || !this.shown.has(offer);
    this.shown.add(offer);
    return isDue;
  }
}

/** Open the settings page that sets the server's command: the workspace's, the remote machine's or the user's. */
export async function openServerSettings(): Promise<void> {
  const { workspaceValue } = vscode.workspace.getConfiguration('markscheme').inspect('server.command') ?? {};
  const ofMachine = vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  const page = workspaceValue === undefined ? ofMachine : 'openWorkspaceSettings';
  await vscode.commands.executeCommand(`workbench.action.${page}`, { query: 'markscheme.server' });
}
