import { homedir } from 'node:os';
import * as path from 'node:path';

import * as vscode from 'vscode';

import { serverVariables } from '../processes/childEnvironment';
import { ownWheels, type Supplies } from '../installation/installer';
import { PrivateEnvironment } from '../installation/privateEnvironment';
import { moduleOf, probe, type Start } from './probe';
import { executables, expandHome, type SearchPlaces } from './searchPath';
import { ToldError, type ServerCommand, type ServerFinder, type ServerOrigin } from '../serverCommand';
import { commandSetting, pythonSetting, wheelFolderSetting } from '../serverSettings';
import { ServerOffer } from './serverOffer';
import { isSameSeries, versionOfWheel } from './version';
import { problemText } from '../installation/installationText';
import { workspacePython } from './workspacePython';

/** One place where a server was looked for, and what came of it: for the log and the health report. */
export interface Look {
  readonly origin: ServerOrigin;
  /** The program, or the setting's value; empty if there was nothing to try. */
  readonly place: string;
  /** In plain English, as the log is. */
  readonly result: string;
}

/** Milliseconds between looks at an environment that another window makes. */
const WAIT = 3000;

/** Looks where a server may be: the setting, PATH, the workspace's Python, the extension's own environment. */
export class Finder implements ServerFinder, vscode.Disposable {
  /** Places of the last search, in the order in which they were looked at. */
  looks: readonly Look[] = [];

  private readonly appeared = new vscode.EventEmitter<void>();
  private readonly offer: ServerOffer;
  private waiting: NodeJS.Timeout | undefined;
  private warned: string | undefined;

  /** Another window has finished the private environment. */
  readonly onDidAppear = this.appeared.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.offer = new ServerOffer(context);
  }

  /** Throws a {@link ToldError} if the setting names what does not work. Never waits for a person. */
  async find(wanted: boolean): Promise<ServerCommand | undefined> {
    this.looks = [];
    const found = await this.search(wanted);
    if (found) {
      this.log.info(`Server ${found.version} from ${found.origin}: ${[found.command, ...found.arguments].join(' ')}`);
      this.warnOfVersion(found);
    }
    return found;
  }

  /** The environment that is the extension's own. */
  get environment(): PrivateEnvironment {
    const storage = path.join(this.context.globalStorageUri.fsPath, 'server');
    return new PrivateEnvironment(storage, this.places);
  }

  /** What that environment is made of. */
  get supplies(): Supplies {
    return {
      wheels: path.join(this.context.extensionPath, 'wheels'),
      wheelFolder: expandHome(wheelFolderSetting(), homedir()),
      python: pythonSetting(),
    };
  }

  /** Programs in an untrusted workspace's folders are not looked at. */
  get places(): SearchPlaces {
    const folders = vscode.workspace.isTrusted ? [] : (vscode.workspace.workspaceFolders ?? []);
    return {
      variables: process.env,
      platform: process.platform,
      home: homedir(),
      leftOut: folders.map(({ uri }) => uri.fsPath),
    };
  }

  /** The version of the wheel that came with the extension. */
  async wheelVersion(): Promise<string | undefined> {
    const [wheel] = await ownWheels(this.supplies.wheels);
    return wheel === undefined ? undefined : versionOfWheel(wheel);
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.appeared.dispose();
  }

  private async search(wanted: boolean): Promise<ServerCommand | undefined> {
    const setting = commandSetting();
    if (setting) {
      return await this.fromSetting(setting);
    }
    this.note('setting', '', 'not set');
    return (await this.fromPath()) ?? (await this.fromPython()) ?? (await this.fromEnvironment(wanted));
  }

  private async fromSetting(setting: string): Promise<ServerCommand> {
    const named = expandHome(setting, homedir());
    const isName = !/[/\\]/.test(named);
    const commands = isName ? await executables(named, this.places) : [named];
    const command = commands.find((file) => path.isAbsolute(file));
    const found = command === undefined ? undefined : await this.tried('setting', { command, arguments: [] });
    if (found) {
      return found;
    }
    if (command === undefined) {
      this.note('setting', setting, isName ? 'not on PATH' : 'not an absolute path');
    }
    const reason = this.looks.at(-1)?.result ?? '';
    const message = vscode.l10n.t(
      'Markscheme can’t be started with “{0}” (setting markscheme.server.command): {1}',
      setting,
      reason,
    );
    void this.offer.settings(message);
    throw new ToldError(message);
  }

  private async fromPath(): Promise<ServerCommand | undefined> {
    const commands = await executables('markscheme', this.places);
    if (commands.length === 0) {
      this.note('path', '', 'no program markscheme');
    }
    for (const command of commands) {
      const found = await this.tried('path', { command, arguments: [] });
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
    return await this.tried('python', moduleOf(python));
  }

  private async fromEnvironment(wanted: boolean): Promise<ServerCommand | undefined> {
    const environment = this.environment;
    const state = await environment.state();
    const wheel = await this.wheelVersion();
    switch (state.kind) {
      case 'whole':
        this.note('private', environment.folder, `version ${state.version}`);
        if (wheel !== undefined && wheel !== state.version) {
          void this.offer.update(state.version, wheel);
        }
        return this.commandOf('private', state.start, state.version);
      case 'broken':
        this.note('private', environment.folder, `broken: ${state.problem.detail}`);
        void this.offer.repair(state.problem.detail, wanted);
        return undefined;
      case 'building':
        this.note('private', environment.folder, 'being made by a window');
        this.waitForOther();
        return undefined;
      case 'absent':
        this.note('private', environment.folder, 'not there');
        void this.offer.installation(this.supplies, this.places, wanted);
        return undefined;
    }
  }

  private async tried(origin: ServerOrigin, start: Start): Promise<ServerCommand | undefined> {
    const answer = await probe(start, { ...process.env, ...serverVariables(process.env) });
    const place = [start.command, ...start.arguments].join(' ');
    if ('version' in answer) {
      this.note(origin, place, `version ${answer.version}`);
      return this.commandOf(origin, start, answer.version);
    }
    this.note(origin, place, problemText(answer.problem));
    return undefined;
  }

  /** A Python of its own has none of the variables that would lead it to another's packages. */
  private commandOf(origin: ServerOrigin, start: Start, version: string): ServerCommand {
    const isOwn = origin === 'private' || origin === 'python';
    return { ...start, origin, version, ...(isOwn ? { environment: serverVariables(process.env) } : {}) };
  }

  private note(origin: ServerOrigin, place: string, result: string): void {
    this.looks = [...this.looks, { origin, place, result }];
    this.log.info(`Looking for the server (${origin}) ${place}: ${result}`);
  }

  /** Once for each version: the server is used all the same. */
  private warnOfVersion({ version, origin }: ServerCommand): void {
    const { version: own } = this.context.extension.packageJSON as { readonly version: string };
    if (!isSameSeries(version, own) && this.warned !== version) {
      this.warned = version;
      void this.offer.otherVersion(version, own, origin);
    }
  }

  private waitForOther(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      void this.lookAgain();
    }, WAIT);
  }

  private async lookAgain(): Promise<void> {
    if ((await this.environment.state()).kind === 'building') {
      this.waitForOther();
    } else {
      this.appeared.fire();
    }
  }
}
