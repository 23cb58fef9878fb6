/** Programs that may be the server: where they are searched for, and which of them can be used. */

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { PVSC_EXTENSION_ID, PythonExtension } from '@vscode/python-extension';
import * as vscode from 'vscode';

import { reasonOf } from '../words';
import { run, type Variables } from './processes';

/** How to start Markscheme: a program, and its arguments before Markscheme's own. */
export interface Start {
  readonly command: string;
  readonly arguments: readonly string[];
}

/** How a server is started, and where it was found. */
export interface ServerCommand extends Start {
  readonly origin: ServerOrigin;
  readonly version: string;
  /** Variables that replace VS Code's own; `undefined` removes one. */
  readonly environment?: Variables;
}

export type ServerOrigin = 'setting' | 'path' | 'python' | 'private';

/** The version of a program, or why it is not a usable server. */
export type ProbeResult = { readonly version: string } | { readonly problem: Problem };

export interface Problem {
  readonly kind: 'not-found' | 'not-markscheme' | 'too-old';
  readonly detail: string;
}

/** Milliseconds for an answer. The first start after an installation compiles modules, and a virus scanner may delay it. */
const PROBE_TIMEOUT = 60_000;

/** Return how to start Markscheme as a Python module, isolated from the folder, the account and variables. */
export function moduleOf(python: string): Start {
  return { command: python, arguments: ['-I', '-m', 'markscheme'] };
}

/** Run a program with `--version`. A failure is returned as a problem. */
export async function probe(start: Start, variables: NodeJS.ProcessEnv): Promise<ProbeResult> {
  const problem = (kind: Problem['kind'], detail: string): ProbeResult => ({ problem: { kind, detail } });
  try {
    const parameters = [...start.arguments, '--version'];
    const query = { command: start.command, arguments: parameters, variables, timeout: PROBE_TIMEOUT };
    const { code, output, lines } = await run(query);
    const version = code === 0 ? versionIn(output) : undefined;
    if (version === undefined) {
      return problem('not-markscheme', lines.at(-1) ?? `exit status ${String(code)}`);
    }
    return isUsable(version) ? { version } : problem('too-old', `${version}; ${OLDEST} or newer is needed`);
  } catch (error) {
    return problem('not-found', reasonOf(error));
  }
}

/** The oldest server that has the extension's protocol. */
const OLDEST = '0.1.0';

/** Return the version in the output of `markscheme --version`, without the commit of code that is not a release's;
 * `undefined` in the output of another program. */
export function versionIn(output: string): string | undefined {
  return /^markscheme (\d+(?:\.\d+)+[^\s+]*)(?:\+\S+)?\s*$/m.exec(output)?.[1];
}

export function isUsable(version: string): boolean {
  return isSince(version, OLDEST);
}

/** Whether a version is a given one or newer. */
export function isSince(version: string, oldest: string): boolean {
  const parts = numbers(version);
  const difference = numbers(oldest).map((part, index) => (parts[index] ?? 0) - part);
  return (difference.find((each) => each !== 0) ?? 0) >= 0;
}

/** Whether two versions have one series, `0.1` or `1`: before 1.0 a minor version may change anything. */
export function isSameSeries(one: string, other: string): boolean {
  const [major = 0, minor = 0] = numbers(one);
  const [otherMajor = 0, otherMinor = 0] = numbers(other);
  return major === otherMajor && (major > 0 || minor === otherMinor);
}

/** Return the version in the file name of one of the server's wheels. */
export function versionOfWheel(file: string): string | undefined {
  return /(?:^|[/\\])markscheme-([^-]+)-[^/\\]*\.whl$/.exec(file)?.[1];
}

function numbers(version: string): number[] {
  const parts = version.split('.').slice(0, 3);
  return parts.map((part) => Number.parseInt(part, 10) || 0);
}

/** Everything that a search for programs depends on. */
export interface SearchPlaces {
  readonly variables: Variables;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Folders that are not searched: those of an untrusted workspace. */
  readonly excluded?: readonly string[];
}

/**
 * Return every program of a name on PATH, then in folders where people install programs, since an editor that the
 * desktop started may lack them on PATH. Relative entries of PATH are skipped.
 */
export async function executables(name: string, places: SearchPlaces): Promise<string[]> {
  const { variables, platform, home, excluded = [] } = places;
  const isWindows = platform === 'win32';
  const variable = Object.keys(variables).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const entries = (variables[variable] ?? '')
    .split(isWindows ? ';' : ':')
    .map((entry) => entry.replace(/^"(.*)"$/, '$1'));
  const usual = ['.local', '.cargo'].map((folder) => path.join(home, folder, 'bin'));
  const ofMac = platform === 'darwin' ? ['/opt/homebrew/bin', '/usr/local/bin'] : [];
  const files = [...new Set([...entries, ...usual, ...ofMac])]
    .filter((folder) => path.isAbsolute(folder) && !excluded.some((each) => isWithin(folder, each)))
    .map((folder) => path.join(folder, isWindows ? `${name}.exe` : name));
  const checks = await Promise.all(files.map(isExecutable));
  return files.filter((_file, index) => checks[index]);
}

/** Replace `~` at the start of a path by the home folder. */
export function expandHome(file: string, home: string): string {
  return /^~(?=$|[/\\])/.test(file) ? path.join(home, file.slice(1)) : file;
}

export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

/** Milliseconds for the Python extension to answer. */
const PYTHON_TIMEOUT = 15_000;

/** Return the workspace's selected Python; `undefined` without trust, or if the Python extension has none in time. */
export async function workspacePython(): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted || !vscode.extensions.getExtension(PVSC_EXTENSION_ID)) {
    return undefined;
  }
  const selected = async (): Promise<string | undefined> => {
    const { environments, ready } = await PythonExtension.api();
    await ready;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const resolved = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
    return resolved?.executable.uri?.fsPath;
  };
  const late = delay(PYTHON_TIMEOUT, undefined, { ref: false });
  return await Promise.race([selected().catch(() => undefined), late]);
}

/** Listen to the selection of another Python; `undefined` while the Python extension is not running. */
export async function onDidSelectPython(listener: () => void): Promise<vscode.Disposable | undefined> {
  if (!vscode.extensions.getExtension(PVSC_EXTENSION_ID)?.isActive) {
    return undefined;
  }
  const { environments } = await PythonExtension.api();
  return environments.onDidChangeActiveEnvironmentPath(listener);
}
