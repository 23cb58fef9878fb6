import * as vscode from 'vscode';

import { findTools, type Supplies } from '../installation/installer';
import { InstallationFailure } from '../installation/installationFailure';
import type { SearchPlaces } from './searchPath';
import type { ServerOrigin } from '../serverCommand';
import { failureText, sizeText } from '../installation/installationText';

/** Where a person without Python finds it. */
const PYTHON = 'https://www.python.org/downloads/';

/** The questions that a search for the server leads to; each asked once a session, unless a person wants the server. */
export class ServerOffer {
  private readonly asked = new Set<string>();

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** To install the server privately: says what that does and how much it takes. */
  async installation(supplies: Supplies, places: SearchPlaces, wanted: boolean): Promise<void> {
    if (!this.isDue('installation', wanted)) {
      return;
    }
    const install = vscode.l10n.t('Install');
    const otherWays = vscode.l10n.t('Other Ways');
    const notNow = vscode.l10n.t('Not Now');
    let message: string;
    try {
      const { build } = await findTools(supplies, places);
      message = vscode.l10n.t(
        'Markscheme’s server is not on this machine yet. Markscheme can install it for you, in a folder of its own: {0}. Nothing else on this machine is changed.',
        sizeText(build, supplies.wheelFolder !== ''),
      );
    } catch (error) {
      await this.obstacle(error, wanted);
      return;
    }
    const chosen = await vscode.window.showInformationMessage(message, install, otherWays, notNow);
    if (chosen === install) {
      await vscode.commands.executeCommand('markscheme.installServer');
    } else if (chosen === otherWays) {
      await this.openWalkthrough();
    }
  }

  async repair(reason: string, wanted: boolean): Promise<void> {
    if (!this.isDue('repair', wanted)) {
      return;
    }
    const repair = vscode.l10n.t('Repair');
    const message = vscode.l10n.t('Markscheme’s private server does not start any more: {0}', reason);
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
      'Markscheme’s private server is version {0}; this extension comes with {1}. An update takes little time: what both need stays.',
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

  /** A server of another series than the extension's; the private one has its own offer. */
  async otherVersion(version: string, extension: string, origin: ServerOrigin): Promise<void> {
    const message = vscode.l10n.t(
      'The server is Markscheme {0}, the extension {1}: some things may not work. Update the older of the two.',
      version,
      extension,
    );
    const report = vscode.l10n.t('Where Is It From?');
    if (origin !== 'private' && (await vscode.window.showWarningMessage(message, report)) === report) {
      await vscode.commands.executeCommand('markscheme.reportHealth');
    }
  }

  /** Nothing to install with: the way on, instead of an offer that would fail. */
  private async obstacle(error: unknown, wanted: boolean): Promise<void> {
    const getPython = vscode.l10n.t('Get Python');
    const otherWays = vscode.l10n.t('Other Ways');
    const openSettings = vscode.l10n.t('Open Settings');
    const isPython = error instanceof InstallationFailure && error.kind === 'no-python';
    if (!wanted && error instanceof InstallationFailure && error.kind === 'no-wheel') {
      return;
    }
    const message = vscode.l10n.t('Markscheme’s server is not on this machine yet. {0}', failureText(error));
    const buttons = [...(isPython ? [getPython] : []), otherWays, openSettings];
    const chosen = await vscode.window.showWarningMessage(message, ...buttons);
    if (chosen === getPython) {
      await vscode.env.openExternal(vscode.Uri.parse(PYTHON));
    } else if (chosen === otherWays) {
      await this.openWalkthrough();
    } else if (chosen === openSettings) {
      await openServerSettings();
    }
  }

  private isDue(question: string, wanted: boolean): boolean {
    const isDue = wanted || !this.asked.has(question);
    this.asked.add(question);
    return isDue;
  }

  private async openWalkthrough(): Promise<void> {
    const walkthrough = `${this.context.extension.id}#start`;
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
  }
}

/** The page on which the setting stands: a remote machine and a workspace have their own. */
export async function openServerSettings(): Promise<void> {
  const { workspaceValue } = vscode.workspace.getConfiguration('markscheme').inspect('server.command') ?? {};
  const ofMachine = vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  const page = workspaceValue === undefined ? ofMachine : 'openWorkspaceSettings';
  await vscode.commands.executeCommand(`workbench.action.${page}`, { query: 'markscheme.server' });
}
