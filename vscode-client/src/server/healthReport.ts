import * as os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

import { PVSC_EXTENSION_ID } from '@vscode/python-extension';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { reasonOf } from '../words';
import type { SearchStep, ServerCommand } from './finder';
import { failureText, gigabytes } from './installationText';
import { freeSpace } from './privateEnvironment';
import { run } from './programs';
import type { ServerParts } from './serverCommands';

/** Settings with names or text of people, or the address that text is sent to. */
const PRIVATE_SETTINGS = new Set(
  ['author', 'references', 'ignore', 'llm.endpoint', 'llm.model'].map((name) => `markscheme.${name}`),
);

/** Milliseconds for `markscheme doctor`, which loads the models. */
const DOCTOR_TIMEOUT = 180_000;

/** Milliseconds for the engine's state, and for a server to start. */
const STATUS_TIMEOUT = 10_000;

interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

/** Collect what a bug report needs, and show it as a document. */
export async function showHealthReport(context: vscode.ExtensionContext, parts: ServerParts): Promise<void> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: l10n.t('Collecting the health report'), cancellable: true };
  const health = await vscode.window.withProgress(options, async (_progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return await healthOf(context, parts, controller.signal);
  });
  const content = healthMarkdown(health, { home: os.homedir(), user: os.userInfo().username });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }));
}

async function healthOf(
  context: vscode.ExtensionContext,
  { connection, finder, installation }: ServerParts,
  signal: AbortSignal,
): Promise<Health> {
  await Promise.race([connection.pending, delay(STATUS_TIMEOUT)]);
  const { server, state } = connection;
  const { version, contributes } = context.extension.packageJSON as Manifest;
  const [environment, free, wheel, doctor, engine] = await Promise.all([
    finder.environment.state(),
    freeSpace(context.globalStorageUri.fsPath).then(gigabytes, String),
    finder.wheelVersion(),
    server ? doctorOutput(server, signal) : '',
    engineState(connection),
  ]);
  const facts: [string, string][] = [
    ['Extension', version],
    ['Server', server ? `${server.version} (${server.origin}), ${state}` : state],
    ['Server in the extension', wheel ?? 'no'],
    ['Private installation', environment.kind === 'ready' ? JSON.stringify(environment.marker) : environment.kind],
    ['Disk', `${free} free for the extension's files`],
    ...surroundings(),
  ];
  const names = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  const failures = [connection.failure, installation.failure && failureText(installation.failure)].filter(
    (each) => each !== undefined,
  );
  return { facts, doctor, engine, steps: finder.steps, settings: changedSettings(names), failures };
}

function changedSettings(names: readonly string[]): [string, unknown][] {
  const configuration = vscode.workspace.getConfiguration();
  return names
    .map((name): [string, unknown] => [name, configuration.get(name)])
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(configuration.inspect(name)?.defaultValue))
    .map(([name, value]) => [name, PRIVATE_SETTINGS.has(name) ? undefined : value]);
}

/** Request the engine's state, without starting the engine. */
async function engineState(connection: Connection): Promise<object | null | undefined> {
  const late = delay(STATUS_TIMEOUT, { problem: 'no answer' }, { ref: false });
  const answer = connection.request('markscheme/status', { start: false });
  return await Promise.race([answer, late]).catch((error: unknown) => ({ problem: reasonOf(error) }));
}

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
      ...{ command: server.command, arguments: [...server.arguments, 'doctor', '--format', 'json'] },
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
  readonly facts: readonly (readonly [string, string])[];
  readonly steps: readonly SearchStep[];
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
  const searched = steps.map(({ origin, place, result }) => [ORIGINS[origin], place, result]);
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
    doctor === '' ? 'No server.' : fenced(doctor, /^\s*[[{]/.test(doctor) ? 'json' : 'text'),
  ];
  return `${redact(sections.join('\n\n'), account)}\n`;
}

const ORIGINS = {
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

/** Remove the account's name from paths: the home folder becomes `~`, and other folders of this name `USER`. */
export function redact(text: string, { home, user }: Account): string {
  const folder = home.replace(/[/\\]+$/, '');
  // JSON, URIs and other systems write it in other ways.
  const spellings = [folder.replaceAll('\\', '\\\\'), folder, folder.replaceAll('\\', '/')];
  const encoded = spellings.map((form) => encodeURI(form).replace(/^([A-Za-z]):/, '$1%3A'));
  const forms = [...spellings, ...encoded].map(escaped).join('|');
  const flags = /^[A-Za-z]:/.test(folder) ? 'gi' : 'g';
  const withoutHome = folder === '' ? text : text.replace(new RegExp(`(${forms})(?![\\w.-])`, flags), '~');
  const ofUser = new RegExp(`([/\\\\])${escaped(user)}(?=[/\\\\"'\\s),;]|$)`, 'gim');
  return user === '' ? withoutHome : withoutHome.replace(ofUser, '$1USER');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

type Account = Readonly<Record<'home' | 'user', string>>;
