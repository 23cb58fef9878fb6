import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A process that was started by a test run. */
export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/** The processes, but this one, that have `mark` (`NAME=value`) in their environment. */
export function marked(mark: string): Leftover[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && pid !== process.pid && environmentOf(pid).includes(mark))
    .map((pid) => ({ pid, command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

/** Waits until no marked process is left, but no longer than `milliseconds`; gives those that are. */
export async function gone(mark: string, milliseconds: number): Promise<Leftover[]> {
  const end = Date.now() + milliseconds;
  let left = marked(mark);
  while (left.length > 0 && Date.now() < end) {
    await pause(100);
    left = marked(mark);
  }
  return left;
}

/** Ends a process group, or a process; does nothing if it has ended. */
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
