import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import * as path from 'node:path';

import {
  failureIn,
  failureOf,
  gigabytes,
  InstallationFailure,
  type InstallationStep,
  type Part,
  sizeOf,
  stepIn,
} from './installationText';
import {
  type CommandLine,
  creation,
  findTools,
  installation,
  LEFT_OUT,
  programOf,
  type Supplies,
  type Tools,
  uvInstallation,
} from './installer';
import {
  buildVariables,
  moduleOf,
  probe,
  type ProbeResult,
  run,
  type SearchPlaces,
  type Start,
  versionOfWheel,
} from './programs';

/** Content of the file that is written last. An environment with it is complete. */
export interface Marker {
  readonly server: string;
  readonly python: string;
  readonly installer: 'uv' | 'pip';
  readonly encoder?: boolean;
  /** Bytes of the environment when it was complete. */
  readonly bytes?: number;
  /** ISO 8601. */
  readonly date: string;
}

export type EnvironmentState =
  /** Nothing is there, or a window is building it. */
  | { readonly kind: 'absent' | 'building' }
  | { readonly kind: 'ready'; readonly marker: Marker; readonly start: Start; readonly version: string }
  | { readonly kind: 'broken'; readonly detail: string };

/** What to build an environment from, and who follows it. */
export interface BuildOptions {
  readonly supplies: Supplies;
  readonly signal: AbortSignal;
  readonly onStep: (step: InstallationStep) => void;
  /** Called for each line of pip's or uv's output. */
  readonly onLine: (line: string) => void;
}

/** A Python environment with nothing but Markscheme, in a folder of the extension. */
export class PrivateEnvironment {
  readonly folder: string;
  readonly python: string;
  private readonly marker: string;
  private readonly lock: string;
  private readonly temporary: string;
  private readonly downloads: string;

  constructor(
    /** A folder for the environment, its lock, its downloads and its temporary files only. */
    private readonly storage: string,
    private readonly places: SearchPlaces,
  ) {
    this.folder = path.join(storage, 'environment');
    this.python = programOf(this.folder, 'python', places.platform);
    this.marker = path.join(this.folder, 'ready.json');
    this.lock = path.join(storage, 'environment.lock');
    this.temporary = path.join(storage, 'temporary');
    this.downloads = path.join(storage, 'downloads');
  }

  async state(): Promise<EnvironmentState> {
    if (await isLocked(this.lock)) {
      return { kind: 'building' };
    }
    const marker = await this.readMarker();
    const answer = marker && (await this.probe());
    if (!answer) {
      return { kind: 'absent' };
    }
    return 'version' in answer
      ? { kind: 'ready', marker, start: moduleOf(this.python), version: answer.version }
      : { kind: 'broken', detail: answer.detail };
  }

  /**
   * Build the environment, in place of an old one, and with the encoder if that had one.
   *
   * After a failure or a cancellation nothing of it is left but finished downloads, with which the next try continues.
   * The thrown failure has their size. A full disk keeps nothing.
   */
  async build(options: BuildOptions): Promise<void> {
    await this.change(options, () => this.buildAnew(options));
  }

  /** Add the encoder to a complete environment, whose server may run meanwhile. If that fails, it stays without. */
  async addEncoder(options: BuildOptions): Promise<void> {
    await this.change(options, async () => this.fill(await this.tools(options, 'addition'), 'encoder', options));
  }

  /** Install the extension's wheel into a complete environment. If that fails, an old server that still works stays. */
  async update(options: BuildOptions): Promise<void> {
    await this.change(options, async () => {
      const marker = await this.readMarker();
      const found = await this.findTools(options);
      const tools = marker?.installer === 'pip' ? { ...found, uv: undefined } : await this.withUv(found, options);
      if (!marker || (marker.installer === 'uv' && tools.uv === undefined)) {
        await this.buildAnew(options);
        return;
      }
      try {
        await rm(this.marker, { force: true });
        await this.fill(tools, partOf(marker), options);
      } catch (error) {
        const answer = await this.probe();
        if ('version' in answer) {
          await this.writeMarker({ ...marker, server: answer.version });
        }
        throw error;
      }
    });
  }

  async remove(): Promise<void> {
    await this.withLock(async () => {
      await this.clear();
      await erase(this.downloads);
    });
  }

  /** Return the bytes of downloads that a failed installation has kept. */
  keptBytes(): Promise<number> {
    return folderSize(this.downloads);
  }

  bytes(): Promise<number> {
    return folderSize(this.folder);
  }

  private async buildAnew(options: BuildOptions): Promise<void> {
    const part = partOf(await this.readMarker());
    await this.clear();
    try {
      const tools = await this.tools(options, part);
      await this.step(creation(tools, this.folder), tools, options);
      await this.fill(tools, part, options);
    } catch (error) {
      await this.clear();
      throw error;
    }
  }

  /** Change the environment. A failure has the bytes of the kept downloads. */
  private async change({ signal, supplies }: BuildOptions, act: () => Promise<void>): Promise<void> {
    await this.withLock(async () => {
      try {
        await act();
      } catch (error) {
        const { kind, detail, more } = signal.aborted ? new InstallationFailure('cancelled') : failureOf(error);
        if (supplies.wheelFolder !== '' || kind === 'no-space') {
          await erase(this.downloads);
        }
        throw new InstallationFailure(kind, detail, { ...more, kept: await this.keptBytes() });
      }
      await erase(this.downloads);
    });
  }

  private async withLock(act: () => Promise<void>): Promise<void> {
    const release = await takeLock(this.lock);
    if (!release) {
      throw new InstallationFailure('busy');
    }
    try {
      await mkdir(this.temporary, { recursive: true });
      await act();
    } finally {
      await erase(this.temporary);
      await release();
    }
  }

  private findTools({ supplies }: BuildOptions): Promise<Tools> {
    return findTools({ ...this.places, ...supplies });
  }

  /** Return the tools, with uv if it can be had. Throw an {@link InstallationFailure} if the disk has too little space. */
  private async tools(options: BuildOptions, part: Part | 'addition'): Promise<Tools> {
    const tools = await this.findTools(options);
    const { needed } = sizeOf(part, tools.build);
    const free = await freeSpace(this.storage);
    if (free < needed) {
      throw new InstallationFailure('too-little-space', gigabytes(free), { needed });
    }
    return await this.withUv(tools, options);
  }

  /** Return the tools with uv: if this machine has none, install it into the temporary folder. */
  private async withUv(tools: Tools, options: BuildOptions): Promise<Tools> {
    if (tools.uv !== undefined || !tools.canFetchUv) {
      return tools;
    }
    const folder = path.join(this.temporary, 'uv');
    try {
      options.onStep({ kind: 'installer' });
      for (const command of uvInstallation(tools, folder)) {
        await this.step(command, tools, { ...options, onStep: () => undefined });
      }
      return { ...tools, uv: programOf(folder, 'uv', this.places.platform) };
    } catch (error) {
      if (!(error instanceof InstallationFailure) || error.kind !== 'other') {
        throw error;
      }
      options.onLine(`uv can't be installed, so pip installs the server: ${error.detail}`);
      return tools;
    }
  }

  private async fill(tools: Tools, part: Part, options: BuildOptions): Promise<void> {
    const leftOut = path.join(this.temporary, 'left-out.txt');
    await writeFile(leftOut, LEFT_OUT);
    for (const command of await installation(tools, part, this.python, leftOut)) {
      await this.step(command, tools, options);
    }
    options.onStep({ kind: 'check' });
    await trim(this.folder);
    const answer = await this.probe();
    if (!('version' in answer)) {
      throw new InstallationFailure('other', answer.detail);
    }
    options.signal.throwIfAborted();
    await this.writeMarker({
      server: versionOfWheel(tools.wheel) ?? answer.version,
      python: tools.python ?? this.python,
      installer: tools.uv === undefined ? 'pip' : 'uv',
      encoder: part === 'encoder',
      bytes: await this.bytes(),
      date: new Date().toISOString(),
    });
  }

  private async step([command, ...parameters]: CommandLine, tools: Tools, options: BuildOptions): Promise<void> {
    let download: string | undefined;
    const { code, lines } = await run({
      ...{ command, arguments: parameters, variables: this.variables(tools) },
      ...{ folder: this.storage, signal: options.signal },
      onLine: (line) => {
        options.onLine(line);
        const step = stepIn(line);
        if (step) {
          download = step.kind === 'download' ? step.name : download;
          options.onStep(step);
        }
      },
    });
    options.signal.throwIfAborted();
    if (code !== 0) {
      throw failureIn(lines, tools.at.wheelFolder !== '', download);
    }
  }

  /** Return a tool's variables: a person's sources of packages, and a folder for downloads on the environment's disk. */
  private variables({ variables, uv, at }: Tools): NodeJS.ProcessEnv {
    const isOwnUv = uv !== undefined && !uv.startsWith(this.temporary);
    return {
      PIP_CACHE_DIR: path.join(this.downloads, 'pip'),
      ...(isOwnUv ? {} : { UV_CACHE_DIR: path.join(this.downloads, 'uv'), UV_SYSTEM_CERTS: '1' }),
      ...buildVariables(at.variables, this.temporary, at.wheelFolder !== ''),
      ...variables,
    };
  }

  private async readMarker(): Promise<Marker | undefined> {
    try {
      return JSON.parse(await readFile(this.marker, 'utf8')) as Marker;
    } catch {
      return undefined;
    }
  }

  /** Write the marker completely or not at all, even if the machine stops. */
  private async writeMarker(marker: Marker): Promise<void> {
    const temporary = `${this.marker}.new`;
    await writeFile(temporary, `${JSON.stringify(marker, undefined, 2)}\n`);
    await rename(temporary, this.marker);
  }

  /** Remove the environment, and its marker first: without it, the rest counts as absent. */
  private async clear(): Promise<void> {
    await rm(this.marker, { force: true });
    await erase(this.folder);
  }

  private probe(): Promise<ProbeResult> {
    return probe(moduleOf(this.python), buildVariables(this.places.variables, tmpdir(), true));
  }
}

function partOf(marker: Marker | undefined): Part {
  return marker?.encoder === true ? 'encoder' : 'base';
}

/** Remove a folder, with retries: on Windows a file may stay open for a moment after its process. */
async function erase(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** Milliseconds between updates of the lock file's time. */
const HEARTBEAT = 10_000;

/** Milliseconds without an update after which a lock is abandoned. */
const ABANDONED_AFTER = 5 * 60_000;

/** Milliseconds after which a takeover of a lock is abandoned. */
const TAKEOVER_TIMEOUT = 10_000;

/**
 * Take a lock file for the one window that changes the private environment. It names the window's process.
 *
 * Return what releases the lock; `undefined` if a running process holds it.
 */
export async function takeLock(file: string): Promise<(() => Promise<void>) | undefined> {
  await mkdir(path.dirname(file), { recursive: true });
  if (!(await create(file)) && !(await takeOver(file))) {
    return undefined;
  }
  const touch = (): Promise<void> => utimes(file, new Date(), new Date()).catch(() => undefined);
  const heartbeat = setInterval(() => void touch(), HEARTBEAT).unref();
  return async () => {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  };
}

export async function isLocked(file: string): Promise<boolean> {
  return (await isAbandoned(file)) === false;
}

/** Create a lock file; `false` if it exists. */
async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' });
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
  if (!(await isAbandoned(file)) || !(await create(second))) {
    return false;
  }
  try {
    if (!(await isAbandoned(file))) {
      return false;
    }
    await rm(file, { force: true });
    return await create(file);
  } finally {
    await rm(second, { force: true });
  }
}

/** Whether a lock's process of this machine has ended, or another one no longer updates it; `undefined` without a lock. */
async function isAbandoned(file: string): Promise<boolean | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return undefined;
  }
  if ((await age(file)) > ABANDONED_AFTER) {
    return true;
  }
  try {
    const { pid, host } = JSON.parse(text) as { readonly pid: number; readonly host: string };
    return host === hostname() && !process.kill(pid, 0);
  } catch (error) {
    // A process that is not written yet has not ended.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function age(file: string): Promise<number> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
  return Date.now() - mtimeMs;
}

/** Return the free bytes for this account at a folder, which need not exist yet. */
export async function freeSpace(folder: string): Promise<number> {
  const parent = path.dirname(folder);
  if (!existsSync(folder) && parent !== folder) {
    return await freeSpace(parent);
  }
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Return the bytes of a folder's files, each file with several names counted once; 0 if there is no folder. */
export async function folderSize(folder: string, counted = new Set<number>()): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      bytes += await folderSize(file, counted);
      continue;
    }
    const { size, ino, nlink } = await lstat(file);
    bytes += nlink > 1 && counted.has(ino) ? 0 : size;
    counted.add(ino);
  }
  return bytes;
}

/** What a running server never reads of its packages: C++ headers, build files, tests, and most programs of PyTorch. */
const UNUSED = /^(torch\/(include|share|test|bin\/(?!torch_shm_manager).+)|spacy\/tests)$/;

/** Remove what is unused: from `lib/python3.11/site-packages`, on Windows `Lib/site-packages`. */
async function trim(environment: string): Promise<void> {
  const names = async (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
  const pythons = (await names(path.join(environment, 'lib'))).filter((name) => name.startsWith('python'));
  for (const folder of [...pythons.map((name) => path.join('lib', name)), 'Lib']) {
    const packages = path.join(environment, folder, 'site-packages');
    for (const parent of ['torch', 'torch/bin', 'spacy']) {
      const files = (await names(path.join(packages, parent))).map((name) => `${parent}/${name}`);
      await Promise.all(files.filter((file) => UNUSED.test(file)).map((file) => erase(path.join(packages, file))));
    }
  }
}
