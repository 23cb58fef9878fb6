import { tmpdir } from 'node:os';

import { buildVariables } from '../processes/childEnvironment';
import { run } from '../processes/processTree';
import { executables, expandHome, type SearchPlaces } from '../search/searchPath';
import { reasonOf } from '../../reason';

/** A Python that can make an environment. */
export interface Interpreter {
  /** The program itself, not what stands for it on PATH. */
  readonly path: string;
  /** `3.11.7`. */
  readonly version: string;
}

/** What was looked at, and why it will not do. */
export interface Refused {
  readonly path: string;
  readonly reason: string;
}

export interface PythonSearch {
  /** The one to use, whatever PATH has; empty to look on PATH. */
  readonly setting: string;
  /** Minor versions of Python 3 that the wheels at hand are for; empty if any will do. */
  readonly minors: readonly number[];
}

/** The oldest minor version of Python 3 that the server runs on. */
const OLDEST_MINOR = 11;

/** Versions that most packages have wheels for, before whatever the system calls its Python. */
const NAMES = ['python3.13', 'python3.12', 'python3.11', 'python3', 'python'];

const QUESTION =
  'import sys, struct; print(*sys.version_info[:3], sys.implementation.name, struct.calcsize("P") * 8, sys.executable, sep="|")';

const PATIENCE = 20_000;

/** The first Python that will do, and what was refused before it. */
export async function findPython(
  { setting, minors }: PythonSearch,
  places: SearchPlaces,
): Promise<{ readonly found: Interpreter | undefined; readonly refused: readonly Refused[] }> {
  const refused: Refused[] = [];
  for (const [command, ...before] of await candidates(setting, places)) {
    const answer = await asked(command, before, places);
    const reason = typeof answer === 'string' ? answer : unsuitable(answer, minors);
    if (reason === undefined && typeof answer !== 'string') {
      return { found: { path: answer.path, version: answer.version }, refused };
    }
    refused.push({ path: [command, ...before].join(' '), reason: reason ?? '' });
  }
  return { found: undefined, refused };
}

/** Minor versions of Python 3 for which a folder's wheels are: those that compiled wheels name. */
export function minorsOf(wheels: readonly string[]): number[] {
  const named = wheels.flatMap((wheel) => [...wheel.matchAll(/-cp3(\d+)-cp3\1t?-/g)].map((match) => Number(match[1])));
  return [...new Set(named)];
}

type Candidate = readonly [string, ...string[]];

async function candidates(setting: string, places: SearchPlaces): Promise<Candidate[]> {
  if (setting) {
    const path = expandHome(setting, places.home);
    return /[/\\]/.test(path) ? [[path]] : (await executables(path, places)).map((file): Candidate => [file]);
  }
  const named = await Promise.all(NAMES.map((name) => executables(name, places)));
  const launchers = places.platform === 'win32' ? await executables('py', places) : [];
  return [...named.flat().map((file): Candidate => [file]), ...launchers.map((file): Candidate => [file, '-3'])].filter(
    ([file]) => !asksToBeInstalled(file, places.platform),
  );
}

/** macOS's own is too old, or a stand-in that opens a window. */
function asksToBeInstalled(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'darwin' && file.startsWith('/usr/bin/');
}

interface Answer extends Interpreter {
  readonly minor: number;
  readonly major: number;
  readonly implementation: string;
  readonly bits: number;
}

async function asked(command: string, before: readonly string[], places: SearchPlaces): Promise<Answer | string> {
  try {
    const { code, output, lines } = await run({
      command,
      arguments: [...before, '-I', '-c', QUESTION],
      variables: buildVariables(places.variables, tmpdir(), true),
      folder: tmpdir(),
      timeout: PATIENCE,
    });
    const [major, minor, micro, implementation, bits, path] = output.trim().split('|');
    if (code !== 0 || major === undefined || minor === undefined || micro === undefined || !path) {
      return lines.find((line) => line.trim() !== '') ?? `exit status ${String(code)}`;
    }
    const version = [major, minor, micro].join('.');
    return {
      ...{ path, version, major: Number(major), minor: Number(minor) },
      ...{ implementation: implementation ?? '', bits: Number(bits) },
    };
  } catch (error) {
    return reasonOf(error);
  }
}

function unsuitable(
  { major, minor, implementation, bits, version }: Answer,
  minors: readonly number[],
): string | undefined {
  if (major !== 3 || minor < OLDEST_MINOR) {
    return `version ${version}, needed is 3.${OLDEST_MINOR} or newer`;
  }
  if (implementation !== 'cpython' || bits !== 64) {
    return `${implementation}, ${bits} bits; needed is CPython with 64`;
  }
  return minors.length === 0 || minors.includes(minor)
    ? undefined
    : `version ${version}, the folder's wheels are for 3.${minors.join(', 3.')}`;
}
