/** The programs that the extension runs: how they are stopped, and their environment variables. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull, tmpdir } from 'node:os';
import { createInterface } from 'node:readline';

/** A program to run to its end. */
export interface Run {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly variables: NodeJS.ProcessEnv;
  /** The current folder. It must not be the workspace, where programs would find settings, and Python modules. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds until the program is stopped. */
  readonly timeout?: number;
  readonly onLine?: (line: string) => void;
}

export interface Outcome {
  /** Exit status; `null` if a signal ended the program. */
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
export async function run(options: Run): Promise<Outcome> {
  const { signal, timeout, folder = tmpdir() } = options;
  signal?.throwIfAborted();
  const child = spawn(options.command, [...options.arguments], {
    cwd: folder,
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
  const limit = timeout === undefined ? undefined : setTimeout(stop, timeout);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output: output.join('\n'), lines };
  } finally {
    clearTimeout(limit);
    clearTimeout(grace);
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
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that make a Python load another Python's code. */
const FOREIGN_PYTHON =
  /^(PYTHON.*|VIRTUAL_ENV.*|CONDA_.*|_CONDA_.*|__PYVENV_LAUNCHER__|_?PIPENV_.*|POETRY_.*|PDM_.*)$/i;

/** Variables of pip and uv about indexes, proxies and certificates, which an institution may need. */
const PACKAGE_SOURCES = [
  /^PIP_((EXTRA_)?INDEX_URL|FIND_LINKS|NO_INDEX|(CLIENT_)?CERT|PROXY|TRUSTED_HOST)$/i,
  /^PIP_((DEFAULT_)?TIMEOUT|RETRIES|CONFIG_FILE|KEYRING_PROVIDER)$/i,
  /^UV_((DEFAULT_)?INDEX|(EXTRA_)?INDEX_URL|FIND_LINKS|INSECURE_HOST|OFFLINE|NATIVE_TLS|SYSTEM_CERTS)$/i,
  /^UV_(HTTP_TIMEOUT|HTTP_RETRIES|CONFIG_FILE|TORCH_BACKEND|KEYRING_PROVIDER)$/i,
  /^UV_PYTHON_(DOWNLOADS|INSTALL_DIR|INSTALL_MIRROR)$/i,
];

/** Variables of pip and uv about caches and downloads on this machine. */
const LOCAL_OPTIONS = /^(PIP_(NO_)?CACHE_DIR|UV_(CACHE_DIR|NO_CACHE|LINK_MODE|CONCURRENT_(DOWNLOADS|INSTALLS)))$/i;

/**
 * Return the variables to build a Python environment with.
 *
 * They lack everything that would install packages into another environment or load code from one: of pip's and uv's
 * variables only the listed ones are kept. Offline, they lack the sources of packages too.
 */
export function buildVariables(variables: Variables, temporary: string, offline: boolean): NodeJS.ProcessEnv {
  const isSource = (name: string): boolean => !offline && PACKAGE_SOURCES.some((pattern) => pattern.test(name));
  const isKept = (name: string): boolean => !/^(PIP|UV)_/i.test(name) || LOCAL_OPTIONS.test(name) || isSource(name);
  const kept = Object.entries(variables).filter(
    ([name, value]) => value !== undefined && !FOREIGN_PYTHON.test(name) && isKept(name),
  );
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
