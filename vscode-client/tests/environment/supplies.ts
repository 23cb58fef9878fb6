import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';

import type { Supplies } from '../../src/server/installer';
import type { BuildOptions } from '../../src/server/privateEnvironment';
import type { SearchPlaces } from '../../src/server/programs';
import { writeStandIns } from './standIns';

/** Tests run in vscode-client. */
export const ROOT = path.resolve(process.cwd(), '..');
const CACHE = path.join(ROOT, '.cache');

/** The wheels that tests/environment/wheelFolder.mjs builds. */
export const supplies: Supplies = {
  wheels: path.join(CACHE, 'own-wheel'),
  wheelFolder: path.join(CACHE, 'wheels'),
  python: buildPython(),
  torch: 'auto',
};

/** Whether every test installs the real wheels, as with `make test-all`. */
export const THOROUGH = process.env.MARKSCHEME_THOROUGH === '1';

/** Return supplies for a test of which the packages' content is no matter: small stand-ins for the wheels. */
export async function smallSupplies(folder: string): Promise<Supplies> {
  if (THOROUGH) {
    return supplies;
  }
  const [wheels, wheelFolder] = [path.join(folder, 'own-wheel'), path.join(folder, 'wheels')];
  await writeStandIns(wheels, wheelFolder);
  return { ...supplies, wheels, wheelFolder };
}

export const uvFolder = path.join(CACHE, 'uv', 'bin');

/** A folder with uv's wheel. */
export const uvWheelFolder = path.join(CACHE, 'uv-wheel');

/** Return a PATH with only these folders, and a home without programs. */
export function places(...folders: string[]): SearchPlaces {
  return {
    variables: { ...process.env, PATH: folders.join(path.delimiter), UV_CACHE_DIR: path.join(CACHE, 'uv-cache') },
    platform: process.platform,
    home: path.join(homedir(), 'nowhere'),
  };
}

/** Return options to build an environment without a cancellation. */
export function buildOptions(changes: Partial<BuildOptions> = {}): BuildOptions {
  return {
    supplies,
    signal: new AbortController().signal,
    onStep: () => undefined,
    onLine: () => undefined,
    ...changes,
  };
}

/** Return the Python to build environments with, not the link to it in a virtual environment. */
function buildPython(): string {
  const own = path.join(ROOT, '.venv', 'bin', 'python');
  const python = process.env.MARKSCHEME_PYTHON ?? (existsSync(own) ? own : 'python3');
  return execFileSync(python, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
}
