import { homedir } from 'node:os';
import * as path from 'node:path';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import {
  executables,
  expandHome,
  isSameSeries,
  moduleOf,
  probe,
  type SearchPlaces,
  type ServerCommand,
  type ServerOrigin,
  type Start,
  versionOfWheel,
  workspacePython,
} from './candidates';
import { serverWheels, type Supplies } from './installer';
import { type EnvironmentState, PrivateEnvironment } from './privateEnvironment';
import { serverVariables } from './processes';

/** A place of the search for the server, with the result, for the log and the health report. */
interface SearchStep {
  readonly origin: ServerOrigin;
  /** The program, or the setting's value; empty if there is none. */
  readonly place: string;
  /** In English, as the log. */
  readonly result: string;
}

/** Why there is no server. A person has already seen the message, with an action. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError';
}

/** Milliseconds between checks of an environment that another window builds. */
const POLL_INTERVAL = 3000;

/** Searches for the server: in the setting, on PATH, in the workspace's Python, in the private environment. */
export class Finder implements vscode.Disposable {
  /** The private environment's state at the last search; `undefined` if the search ended before it. */
  privateState: EnvironmentState['kind'] | undefined;
  /** The steps of the last search, in order. */
  steps: readonly SearchStep[] = [];

  private readonly appeared = new vscode.EventEmitter<void>();
  /** The offers that were shown in this session. */
  private readonly offered = new Set<string>();
  private waiting: NodeJS.Timeout | undefined;

  /** Another window has built the private environment. */
  readonly onDidAppear = this.appeared.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /**
   * Search for the server, without waiting for a person; `undefined` if there is none yet. Throw a {@link ReportedError}
   * if the setting does not work.
   *
   * `isRequested` says that a person has just asked for the server: offers that they refused before are made again.
   */
  async find(isRequested: boolean): Promise<ServerCommand | undefined> {
    this.steps = [];
    this.privateState = undefined;
    const server =
      (await this.fromSetting()) ??
      (await this.fromPath()) ??
      (await this.fromPython()) ??
      (await this.fromEnvironment(isRequested));
    if (server) {
      const commandLine = [server.command, ...server.arguments].join(' ');
      this.log.info(`Server ${server.version} from ${server.origin}: ${commandLine}`);
      this.warnOfVersion(server);
    }
    return server;
  }

  get environment(): PrivateEnvironment {
    return new PrivateEnvironment(path.join(this.context.globalStorageUri.fsPath, 'server'), this.places);
  }

  /** What the private environment is built from. */
  get supplies(): Supplies {
    const torch = trustedSetting('torch');
    return {
      wheels: path.join(this.context.extensionPath, 'wheels'),
      wheelFolder: expandHome(trustedSetting('wheelFolder'), homedir()),
      python: trustedSetting('python'),
      torch: torch === 'cpu' || torch === 'cuda' ? torch : 'auto',
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
    const excluded = [this.context.globalStorageUri, ...folders.map(({ uri }) => uri)].map(({ fsPath }) => fsPath);
    return { variables: process.env, platform: process.platform, home: homedir(), excluded };
  }

  /** Return the version of the wheel in the extension. */
  async wheelVersion(): Promise<string | undefined> {
    const [wheel = ''] = await serverWheels(this.supplies.wheels);
    return versionOfWheel(wheel);
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.appeared.dispose();
  }

  private async fromSetting(): Promise<ServerCommand | undefined> {
    const setting = trustedSetting('command');
    if (!setting) {
      return this.note('setting', '', 'not set');
    }
    const program = expandHome(setting, homedir());
    const isName = !/[/\\]/.test(program);
    const commands = isName ? await executables(program, this.places) : [program];
    const command = commands.find((file) => path.isAbsolute(file));
    if (command === undefined) {
      this.note('setting', setting, isName ? 'not on PATH' : 'not an absolute path');
    }
    const server = command === undefined ? undefined : await this.try('setting', { command, arguments: [] });
    if (server) {
      return server;
    }
    const message = l10n.t(
      'Markscheme can’t be started with “{0}” (setting markscheme.server.command): {1}',
      ...[setting, this.steps.at(-1)?.result ?? ''],
    );
    const button: Button = [l10n.t('Open Settings'), 'markscheme.openServerSettings'];
    void offer(vscode.window.showErrorMessage, message, button);
    throw new ReportedError(message);
  }

  private async fromPath(): Promise<ServerCommand | undefined> {
    const commands = await executables('markscheme', this.places);
    for (const command of commands) {
      const server = await this.try('path', { command, arguments: [] });
      if (server) {
        return server;
      }
    }
    return commands.length === 0 ? this.note('path', '', 'no program markscheme') : undefined;
  }

  private async fromPython(): Promise<ServerCommand | undefined> {
    const python = await workspacePython();
    if (python !== undefined) {
      return await this.try('python', moduleOf(python));
    }
    const { isTrusted } = vscode.workspace;
    return this.note(
      'python',
      '',
      isTrusted ? 'none selected, or no Python extension' : 'the workspace is not trusted',
    );
  }

  private async fromEnvironment(isRequested: boolean): Promise<ServerCommand | undefined> {
    const { environment } = this;
    const { folder } = environment;
    const state = await environment.state();
    this.privateState = state.kind;
    switch (state.kind) {
      case 'ready':
        this.offerUpdate(state.version, await this.wheelVersion());
        return this.noteServer('private', folder, state.start, state.version);
      case 'broken': {
        const { detail } = state.problem;
        const message = l10n.t('Markscheme’s private server can’t be started: {0}', detail);
        const button: Button = [l10n.t('Repair'), 'markscheme.repairServer'];
        this.offerOnce('repair', isRequested, vscode.window.showWarningMessage, message, button, notNow());
        return this.note('private', folder, `broken: ${detail}`);
      }
      case 'building':
        this.waitForBuild();
        return this.note('private', folder, 'another window is building it');
      case 'absent':
        if (!isRequested) {
          this.offerSetUp();
        }
        return this.note('private', folder, 'not installed');
    }
  }

  /** Run a program, and note what it is. */
  private async try(origin: ServerOrigin, start: Start): Promise<ServerCommand | undefined> {
    const answer = await probe(start, { ...process.env, ...serverVariables(process.env) });
    const place = [start.command, ...start.arguments].join(' ');
    if ('version' in answer) {
      return this.noteServer(origin, place, start, answer.version);
    }
    const { kind, detail } = answer.problem;
    const results = {
      'not-found': l10n.t('it can’t be run ({0})', detail),
      'not-markscheme': l10n.t('it is not Markscheme ({0})', detail),
      'too-old': l10n.t('it is too old: {0}', detail),
    };
    return this.note(origin, place, results[kind]);
  }

  /** Note a server, and return it. In its own Python environment, variables of other Pythons are removed. */
  private noteServer(origin: ServerOrigin, place: string, start: Start, version: string): ServerCommand | undefined {
    const isEnvironment = origin === 'private' || origin === 'python';
    const environment = isEnvironment ? serverVariables(process.env) : {};
    return this.note(origin, place, `version ${version}`, { ...start, origin, version, environment });
  }

  /** Note what was found at a place, and return the server that was. */
  private note(origin: ServerOrigin, place: string, result: string, server?: ServerCommand): ServerCommand | undefined {
    this.steps = [...this.steps, { origin, place, result }];
    this.log.info(`Looking for the server (${origin}) ${place}: ${result}`);
    return server;
  }

  /** Offer to set up marking. The view of exercises has the same button, which stays. */
  private offerSetUp(): void {
    const message = l10n.t(
      'Markscheme can mark the texts in this folder. It needs to be set up once; no text leaves this computer.',
    );
    const button: Button = [l10n.t('Set Up Marking'), 'markscheme.setUpMarking'];
    this.offerOnce('setUp', false, vscode.window.showInformationMessage, message, button, notNow());
  }

  private offerUpdate(version: string, wheel: string | undefined): void {
    if (wheel === undefined || wheel === version) {
      return;
    }
    const message = l10n.t(
      'Markscheme’s private server has version {0}; this extension has {1}. The update is quick, since the other packages stay.',
      ...[version, wheel],
    );
    const button: Button = [l10n.t('Update'), 'markscheme.updateServer'];
    this.offerOnce('update', false, vscode.window.showInformationMessage, message, button, notNow());
  }

  /** Warn of a server of another series than the extension's, once for each version. The private one has an update. */
  private warnOfVersion({ version, origin }: ServerCommand): void {
    const { version: expected } = this.context.extension.packageJSON as { readonly version: string };
    if (origin === 'private' || isSameSeries(version, expected)) {
      return;
    }
    const message = l10n.t(
      'The server has version {0}, the extension {1}. Some features may not work. Update the older one.',
      ...[version, expected],
    );
    const button: Button = [l10n.t('Health Report'), 'markscheme.reportHealth'];
    this.offerOnce(`version ${version}`, false, vscode.window.showWarningMessage, message, button);
  }

  /** Make an offer once in a session, or again if a person has asked for the server. */
  private offerOnce(name: string, isRequested: boolean, ...words: Parameters<typeof offer>): void {
    if (isRequested || !this.offered.has(name)) {
      this.offered.add(name);
      void offer(...words);
    }
  }

  private waitForBuild(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      void this.environment
        .state()
        .then(({ kind }) => (kind === 'building' ? this.waitForBuild() : this.appeared.fire()));
    }, POLL_INTERVAL);
  }
}

/** The label of a message's button, and what it does: a function or a command. */
export type Button = readonly [label: string, act?: string | (() => unknown)];

/** Show a message with buttons, and do what the chosen one stands for. */
export async function offer(
  show: (message: string, ...labels: string[]) => Thenable<string | undefined>,
  message: string,
  ...buttons: readonly Button[]
): Promise<void> {
  const chosen = await show(message, ...buttons.map(([label]) => label));
  const [, act] = buttons.find(([label]) => label === chosen) ?? [];
  await (typeof act === 'string' ? vscode.commands.executeCommand(act) : act?.());
}

export function notNow(): Button {
  return [l10n.t('Not Now')];
}

/**
 * Return a setting `markscheme.server.…` that names a program or a folder.
 *
 * VS Code ignores restricted settings of untrusted workspaces. Here they are ignored a second time, to be safe.
 */
function trustedSetting(name: string): string {
  const configuration = vscode.workspace.getConfiguration('markscheme.server');
  const value = vscode.workspace.isTrusted
    ? configuration.get<unknown>(name)
    : configuration.inspect<unknown>(name)?.globalValue;
  return typeof value === 'string' ? value.trim() : '';
}

/** Open the settings page that sets the server's command: the workspace's, the remote machine's or the user's. */
export async function openServerSettings(): Promise<void> {
  const { workspaceValue } = vscode.workspace.getConfiguration('markscheme').inspect('server.command') ?? {};
  const ofMachine = vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  const page = workspaceValue === undefined ? ofMachine : 'openWorkspaceSettings';
  await vscode.commands.executeCommand(`workbench.action.${page}`, { query: 'markscheme.server' });
}
