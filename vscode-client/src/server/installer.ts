import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { reasonOf } from '../words';
import { executables, expandHome, isExecutable, type SearchPlaces, versionOfWheel } from './candidates';
import { InstallationFailure } from './installationText';
import { buildVariables, run } from './processes';

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

/** pip's settings of package indexes, proxies and certificates, as an institution may need them. */
interface PackageSources {
  /** The same settings as variables of uv, which does not read pip's. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether packages come from an index or a folder of the person's choice in place of the usual index. */
  readonly isOwnIndex: boolean;
}

const NO_SOURCES: PackageSources = { variables: {}, isOwnIndex: false };

/** Variables of uv that name an index. With one of them, a person has set up uv, and pip's settings don't matter. */
const UV_INDEXES = ['UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'UV_NO_INDEX'];
const UV_SOURCES = [...UV_INDEXES, 'UV_INDEX', 'UV_EXTRA_INDEX_URL', 'UV_FIND_LINKS', 'UV_CONFIG_FILE'];

/** pip's settings and uv's variables for them. Values of several words are lists. */
const SOURCE_VARIABLES: Readonly<Record<string, (value: string) => Record<string, string>>> = {
  'index-url': (value) => ({ UV_DEFAULT_INDEX: value }),
  'extra-index-url': (value) => ({ UV_INDEX: value, UV_INDEX_STRATEGY: 'unsafe-best-match' }),
  'find-links': (value) => ({ UV_FIND_LINKS: words(value).join(',') }),
  'trusted-host': (value) => ({ UV_INSECURE_HOST: value }),
  timeout: (value) => ({ UV_HTTP_TIMEOUT: value }),
  'default-timeout': (value) => ({ UV_HTTP_TIMEOUT: value }),
  cert: (value) => ({ SSL_CERT_FILE: value }),
  proxy: (value) => ({ HTTPS_PROXY: value, HTTP_PROXY: value }),
};

/** Sections of pip's settings, those that win last. */
const SECTIONS = ['global', 'install', ':env:'];

/** Return what a Python's pip and the environment say about sources of packages. */
async function packageSources(python: string | undefined, places: SearchPlaces): Promise<PackageSources> {
  const { variables } = places;
  if (UV_SOURCES.some((name) => variables[name]) || uvFiles(places).some((file) => existsSync(file))) {
    return { variables: {}, isOwnIndex: UV_INDEXES.some((name) => variables[name]) };
  }
  if (python === undefined) {
    return NO_SOURCES;
  }
  const query = { command: python, arguments: ['-I', '-m', 'pip', 'config', 'list'] };
  const environment = buildVariables(variables, tmpdir(), false);
  const outcome = await run({ ...query, variables: environment, folder: tmpdir(), timeout: 30_000 }).catch(
    () => undefined,
  );
  return outcome?.code === 0 ? sourcesIn(outcome.output) : NO_SOURCES;
}

/** Return the sources in the output of `pip config list`: `global.index-url='https://…'`. */
export function sourcesIn(output: string): PackageSources {
  const settings = SECTIONS.flatMap((section) =>
    output
      .split(/\r?\n/)
      .filter((line) => line.startsWith(`${section}.`))
      .map((line) => /^([\w-]+)=(['"])(.*)\2$/.exec(line.trim().slice(section.length + 1)))
      .filter((match) => match !== null),
  );
  const variables: Record<string, string> = {};
  for (const [, name = '', , value = ''] of settings) {
    Object.assign(variables, SOURCE_VARIABLES[name]?.(value.replaceAll(/\\n/g, ' ').trim()) ?? {});
  }
  const isOwnIndex = settings.some(([, name = '']) => name === 'index-url' || name === 'no-index');
  return { variables, isOwnIndex };
}

/** Return where uv's configuration of the person and of the machine may be. */
function uvFiles({ variables, home, platform }: SearchPlaces): string[] {
  const folders =
    platform === 'win32'
      ? [variables.APPDATA, variables.PROGRAMDATA]
      : [variables.XDG_CONFIG_HOME ?? path.join(home, '.config'), '/etc'];
  return folders.filter((folder) => folder !== undefined).map((folder) => path.join(folder, 'uv', 'uv.toml'));
}

function words(value: string): string[] {
  return value.split(/\s+/).filter((word) => word !== '');
}

/** A Python that can create an environment. */
interface Interpreter {
  /** The interpreter itself, not a link or a launcher on PATH. */
  readonly path: string;
  /** `3.11.7`. */
  readonly version: string;
}

/** A Python that is not suitable, with the reason. */
interface RejectedPython {
  readonly path: string;
  readonly reason: string;
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
  const named = await Promise.all(PYTHON_NAMES.map((name) => executables(name, places)));
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
  const [{ base }, whole] = [SIZES, sizeOf('encoder', build)];
  return {
    download: whole.download - base.download,
    disk: whole.disk - base.disk,
    needed: whole.needed - base.disk,
  };
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
  if (choice !== 'auto' || places.platform === 'darwin') {
    return choice === 'cuda' && places.platform !== 'darwin' ? 'cuda' : 'cpu';
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
  if (build === 'cuda') {
    return (await hasNvidiaDriver(places)) ? ['--torch-backend', 'auto'] : [];
  }
  return platform === 'linux' ? ['--torch-backend', 'cpu'] : [];
}

async function hasNvidiaDriver(places: SearchPlaces): Promise<boolean> {
  return (await isExecutable('/usr/bin/nvidia-smi')) || (await executables('nvidia-smi', places)).length > 0;
}
