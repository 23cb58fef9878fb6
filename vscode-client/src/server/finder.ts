import { homedir } from 'node:os';
import * as path from 'node:path';

import * as vscode from 'vscode';

import {
  executables,
  expandHome,
  isSameSeries,
  moduleOf,
  probe,
  type Problem,
  type SearchPlaces,
  type Start,
  versionOfWheel,
  workspacePython,
} from './candidates';
import { serverWheels, type Supplies } from './installer';
import { type EnvironmentState, PrivateEnvironment } from './privateEnvironment';
import { serverVariables } from './processes';
import {
  commandSetting,
  pythonSetting,
  ReportedError,
  type ServerCommand,
  type ServerFinder,
  type ServerOrigin,
  torchSetting,
  wheelFolderSetting,
} from './serverCommand';

/** A place of the search for the server, with the result, for the log and the health report. */
interface SearchStep {
  readonly origin: ServerOrigin;
  /** The program, or the setting's value; empty if there is none. */
  readonly place: string;
  /** In English, as the log. */
  readonly result: string;
}

/** Milliseconds between checks of an environment that another window builds. */
const POLL_INTERVAL = 3000;

/** Searches for the server: in the setting, on PATH, in the workspace's Python, in the private environment. */
export class Finder implements ServerFinder, vscode.Disposable {
  /** The private environment's state at the last search; `undefined` if the search ended before it. */
  privateState: EnvironmentState['kind'] | undefined;
  /** The steps of the last search, in order. */
  steps: readonly SearchStep[] = [];

  private readonly appeared = new vscode.EventEmitter<void>();
  private readonly offer: ServerOffer;
  private waiting: NodeJS.Timeout | undefined;
  private warnedVersion: string | undefined;

  /** Another window has built the private environment. */
  readonly onDidAppear = this.appeared.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.offer = new ServerOffer();
  }

  /** Search for the server, without waiting for a person. Throw a {@link ReportedError} if the setting does not work. */
  async find(isRequested: boolean): Promise<ServerCommand | undefined> {
    this.steps = [];
    this.privateState = undefined;
    const server = await this.search(isRequested);
    if (server) {
      const commandLine = [server.command, ...server.arguments].join(' ');
      this.log.info(`Server ${server.version} from ${server.origin}: ${commandLine}`);
      this.warnOfVersion(server);
    }
    return server;
  }

  /** The private environment. */
  get environment(): PrivateEnvironment {
    const storage = path.join(this.context.globalStorageUri.fsPath, 'server');
    return new PrivateEnvironment(storage, this.places);
  }

  /** What the private environment is built from. */
  get supplies(): Supplies {
    return {
      wheels: path.join(this.context.extensionPath, 'wheels'),
      wheelFolder: expandHome(wheelFolderSetting(), homedir()),
      python: pythonSetting(),
      torch: torchSetting(),
    };
  }

  /**
   * Where programs are searched for.
   *
   * The folders of an untrusted workspace are excluded, and so is the extension's: a VS Code that was started
   * in a terminal of another one has it on its PATH.
   */
  get places(): SearchPlaces {
    const folders = vscode.workspace.isTrusted ? [] : (vscode.workspace.workspaceFolders ?? []);
    return {
      variables: process.env,
      platform: process.platform,
      home: homedir(),
      excluded: [this.context.globalStorageUri.fsPath, ...folders.map(({ uri }) => uri.fsPath)],
    };
  }

  /** Return the version of the wheel in the extension. */
  async wheelVersion(): Promise<string | undefined> {
    const [wheel] = await serverWheels(this.supplies.wheels);
    return wheel === undefined ? undefined : versionOfWheel(wheel);
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.appeared.dispose();
  }

  private async search(isRequested: boolean): Promise<ServerCommand | undefined> {
    const setting = commandSetting();
    if (setting) {
      return await this.fromSetting(setting);
    }
    this.note('setting', '', 'not set');
    return (await this.fromPath()) ?? (await this.fromPython()) ?? (await this.fromEnvironment(isRequested));
  }

  private async fromSetting(setting: string): Promise<ServerCommand> {
    const program = expandHome(setting, homedir());
    const isName = !/[/\\]/.test(program);
    const commands = isName ? await executables(program, this.places) : [program];
    const command = commands.find((file) => path.isAbsolute(file));
    const found = command === undefined ? undefined : await this.try('setting', { command, arguments: [] });
    if (found) {
      return found;
    }
    if (command === undefined) {
      this.note('setting', setting, isName ? 'not on PATH' : 'not an absolute path');
    }
    const reason = this.steps.at(-1)?.result ?? '';
    const message = vscode.l10n.t(
      'Markscheme can’t be started with “{0}” (setting markscheme.server.command): {1}',
      setting,
      reason,
    );
    void this.offer.settings(message);
    throw new ReportedError(message);
  }

  private async fromPath(): Promise<ServerCommand | undefined> {
    const commands = await executables('markscheme', this.places);
    if (commands.length === 0) {
      this.note('path', '', 'no program markscheme');
    }
    for (const command of commands) {
      const found = await this.try('path', { command, arguments: [] });
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  private async fromPython(): Promise<ServerCommand | undefined> {
    const python = await workspacePython();
    if (python === undefined) {
      const reason = vscode.workspace.isTrusted
        ? 'none selected, or no Python extension'
        : 'the workspace is not trusted';
      this.note('python', '', reason);
      return undefined;
    }
    return await this.try('python', moduleOf(python));
  }

  private async fromEnvironment(isRequested: boolean): Promise<ServerCommand | undefined> {
    const environment = this.environment;
    const state = await environment.state();
    const wheel = await this.wheelVersion();
    this.privateState = state.kind;
    switch (state.kind) {
      case 'ready':
        this.note('private', environment.folder, `version ${state.version}`);
        if (wheel !== undefined && wheel !== state.version) {
          void this.offer.update(state.version, wheel);
        }
        return this.commandOf('private', state.start, state.version);
      case 'broken':
        this.note('private', environment.folder, `broken: ${state.problem.detail}`);
        void this.offer.repair(state.problem.detail, isRequested);
        return undefined;
      case 'building':
        this.note('private', environment.folder, 'another window is building it');
        this.waitForBuild();
        return undefined;
      case 'absent':
        this.note('private', environment.folder, 'not installed');
        void this.offer.setUp(isRequested);
        return undefined;
    }
  }

  private async try(origin: ServerOrigin, start: Start): Promise<ServerCommand | undefined> {
    const answer = await probe(start, { ...process.env, ...serverVariables(process.env) });
    const place = [start.command, ...start.arguments].join(' ');
    if ('version' in answer) {
      this.note(origin, place, `version ${answer.version}`);
      return this.commandOf(origin, start, answer.version);
    }
    this.note(origin, place, problemText(answer.problem));
    return undefined;
  }

  /** Return the command of a server. In its own Python environment, variables of other Pythons are removed. */
  private commandOf(origin: ServerOrigin, start: Start, version: string): ServerCommand {
    const isEnvironment = origin === 'private' || origin === 'python';
    return { ...start, origin, version, ...(isEnvironment ? { environment: serverVariables(process.env) } : {}) };
  }

  private note(origin: ServerOrigin, place: string, result: string): void {
    this.steps = [...this.steps, { origin, place, result }];
    this.log.info(`Looking for the server (${origin}) ${place}: ${result}`);
  }

  /** Warn of a server of another series than the extension's, once for each version. The server is used. */
  private warnOfVersion({ version, origin }: ServerCommand): void {
    const { version: expected } = this.context.extension.packageJSON as { readonly version: string };
    if (!isSameSeries(version, expected) && this.warnedVersion !== version) {
      this.warnedVersion = version;
      void this.offer.otherVersion(version, expected, origin);
    }
  }

  private waitForBuild(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      void this.checkBuild();
    }, POLL_INTERVAL);
  }

  private async checkBuild(): Promise<void> {
    if ((await this.environment.state()).kind === 'building') {
      this.waitForBuild();
    } else {
      this.appeared.fire();
    }
  }
}

/** Return why a program is not a usable server. */
function problemText({ kind, detail }: Problem): string {
  switch (kind) {
    case 'not-found':
      return vscode.l10n.t('it can’t be run ({0})', detail);
    case 'not-markscheme':
      return vscode.l10n.t('it is not Markscheme ({0})', detail);
    case 'too-old':
      return vscode.l10n.t('it is too old: {0}', detail);
  }
}

/** Offers after a search for the server. Each is shown once a session, unless a person asks for the server. */
class ServerOffer {
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
