import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program to run to its end. */
export interface Run {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly variables: NodeJS.ProcessEnv;
  /** The current folder. It must not be the workspace, where programs would find settings, and Python modules. */
  readonly folder: string;
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
  options.signal?.throwIfAborted();
  const child = spawn(options.command, [...options.arguments], {
    cwd: options.folder,
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
  const release = stopOn(child, options);
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

/** Stop a process on its signal or timeout; return a function that ends this. */
function stopOn(child: ChildProcess, { signal, timeout }: Run): () => void {
  let grace: NodeJS.Timeout | undefined;
  const stop = (): void => {
    stopTree(child, 'SIGINT');
    grace ??= setTimeout(() => {
      stopTree(child, 'SIGKILL');
    }, STOP_GRACE);
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

/** Signal the process group that `detached` created; on Windows, end the process and its descendants. */
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
