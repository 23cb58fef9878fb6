import { homedir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import * as l10n from '@vscode/l10n';
import { PVSC_EXTENSION_ID, PythonExtension } from '@vscode/python-extension';
import * as vscode from 'vscode';

import { serverWheels, type Surroundings } from './installer';
import { type EnvironmentState, PrivateEnvironment } from './privateEnvironment';
import {
  executables,
  expandHome,
  isSameSeries,
  moduleOf,
  probe,
  serverVariables,
  type Start,
  type Variables,
  versionOfWheel,
} from './programs';

export type ServerOrigin = 'setting' | 'path' | 'python' | 'private';

export interface ServerCommand extends Start {
  readonly origin: ServerOrigin;
  readonly version: string;
  /** Variables that replace VS Code's own; `undefined` removes one. */
  readonly environment: Variables;
}

/** A place of the search for the server, with the result, for the log and the health report. */
export interface SearchStep {
  readonly origin: ServerOrigin;
  /** The program, or the setting's value; empty if there is none. */
  readonly place: string;
  readonly result: string;
}

/** Why there is no server. A person has already seen the message, with an action. */
export class ReportedError extends Error {}

/** Milliseconds between checks of an environment that another window builds. */
const POLL_INTERVAL = 3000;

/** Milliseconds for the Python extension to answer. */
const PYTHON_TIMEOUT = 15_000;

/** Searches for the server: in the setting, on PATH, in the workspace's Python, in the private environment. */
export class Finder implements vscode.Disposable {
  /** The private environment's state at the last search; `undefined` if the search ended before it. */
  privateState: EnvironmentState['kind'] | undefined;
  steps: SearchStep[] = [];

  private readonly appeared = new vscode.EventEmitter<void>();
  /** The messages of the offers that were shown in this session. */
  private readonly offered = new Set<string>();
  private waiting: NodeJS.Timeout | undefined;
  private pythons: vscode.Disposable | undefined;

  /** Another window has built the private environment, or another Python is selected. */
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
      (await this.tryAll('path', await this.onPath('markscheme'), 'no program markscheme')) ??
      (await this.fromPython()) ??
      (await this.fromEnvironment(isRequested));
    if (server) {
      this.log.info(`Server ${server.version} from ${server.origin}: ${commandLine(server)}`);
      this.warnOfVersion(server);
    }
    return server;
  }

  get environment(): PrivateEnvironment {
    return new PrivateEnvironment(path.join(this.context.globalStorageUri.fsPath, 'server'), this.surroundings);
  }

  /**
   * What the private environment is built from, and where programs are searched for.
   *
   * The folders of an untrusted workspace are excluded, and so is the extension's: a VS Code that was started
   * in a terminal of another one has it on its PATH.
   */
  get surroundings(): Surroundings {
    const torch = serverSetting('torch');
    const folders = vscode.workspace.isTrusted ? [] : (vscode.workspace.workspaceFolders ?? []);
    return {
      wheels: path.join(this.context.extensionPath, 'wheels'),
      wheelFolder: expandHome(serverSetting('wheelFolder'), homedir()),
      python: serverSetting('python'),
      torch: torch === 'cpu' || torch === 'cuda' ? torch : 'auto',
      variables: process.env,
      platform: process.platform,
      home: homedir(),
      excluded: [this.context.globalStorageUri, ...folders.map(({ uri }) => uri)].map(({ fsPath }) => fsPath),
    };
  }

  async wheelVersion(): Promise<string | undefined> {
    const [wheel = ''] = await serverWheels(this.surroundings.wheels);
    return versionOfWheel(wheel);
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.pythons?.dispose();
    this.appeared.dispose();
  }

  private async fromSetting(): Promise<ServerCommand | undefined> {
    const setting = serverSetting('command');
    const program = expandHome(setting, homedir());
    const isName = !/[/\\]/.test(program);
    const starts = isName ? await this.onPath(program) : [{ command: program, arguments: [] }];
    const [first] = starts.filter(({ command }) => setting && path.isAbsolute(command));
    const nothing = !setting ? 'not set' : isName ? 'not on PATH' : 'not an absolute path';
    const server = await this.tryAll('setting', first ? [first] : [], nothing, setting);
    if (server || !setting) {
      return server;
    }
    const message = l10n.t(
      'Markscheme can’t be started with “{0}” (setting markscheme.server.command): {1}',
      ...[setting, this.steps.at(-1)?.result ?? ''],
    );
    const button = [l10n.t('Open Settings'), 'markscheme.openServerSettings'] as const;
    void offer(vscode.window.showErrorMessage, message, button);
    throw new ReportedError(message);
  }

  private async onPath(name: string): Promise<Start[]> {
    return (await executables(name, this.surroundings)).map((command) => ({ command, arguments: [] }));
  }

  private async fromPython(): Promise<ServerCommand | undefined> {
    const { isTrusted } = vscode.workspace;
    const canAsk = isTrusted && vscode.extensions.getExtension(PVSC_EXTENSION_ID) !== undefined;
    const late = delay(PYTHON_TIMEOUT, undefined, { ref: false });
    const python = canAsk && (await Promise.race([this.selectedPython().catch(() => undefined), late]));
    const nothing = isTrusted ? 'none selected, or no Python extension' : 'the workspace is not trusted';
    return await this.tryAll('python', python ? [moduleOf(python)] : [], nothing);
  }

  /** Return the Python that is selected for the workspace, and listen to the selection of another one. */
  private async selectedPython(): Promise<string | undefined> {
    const { environments, ready } = await PythonExtension.api();
    this.pythons ??= environments.onDidChangeActiveEnvironmentPath(() => this.appeared.fire());
    await ready;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const resolved = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
    return resolved?.executable.uri?.fsPath;
  }

  private async fromEnvironment(isRequested: boolean): Promise<ServerCommand | undefined> {
    const { environment } = this;
    const state = await environment.state();
    this.privateState = state.kind;
    const note = (result: string): ServerCommand | undefined =>
      this.note({ origin: 'private', place: environment.folder, result });
    switch (state.kind) {
      case 'ready':
        note(`version ${state.version}`);
        this.offerUpdate(state.version, await this.wheelVersion());
        return foundServer('private', state.start, state.version);
      case 'broken': {
        const message = l10n.t('Markscheme’s private server can’t be started: {0}', state.detail);
        if (isRequested) {
          this.offered.delete(message);
        }
        this.offerOnce(message, [l10n.t('Repair'), 'markscheme.repairServer'], vscode.window.showWarningMessage);
        return note(`broken: ${state.detail}`);
      }
      case 'building':
        this.waitForBuild();
        return note('another window is building it');
      case 'absent':
        if (!isRequested) {
          // The view of exercises has the same button, which stays.
          const message = l10n.t(
            'Markscheme can mark the texts in this folder. It needs to be set up once; no text leaves this computer.',
          );
          this.offerOnce(message, [l10n.t('Set Up Marking'), 'markscheme.setUpMarking']);
        }
        return note('not installed');
    }
  }

  /** Return the first program that is a server. Note what each of them is, or `nothing` if there are none. */
  private async tryAll(
    origin: ServerOrigin,
    starts: readonly Start[],
    nothing: string,
    setting = '',
  ): Promise<ServerCommand | undefined> {
    for (const start of starts) {
      const answer = await probe(start, { ...process.env, ...serverVariables(process.env) });
      const result = 'version' in answer ? `version ${answer.version}` : PROBLEMS[answer.problem](answer.detail);
      this.note({ origin, place: commandLine(start), result });
      if ('version' in answer) {
        return foundServer(origin, start, answer.version);
      }
    }
    return starts.length === 0 ? this.note({ origin, place: setting, result: nothing }) : undefined;
  }

  private note(step: SearchStep): ServerCommand | undefined {
    this.steps.push(step);
    this.log.info(`Looking for the server (${step.origin}) ${step.place}: ${step.result}`);
    return undefined;
  }

  private offerUpdate(version: string, wheel = version): void {
    if (wheel !== version) {
      const message = l10n.t(
        'Markscheme’s private server has version {0}; this extension has {1}. The update is quick, since the other packages stay.',
        ...[version, wheel],
      );
      this.offerOnce(message, [l10n.t('Update'), 'markscheme.updateServer']);
    }
  }

  /** Warn of a server of another series than the extension's, once for each version. The private one has an update. */
  private warnOfVersion({ version, origin }: ServerCommand): void {
    const { version: expected } = this.context.extension.packageJSON as { readonly version: string };
    if (origin !== 'private' && !isSameSeries(version, expected)) {
      const message = l10n.t(
        'The server has version {0}, the extension {1}. Some features may not work. Update the older one.',
        ...[version, expected],
      );
      const button = [l10n.t('Health Report'), 'markscheme.reportHealth'] as const;
      this.offerOnce(message, button, vscode.window.showWarningMessage);
    }
  }

  private offerOnce(message: string, button: Button, show: Show = vscode.window.showInformationMessage): void {
    if (!this.offered.has(message)) {
      this.offered.add(message);
      void offer(show, message, button, [l10n.t('Not Now')]);
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

const PROBLEMS = {
  'not-found': (detail: string) => l10n.t('it can’t be run ({0})', detail),
  'not-markscheme': (detail: string) => l10n.t('it is not Markscheme ({0})', detail),
  'too-old': (detail: string) => l10n.t('it is too old: {0}', detail),
};

function commandLine(start: Start): string {
  return [start.command, ...start.arguments].join(' ');
}

/** Return a server. In its own Python environment, variables of other Pythons are removed. */
function foundServer(origin: ServerOrigin, start: Start, version: string): ServerCommand {
  const isEnvironment = origin === 'private' || origin === 'python';
  return { ...start, origin, version, environment: isEnvironment ? serverVariables(process.env) : {} };
}

/** The label of a message's button, and what it does: a function or a command. */
export type Button = readonly [label: string, act?: string | (() => unknown)];

type Show = (message: string, ...labels: string[]) => Thenable<string | undefined>;

/** Show a message with buttons, and do what the chosen one stands for. */
export async function offer(show: Show, message: string, ...buttons: readonly Button[]): Promise<void> {
  const chosen = await show(message, ...buttons.map(([label]) => label));
  const [, act] = buttons.find(([label]) => label === chosen) ?? [];
  await (typeof act === 'string' ? vscode.commands.executeCommand(act) : act?.());
}

/** Return a setting `markscheme.server.…`. None of them can be set by an untrusted workspace. */
function serverSetting(name: string): string {
  const value = vscode.workspace.getConfiguration('markscheme.server').get<unknown>(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Open the settings page that sets the server's command: the workspace's, the remote machine's or the user's. */
export async function openServerSettings(): Promise<void> {
  const { workspaceValue } = vscode.workspace.getConfiguration('markscheme').inspect('server.command') ?? {};
  const ofMachine = vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  const page = workspaceValue === undefined ? ofMachine : 'openWorkspaceSettings';
  await vscode.commands.executeCommand(`workbench.action.${page}`, { query: 'markscheme.server' });
}
