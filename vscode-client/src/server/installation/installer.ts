import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { buildVariables } from '../processes/childEnvironment';
import { InstallationFailure } from './installationFailure';
import { packageSources, type PackageSources } from './packageSources';
import { run } from '../processes/processTree';
import { findPython, minorsOf, type Interpreter } from './pythons';
import { torchBuild, torchOption, type TorchBuild, type TorchChoice, type TorchOrigin } from './torchBuild';
import { executables, type SearchPlaces } from '../search/searchPath';
import { versionOfWheel } from '../search/version';

/** What a private environment is built from. */
export interface Supplies {
  /** The folder with the server's wheel, which the extension contains. */
  readonly wheels: string;
  /** A folder with all other wheels; empty to download them. */
  readonly wheelFolder: string;
  /** The Python to use; empty for the first suitable one. */
  readonly python: string;
  /** The build of PyTorch to use. */
  readonly torch: TorchChoice;
}

/** The programs that build an environment, and what they install. */
export interface Tools {
  /** uv's program; `undefined` if this machine has none. */
  readonly uv: string | undefined;
  /** `undefined` if uv downloads one. */
  readonly python: Interpreter | undefined;
  readonly wheel: string;
  /** A folder with all other wheels; empty to download them. */
  readonly wheelFolder: string;
  /** Whether uv can be installed from where the packages come from. */
  readonly canFetchUv: boolean;
  readonly sources: PackageSources;
  readonly build: TorchBuild;
}

/** What is installed: what marks, or with it what credit and estimates need beside it, PyTorch above all. */
export type Part = 'base' | 'encoder';

/** A program and its arguments. */
export type CommandLine = readonly [string, ...string[]];

/** The Python that uv downloads if there is none. */
const DOWNLOADED_PYTHON = '3.13';

/** The versions of uv that can choose PyTorch's build. */
const UV_REQUIREMENT = 'uv>=0.8,<1';

/** The first version of uv with the option `--torch-backend`. */
const TORCH_BACKEND_SINCE = [0, 7] as const;

/**
 * Packages that the server does not use. uv leaves them out, pip removes them again.
 *
 * The encoder's package needs sentence-transformers, and that the others; the server reads the package's files only.
 */
export const UNUSED_PACKAGES = ['sentence-transformers', 'scikit-learn', 'joblib', 'narwhals'];

/** Text of a file with which uv leaves out the unused packages: it requires them for no Python. */
export const LEFT_OUT = UNUSED_PACKAGES.map((name) => `${name}; python_version < "3"\n`).join('');

/** Return the programs to build with. Throw an {@link InstallationFailure} if one is missing. */
export async function findTools(supplies: Supplies, places: SearchPlaces): Promise<Tools> {
  const { wheelFolder } = supplies;
  const offline = wheelFolder !== '';
  const wheels = offline ? await wheelsIn(wheelFolder) : [];
  const [wheel] = [...(await serverWheels(supplies.wheels)), ...(await serverWheels(wheelFolder))];
  if (wheel === undefined) {
    throw new InstallationFailure('no-wheel');
  }
  const { python, rejected } = await findPython({ setting: supplies.python, minors: minorsOf(wheels) }, places);
  const uv = await findUv(places);
  if (!python && (offline || supplies.python || !uv)) {
    throw new InstallationFailure('no-python', rejected.map(({ path, reason }) => `${path} (${reason})`).join('; '));
  }
  const sources = offline ? { variables: {}, isOwnIndex: false } : await packageSources(python?.path, places);
  const canFetchUv = !offline || wheels.some((name) => name.startsWith('uv-'));
  const build = await torchBuild(supplies.torch, torchOrigin(wheelFolder, sources), wheels, places);
  return { uv, python, wheel, wheelFolder, canFetchUv, sources, build };
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

/** Return the commands that install uv into a folder of its own, where {@link uvIn} then finds it. */
export function uvInstallation(
  { python, wheelFolder }: Tools,
  folder: string,
  platform: NodeJS.Platform,
): CommandLine[] {
  const pip = [pythonOf(folder, platform), '-I', '-m', 'pip', 'install', '--only-binary', ':all:'] as const;
  return [
    [python?.path ?? '', '-I', '-m', 'venv', folder],
    [...pip, '--no-compile', '--progress-bar', 'off', ...indexOptions(wheelFolder), UV_REQUIREMENT],
  ];
}

/** Return uv's program in the folder that {@link uvInstallation} fills. */
export function uvIn(folder: string, platform: NodeJS.Platform): string {
  return path.join(path.dirname(pythonOf(folder, platform)), platform === 'win32' ? 'uv.exe' : 'uv');
}

/**
 * Return the command that installs the server, or adds the encoder to it.
 *
 * It names the wheel's path, since an index may have another package of this name. `leftOut` is a file with
 * {@link LEFT_OUT}.
 */
export async function installation(
  tools: Tools,
  part: Part,
  interpreter: string,
  leftOut: string,
  places: SearchPlaces,
): Promise<CommandLine> {
  const { uv, wheelFolder } = tools;
  const wheel = part === 'encoder' ? `${tools.wheel}[encoder]` : tools.wheel;
  if (uv === undefined) {
    const pip = [interpreter, '-I', '-m', 'pip', 'install', '--no-compile', '--progress-bar', 'off'] as const;
    return [...pip, ...indexOptions(wheelFolder), wheel];
  }
  const origin = torchOrigin(wheelFolder, tools.sources);
  const source =
    wheelFolder === '' ? await torchOption(tools.build, origin, places) : ['--offline', ...indexOptions(wheelFolder)];
  return [uv, 'pip', 'install', '--python', interpreter, '--override', leftOut, ...source, wheel];
}

/** Return the command that removes what pip has installed in vain. */
export function removal(interpreter: string): CommandLine {
  return [interpreter, '-I', '-m', 'pip', 'uninstall', '--yes', ...UNUSED_PACKAGES];
}

/** Whether pip would install a larger build of PyTorch than the one chosen: only uv can choose it on Linux. */
export function needsUv({ uv, build, wheelFolder }: Tools, platform: NodeJS.Platform): boolean {
  return uv === undefined && build === 'cpu' && wheelFolder === '' && platform === 'linux';
}

/** Return an environment's Python. */
export function pythonOf(environment: string, platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? path.join(environment, 'Scripts', 'python.exe')
    : path.join(environment, 'bin', 'python');
}

function torchOrigin(wheelFolder: string, { isOwnIndex }: PackageSources): TorchOrigin {
  return wheelFolder !== '' ? 'folder' : isOwnIndex ? 'own-index' : 'usual';
}

function indexOptions(wheelFolder: string): string[] {
  return wheelFolder === '' ? [] : ['--no-index', '--find-links', wheelFolder];
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
    if (isNewEnough(await uvVersion(file, places))) {
      return file;
    }
  }
  return undefined;
}

function isNewEnough(version: readonly [number, number] | undefined): boolean {
  const [major, minor] = version ?? [0, 0];
  const [sinceMajor, sinceMinor] = TORCH_BACKEND_SINCE;
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
}

async function uvVersion(uv: string, { variables }: SearchPlaces): Promise<readonly [number, number] | undefined> {
  const query = { command: uv, arguments: ['--version'], variables: buildVariables(variables, tmpdir(), true) };
  const outcome = await run({ ...query, folder: tmpdir(), timeout: 20_000 }).catch(() => undefined);
  const match = /^uv (\d+)\.(\d+)/m.exec(outcome?.output ?? '');
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}
