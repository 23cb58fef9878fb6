import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as path from 'node:path';

/** Milliseconds between updates of the lock file's time. */
const HEARTBEAT = 10_000;

/** Milliseconds without an update after which a lock is abandoned. */
const ABANDONED_AFTER = 5 * 60_000;

/** Milliseconds after which a takeover of a lock is abandoned. */
const TAKEOVER_TIMEOUT = 10_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** A lock file for the one window that changes the private environment. It names the window's process. */
export class BuildLock {
  private readonly heartbeat: NodeJS.Timeout;

  private constructor(private readonly file: string) {
    this.heartbeat = setInterval(() => {
      const now = new Date();
      utimes(file, now, now).catch(() => undefined);
    }, HEARTBEAT);
    this.heartbeat.unref();
  }

  /** Take the lock; `undefined` if a running process holds it. */
  static async take(file: string): Promise<BuildLock | undefined> {
    await mkdir(path.dirname(file), { recursive: true });
    if ((await create(file)) || (await takeOver(file))) {
      return new BuildLock(file);
    }
    return undefined;
  }

  static async isHeld(file: string): Promise<boolean> {
    const state = await stateOf(file);
    return state === 'held';
  }

  async release(): Promise<void> {
    clearInterval(this.heartbeat);
    await rm(this.file, { force: true });
  }
}

/** Create a lock file; `false` if it exists. */
async function create(file: string): Promise<boolean> {
  const holder: Holder = { pid: process.pid, host: hostname() };
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(JSON.stringify(holder)).finally(() => handle.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Replace an abandoned lock. Of several windows that try, only the one that creates a second file may do it. */
async function takeOver(file: string): Promise<boolean> {
  const second = `${file}.takeover`;
  if ((await age(second)) > TAKEOVER_TIMEOUT) {
    await rm(second, { force: true });
  }
  if ((await stateOf(file)) !== 'abandoned' || !(await create(second))) {
    return false;
  }
  try {
    if ((await stateOf(file)) !== 'abandoned') {
      return false;
    }
    await rm(file, { force: true });
    return await create(file);
  } finally {
    await rm(second, { force: true });
  }
}

async function stateOf(file: string): Promise<'free' | 'held' | 'abandoned'> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return 'free';
  }
  if ((await age(file)) > ABANDONED_AFTER) {
    return 'abandoned';
  }
  const holder = parseHolder(text);
  return holder?.host === hostname() && !isAlive(holder.pid) ? 'abandoned' : 'held';
}

/** Return the process in a lock file; `undefined` if it is not written yet. */
function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

async function age(file: string): Promise<number> {
  try {
    return Date.now() - (await stat(file)).mtimeMs;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
