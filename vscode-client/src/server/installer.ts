/** What installs the server: the programs on this machine, the sources of packages, and the commands. */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { reasonOf } from '../words';
import { InstallationFailure, type Part, type TorchBuild } from './installationText';
import {
  buildVariables,
  executables,
  expandHome,
  isExecutable,
  isSince,
  type Outcome,
  run,
  type SearchPlaces,
  versionOfWheel,
} from './programs';

/** What a private environment is built from. */
export interface Supplies {
  /** The folder with the server's wheel, which the extension contains. */
  readonly wheels: string;
  /** A folder with all other wheels; empty to download them. */
  readonly wheelFolder: string;
  /** The Python to use; empty for the first suitable one. */
  readonly python: string;
  readonly torch: TorchChoice;
}

/** Supplies, and where programs are searched for. */
export type Surroundings = Supplies & SearchPlaces;

/** The programs that build an environment, and what they install. */
export interface Tools {
  readonly at: Surroundings;
  /** uv's program; `undefined` if this machine has none. */
  readonly uv: string | undefined;
  /** `undefined` if uv downloads one. */
  readonly python: string | undefined;
  readonly wheel: string;
  /** Whether uv can be installed from where the packages come from. */
  readonly canFetchUv: boolean;
  /** The person's sources of packages as variables of uv. */
  readonly variables: Readonly<Record<string, string>>;
  readonly build: TorchBuild;
}

export type CommandLine = readonly [string, ...string[]];

/** The Python that uv downloads if there is none. */
const DOWNLOADED_PYTHON = '3.13';

/** The versions of uv that can choose PyTorch's build. */
const UV_REQUIREMENT = 'uv>=0.8,<1';

/** The first version of uv with the option `--torch-backend`. */
const TORCH_BACKEND_SINCE = '0.7';

/**
 * Packages that the server does not use. uv leaves them out, pip removes them again.
 *
 * The encoder's package needs sentence-transformers, and that the others; the server reads the package's files only.
 */
export const UNUSED_PACKAGES = ['sentence-transformers', 'scikit-learn', 'joblib', 'narwhals'];

/** Text of a file with which uv leaves out the unused packages: it requires them for no Python. */
export const LEFT_OUT = UNUSED_PACKAGES.map((name) => `${name}; python_version < "3"\n`).join('');

/** Return the programs to build with. Throw an {@link InstallationFailure} if one is missing. */
export async function findTools(at: Surroundings): Promise<Tools> {
  const { wheelFolder } = at;
  const offline = wheelFolder !== '';
  const names = offline ? await readdir(wheelFolder).catch(() => undefined) : [];
  if (!names) {
    throw new InstallationFailure('no-wheel-folder', wheelFolder);
  }
  const wheels = names.filter((name) => name.endsWith('.whl'));
  const [wheel] = [...(await serverWheels(at.wheels)), ...(await serverWheels(wheelFolder))];
  if (wheel === undefined) {
    throw new InstallationFailure('no-wheel');
  }
  const { python, rejected } = await findPython(at, minorsOf(wheels));
  const uv = await findUv(at);
  if (python === undefined && (offline || at.python || !uv)) {
    throw new InstallationFailure('no-python', rejected.join('; '));
  }
  const { variables, isOwnIndex } = await packageSources(at, python);
  const canFetchUv = !offline || wheels.some((name) => name.startsWith('uv-'));
  return { at, uv, python, wheel, canFetchUv, variables, build: await torchBuild(at, isOwnIndex, wheels) };
}

/** Return the server's wheels in a folder, the newest first. */
export async function serverWheels(folder: string): Promise<string[]> {
  const names = folder === '' ? [] : await readdir(folder).catch(() => []);
  return names
    .filter((name) => versionOfWheel(name) !== undefined)
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((name) => path.join(folder, name));
}

async function findUv(at: SearchPlaces): Promise<string | undefined> {
  for (const uv of await executables('uv', at)) {
    const { output } = await ask([uv, '--version'], at);
    if (isSince(/^uv (\d+\.\d+)/m.exec(output)?.[1] ?? '0', TORCH_BACKEND_SINCE)) {
      return uv;
    }
  }
  return undefined;
}

/** Return the command that creates an empty environment. */
export function creation({ uv, python }: Tools, environment: string): CommandLine {
  if (uv === undefined) {
    return [python ?? '', '-I', '-m', 'venv', environment];
  }
  const selection = python ? ['--python', python, '--no-python-downloads'] : ['--python', DOWNLOADED_PYTHON];
  return [uv, 'venv', '--no-project', ...selection, environment];
}

/** Return the commands that install uv into a folder of its own. */
export function uvInstallation(tools: Tools, folder: string): readonly CommandLine[] {
  const python = programOf(folder, 'python', tools.at.platform);
  const venv = creation({ ...tools, uv: undefined }, folder);
  return [venv, pipInstall(python, tools, '--only-binary', ':all:', UV_REQUIREMENT)];
}

/**
 * Return the commands that install the server, or add the encoder to it.
 *
 * They name the wheel's path, since an index may have another package of this name. `leftOut` is a file with
 * {@link LEFT_OUT}. pip would install a larger build of PyTorch than the one chosen: only uv can choose it on Linux.
 */
export async function installation(
  tools: Tools,
  part: Part,
  interpreter: string,
  leftOut: string,
): Promise<CommandLine[]> {
  const { uv, build, at } = tools;
  const isBase = part === 'base';
  const wheel = isBase ? tools.wheel : `${tools.wheel}[encoder]`;
  if (uv !== undefined) {
    const source = at.wheelFolder === '' ? await torchOption(build, at) : ['--offline'];
    const options = ['--python', interpreter, '--override', leftOut, ...source, ...indexOptions(tools)];
    return [[uv, 'pip', 'install', ...options, wheel]];
  }
  if (!isBase && build === 'cpu' && at.wheelFolder === '' && at.platform === 'linux') {
    throw new InstallationFailure('no-cpu-build');
  }
  const removal: CommandLine = [interpreter, '-I', '-m', 'pip', 'uninstall', '--yes', ...UNUSED_PACKAGES];
  return [pipInstall(interpreter, tools, wheel), ...(isBase ? [] : [removal])];
}

function pipInstall(python: string, tools: Tools, ...what: string[]): CommandLine {
  const pip = [python, '-I', '-m', 'pip', 'install', '--no-compile', '--progress-bar', 'off'] as const;
  return [...pip, ...indexOptions(tools), ...what];
}

function indexOptions({ at: { wheelFolder } }: Tools): string[] {
  return wheelFolder === '' ? [] : ['--no-index', '--find-links', wheelFolder];
}

export function programOf(environment: string, name: 'python' | 'uv', platform: NodeJS.Platform): string {
  return path.join(environment, ...(platform === 'win32' ? ['Scripts', `${name}.exe`] : ['bin', name]));
}

/** Milliseconds for a program to answer a question about itself. */
const ANSWER_TIMEOUT = 30_000;

/** Return what a program prints; one that can't be run has the reason as its only line. */
async function ask([command, ...parameters]: CommandLine, at: SearchPlaces, offline = true): Promise<Outcome> {
  const query = { command, arguments: parameters, variables: buildVariables(at.variables, tmpdir(), offline) };
  const noAnswer = (error: unknown): Outcome => ({ code: null, output: '', lines: [reasonOf(error)] });
  return await run({ ...query, timeout: ANSWER_TIMEOUT }).catch(noAnswer);
}

/** pip's settings of package indexes, proxies and certificates, as an institution may need them. */
interface PackageSources {
  /** The same settings as variables of uv, which does not read pip's. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether packages come from an index of the person's choice in place of the usual index. */
  readonly isOwnIndex: boolean;
}

/** Variables of uv that name an index. With one of them, a person has set up uv, and pip's settings don't matter. */
const UV_INDEXES = ['UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'UV_NO_INDEX'];
const UV_SOURCES = [...UV_INDEXES, 'UV_INDEX', 'UV_EXTRA_INDEX_URL', 'UV_FIND_LINKS', 'UV_CONFIG_FILE'];

/** pip's settings and uv's variables for them. Values of several words are lists. */
const SOURCE_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'index-url': ['UV_DEFAULT_INDEX'],
  'extra-index-url': ['UV_INDEX'],
  'find-links': ['UV_FIND_LINKS'],
  'trusted-host': ['UV_INSECURE_HOST'],
  timeout: ['UV_HTTP_TIMEOUT'],
  'default-timeout': ['UV_HTTP_TIMEOUT'],
  cert: ['SSL_CERT_FILE'],
  proxy: ['HTTPS_PROXY', 'HTTP_PROXY'],
};

/** Return what a Python's pip and the environment say about sources of packages, unless those are in a folder. */
async function packageSources(at: Surroundings, python: string | undefined): Promise<PackageSources> {
  const isUvSetUp = UV_SOURCES.some((name) => at.variables[name]) || uvFiles(at).some((file) => existsSync(file));
  if (at.wheelFolder !== '' || isUvSetUp || python === undefined) {
    return { variables: {}, isOwnIndex: UV_INDEXES.some((name) => at.variables[name]) };
  }
  const { code, output } = await ask([python, '-I', '-m', 'pip', 'config', 'list'], at, false);
  return sourcesIn(code === 0 ? output : '');
}

/** Return the sources in the output of `pip config list`: `global.index-url='https://…'`. */
export function sourcesIn(output: string): PackageSources {
  const lines = [...output.matchAll(/^(global|install|:env:)\.([\w-]+)=(['"])(.*)\3\s*$/gm)];
  // The sections that win come last.
  const settings = ['global', 'install', ':env:'].flatMap((section) => lines.filter((line) => line[1] === section));
  const variables: Record<string, string> = {};
  for (const [, , name = '', , text = ''] of settings) {
    const value = text.replaceAll(/\\n/g, ' ').trim();
    for (const variable of SOURCE_VARIABLES[name] ?? []) {
      variables[variable] = variable === 'UV_FIND_LINKS' ? value.split(/\s+/).join(',') : value;
    }
  }
  if (variables.UV_INDEX) {
    variables.UV_INDEX_STRATEGY = 'unsafe-best-match';
  }
  return { variables, isOwnIndex: settings.some(([, , name]) => name === 'index-url' || name === 'no-index') };
}

/** Return where uv's configuration of the person and of the machine may be. */
function uvFiles({ variables, home, platform }: SearchPlaces): string[] {
  const folders =
    platform === 'win32'
      ? [variables.APPDATA, variables.PROGRAMDATA]
      : [variables.XDG_CONFIG_HOME ?? path.join(home, '.config'), '/etc'];
  return folders.filter((folder) => folder !== undefined).map((folder) => path.join(folder, 'uv', 'uv.toml'));
}

/** The oldest minor version of Python 3 that the server runs on. */
const OLDEST_MINOR = 11;

/** Names on PATH, first those of versions that most packages have wheels for. */
const PYTHON_NAMES = ['python3.13', 'python3.12', 'python3.11', 'python3', 'python'];

/** Prints a Python's version, implementation, bits, and the interpreter itself, not a link or a launcher on PATH. */
const DESCRIPTION_CODE =
  'import sys, struct; print(*sys.version_info[:3], sys.implementation.name, struct.calcsize("P") * 8, sys.executable, sep="|")';

/**
 * Return the first suitable Python, and why each of those before it is not.
 *
 * `minors` are the minor versions of Python 3 that the wheels need; empty if any is suitable.
 */
export async function findPython(
  at: SearchPlaces & Pick<Supplies, 'python'>,
  minors: readonly number[],
): Promise<{ readonly python?: string; readonly rejected: readonly string[] }> {
  const rejected = [];
  for (const command of await pythonCommands(at)) {
    const { code, output, lines } = await ask([...command, '-I', '-c', DESCRIPTION_CODE], at);
    const description = output.trim().split('|');
    const python = code === 0 ? description[5] : undefined;
    const reason = python
      ? unsuitability(description, minors)
      : (lines.find((line) => line.trim() !== '') ?? `exit status ${String(code)}`);
    if (python && reason === undefined) {
      return { python, rejected };
    }
    rejected.push(`${command.join(' ')} (${reason})`);
  }
  return { rejected };
}

/** Return the minor versions of Python 3 that a folder's compiled wheels are for. */
export function minorsOf(wheels: readonly string[]): number[] {
  const minors = wheels.flatMap((wheel) => [...wheel.matchAll(/-cp3(\d+)-cp3\1t?-/g)].map((match) => Number(match[1])));
  return [...new Set(minors)];
}

/**
 * Return the commands that may start a Python.
 *
 * macOS's own programs are left out: they are too old, or only open a window that offers to install Python.
 */
async function pythonCommands(at: SearchPlaces & Pick<Supplies, 'python'>): Promise<CommandLine[]> {
  if (at.python) {
    const file = expandHome(at.python, at.home);
    return (/[/\\]/.test(file) ? [file] : await executables(file, at)).map((each) => [each]);
  }
  const named = await Promise.all(PYTHON_NAMES.map((name) => executables(name, at)));
  const launchers = at.platform === 'win32' ? await executables('py', at) : [];
  const files = named.flat().filter((file) => !(at.platform === 'darwin' && file.startsWith('/usr/bin/')));
  return [...files.map((file): CommandLine => [file]), ...launchers.map((file): CommandLine => [file, '-3'])];
}

/** Return why a Python is not suitable; `undefined` if it is. */
function unsuitability(description: readonly string[], minors: readonly number[]): string | undefined {
  const [major, minor, , implementation, bits] = description;
  const version = description.slice(0, 3).join('.');
  if (major !== '3' || Number(minor) < OLDEST_MINOR) {
    return `version ${version}; 3.${OLDEST_MINOR} or newer is needed`;
  }
  if (implementation !== 'cpython' || bits !== '64') {
    return `${String(implementation)} with ${String(bits)} bits; CPython with 64 bits is needed`;
  }
  const fits = minors.length === 0 || minors.includes(Number(minor));
  return fits ? undefined : `version ${version}; the folder's wheels are for 3.${minors.join(', 3.')}`;
}

/** The setting `markscheme.server.torch`. */
export type TorchChoice = 'auto' | 'cpu' | 'cuda';

/** Return the build of PyTorch that a choice leads to on this machine. */
export async function torchBuild(
  at: Surroundings,
  isOwnIndex: boolean,
  wheels: readonly string[],
): Promise<TorchBuild> {
  if (at.wheelFolder !== '') {
    return wheels.some((wheel) => wheel.startsWith('nvidia_')) ? 'cuda' : 'cpu';
  }
  if (at.platform === 'darwin') {
    return 'cpu';
  }
  if (at.torch !== 'auto') {
    return at.torch;
  }
  if (isOwnIndex && at.platform === 'linux') {
    return 'index';
  }
  return (await hasNvidiaDriver(at)) ? 'cuda' : 'cpu';
}

/**
 * Return uv's option that chooses PyTorch's build, as `--torch-backend cpu`; empty where the index has the right one.
 *
 * The usual index has CUDA's build for Linux, and the processor's for Windows and macOS. A person's own option for uv is
 * kept, and so is their own index's build.
 */
export async function torchOption(build: TorchBuild, at: SearchPlaces): Promise<string[]> {
  if (build === 'index' || at.platform === 'darwin' || at.variables.UV_TORCH_BACKEND) {
    return [];
  }
  const isNamed = build === 'cuda' ? await hasNvidiaDriver(at) : at.platform === 'linux';
  return isNamed ? ['--torch-backend', build === 'cuda' ? 'auto' : 'cpu'] : [];
}

async function hasNvidiaDriver(at: SearchPlaces): Promise<boolean> {
  return (await isExecutable('/usr/bin/nvidia-smi')) || (await executables('nvidia-smi', at)).length > 0;
}
