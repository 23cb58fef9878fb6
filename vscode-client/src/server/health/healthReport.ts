import * as os from 'node:os';

import { PVSC_EXTENSION_ID } from '@vscode/python-extension';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { Finder } from '../search/finder';
import { freeSpace } from '../installation/diskSpace';
import { healthMarkdown, type Health } from './healthMarkdown';
import { run } from '../processes/processTree';
import type { ServerCommand } from '../serverCommand';
import { reasonOf } from '../../reason';

/** Settings with names or text of people, or the address that text is sent to. */
const PRIVATE_SETTINGS = new Set(
  ['author', 'references', 'ignore', 'llm.endpoint', 'llm.model'].map((name) => `markscheme.${name}`),
);

/** Milliseconds for `markscheme doctor`, which loads the models. */
const DOCTOR_TIMEOUT = 180_000;

/** Milliseconds for the engine's state, and for a server to start. */
const STATUS_TIMEOUT = 10_000;

interface Contributed {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

/** Collects what a bug report needs, and shows it as a document. */
export class HealthReport {
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly connection: Connection,
    private readonly finder: Finder,
    private readonly installationFailure: () => string | undefined,
  ) {}

  async show(): Promise<void> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Collecting the health report'),
      cancellable: true,
    };
    const health = await vscode.window.withProgress(options, async (_progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => {
        controller.abort();
      });
      return await this.collect(controller.signal);
    });
    const content = healthMarkdown(health, { home: os.homedir(), user: os.userInfo().username });
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document);
  }

  private async collect(signal: AbortSignal): Promise<Health> {
    await this.serverStarted();
    const server = this.connection.server;
    const [facts, doctor, engine] = await Promise.all([
      this.facts(server),
      server ? doctorOutput(server, signal) : '',
      this.engine(),
    ]);
    return {
      ...{ facts, doctor, engine },
      steps: this.finder.steps,
      settings: this.settings(),
      failures: [this.connection.failure, this.installationFailure()].filter((failure) => failure !== undefined),
    };
  }

  /** Wait until a server that is starting has started or failed. */
  private async serverStarted(): Promise<void> {
    if (this.connection.state !== 'starting') {
      return;
    }
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        listener.dispose();
        resolve();
      };
      const timer = setTimeout(end, STATUS_TIMEOUT);
      const listener = this.connection.onDidChangeState(end);
    });
  }

  private async facts(server: ServerCommand | undefined): Promise<[string, string][]> {
    const { version } = this.context.extension.packageJSON as { readonly version: string };
    const storage = this.context.globalStorageUri.fsPath;
    const environment = await this.finder.environment.state();
    const free = await freeSpace(storage).then(gigabytes, String);
    return [
      ['Extension', version],
      ['Server', server ? `${server.version} (${server.origin}), ${this.connection.state}` : this.connection.state],
      ['Server in the extension', (await this.finder.wheelVersion()) ?? 'no'],
      ['Private installation', environment.kind === 'ready' ? JSON.stringify(environment.marker) : environment.kind],
      ['Disk', `${free} free for the extension's files`],
      ...surroundings(),
    ];
  }

  private settings(): [string, unknown][] {
    const { contributes } = this.context.extension.packageJSON as Contributed;
    const names = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    const configuration = vscode.workspace.getConfiguration();
    return names
      .map((name): [string, unknown, unknown] => {
        return [name, configuration.get(name), configuration.inspect(name)?.defaultValue];
      })
      .filter(([, value, standard]) => JSON.stringify(value) !== JSON.stringify(standard))
      .map(([name, value]) => [name, PRIVATE_SETTINGS.has(name) ? undefined : value]);
  }

  /** Request the engine's state, without starting the engine. */
  private async engine(): Promise<object | null | undefined> {
    const source = new vscode.CancellationTokenSource();
    const timer = setTimeout(() => {
      source.cancel();
    }, STATUS_TIMEOUT);
    try {
      return await this.connection.request('markscheme/status', { start: false }, source.token);
    } catch (error) {
      return { problem: reasonOf(error) };
    } finally {
      clearTimeout(timer);
      source.dispose();
    }
  }
}

/** Return facts about the editor and the machine. */
function surroundings(): [string, string][] {
  return [
    ['VS Code', `${vscode.version} (${vscode.env.appName})`],
    ['System', `${os.type()} ${os.release()}, ${process.arch}, Node.js ${process.versions.node}`],
    ['Memory', `${gigabytes(os.totalmem())}, ${gigabytes(os.freemem())} free`],
    ['Remote', remoteKind()],
    ['Shown in', vscode.env.uiKind === vscode.UIKind.Web ? 'a browser' : 'a desktop window'],
    ['Language', vscode.env.language],
    ['Workspace', vscode.workspace.isTrusted ? 'trusted' : 'not trusted'],
    ['Folders', String(vscode.workspace.workspaceFolders?.length ?? 0)],
    ['Python extension', pythonExtension()],
  ];
}

/** Return the kind of remote; only `yes` if its name may be that of a machine. */
function remoteKind(): string {
  const name = vscode.env.remoteName;
  return name === undefined || /^[a-z-]+$/.test(name) ? (name ?? 'no') : 'yes';
}

function pythonExtension(): string {
  const manifest = vscode.extensions.getExtension(PVSC_EXTENSION_ID)?.packageJSON as { version?: string } | undefined;
  return manifest?.version ?? 'not installed';
}

/** Return the output of `markscheme doctor`, as JSON if the server has that. */
async function doctorOutput(server: ServerCommand, signal: AbortSignal): Promise<string> {
  const runDoctor = async (...options: string[]): Promise<{ readonly code: number | null; readonly text: string }> => {
    const { code, output, lines } = await run({
      command: server.command,
      arguments: [...server.arguments, 'doctor', ...options],
      variables: { ...process.env, ...server.environment },
      ...{ folder: os.tmpdir(), timeout: DOCTOR_TIMEOUT, signal },
    });
    return { code, text: output.trim() === '' ? lines.join('\n') : output };
  };
  try {
    const json = await runDoctor('--format', 'json');
    return isUsageError(json) ? (await runDoctor()).text : json.text;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Whether the command line refused an option, which it does with status 2. */
function isUsageError({ code, text }: { readonly code: number | null; readonly text: string }): boolean {
  return code === 2 && !text.trimStart().startsWith('[');
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
