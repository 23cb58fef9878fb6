import * as os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

import { PVSC_EXTENSION_ID } from '@vscode/python-extension';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { reasonOf } from '../words';
import type { ServerCommand } from './candidates';
import type { Finder } from './finder';
import { gigabytes } from './installationText';
import { freeSpace } from './privateEnvironment';
import { run } from './processes';
import type { ServerInstallation } from './serverInstallation';

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
    private readonly installation: ServerInstallation,
  ) {}

  async show(): Promise<void> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Collecting the health report'),
      cancellable: true,
    };
    const health = await vscode.window.withProgress(options, async (_progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return await this.collect(controller.signal);
    });
    const content = healthMarkdown(health, { home: os.homedir(), user: os.userInfo().username });
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document);
  }

  private async collect(signal: AbortSignal): Promise<Health> {
    const { connection, finder, installation } = this;
    if (connection.state === 'starting') {
      const started = new Promise<void>((resolve) => {
        const listener = connection.onDidChangeState(() => {
          listener.dispose();
          resolve();
        });
      });
      await Promise.race([started, delay(STATUS_TIMEOUT)]);
    }
    const { server } = connection;
    const [facts, doctor, engine] = await Promise.all([
      this.facts(server),
      server ? doctorOutput(server, signal) : '',
      this.engine(),
    ]);
    const failure = installation.state.kind === 'failed' ? installation.state.text : undefined;
    const failures = [connection.failure, failure].filter((each) => each !== undefined);
    return { facts, doctor, engine, steps: finder.steps, settings: this.settings(), failures };
  }

  private async facts(server: ServerCommand | undefined): Promise<[string, string][]> {
    const { version } = this.context.extension.packageJSON as { readonly version: string };
    const { state } = this.connection;
    const environment = await this.finder.environment.state();
    const free = await freeSpace(this.context.globalStorageUri.fsPath).then(gigabytes, String);
    return [
      ['Extension', version],
      ['Server', server ? `${server.version} (${server.origin}), ${state}` : state],
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
      .map((name): [string, unknown] => [name, configuration.get(name)])
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(configuration.inspect(name)?.defaultValue))
      .map(([name, value]) => [name, PRIVATE_SETTINGS.has(name) ? undefined : value]);
  }

  /** Request the engine's state, without starting the engine. */
  private async engine(): Promise<object | null | undefined> {
    const source = new vscode.CancellationTokenSource();
    const timer = setTimeout(() => source.cancel(), STATUS_TIMEOUT);
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
  const python = vscode.extensions.getExtension(PVSC_EXTENSION_ID)?.packageJSON as { version?: string } | undefined;
  // The name of a remote may be that of a machine.
  const remote = vscode.env.remoteName ?? 'no';
  return [
    ['VS Code', `${vscode.version} (${vscode.env.appName})`],
    ['System', `${os.type()} ${os.release()}, ${process.arch}, Node.js ${process.versions.node}`],
    ['Memory', `${gigabytes(os.totalmem())}, ${gigabytes(os.freemem())} free`],
    ['Remote', /^[a-z-]+$/.test(remote) ? remote : 'yes'],
    ['Shown in', vscode.env.uiKind === vscode.UIKind.Web ? 'a browser' : 'a desktop window'],
    ['Language', vscode.env.language],
    ['Workspace', vscode.workspace.isTrusted ? 'trusted' : 'not trusted'],
    ['Folders', String(vscode.workspace.workspaceFolders?.length ?? 0)],
    ['Python extension', python?.version ?? 'not installed'],
  ];
}

/** Return the output of `markscheme doctor` as JSON, or why there is none. */
async function doctorOutput(server: ServerCommand, signal: AbortSignal): Promise<string> {
  try {
    const { output, lines } = await run({
      command: server.command,
      arguments: [...server.arguments, 'doctor', '--format', 'json'],
      variables: { ...process.env, ...server.environment },
      ...{ timeout: DOCTOR_TIMEOUT, signal },
    });
    return output.trim() === '' ? lines.join('\n') : output;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The content of a health report, before the account's name is removed. */
export interface Health {
  /** Names and values, in the order of the report. */
  readonly facts: readonly (readonly [string, string])[];
  /** Steps of the last search for the server. */
  readonly steps: readonly { readonly origin: string; readonly place: string; readonly result: string }[];
  /** Settings that differ from their defaults; `undefined` for a private value. */
  readonly settings: readonly (readonly [string, unknown])[];
  /** Output of `markscheme doctor`: JSON, or text if it fails; empty without a server. */
  readonly doctor: string;
  /** Answer of `markscheme/status`; `undefined` without a server, `null` if the engine is not running. */
  readonly engine: object | null | undefined;
  readonly failures: readonly string[];
}

/** Return the report as Markdown, without the account's name. */
export function healthMarkdown(health: Health, account: Account): string {
  const { facts, steps, failures, settings, engine, doctor } = health;
  const searched = steps.map(({ origin, place, result }) => [ORIGINS[origin] ?? origin, place, result]);
  const changed = settings.map(([name, value]) => [
    name,
    value === undefined ? '(set; not shown)' : JSON.stringify(value),
  ]);
  const notRunning = engine === null ? 'Not running. It starts when a document needs it.' : 'No server.';
  const sections = [
    '# Markscheme: health report',
    'For a bug report. It contains no text of your documents. Please read it before you send it.',
    table(['Item', 'Value'], facts),
    '## Search for the server',
    searched.length === 0 ? 'No search yet.' : table(['Place', 'Program', 'Result'], searched),
    '## Last failures',
    failures.length === 0 ? 'None.' : failures.map((failure) => `- ${inLine(failure)}`).join('\n'),
    '## Changed settings',
    changed.length === 0 ? 'None.' : table(['Setting', 'Value'], changed),
    '## Engine',
    engine ? fenced(JSON.stringify(engine, undefined, 2), 'json') : notRunning,
    '## markscheme doctor',
    doctor === '' ? 'No server.' : fenced(doctor, isJson(doctor) ? 'json' : 'text'),
  ];
  return `${redact(sections.join('\n\n'), account)}\n`;
}

const ORIGINS: Readonly<Record<string, string>> = {
  setting: 'Setting `markscheme.server.command`',
  path: '`PATH`',
  python: "The workspace's Python",
  private: 'Private installation',
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => inLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function inLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

/** Return text between fences that are longer than any in it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The account whose name is removed from a report. */
interface Account {
  readonly home: string;
  readonly user: string;
}

/** Remove the account's name from paths: the home folder becomes `~`, and other folders of this name `USER`. */
export function redact(text: string, { home, user }: Account): string {
  const withoutHome = forms(home).reduce((result, form) => result.replace(form, '~'), text);
  return user === '' ? withoutHome : withoutHome.replace(asFolder(user), '$1USER');
}

/** Return patterns of the home folder as it is, and as JSON, URIs and other systems write it. */
function forms(home: string): RegExp[] {
  const trimmed = home.replace(/[/\\]+$/, '');
  if (trimmed === '') {
    return [];
  }
  const spellings = [trimmed.replaceAll('\\', '\\\\'), trimmed, trimmed.replaceAll('\\', '/')];
  const encoded = spellings.map((form) => encodeURI(form).replace(/^([A-Za-z]):/, '$1%3A'));
  const flags = /^[A-Za-z]:/.test(trimmed) ? 'gi' : 'g';
  return [...new Set([...spellings, ...encoded])].map((form) => new RegExp(`${escaped(form)}(?![\\w.-])`, flags));
}

/** Return a pattern of the name as a whole part of a path, as in `/media/lena/disk`. */
function asFolder(user: string): RegExp {
  return new RegExp(`([/\\\\])${escaped(user)}(?=[/\\\\]|$|["'\\s),;])`, 'gim');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
