import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as path from 'node:path';

/** Milliseconds between signs of life, and without one until a lock counts as left behind. */
const BEAT = 10_000;
const SILENCE = 5 * 60_000;

/** Milliseconds that taking over a lock may last. */
const TAKEOVER = 10_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Held by the one window that changes the private environment; the file names its process. */
export class BuildLock {
  private readonly beat: NodeJS.Timeout;

  private constructor(private readonly file: string) {
    this.beat = setInterval(() => {
      const now = new Date();
      utimes(file, now, now).catch(() => undefined);
    }, BEAT);
    this.beat.unref();
  }

  /** `undefined` if a living process holds it. */
  static async take(file: string): Promise<BuildLock | undefined> {
    await mkdir(path.dirname(file), { recursive: true });
    if ((await created(file)) || (await takenOver(file))) {
      return new BuildLock(file);
    }
    return undefined;
  }

  static async isHeld(file: string): Promise<boolean> {
    const state = await stateOf(file);
    return state === 'held';
  }

  async release(): Promise<void> {
    clearInterval(this.beat);
    await rm(this.file, { force: true });
  }
}

async function created(file: string): Promise<boolean> {
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

/** Two windows may find the same dead lock: only the one that made the second file may remove it. */
async function takenOver(file: string): Promise<boolean> {
  const second = `${file}.takeover`;
  if ((await age(second)) > TAKEOVER) {
    await rm(second, { force: true });
  }
  if ((await stateOf(file)) !== 'left' || !(await created(second))) {
    return false;
  }
  try {
    if ((await stateOf(file)) !== 'left') {
      return false;
    }
    await rm(file, { force: true });
    return await created(file);
  } finally {
    await rm(second, { force: true });
  }
}

async function stateOf(file: string): Promise<'free' | 'held' | 'left'> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return 'free';
  }
  if ((await age(file)) > SILENCE) {
    return 'left';
  }
  const holder = parsed(text);
  return holder?.host === hostname() && !isAlive(holder.pid) ? 'left' : 'held';
}

/** A holder that has not written its name yet has nothing to parse. */
function parsed(text: string): Holder | undefined {
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
