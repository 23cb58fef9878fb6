import { tmpdir } from 'node:os';

import { buildVariables } from '../processes/childEnvironment';
import { run } from '../processes/processTree';
import { executables, expandHome, type SearchPlaces } from '../search/searchPath';
import { reasonOf } from '../../reason';

/** A Python that can create an environment. */
export interface Interpreter {
  /** The interpreter itself, not a link or a launcher on PATH. */
  readonly path: string;
  /** `3.11.7`. */
  readonly version: string;
}

/** A Python that is not suitable, with the reason. */
export interface RejectedPython {
  readonly path: string;
  readonly reason: string;
}

export interface PythonSearch {
  /** The Python to use; empty to search PATH. */
  readonly setting: string;
  /** Minor versions of Python 3 that the wheels need; empty if any is suitable. */
  readonly minors: readonly number[];
}

/** The oldest minor version of Python 3 that the server runs on. */
const OLDEST_MINOR = 11;

/** Names on PATH, first those of versions that most packages have wheels for. */
const NAMES = ['python3.13', 'python3.12', 'python3.11', 'python3', 'python'];

/** Prints a Python's version, implementation, bits and program. */
const DESCRIPTION_CODE =
  'import sys, struct; print(*sys.version_info[:3], sys.implementation.name, struct.calcsize("P") * 8, sys.executable, sep="|")';

/** Milliseconds for a Python to answer. */
const ANSWER_TIMEOUT = 20_000;

/** Return the first suitable Python, and those that were rejected before it. */
export async function findPython(
  { setting, minors }: PythonSearch,
  places: SearchPlaces,
): Promise<{ readonly python: Interpreter | undefined; readonly rejected: readonly RejectedPython[] }> {
  const rejected: RejectedPython[] = [];
  for (const [command, ...before] of await candidates(setting, places)) {
    const answer = await describe(command, before, places);
    const reason = typeof answer === 'string' ? answer : rejectionReason(answer, minors);
    if (reason === undefined && typeof answer !== 'string') {
      return { python: { path: answer.path, version: answer.version }, rejected };
    }
    rejected.push({ path: [command, ...before].join(' '), reason: reason ?? '' });
  }
  return { python: undefined, rejected };
}

/** Return the minor versions of Python 3 that a folder's compiled wheels are for. */
export function minorsOf(wheels: readonly string[]): number[] {
  const minors = wheels.flatMap((wheel) => [...wheel.matchAll(/-cp3(\d+)-cp3\1t?-/g)].map((match) => Number(match[1])));
  return [...new Set(minors)];
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
    ([file]) => !isStandIn(file, places.platform),
  );
}

/** Whether a program is macOS's own: it is too old, or only opens a window that offers to install Python. */
function isStandIn(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'darwin' && file.startsWith('/usr/bin/');
}

interface PythonProperties extends Interpreter {
  readonly minor: number;
  readonly major: number;
  readonly implementation: string;
  readonly bits: number;
}

/** Return a Python's properties, or why it does not run. */
async function describe(
  command: string,
  before: readonly string[],
  places: SearchPlaces,
): Promise<PythonProperties | string> {
  try {
    const { code, output, lines } = await run({
      command,
      arguments: [...before, '-I', '-c', DESCRIPTION_CODE],
      variables: buildVariables(places.variables, tmpdir(), true),
      folder: tmpdir(),
      timeout: ANSWER_TIMEOUT,
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

/** Return why a Python is not suitable; `undefined` if it is. */
function rejectionReason(
  { major, minor, implementation, bits, version }: PythonProperties,
  minors: readonly number[],
): string | undefined {
  if (major !== 3 || minor < OLDEST_MINOR) {
    return `version ${version}; 3.${OLDEST_MINOR} or newer is needed`;
  }
  if (implementation !== 'cpython' || bits !== 64) {
    return `${implementation} with ${bits} bits; CPython with 64 bits is needed`;
  }
  return minors.length === 0 || minors.includes(minor)
    ? undefined
    : `version ${version}; the folder's wheels are for 3.${minors.join(', 3.')}`;
}
