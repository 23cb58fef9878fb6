import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { BuildLock } from './buildLock';
import { buildVariables } from '../processes/childEnvironment';
import { freeSpace } from './freeSpace';
import { failureIn, InstallationFailure } from './installationFailure';
import { stepIn, type InstallationStep } from './installationStep';
import { creation, findTools, installation, pythonOf, type CommandLine, type Supplies, type Tools } from './installer';
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

/** Bytes that must be free for the environment and its downloads. */
const NEEDED_SPACE = { cpu: 3e9, cuda: 12e9 } as const;

/** A Python environment with nothing but Markscheme, in a folder of the extension. */
export class PrivateEnvironment {
  readonly folder: string;
  readonly python: string;
  private readonly marker: string;
  private readonly lock: string;
  private readonly temporary: string;

  constructor(
    /** A folder for the environment, its lock and its temporary files only. */
    private readonly storage: string,
    private readonly places: SearchPlaces,
  ) {
    this.folder = path.join(storage, 'environment');
    this.python = pythonOf(this.folder, places.platform);
    this.marker = path.join(this.folder, 'ready.json');
    this.lock = path.join(storage, 'environment.lock');
    this.temporary = path.join(storage, 'temporary');
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

  /** Build the environment, in place of an old one. After a failure or a cancellation nothing is left. */
  async build(options: BuildOptions): Promise<void> {
    await this.withLock(async () => {
      options.onStep({ kind: 'prepare' });
      await this.clear();
      try {
        const tools = await findTools(options.supplies, this.places);
        await this.checkSpace(tools);
        await this.step(creation(tools, this.folder), options);
        await this.fill(tools, options);
      } catch (error) {
        await this.clear();
        throw failureOf(error, options.signal);
      }
    });
  }

  /** Install the extension's wheel into a complete environment. If that fails, an old server that still works stays. */
  async update(options: BuildOptions): Promise<void> {
    const marker = await this.readMarker();
    const tools = await findTools(options.supplies, this.places);
    if (!marker || (marker.installer === 'uv') !== (tools.uv !== undefined)) {
      await this.build(options);
      return;
    }
    await this.withLock(async () => {
      await rm(this.marker, { force: true });
      try {
        await this.fill(tools, options);
      } catch (error) {
        const answer = await this.probe();
        if ('version' in answer) {
          await this.writeMarker({ ...marker, server: answer.version });
        }
        throw failureOf(error, options.signal);
      }
    });
  }

  async remove(): Promise<void> {
    await this.withLock(() => this.clear());
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

  private async fill(tools: Tools, options: BuildOptions): Promise<void> {
    await this.step(await installation(tools, this.python, this.places), options);
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
      date: new Date().toISOString(),
    });
  }

  private async step([command, ...parameters]: CommandLine, options: BuildOptions): Promise<void> {
    await mkdir(this.temporary, { recursive: true });
    const offline = options.supplies.wheelFolder !== '';
    const { code, lines } = await run({
      ...{ command, arguments: parameters, variables: buildVariables(this.places.variables, this.temporary, offline) },
      ...{ folder: this.storage, signal: options.signal },
      onLine: (line) => {
        options.onLine(line);
        const step = stepIn(line);
        if (step) {
          options.onStep(step);
        }
      },
    });
    options.signal.throwIfAborted();
    if (code !== 0) {
      throw failureIn(lines, offline);
    }
  }

  private async checkSpace({ build }: Tools): Promise<void> {
    const free = await freeSpace(this.storage);
    if (free < NEEDED_SPACE[build]) {
      throw new InstallationFailure('no-space', `${(free / 1e9).toFixed(1)} / ${NEEDED_SPACE[build] / 1e9} GB`);
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
