import { lstat, mkdir, open, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import * as path from 'node:path';

import {
  moduleOf,
  probe,
  type ProbeResult,
  type Problem,
  type SearchPlaces,
  type Start,
  versionOfWheel,
} from './candidates';
import { failureIn, InstallationFailure } from './installationText';
import { type InstallationStep, stepIn } from './serverInstallation';
import {
  type CommandLine,
  creation,
  encoderSize,
  findTools,
  installation,
  type InstallationSize,
  LEFT_OUT,
  needsUv,
  type Part,
  pythonOf,
  removal,
  sizeOf,
  type Supplies,
  type Tools,
  uvIn,
  uvInstallation,
} from './installer';
import { buildVariables, run } from './processes';

/** Content of the file that is written last. An environment with it is complete. */
export interface Marker {
  readonly extension: string;
  readonly server: string;
  readonly python: string;
  readonly installer: 'uv' | 'pip';
  /** Whether the encoder is in it. */
  readonly encoder?: boolean;
  /** Bytes of the environment when it was complete. */
  readonly bytes?: number;
  /** ISO 8601. */
  readonly date: string;
}

export type EnvironmentState =
  | { readonly kind: 'absent' }
  /** A window is building it. */
  | { readonly kind: 'building' }
  | { readonly kind: 'ready'; readonly marker: Marker; readonly start: Start; readonly version: string }
  | { readonly kind: 'broken'; readonly problem: Problem };

/** What to build an environment from, and who follows it. */
export interface BuildOptions {
  readonly supplies: Supplies;
  readonly extensionVersion: string;
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
    this.python = pythonOf(this.folder, places.platform);
    this.marker = path.join(this.folder, 'ready.json');
    this.lock = path.join(storage, 'environment.lock');
    this.temporary = path.join(storage, 'temporary');
    this.downloads = path.join(storage, 'downloads');
  }

  async state(): Promise<EnvironmentState> {
    if (await BuildLock.isHeld(this.lock)) {
      return { kind: 'building' };
    }
    const marker = await this.readMarker();
    if (!marker) {
      return { kind: 'absent' };
    }
    const answer = await this.probe();
    return 'version' in answer
      ? { kind: 'ready', marker, start: moduleOf(this.python), version: answer.version }
      : { kind: 'broken', problem: answer.problem };
  }

  /**
   * Build the environment, in place of an old one, and with the encoder if that had one.
   *
   * After a failure or a cancellation nothing of it is left but finished downloads, with which the next try continues.
   * The thrown failure has their size. A full disk keeps nothing.
   */
  async build(options: BuildOptions): Promise<void> {
    await this.withLock(async () => {
      options.onStep({ kind: 'prepare' });
      const part = (await this.readMarker())?.encoder === true ? 'encoder' : 'base';
      await this.clear();
      try {
        const found = await findTools(options.supplies, this.places);
        await this.checkSpace(sizeOf(part, found.build));
        const tools = await this.withUv(found, options);
        await this.step(creation(tools, this.folder), tools, options);
        await this.fill(tools, part, options);
      } catch (error) {
        await this.clear();
        throw await this.failure(error, options);
      }
      await erase(this.downloads);
    });
  }

  /** Add the encoder to a complete environment, whose server may run meanwhile. If that fails, it stays without. */
  async addEncoder(options: BuildOptions): Promise<void> {
    await this.withLock(async () => {
      options.onStep({ kind: 'prepare' });
      try {
        const found = await findTools(options.supplies, this.places);
        await this.checkSpace(encoderSize(found.build));
        await this.fill(await this.withUv(found, options), 'encoder', options);
      } catch (error) {
        throw await this.failure(error, options);
      }
      await erase(this.downloads);
    });
  }

  /** Install the extension's wheel into a complete environment. If that fails, an old server that still works stays. */
  async update(options: BuildOptions): Promise<void> {
    const marker = await this.readMarker();
    const found = await findTools(options.supplies, this.places);
    const hasUv = found.uv !== undefined;
    if (!marker || (marker.installer === 'uv' ? !hasUv && !found.canFetchUv : hasUv)) {
      await this.build(options);
      return;
    }
    await this.withLock(async () => {
      try {
        const tools = marker.installer === 'uv' ? await this.withUv(found, options) : found;
        await rm(this.marker, { force: true });
        await this.fill(tools, marker.encoder === true ? 'encoder' : 'base', options);
      } catch (error) {
        const answer = await this.probe();
        if ('version' in answer) {
          await this.writeMarker({ ...marker, server: answer.version });
        }
        throw await this.failure(error, options);
      }
      await erase(this.downloads);
    });
  }

  async remove(): Promise<void> {
    await this.withLock(async () => {
      await this.clear();
      await erase(this.downloads);
    });
  }

  /** Return the bytes of downloads that a failed installation has kept. */
  async keptBytes(): Promise<number> {
    return await folderSize(this.downloads);
  }

  async removeDownloads(): Promise<void> {
    await this.withLock(() => erase(this.downloads));
  }

  /** Return the bytes of the environment. */
  async bytes(): Promise<number> {
    return await folderSize(this.folder);
  }

  private async failure(error: unknown, options: BuildOptions): Promise<InstallationFailure> {
    const failure = failureOf(error, options.signal);
    if (options.supplies.wheelFolder !== '' || failure.kind === 'no-space') {
      await erase(this.downloads);
    }
    return new InstallationFailure(failure.kind, failure.detail, { ...failure.more, kept: await this.keptBytes() });
  }

  /** Return the tools with uv: if this machine has none, install it into the temporary folder. */
  private async withUv(tools: Tools, options: BuildOptions): Promise<Tools> {
    if (tools.uv !== undefined || !tools.canFetchUv) {
      return tools;
    }
    const folder = path.join(this.temporary, 'uv');
    try {
      options.onStep({ kind: 'installer' });
      for (const command of uvInstallation(tools, folder, this.places.platform)) {
        await this.step(command, tools, { ...options, onStep: () => undefined });
      }
      return { ...tools, uv: uvIn(folder, this.places.platform) };
    } catch (error) {
      if (!(error instanceof InstallationFailure) || error.kind !== 'other') {
        throw error;
      }
      options.onLine(`uv can't be installed, so pip installs the server: ${error.detail}`);
    }
    return tools;
  }

  private async withLock(act: () => Promise<void>): Promise<void> {
    const lock = await BuildLock.take(this.lock);
    if (!lock) {
      throw new InstallationFailure('busy');
    }
    try {
      await act();
    } finally {
      await erase(this.temporary);
      await lock.release();
    }
  }

  private async fill(tools: Tools, part: Part, options: BuildOptions): Promise<void> {
    if (part === 'encoder' && needsUv(tools, this.places.platform)) {
      throw new InstallationFailure('no-cpu-build');
    }
    await mkdir(this.temporary, { recursive: true });
    const leftOut = path.join(this.temporary, 'left-out.txt');
    await writeFile(leftOut, LEFT_OUT);
    await this.step(await installation(tools, part, this.python, leftOut, this.places), tools, options);
    if (tools.uv === undefined && part === 'encoder') {
      await this.step(removal(this.python), tools, options);
    }
    options.onStep({ kind: 'check' });
    await trim(this.folder);
    const answer = await this.probe();
    if (!('version' in answer)) {
      throw new InstallationFailure('other', answer.problem.detail);
    }
    options.signal.throwIfAborted();
    await this.writeMarker({
      extension: options.extensionVersion,
      server: versionOfWheel(tools.wheel) ?? answer.version,
      python: tools.python?.path ?? this.python,
      installer: tools.uv === undefined ? 'pip' : 'uv',
      encoder: part === 'encoder',
      bytes: await this.bytes(),
      date: new Date().toISOString(),
    });
  }

  private async step([command, ...parameters]: CommandLine, tools: Tools, options: BuildOptions): Promise<void> {
    await mkdir(this.temporary, { recursive: true });
    const offline = options.supplies.wheelFolder !== '';
    let download: string | undefined;
    const { code, lines } = await run({
      ...{ command, arguments: parameters, variables: this.variables(tools, offline) },
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
      throw failureIn(lines, offline, download);
    }
  }

  /** Return a tool's variables: a person's sources of packages, and a folder for downloads on the environment's disk. */
  private variables({ sources, uv }: Tools, offline: boolean): NodeJS.ProcessEnv {
    const variables = buildVariables(this.places.variables, this.temporary, offline);
    const isOwnUv = uv !== undefined && !uv.startsWith(this.temporary);
    return {
      PIP_CACHE_DIR: path.join(this.downloads, 'pip'),
      ...(isOwnUv ? {} : { UV_CACHE_DIR: path.join(this.downloads, 'uv'), UV_SYSTEM_CERTS: '1' }),
      ...variables,
      ...sources.variables,
    };
  }

  private async checkSpace({ needed }: InstallationSize): Promise<void> {
    const free = await freeSpace(this.storage);
    if (free < needed) {
      throw new InstallationFailure('too-little-space', gigabytes(free), { needed });
    }
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

/** Remove a folder, with retries: on Windows a file may stay open for a moment after its process. */
async function erase(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

function failureOf(error: unknown, signal: AbortSignal): InstallationFailure {
  if (signal.aborted) {
    return new InstallationFailure('cancelled');
  }
  if (error instanceof InstallationFailure) {
    return error;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return new InstallationFailure(code === 'ENOSPC' ? 'no-space' : 'other', message);
}

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

/** Return the free bytes for this account at a folder, which need not exist yet. */
export async function freeSpace(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== folder) {
      return freeSpace(parent);
    }
    throw error;
  }
}

/** Return bytes as gigabytes, `1.4 GB`. */
export function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Return bytes as megabytes, or as gigabytes from one on: `430 MB`, `1.4 GB`. */
export function sizeInWords(bytes: number): string {
  return bytes < 1e9 ? `${Math.max(1, Math.round(bytes / 1e6))} MB` : gigabytes(bytes);
}

/** Return the bytes of a folder's files, each file with several names counted once; 0 if there is no folder. */
export async function folderSize(folder: string): Promise<number> {
  return await bytesIn(folder, new Set());
}

async function bytesIn(folder: string, counted: Set<number>): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      bytes += await bytesIn(file, counted);
      continue;
    }
    const { size, ino, nlink } = await lstat(file);
    bytes += nlink > 1 && counted.has(ino) ? 0 : size;
    counted.add(ino);
  }
  return bytes;
}

/** Folders of packages with C++ headers, build files and tests, which a running server never reads. */
const UNUSED_FOLDERS = ['torch/include', 'torch/share', 'torch/test', 'spacy/tests'];

/** PyTorch's folder of programs, and the one that it runs. */
const PROGRAMS = 'torch/bin';
const USED_PROGRAM = 'torch_shm_manager';

/** Remove what a running server never reads from an environment's packages. */
async function trim(environment: string): Promise<void> {
  for (const packages of await packageFolders(environment)) {
    for (const folder of UNUSED_FOLDERS) {
      await rm(path.join(packages, folder), { recursive: true, force: true });
    }
    for (const name of await names(path.join(packages, PROGRAMS))) {
      if (!name.startsWith(USED_PROGRAM)) {
        await rm(path.join(packages, PROGRAMS, name), { recursive: true, force: true });
      }
    }
  }
}

/** Return where an environment's packages are: `lib/python3.11/site-packages`, on Windows `Lib/site-packages`. */
async function packageFolders(environment: string): Promise<string[]> {
  const pythons = await names(path.join(environment, 'lib'));
  const folders = pythons.filter((name) => name.startsWith('python')).map((name) => path.join('lib', name));
  return [...folders, 'Lib'].map((folder) => path.join(environment, folder, 'site-packages'));
}

async function names(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}
