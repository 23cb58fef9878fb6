import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A process of a test run. */
export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/** Return the other processes with `mark` (`NAME=value`) in their environment. */
export function marked(mark: string): Leftover[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && pid !== process.pid && environmentOf(pid).includes(mark))
    .map((pid) => ({ pid, command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

/** Wait until no marked process is left, at most `milliseconds`; return those that are left. */
export async function gone(mark: string, milliseconds: number): Promise<Leftover[]> {
  const end = Date.now() + milliseconds;
  let left = marked(mark);
  while (left.length > 0 && Date.now() < end) {
    await pause(100);
    left = marked(mark);
  }
  return left;
}

/** End all language servers that run in some surroundings, without a warning. */
export function killServers(mark: string): void {
  for (const { pid, command } of marked(mark)) {
    if (command.endsWith('serve --stdio')) {
      end(pid, 'SIGKILL');
    }
  }
}

/** Signal a process or a process group, unless it has ended. */
export function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}

function environmentOf(pid: number): string[] {
  return read(pid, 'environ').split('\0');
}

function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}
