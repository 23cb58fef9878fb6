import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { buildVariables } from '../processes/childEnvironment';
import { InstallationFailure } from './installationFailure';
import { run } from '../processes/processTree';
import { findPython, minorsOf, type Interpreter } from './pythons';
import { executables, isExecutable, type SearchPlaces } from '../search/searchPath';
import { versionOfWheel } from '../search/version';

/** What a private environment is made of. */
export interface Supplies {
  /** The folder of the wheel that came with the extension. */
  readonly wheels: string;
  /** A folder with all other wheels; empty to take them from the network. */
  readonly wheelFolder: string;
  /** The Python to use; empty for the first that will do. */
  readonly python: string;
}

/** The programs to build with, and what they build. */
export interface Tools {
  /** uv's program, or `undefined` for Python's own venv and pip. */
  readonly uv: string | undefined;
  /** `undefined`: uv fetches one. */
  readonly python: Interpreter | undefined;
  readonly wheel: string;
  /** Empty: from the network. */
  readonly wheelFolder: string;
  readonly build: 'cpu' | 'cuda';
}

/** Arguments of a program; the first is the program. */
export type CommandLine = readonly [string, ...string[]];

/** The Python that uv fetches where there is none. */
const FETCHED = '3.13';

/** From this version on, uv chooses PyTorch's build by itself (`--torch-backend`). */
const TORCH_BACKEND_SINCE = [0, 7] as const;

/** Finds what there is to build with; the reason if that is not enough. */
export async function findTools(supplies: Supplies, places: SearchPlaces): Promise<Tools> {
  const offline = supplies.wheelFolder !== '';
  const offered = offline ? await wheelsIn(supplies.wheelFolder) : [];
  const [wheel] = [...(await ownWheels(supplies.wheels)), ...(await ownWheels(supplies.wheelFolder))];
  if (wheel === undefined) {
    throw new InstallationFailure('no-wheel');
  }
  const { found, refused } = await findPython({ setting: supplies.python, minors: minorsOf(offered) }, places);
  const uv = await findUv(places);
  if (!found && (offline || supplies.python || !uv)) {
    throw new InstallationFailure('no-python', refused.map(({ path, reason }) => `${path} (${reason})`).join('; '));
  }
  const build = await torchBuild(uv !== undefined, offline, places);
  return { uv, python: found, wheel, wheelFolder: supplies.wheelFolder, build };
}

/** The wheel that comes with the extension, the newest first if there are several. */
export async function ownWheels(folder: string): Promise<string[]> {
  const names = folder === '' ? [] : await readdir(folder).catch(() => []);
  const own = names.filter((name) => versionOfWheel(name) !== undefined);
  return own
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((name) => path.join(folder, name));
}

/** Makes an empty environment. */
export function creation({ uv, python }: Tools, environment: string): CommandLine {
  if (uv === undefined) {
    return [python?.path ?? '', '-I', '-m', 'venv', environment];
  }
  const chosen = python ? ['--python', python.path, '--no-python-downloads'] : ['--python', FETCHED];
  return [uv, 'venv', '--no-project', ...chosen, environment];
}

/** Installs the wheel by its path: its name could be somebody else's on an index. */
export async function installation(tools: Tools, interpreter: string, places: SearchPlaces): Promise<CommandLine> {
  const { uv, wheel, wheelFolder } = tools;
  const offline = wheelFolder === '' ? [] : ['--no-index', '--find-links', wheelFolder];
  if (uv === undefined) {
    return [interpreter, '-I', '-m', 'pip', 'install', '--no-compile', '--progress-bar', 'off', ...offline, wheel];
  }
  const source = wheelFolder === '' ? await torchBackend(uv, places) : ['--offline', ...offline];
  return [uv, 'pip', 'install', '--python', interpreter, ...source, wheel];
}

/** The environment's Python, wherever the platform puts it. */
export function pythonOf(environment: string, platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? path.join(environment, 'Scripts', 'python.exe')
    : path.join(environment, 'bin', 'python');
}

async function wheelsIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.whl'));
  } catch {
    throw new InstallationFailure('no-wheel-folder', folder);
  }
}

async function findUv(places: SearchPlaces): Promise<string | undefined> {
  for (const file of await executables('uv', places)) {
    if (await uvVersion(file, places)) {
      return file;
    }
  }
  return undefined;
}

async function torchBackend(uv: string, places: SearchPlaces): Promise<string[]> {
  const [major, minor] = (await uvVersion(uv, places)) ?? [0, 0];
  const [sinceMajor, sinceMinor] = TORCH_BACKEND_SINCE;
  const known = major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
  return known && !places.variables.UV_TORCH_BACKEND ? ['--torch-backend', 'auto'] : [];
}

async function uvVersion(uv: string, { variables }: SearchPlaces): Promise<readonly [number, number] | undefined> {
  const asked = { command: uv, arguments: ['--version'], variables: buildVariables(variables, tmpdir(), true) };
  const outcome = await run({ ...asked, folder: tmpdir(), timeout: 20_000 }).catch(() => undefined);
  const match = /^uv (\d+)\.(\d+)/m.exec(outcome?.output ?? '');
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}

/** On Linux pip takes PyTorch with CUDA's libraries; uv only where there is an NVIDIA driver. */
async function torchBuild(withUv: boolean, offline: boolean, places: SearchPlaces): Promise<'cpu' | 'cuda'> {
  if (offline || places.platform === 'darwin') {
    return 'cpu';
  }
  const withDriver =
    (await isExecutable('/usr/bin/nvidia-smi')) || (await executables('nvidia-smi', places)).length > 0;
  return (withUv ? withDriver : places.platform === 'linux') ? 'cuda' : 'cpu';
}
