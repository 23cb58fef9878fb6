import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { BuildLock } from './buildLock';
import { buildVariables } from '../processes/childEnvironment';
import { folderSize, freeSpace, gigabytes } from './diskSpace';
import { failureIn, InstallationFailure } from './installationFailure';
import { stepIn, type InstallationStep } from './installationStep';
import {
  creation,
  findTools,
  installation,
  LEFT_OUT,
  needsUv,
  pythonOf,
  removal,
  uvIn,
  uvInstallation,
  type CommandLine,
  type Part,
  type Supplies,
  type Tools,
} from './installer';
import { encoderSize, sizeOf, type InstallationSize } from './torchBuild';
import { trim } from './trimming';
import { moduleOf, probe, type ProbeResult, type Problem, type Start } from '../search/probe';
import { run } from '../processes/processTree';
import type { SearchPlaces } from '../search/searchPath';
import { versionOfWheel } from '../search/version';

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
