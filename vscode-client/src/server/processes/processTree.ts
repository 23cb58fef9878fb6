import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program to run to its end. */
export interface Run {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly variables: NodeJS.ProcessEnv;
  /** Never the workspace: programs look there for settings, and Pythons for modules. */
  readonly folder: string;
  readonly signal?: AbortSignal;
  /** Milliseconds until it is stopped. */
  readonly timeout?: number;
  readonly onLine?: (line: string) => void;
}

export interface Outcome {
  /** `null` if a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  /** The last lines of output and errors, in the order in which they came. */
  readonly lines: readonly string[];
}

const KEPT_LINES = 400;

/** Milliseconds that a program has to tidy up when it is stopped. */
const GRACE = 3000;

/**
 * Runs a program; `signal` and `timeout` stop it and all that it started.
 * Rejects if it can't be started; a stopped program's outcome is like any other.
 */
export async function run(given: Run): Promise<Outcome> {
  given.signal?.throwIfAborted();
  const child = spawn(given.command, [...given.arguments], {
    cwd: given.folder,
    env: given.variables,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const output: string[] = [];
  const lines: string[] = [];
  const keep = (line: string): void => {
    lines.push(line);
    lines.splice(0, lines.length - KEPT_LINES);
    given.onLine?.(line);
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.push(line);
    keep(line);
  });
  createInterface({ input: child.stderr }).on('line', keep);
  const release = stopping(child, given);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, output: output.join('\n'), lines };
  } finally {
    release();
  }
}

function stopping(child: ChildProcess, { signal, timeout }: Run): () => void {
  let grace: NodeJS.Timeout | undefined;
  const stop = (): void => {
    stopTree(child, 'SIGINT');
    grace ??= setTimeout(() => {
      stopTree(child, 'SIGKILL');
    }, GRACE);
  };
  const limit = timeout === undefined ? undefined : setTimeout(stop, timeout);
  signal?.addEventListener('abort', stop, { once: true });
  return () => {
    clearTimeout(limit);
    clearTimeout(grace);
    signal?.removeEventListener('abort', stop);
    if (grace) {
      stopTree(child, 'SIGKILL');
    }
  };
}

/** The group that `detached` made; on Windows, what descends from the process. */
function stopTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) {
    return;
  }
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true }, () => undefined);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
