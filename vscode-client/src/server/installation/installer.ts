import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { buildVariables } from '../processes/childEnvironment';
import { InstallationFailure } from './installationFailure';
import { run } from '../processes/processTree';
import { findPython, minorsOf, type Interpreter } from './pythons';
import { executables, isExecutable, type SearchPlaces } from '../search/searchPath';
import { versionOfWheel } from '../search/version';

/** What a private environment is built from. */
export interface Supplies {
  /** The folder with the server's wheel, which the extension contains. */
  readonly wheels: string;
  /** A folder with all other wheels; empty to download them. */
  readonly wheelFolder: string;
  /** The Python to use; empty for the first suitable one. */
  readonly python: string;
}

/** The programs that build an environment, and what they install. */
export interface Tools {
  /** uv's program, or `undefined` for Python's own venv and pip. */
  readonly uv: string | undefined;
  /** `undefined` if uv downloads one. */
  readonly python: Interpreter | undefined;
  readonly wheel: string;
  /** A folder with all other wheels; empty to download them. */
  readonly wheelFolder: string;
  readonly build: 'cpu' | 'cuda';
}

/** A program and its arguments. */
export type CommandLine = readonly [string, ...string[]];

/** The Python that uv downloads if there is none. */
const DOWNLOADED_PYTHON = '3.13';

/** The first version of uv that can choose PyTorch's build (`--torch-backend`). */
const TORCH_BACKEND_SINCE = [0, 7] as const;

/** Return the programs to build with. Throw an {@link InstallationFailure} if one is missing. */
export async function findTools(supplies: Supplies, places: SearchPlaces): Promise<Tools> {
  const offline = supplies.wheelFolder !== '';
  const wheels = offline ? await wheelsIn(supplies.wheelFolder) : [];
  const [wheel] = [...(await serverWheels(supplies.wheels)), ...(await serverWheels(supplies.wheelFolder))];
  if (wheel === undefined) {
    throw new InstallationFailure('no-wheel');
  }
  const { python, rejected } = await findPython({ setting: supplies.python, minors: minorsOf(wheels) }, places);
  const uv = await findUv(places);
  if (!python && (offline || supplies.python || !uv)) {
    throw new InstallationFailure('no-python', rejected.map(({ path, reason }) => `${path} (${reason})`).join('; '));
  }
  const build = await torchBuild(uv !== undefined, offline, places);
  return { uv, python, wheel, wheelFolder: supplies.wheelFolder, build };
}

/** Return the server's wheels in a folder, the newest first. */
export async function serverWheels(folder: string): Promise<string[]> {
  const names = folder === '' ? [] : await readdir(folder).catch(() => []);
  const wheels = names.filter((name) => versionOfWheel(name) !== undefined);
  return wheels
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((name) => path.join(folder, name));
}

/** Return the command that creates an empty environment. */
export function creation({ uv, python }: Tools, environment: string): CommandLine {
  if (uv === undefined) {
    return [python?.path ?? '', '-I', '-m', 'venv', environment];
  }
  const selection = python ? ['--python', python.path, '--no-python-downloads'] : ['--python', DOWNLOADED_PYTHON];
  return [uv, 'venv', '--no-project', ...selection, environment];
}

/** Return the command that installs the server. It names the wheel's path, since an index may have another package of this name. */
export async function installation(tools: Tools, interpreter: string, places: SearchPlaces): Promise<CommandLine> {
  const { uv, wheel, wheelFolder } = tools;
  const offline = wheelFolder === '' ? [] : ['--no-index', '--find-links', wheelFolder];
  if (uv === undefined) {
    return [interpreter, '-I', '-m', 'pip', 'install', '--no-compile', '--progress-bar', 'off', ...offline, wheel];
  }
  const source = wheelFolder === '' ? await torchBackend(uv, places) : ['--offline', ...offline];
  return [uv, 'pip', 'install', '--python', interpreter, ...source, wheel];
}

/** Return an environment's Python. */
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
  const hasOption = major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
  return hasOption && !places.variables.UV_TORCH_BACKEND ? ['--torch-backend', 'auto'] : [];
}

async function uvVersion(uv: string, { variables }: SearchPlaces): Promise<readonly [number, number] | undefined> {
  const query = { command: uv, arguments: ['--version'], variables: buildVariables(variables, tmpdir(), true) };
  const outcome = await run({ ...query, folder: tmpdir(), timeout: 20_000 }).catch(() => undefined);
  const match = /^uv (\d+)\.(\d+)/m.exec(outcome?.output ?? '');
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}

/** Return the build of PyTorch that is installed: on Linux pip always installs CUDA's, uv only if there is an NVIDIA driver. */
async function torchBuild(withUv: boolean, offline: boolean, places: SearchPlaces): Promise<'cpu' | 'cuda'> {
  if (offline || places.platform === 'darwin') {
    return 'cpu';
  }
  const withDriver =
    (await isExecutable('/usr/bin/nvidia-smi')) || (await executables('nvidia-smi', places)).length > 0;
  return (withUv ? withDriver : places.platform === 'linux') ? 'cuda' : 'cpu';
}
