/** What installs the server: the programs on this machine, the sources of packages, and the commands. */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { reasonOf } from '../words';
import { executables, expandHome, isExecutable, isSince, type SearchPlaces, versionOfWheel } from './candidates';
import { InstallationFailure } from './installationText';
import { buildVariables, type Outcome, run } from './processes';

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

/** The programs that build an environment, and what they install. */
export interface Tools {
  /** uv's program; `undefined` if this machine has none. */
  readonly uv: string | undefined;
  /** `undefined` if uv downloads one. */
  readonly python: Interpreter | undefined;
  readonly wheel: string;
  readonly wheelFolder: string;
  /** Whether uv can be installed from where the packages come from. */
  readonly canFetchUv: boolean;
  /** The person's sources of packages as variables of uv. */
  readonly variables: Readonly<Record<string, string>>;
  readonly origin: TorchOrigin;
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
  const { variables, origin } = await packageSources(wheelFolder, python?.path, places);
  const canFetchUv = !offline || wheels.some((name) => name.startsWith('uv-'));
  const build = await torchBuild(supplies.torch, origin, wheels, places);
  return { uv, python, wheel, wheelFolder, canFetchUv, variables, origin, build };
}

/** Return the server's wheels in a folder, the newest first. */
export async function serverWheels(folder: string): Promise<string[]> {
  const names = folder === '' ? [] : await readdir(folder).catch(() => []);
  const wheels = names.filter((name) => versionOfWheel(name) !== undefined);
  return wheels
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((name) => path.join(folder, name));
}

async function wheelsIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.whl'));
  } catch {
    throw new InstallationFailure('no-wheel-folder', folder);
  }
}

async function findUv(places: SearchPlaces): Promise<string | undefined> {
  for (const uv of await executables('uv', places)) {
    const { output } = await ask([uv, '--version'], places);
    if (isSince(/^uv (\d+\.\d+)/m.exec(output)?.[1] ?? '0', TORCH_BACKEND_SINCE)) {
      return uv;
    }
  }
  return undefined;
}

/** Return the command that creates an empty environment. */
export function creation({ uv, python }: Tools, environment: string): CommandLine {
  if (uv === undefined) {
    return [python?.path ?? '', '-I', '-m', 'venv', environment];
  }
  const selection = python ? ['--python', python.path, '--no-python-downloads'] : ['--python', DOWNLOADED_PYTHON];
  return [uv, 'venv', '--no-project', ...selection, environment];
}

/** Return the commands that install uv into a folder of its own, and where it is then. */
export function uvInstallation(
  tools: Tools,
  folder: string,
  platform: NodeJS.Platform,
): { readonly uv: string; readonly commands: readonly CommandLine[] } {
  const python = pythonOf(folder, platform);
  const uv = path.join(path.dirname(python), platform === 'win32' ? 'uv.exe' : 'uv');
  const venv = creation({ ...tools, uv: undefined }, folder);
  return { uv, commands: [venv, pipInstall(python, tools, '--only-binary', ':all:', UV_REQUIREMENT)] };
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
  places: SearchPlaces,
): Promise<CommandLine[]> {
  const { uv, wheelFolder, build, origin } = tools;
  const isBase = part === 'base';
  const wheel = isBase ? tools.wheel : `${tools.wheel}[encoder]`;
  if (uv !== undefined) {
    const source = wheelFolder === '' ? await torchOption(build, origin, places) : ['--offline'];
    const options = ['--python', interpreter, '--override', leftOut, ...source, ...indexOptions(tools)];
    return [[uv, 'pip', 'install', ...options, wheel]];
  }
  if (!isBase && build === 'cpu' && wheelFolder === '' && places.platform === 'linux') {
    throw new InstallationFailure('no-cpu-build');
  }
  const removal: CommandLine = [interpreter, '-I', '-m', 'pip', 'uninstall', '--yes', ...UNUSED_PACKAGES];
  return [pipInstall(interpreter, tools, wheel), ...(isBase ? [] : [removal])];
}

function pipInstall(python: string, tools: Tools, ...what: string[]): CommandLine {
  const pip = [python, '-I', '-m', 'pip', 'install', '--no-compile', '--progress-bar', 'off'] as const;
  return [...pip, ...indexOptions(tools), ...what];
}

function indexOptions({ wheelFolder }: Tools): string[] {
  return wheelFolder === '' ? [] : ['--no-index', '--find-links', wheelFolder];
}

/** Return an environment's Python. */
export function pythonOf(environment: string, platform: NodeJS.Platform): string {
  return path.join(environment, ...(platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']));
}

/** Milliseconds for a program to answer a question about itself. */
const ANSWER_TIMEOUT = 30_000;

const NO_ANSWER: Outcome = { code: null, output: '', lines: [] };

/** Return what a program prints; one that can't be run has the reason as its only line. */
async function ask(
  [command, ...parameters]: CommandLine,
  { variables }: SearchPlaces,
  offline = true,
): Promise<Outcome> {
  const query = { command, arguments: parameters, variables: buildVariables(variables, tmpdir(), offline) };
  return await run({ ...query, timeout: ANSWER_TIMEOUT }).catch((error: unknown) => ({
    ...NO_ANSWER,
    lines: [reasonOf(error)],
  }));
}

/** pip's settings of package indexes, proxies and certificates, as an institution may need them. */
interface PackageSources {
  /** The same settings as variables of uv, which does not read pip's. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether packages come from an index or a folder of the person's choice in place of the usual index. */
  readonly isOwnIndex: boolean;
}

/** Variables of uv that name an index. With one of them, a person has set up uv, and pip's settings don't matter. */
const UV_INDEXES = ['UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'UV_NO_INDEX'];
const UV_SOURCES = [...UV_INDEXES, 'UV_INDEX', 'UV_EXTRA_INDEX_URL', 'UV_FIND_LINKS', 'UV_CONFIG_FILE'];

/** pip's settings and uv's variables for them. Values of several words are lists. */
const SOURCE_VARIABLES: Readonly<Record<string, (value: string) => Record<string, string>>> = {
  'index-url': (value) => ({ UV_DEFAULT_INDEX: value }),
  'extra-index-url': (value) => ({ UV_INDEX: value, UV_INDEX_STRATEGY: 'unsafe-best-match' }),
  'find-links': (value) => ({ UV_FIND_LINKS: value.split(/\s+/).join(',') }),
  'trusted-host': (value) => ({ UV_INSECURE_HOST: value }),
  timeout: (value) => ({ UV_HTTP_TIMEOUT: value }),
  'default-timeout': (value) => ({ UV_HTTP_TIMEOUT: value }),
  cert: (value) => ({ SSL_CERT_FILE: value }),
  proxy: (value) => ({ HTTPS_PROXY: value, HTTP_PROXY: value }),
};

/** Sections of pip's settings, those that win last. */
const SECTIONS = ['global', 'install', ':env:'];

/** Return what a Python's pip and the environment say about sources of packages, unless those are in a folder. */
async function packageSources(
  wheelFolder: string,
  python: string | undefined,
  places: SearchPlaces,
): Promise<Pick<Tools, 'variables' | 'origin'>> {
  const originOf = (isOwnIndex: boolean): TorchOrigin => (isOwnIndex ? 'own-index' : 'usual');
  if (wheelFolder !== '') {
    return { variables: {}, origin: 'folder' };
  }
  const { variables } = places;
  if (UV_SOURCES.some((name) => variables[name]) || uvFiles(places).some((file) => existsSync(file))) {
    return { variables: {}, origin: originOf(UV_INDEXES.some((name) => variables[name])) };
  }
  const { code, output } =
    python === undefined ? NO_ANSWER : await ask([python, '-I', '-m', 'pip', 'config', 'list'], places, false);
  const sources = sourcesIn(code === 0 ? output : '');
  return { variables: sources.variables, origin: originOf(sources.isOwnIndex) };
}

/** Return the sources in the output of `pip config list`: `global.index-url='https://…'`. */
export function sourcesIn(output: string): PackageSources {
  const lines = [...output.matchAll(/^(global|install|:env:)\.([\w-]+)=(['"])(.*)\3\s*$/gm)];
  const settings = SECTIONS.flatMap((section) => lines.filter((line) => line[1] === section));
  const variables: Record<string, string> = {};
  for (const [, , name = '', , value = ''] of settings) {
    Object.assign(variables, SOURCE_VARIABLES[name]?.(value.replaceAll(/\\n/g, ' ').trim()) ?? {});
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

/** A Python that can create an environment. */
interface Interpreter {
  /** The interpreter itself, not a link or a launcher on PATH. */
  readonly path: string;
  /** `3.11.7`. */
  readonly version: string;
}

interface PythonSearch {
  /** The Python to use; empty to search PATH. */
  readonly setting: string;
  /** Minor versions of Python 3 that the wheels need; empty if any is suitable. */
  readonly minors: readonly number[];
}

/** The oldest minor version of Python 3 that the server runs on. */
const OLDEST_MINOR = 11;

/** Names on PATH, first those of versions that most packages have wheels for. */
const PYTHON_NAMES = ['python3.13', 'python3.12', 'python3.11', 'python3', 'python'];

/** Prints a Python's version, implementation, bits and program. */
const DESCRIPTION_CODE =
  'import sys, struct; print(*sys.version_info[:3], sys.implementation.name, struct.calcsize("P") * 8, sys.executable, sep="|")';

/** Return the first suitable Python, and those that were rejected before it, each with the reason. */
export async function findPython(
  { setting, minors }: PythonSearch,
  places: SearchPlaces,
): Promise<{
  readonly python: Interpreter | undefined;
  readonly rejected: readonly { readonly path: string; readonly reason: string }[];
}> {
  const rejected = [];
  for (const command of await pythonCommands(setting, places)) {
    const python = await interpreterOf(command, minors, places);
    if (typeof python !== 'string') {
      return { python, rejected };
    }
    rejected.push({ path: command.join(' '), reason: python });
  }
  return { python: undefined, rejected };
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
async function pythonCommands(setting: string, places: SearchPlaces): Promise<CommandLine[]> {
  if (setting) {
    const path = expandHome(setting, places.home);
    return /[/\\]/.test(path) ? [[path]] : (await executables(path, places)).map((file) => [file]);
  }
  const named = await Promise.all(PYTHON_NAMES.map((name) => executables(name, places)));
  const launchers = places.platform === 'win32' ? await executables('py', places) : [];
  const isOfMac = (file: string): boolean => places.platform === 'darwin' && file.startsWith('/usr/bin/');
  const files = named.flat().filter((file) => !isOfMac(file));
  return [...files.map((file): CommandLine => [file]), ...launchers.map((file): CommandLine => [file, '-3'])];
}

/** Return the Python that a command starts, or why it is not suitable. */
async function interpreterOf(
  command: CommandLine,
  minors: readonly number[],
  places: SearchPlaces,
): Promise<Interpreter | string> {
  const { code, output, lines } = await ask([...command, '-I', '-c', DESCRIPTION_CODE], places);
  const [major, minor, micro, implementation, bits, file] = output.trim().split('|');
  if (code !== 0 || !file) {
    return lines.find((line) => line.trim() !== '') ?? `exit status ${String(code)}`;
  }
  const version = [major, minor, micro].join('.');
  if (major !== '3' || Number(minor) < OLDEST_MINOR) {
    return `version ${version}; 3.${OLDEST_MINOR} or newer is needed`;
  }
  if (implementation !== 'cpython' || bits !== '64') {
    return `${String(implementation)} with ${String(bits)} bits; CPython with 64 bits is needed`;
  }
  return minors.length === 0 || minors.includes(Number(minor))
    ? { path: file, version }
    : `version ${version}; the folder's wheels are for 3.${minors.join(', 3.')}`;
}

/** The setting `markscheme.server.torch`. */
export type TorchChoice = 'auto' | 'cpu' | 'cuda';

/** A build of PyTorch: for the processor, for NVIDIA's GPUs, or the one that the person's package index has. */
export type TorchBuild = 'cpu' | 'cuda' | 'index';

/** Bytes of an installation, measured with Python 3.11 on Linux. A test compares them with a new installation. */
export interface InstallationSize {
  /** Bytes from the network. */
  readonly download: number;
  /** Bytes on the disk after the first marks. */
  readonly disk: number;
  /** Bytes that must be free while installing: the disk's, with downloads and the installer. */
  readonly needed: number;
}

/** Of what marks alone, and of all with the encoder, by PyTorch's build. */
export const SIZES = {
  base: { download: 0.14e9, disk: 0.5e9, needed: 0.9e9 },
  cpu: { download: 0.52e9, disk: 1.5e9, needed: 2.5e9 },
  cuda: { download: 3.3e9, disk: 6.4e9, needed: 8e9 },
} as const satisfies Record<string, InstallationSize>;

/** Return the size of an installation with a build of PyTorch; an index may have either. */
export function sizeOf(part: Part, build: TorchBuild): InstallationSize {
  return part === 'base' ? SIZES.base : SIZES[build === 'cuda' ? 'cuda' : 'cpu'];
}

/** Return what the encoder adds to the base. */
export function encoderSize(build: TorchBuild): InstallationSize {
  const { download, disk, needed } = sizeOf('encoder', build);
  const { base } = SIZES;
  return { download: download - base.download, disk: disk - base.disk, needed: needed - base.disk };
}

/** Where PyTorch comes from: a folder, the person's package index, or the usual one. */
type TorchOrigin = 'folder' | 'own-index' | 'usual';

/** Return the build of PyTorch that a choice leads to on this machine. */
export async function torchBuild(
  choice: TorchChoice,
  origin: TorchOrigin,
  wheels: readonly string[],
  places: SearchPlaces,
): Promise<TorchBuild> {
  if (origin === 'folder') {
    return wheels.some((wheel) => wheel.startsWith('nvidia_')) ? 'cuda' : 'cpu';
  }
  if (places.platform === 'darwin') {
    return 'cpu';
  }
  if (choice !== 'auto') {
    return choice;
  }
  if (origin === 'own-index' && places.platform === 'linux') {
    return 'index';
  }
  return (await hasNvidiaDriver(places)) ? 'cuda' : 'cpu';
}

/**
 * Return uv's option that chooses PyTorch's build, as `--torch-backend cpu`; empty where the index has the right one.
 *
 * The usual index has CUDA's build for Linux, and the processor's for Windows and macOS. A person's own option for uv is
 * kept, and so is the folder's or the own index's build.
 */
export async function torchOption(build: TorchBuild, origin: TorchOrigin, places: SearchPlaces): Promise<string[]> {
  const { platform, variables } = places;
  if (origin === 'folder' || build === 'index' || platform === 'darwin' || variables.UV_TORCH_BACKEND) {
    return [];
  }
  const isNamed = build === 'cuda' ? await hasNvidiaDriver(places) : platform === 'linux';
  return isNamed ? ['--torch-backend', build === 'cuda' ? 'auto' : 'cpu'] : [];
}

async function hasNvidiaDriver(places: SearchPlaces): Promise<boolean> {
  return (await isExecutable('/usr/bin/nvidia-smi')) || (await executables('nvidia-smi', places)).length > 0;
}
