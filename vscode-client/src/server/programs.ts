/** The programs that the extension runs: where they are, how they run and stop, and their environment variables. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import * as path from 'node:path';
import { createInterface } from 'node:readline';

import { reasonOf } from '../words';

/** A program, and its first arguments. */
export interface Start {
  readonly command: string;
  readonly arguments: readonly string[];
}

export interface Run extends Start {
  readonly variables: NodeJS.ProcessEnv;
  /** The current folder. It must not be the workspace, where programs would find settings, and Python modules. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds until the program is stopped. */
  readonly timeout?: number;
  readonly onLine?: (line: string) => void;
}

export interface Outcome {
  /** `null` if a signal ended the program. */
  readonly code: number | null;
  readonly output: string;
  /** The last lines of output and errors, in order. */
  readonly lines: readonly string[];
}

const MAX_LINES = 400;

/** Milliseconds for a program to clean up before it is killed. */
const STOP_GRACE = 3000;

/**
 * Run a program to its end.
 *
 * `signal` and `timeout` stop it with all its child processes; the outcome is then returned as for any other end. Reject
 * if the program can't be started.
 */
export async function run({ signal, ...options }: Run): Promise<Outcome> {
  signal?.throwIfAborted();
  const child = spawn(options.command, [...options.arguments], {
    cwd: options.folder ?? tmpdir(),
    env: options.variables,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const output: string[] = [];
  const lines: string[] = [];
  const keep = (line: string): void => {
    lines.push(line);
    lines.splice(0, lines.length - MAX_LINES);
    options.onLine?.(line);
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.push(line);
    keep(line);
  });
  createInterface({ input: child.stderr }).on('line', keep);
  let grace: NodeJS.Timeout | undefined;
  const stop = (): void => {
    stopTree(child, 'SIGINT');
    grace ??= setTimeout(() => stopTree(child, 'SIGKILL'), STOP_GRACE);
  };
  const limit = options.timeout && setTimeout(stop, options.timeout);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output: output.join('\n'), lines };
  } finally {
    [limit, grace].forEach(clearTimeout);
    signal?.removeEventListener('abort', stop);
    if (grace) {
      stopTree(child, 'SIGKILL');
    }
  }
}

/** Signal the process group that `detached` created; on Windows, end the process and its descendants. */
function stopTree({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) {
    return;
  }
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => undefined);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // They have ended.
  }
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that make a Python load another Python's code. */
const FOREIGN_PYTHON =
  /^(PYTHON.*|VIRTUAL_ENV.*|CONDA_.*|_CONDA_.*|__PYVENV_LAUNCHER__|_?PIPENV_.*|POETRY_.*|PDM_.*)$/i;

/** Variables of pip and uv about caches and downloads on this machine. */
const LOCAL_OPTIONS = [/^(PIP_(NO_)?CACHE_DIR|UV_(CACHE_DIR|NO_CACHE|LINK_MODE|CONCURRENT_(DOWNLOADS|INSTALLS)))$/i];

/** The same with those about indexes, proxies and certificates, which an institution may need. */
const ALL_OPTIONS = [
  ...LOCAL_OPTIONS,
  /^PIP_((EXTRA_)?INDEX_URL|FIND_LINKS|NO_INDEX|(CLIENT_)?CERT|PROXY|TRUSTED_HOST)$/i,
  /^PIP_((DEFAULT_)?TIMEOUT|RETRIES|CONFIG_FILE|KEYRING_PROVIDER)$/i,
  /^UV_((DEFAULT_)?INDEX|(EXTRA_)?INDEX_URL|FIND_LINKS|INSECURE_HOST|OFFLINE|NATIVE_TLS|SYSTEM_CERTS)$/i,
  /^UV_(HTTP_TIMEOUT|HTTP_RETRIES|CONFIG_FILE|TORCH_BACKEND|KEYRING_PROVIDER)$/i,
  /^UV_PYTHON_(DOWNLOADS|INSTALL_DIR|INSTALL_MIRROR)$/i,
];

/**
 * Return the variables to build a Python environment with.
 *
 * They lack everything that would install packages into another environment or load code from one: of pip's and uv's
 * variables only the listed ones are kept. Offline, they lack the sources of packages too.
 */
export function buildVariables(variables: Variables, temporary: string, offline: boolean): NodeJS.ProcessEnv {
  const options = offline ? LOCAL_OPTIONS : ALL_OPTIONS;
  const isKept = (name: string): boolean =>
    /^(PIP|UV)_/i.test(name) ? options.some((pattern) => pattern.test(name)) : !FOREIGN_PYTHON.test(name);
  const kept = Object.entries(variables).filter(([name, value]) => value !== undefined && isKept(name));
  return {
    ...Object.fromEntries(kept),
    ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    ...{ PIP_USER: '0', PIP_NO_INPUT: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', PYTHONUTF8: '1', NO_COLOR: '1' },
    ...(offline ? { PIP_CONFIG_FILE: devNull, UV_NO_CONFIG: '1' } : {}),
  };
}

/** Return the changes for a server in its own Python environment: variables of other Pythons, each removed. */
export function serverVariables(variables: Variables): Readonly<Record<string, undefined>> {
  const names = Object.keys(variables).filter((name) => FOREIGN_PYTHON.test(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** The version of a program, or why it is not a usable server. */
export type ProbeResult =
  | { readonly version: string }
  | { readonly problem: 'not-found' | 'not-markscheme' | 'too-old'; readonly detail: string };

/** Milliseconds for an answer. The first start after an installation compiles modules, and a virus scanner may delay it. */
const PROBE_TIMEOUT = 60_000;

/** The oldest server that has the extension's protocol. */
const OLDEST = '0.1.0';

/** Return how to start Markscheme as a Python module, isolated from the folder, the account and variables. */
export function moduleOf(python: string): Start {
  return { command: python, arguments: ['-I', '-m', 'markscheme'] };
}

/** Run a program with `--version`. A failure is returned as a problem. */
export async function probe(start: Start, variables: NodeJS.ProcessEnv): Promise<ProbeResult> {
  try {
    const query = { ...start, arguments: [...start.arguments, '--version'], variables, timeout: PROBE_TIMEOUT };
    const { code, output, lines } = await run(query);
    const version = code === 0 ? versionIn(output) : undefined;
    if (version === undefined) {
      return { problem: 'not-markscheme', detail: lines.at(-1) ?? `exit status ${String(code)}` };
    }
    return isSince(version, OLDEST)
      ? { version }
      : { problem: 'too-old', detail: `${version}; ${OLDEST} or newer is needed` };
  } catch (error) {
    return { problem: 'not-found', detail: reasonOf(error) };
  }
}

/** Return the version in the output of `markscheme --version`, without the commit of code that is not a release's;
 * `undefined` in the output of another program. */
export function versionIn(output: string): string | undefined {
  return /^markscheme (\d+(?:\.\d+)+[^\s+]*)(?:\+\S+)?\s*$/m.exec(output)?.[1];
}

/** Return the version in the file name of one of the server's wheels. */
export function versionOfWheel(file: string): string | undefined {
  return /(?:^|[/\\])markscheme-([^-]+)-[^/\\]*\.whl$/.exec(file)?.[1];
}

/** Whether a version is a given one or newer. */
export function isSince(version: string, oldest: string): boolean {
  return `${version}.0`.localeCompare(oldest, 'en', { numeric: true }) >= 0;
}

/** Whether two versions have one series, `0.1` or `1`: before 1.0 a minor version may change anything. */
export function isSameSeries(...versions: readonly [string, string]): boolean {
  const [one, other] = versions.map((version) => /^(0\.)?\d+/.exec(version)?.[0]);
  return one === other;
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
