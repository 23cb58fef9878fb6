import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { BuildLock } from './buildLock';
import { buildVariables } from '../processes/childEnvironment';
import { freeSpace } from './freeSpace';
import { failureIn, InstallationFailure } from './installationFailure';
import { stepIn, type InstallationStep } from './installationStep';
import { creation, findTools, installation, pythonOf, type CommandLine, type Supplies, type Tools } from './installer';
import { moduleOf, probe, type Answer, type Problem, type Start } from '../search/probe';
import { run } from '../processes/processTree';
import type { SearchPlaces } from '../search/searchPath';
import { versionOfWheel } from '../search/version';

/** Written last: an environment with it was whole. */
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
  /** Some window makes it now. */
  | { readonly kind: 'building' }
  | { readonly kind: 'whole'; readonly marker: Marker; readonly start: Start; readonly version: string }
  | { readonly kind: 'broken'; readonly problem: Problem };

export interface Building {
  readonly supplies: Supplies;
  readonly extensionVersion: string;
  readonly signal: AbortSignal;
  readonly onStep: (step: InstallationStep) => void;
  /** Each line of what pip or uv writes. */
  readonly onLine: (line: string) => void;
}

/** Bytes that must be free: the environment, and what is downloaded for it. */
export const NEEDED_SPACE = { cpu: 3e9, cuda: 12e9 } as const;

/** A Python environment with Markscheme and nothing else, in a folder that is the extension's own. */
export class PrivateEnvironment {
  readonly folder: string;
  readonly python: string;
  private readonly marker: string;
  private readonly lock: string;
  private readonly temporary: string;

  constructor(
    /** Holds nothing but the environment, its lock and its temporary files. */
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
    const answer = await this.probed();
    return 'version' in answer
      ? { kind: 'whole', marker, start: moduleOf(this.python), version: answer.version }
      : { kind: 'broken', problem: answer.problem };
  }

  /** Makes it anew, whatever is there. A failure or a stop leaves nothing behind. */
  async build(given: Building): Promise<void> {
    await this.alone(async () => {
      given.onStep({ kind: 'prepare' });
      await this.clear();
      try {
        const tools = await findTools(given.supplies, this.places);
        await this.checkSpace(tools);
        await this.step(creation(tools, this.folder), given);
        await this.fill(tools, given);
      } catch (error) {
        await this.clear();
        throw failureOf(error, given.signal);
      }
    });
  }

  /** Puts the wheel at hand into an environment that is whole; if that fails and the old server still runs, it stays. */
  async update(given: Building): Promise<void> {
    const marker = await this.readMarker();
    const tools = await findTools(given.supplies, this.places);
    if (!marker || (marker.installer === 'uv') !== (tools.uv !== undefined)) {
      await this.build(given);
      return;
    }
    await this.alone(async () => {
      await rm(this.marker, { force: true });
      try {
        await this.fill(tools, given);
      } catch (error) {
        const answer = await this.probed();
        if ('version' in answer) {
          await this.writeMarker({ ...marker, server: answer.version });
        }
        throw failureOf(error, given.signal);
      }
    });
  }

  async remove(): Promise<void> {
    await this.alone(() => this.clear());
  }

  private async alone(act: () => Promise<void>): Promise<void> {
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

  private async fill(tools: Tools, given: Building): Promise<void> {
    await this.step(await installation(tools, this.python, this.places), given);
    const answer = await this.probed();
    if (!('version' in answer)) {
      throw new InstallationFailure('other', answer.problem.detail);
    }
    given.signal.throwIfAborted();
    await this.writeMarker({
      extension: given.extensionVersion,
      server: versionOfWheel(tools.wheel) ?? answer.version,
      python: tools.python?.path ?? this.python,
      installer: tools.uv === undefined ? 'pip' : 'uv',
      date: new Date().toISOString(),
    });
  }

  private async step([command, ...parameters]: CommandLine, given: Building): Promise<void> {
    await mkdir(this.temporary, { recursive: true });
    const offline = given.supplies.wheelFolder !== '';
    const { code, lines } = await run({
      ...{ command, arguments: parameters, variables: buildVariables(this.places.variables, this.temporary, offline) },
      ...{ folder: this.storage, signal: given.signal },
      onLine: (line) => {
        given.onLine(line);
        const step = stepIn(line);
        if (step) {
          given.onStep(step);
        }
      },
    });
    given.signal.throwIfAborted();
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

  /** Whole or not at all, also if the machine goes off meanwhile. */
  private async writeMarker(marker: Marker): Promise<void> {
    const written = `${this.marker}.new`;
    await writeFile(written, `${JSON.stringify(marker, undefined, 2)}\n`);
    await rename(written, this.marker);
  }

  /** The marker goes first: half an environment is none. */
  private async clear(): Promise<void> {
    await rm(this.marker, { force: true });
    await erase(this.folder);
  }

  private probed(): Promise<Answer> {
    return probe(moduleOf(this.python), buildVariables(this.places.variables, tmpdir(), true));
  }
}

/** On Windows a file may be held a moment longer than the process that had it open. */
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
