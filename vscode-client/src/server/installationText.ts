/** How large an installation is, how far, and why it fails: read from the output of pip and uv, and told in words. */

import * as l10n from '@vscode/l10n';

import { fillTemplate, reasonOf } from '../words';

/** What is installed: what marks, or with it what credit and estimates need beside it, PyTorch above all. */
export type Part = 'base' | 'encoder';

/** A build of PyTorch: for the processor, for NVIDIA's GPUs, or the one that the person's package index has. */
export type TorchBuild = 'cpu' | 'cuda' | 'index';

/** Bytes of an installation, measured with Python 3.11 on Linux. A test compares them with a new installation. */
interface InstallationSize {
  readonly download: number;
  /** Bytes on the disk after the first marks. */
  readonly disk: number;
  /** Bytes that must be free while installing: the disk's, with downloads and the installer. */
  readonly needed: number;
}

/** Of what marks alone, and of all with the encoder, by PyTorch's build. */
const SIZES = {
  base: { download: 0.14e9, disk: 0.5e9, needed: 0.9e9 },
  cpu: { download: 0.52e9, disk: 1.5e9, needed: 2.5e9 },
  cuda: { download: 3.3e9, disk: 6.4e9, needed: 8e9 },
} as const satisfies Record<string, InstallationSize>;

/** Return the size of an installation, or of the encoder's addition to one. An index may have either build. */
export function sizeOf(part: Part | 'addition', build: TorchBuild): InstallationSize {
  const { base } = SIZES;
  const whole = part === 'base' ? base : SIZES[build === 'cuda' ? 'cuda' : 'cpu'];
  const { download, disk, needed } = whole;
  return part === 'addition'
    ? { download: download - base.download, disk: disk - base.disk, needed: needed - base.disk }
    : whole;
}

export function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Return bytes as megabytes, or as gigabytes from one on: `430 MB`, `1.4 GB`. */
export function sizeInWords(bytes: number): string {
  return bytes < 1e9 ? `${Math.max(1, Math.round(bytes / 1e6))} MB` : gigabytes(bytes);
}

/** Return the bytes of the encoder's addition from the network and on the disk. */
function sizesOf(build: TorchBuild): readonly [string, string] {
  const { download, disk } = sizeOf('addition', build);
  return [sizeInWords(download), gigabytes(disk)];
}

/** Return the size and time of installing what marks. */
export function baseSizeText(offline: boolean): string {
  const [download, disk] = [sizeInWords(SIZES.base.download), sizeInWords(SIZES.base.disk)];
  return offline
    ? l10n.t('It takes about {0} on the disk, nothing from the network, and a minute.', disk)
    : l10n.t('It takes about {0} from the network, {1} on the disk, and one to three minutes.', download, disk);
}

/** Return the size and time of adding the encoder, and how to have the other build of PyTorch. */
export function encoderSizeText(build: TorchBuild, offline: boolean): string {
  const [small, large] = [sizesOf('cpu'), sizesOf('cuda')];
  if (offline) {
    const [, disk] = build === 'cuda' ? large : small;
    return l10n.t('It takes about {0} on the disk, nothing from the network, and about two minutes.', disk);
  }
  switch (build) {
    case 'cpu':
      return l10n.t(
        'It takes about {0} from the network, {1} on the disk, and three to ten minutes. This is the build for computers without an NVIDIA graphics card; the setting markscheme.server.torch has the other one.',
        ...small,
      );
    case 'cuda':
      return l10n.t(
        'This computer has an NVIDIA graphics card, so it takes about {0} from the network, {1} on the disk, and ten to forty minutes. With “cpu” in the setting markscheme.server.torch it is {2} and {3}.',
        ...[...large, ...small],
      );
    case 'index':
      return l10n.t(
        'The packages come from the package index that this computer is set up with, and the size depends on it: from {0} on the network and {1} on the disk to {2} and {3}.',
        ...[...small, ...large],
      );
  }
}

/** Why the private environment can't be built. `detail` is for the message, such as a program's last line. */
export class InstallationFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly detail = '',
    /** Bytes of finished downloads that are kept for the next try, and bytes that must be free. */
    readonly more: { readonly kept?: number; readonly needed?: number } = {},
  ) {
    super(detail ? `${kind}: ${detail}` : kind);
  }
}

type FailureKind = keyof typeof FAILURES;

const LARGER_BUILD = l10n.t(
  'Try again, or install the larger build from the usual site: {0} from the network, {1} on the disk.',
  ...sizesOf('cuda'),
);

const FREE_SPACE = l10n.t('Free some space, then try again.');

/** The reason and the advice of a failure, with its detail as `{0}` and the space that is needed as `{1}`. */
const FAILURES = {
  busy: [l10n.t('Another window is installing the server. This window uses it as soon as it is ready.')],
  cancelled: [l10n.t('The installation was cancelled.')],
  'no-python': [l10n.t('The installation needs Python 3.11 or newer, and no suitable one was found.'), '({0})'],
  'no-venv': [
    l10n.t('Python can’t create environments, since a part of it is missing.'),
    l10n.t('On Debian or Ubuntu, install the package python3-venv, then try again.'),
  ],
  'no-wheel': [
    l10n.t('This build of the extension does not contain the server.'),
    l10n.t('Install markscheme yourself.'),
  ],
  'no-wheel-folder': [l10n.t('The folder {0} (setting markscheme.server.wheelFolder) can’t be read.')],
  'missing-wheel': [l10n.t('The folder with wheels has no wheel of {0} for this machine’s Python.')],
  /** No index of packages can be reached. */
  'no-network': [l10n.t('The network can’t be reached.'), l10n.t('Check the connection or the proxy, then try again.')],
  /** The connection broke off during a download, which the detail names if it is a package's. */
  interrupted: [l10n.t('The connection broke off during the download.'), l10n.t('Check it, then try again.')],
  /** The index with PyTorch's builds for processors can't be reached. */
  'no-torch-index': [
    l10n.t('The small build of PyTorch has a download site of its own, and that can’t be reached.'),
    l10n.t('Perhaps the network is down, or the school’s network blocks it.'),
    LARGER_BUILD,
  ],
  /** uv, which chooses PyTorch's build, can't be installed. */
  'no-cpu-build': [
    l10n.t(
      'The small build of PyTorch can be chosen only with the program uv, and the package index does not have it.',
    ),
    LARGER_BUILD,
  ],
  'no-space': [l10n.t('The disk became full.'), FREE_SPACE],
  /** The disk has too little space to begin. */
  'too-little-space': [l10n.t('The disk has {0} free, and {1} are needed.'), FREE_SPACE],
  other: [l10n.t('The installation failed: {0}')],
} as const satisfies Record<string, readonly [string, ...string[]]>;

/** Return an error as a failure of the installation. */
export function failureOf(error: unknown): InstallationFailure {
  const kind = (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'no-space' : 'other';
  return error instanceof InstallationFailure ? error : new InstallationFailure(kind, reasonOf(error));
}

/** Return what failed, what to do, and what the disk holds; or only the first of them. */
export function failureText({ kind, detail, more }: InstallationFailure, isShort = false): string {
  // The log has all of a long text.
  const short = detail.length <= 300 ? detail : `${detail.slice(0, 300)}…`;
  const [reason, ...advice] = FAILURES[kind];
  const keptText =
    more.kept === 0
      ? l10n.t('Nothing was left on the disk.')
      : l10n.t('The disk keeps {0} of downloads, with which the next try continues.', sizeInWords(more.kept ?? 0));
  const sentences = isShort ? [reason] : [reason, ...advice, ...(more.kept === undefined ? [] : [keptText])];
  const texts = sentences.filter((text) => text !== '({0})' || short !== '');
  return fillTemplate(texts.join(' '), short, gigabytes(more.needed ?? 0));
}

/** Patterns of output that tell the kind of a failure. */
const FAILURE_PATTERNS: readonly (readonly [FailureKind, ...RegExp[]])[] = [
  [
    'no-space',
    /no space left on device|not enough space on the disk|disk quota exceeded|\[errno 28\]|os error (28|112)\b/i,
  ],
  ['no-torch-index', /(failed to (fetch|download)|error sending request|connecting to).*\/whl\/(cpu|cu\d+|rocm)/i],
  ['no-venv', /ensurepip is not available|no module named '?(venv|ensurepip)|apt install python[\d.]*-venv/i],
  [
    'interrupted',
    /error decoding response body|incompleteread|incomplete download/i,
    /unexpected (eof|end of file)|end of central directory record signature not found/i,
  ],
  [
    'no-network',
    /name resolution|getaddrinfo|dns error|nodename nor servname|failed to lookup address/i,
    /newconnectionerror|failed to establish a new connection|max retries exceeded|connection (refused|reset)/i,
    /proxyerror|sslerror|certificate.verify|error sending request|network is unreachable|timed out|timeouterror/i,
    /failed to (fetch|download)|connection broken/i,
  ],
];

/** Kinds that a build without the network can't have. */
const NETWORK: readonly FailureKind[] = ['interrupted', 'no-network'];

/**
 * Return the failure that pip's or uv's output reports.
 *
 * Offline, a missing package is one that the folder lacks. With a `download` that had begun, the network worked first.
 */
export function failureIn(lines: readonly string[], offline: boolean, download?: string): InstallationFailure {
  const output = lines.map((line) => line.trim()).filter((line) => line !== '');
  for (const [kind, ...patterns] of FAILURE_PATTERNS.filter(([each]) => !offline || !NETWORK.includes(each))) {
    const line = output.find((each) => patterns.some((pattern) => pattern.test(each)));
    if (line !== undefined) {
      return kind === 'interrupted' || (kind === 'no-network' && download !== undefined)
        ? new InstallationFailure('interrupted', download ?? '')
        : new InstallationFailure(kind, line);
    }
  }
  const missing = offline ? missingRequirement(output) : undefined;
  return missing === undefined
    ? new InstallationFailure('other', lastError(output))
    : new InstallationFailure('missing-wheel', missing);
}

/** Return the package that is missing: pip prints `No matching distribution found for torch>=2.6`, uv `Because torch was not found`. */
function missingRequirement(lines: readonly string[]): string | undefined {
  const text = lines.join(' ');
  const patterns = [
    /no matching distribution found for (\S+)/i,
    /because (\S+) was not found/i,
    /because only (\S+?)[<>=!]\S* is available/i,
    /because (\S+?)(?:[<>=!]\S*)? has no wheels/i,
  ];
  return patterns.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined);
}

/** Return the last error with the causes that uv prints below it. Notes, such as pip's about its version, are skipped. */
function lastError(lines: readonly string[]): string {
  const relevant = lines.filter((line) => !/^(\[notice\]|hint:)/i.test(line));
  const at = relevant.reduce((last, line, index) => (/^(error|fatal|×)(?!\w)/i.test(line) ? index : last), -1);
  const causes = relevant.slice(at + 1).filter((line) => /^(cause:|╰─▶)/.test(line));
  return at < 0 ? (relevant.at(-1) ?? '') : [relevant[at], ...causes].join(' ');
}

/** A step of the installation, read from a line of pip's or uv's output. */
export interface InstallationStep {
  readonly kind: keyof typeof STEPS;
  /** Name of the package, if the line has one. */
  readonly name?: string;
  /** Size as in the line: `192.3 MB`. */
  readonly size?: string;
}

const STEPS = {
  prepare: l10n.t('Step 1 of 4: preparing.'),
  installer: l10n.t('Step 1 of 4: getting the installer.'),
  'look-up': l10n.t('Step 2 of 4: choosing packages.'),
  download: l10n.t('Step 3 of 4: downloading.'),
  downloaded: l10n.t('Step 3 of 4: downloading.'),
  install: l10n.t('Step 4 of 4: putting the packages in place.'),
  check: l10n.t('Step 4 of 4: trying the program.'),
} as const;

const STEP_PATTERNS: readonly (readonly [InstallationStep['kind'], RegExp])[] = [
  ['download', /^\s*Downloading (?:\S*\/)?(?<name>\w[\w.]*?)-\d\S*\.whl(?:\.metadata)? \((?<size>[^)]+)\)/],
  ['download', /^\s*Downloading (?<name>[\w.-]+) \((?<size>[^)]+)\)/],
  ['downloaded', /^\s*Downloaded (?<name>[\w.-]+)$/],
  ['look-up', /^Collecting (?<name>[\w.-]+)/],
  ['look-up', /^Processing (?:\S*[/\\])?(?<name>\w[\w.]*?)-\d\S*\.whl/],
  ['look-up', /^Resolved \d+ packages?/],
  ['install', /^(Installing collected packages|(Prepared|Installed) \d+ packages?)/],
  ['prepare', /^(Creating virtual environment|Using (C?Python)|Building wheel)/],
];

/** Return the step that a line reports; `undefined` if it reports none. */
export function stepIn(line: string): InstallationStep | undefined {
  const [kind, pattern] = STEP_PATTERNS.find(([, each]) => each.test(line)) ?? [];
  return kind && { kind, ...pattern?.exec(line)?.groups };
}

/** Bytes in one of the units that pip and uv print. */
const UNITS: Readonly<Record<string, number>> = { kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** How far an installation is: its newest step, and the bytes of its downloads. */
export class InstallationProgress {
  /** Bytes of the downloads by their names. uv announces large files only. */
  private readonly sizes = new Map<string, number>();
  private all = 0;
  private here = 0;
  private step: InstallationStep['kind'] = 'prepare';

  constructor(
    readonly title: string,
    /** Milliseconds since 1970 at the beginning. */
    readonly begun: number,
  ) {}

  add({ kind, name = '', size = '' }: InstallationStep): void {
    this.step = kind;
    if (kind === 'download') {
      const [, number, unit = ''] = /^([\d.]+)\s*(\w+)$/.exec(size) ?? [];
      const bytes = Number(number ?? 0) * (UNITS[unit] ?? 0);
      this.sizes.set(name, bytes);
      this.all += bytes;
    } else if (kind === 'downloaded') {
      this.here += this.sizes.get(name) ?? 0;
    }
  }

  /** Return how far it is, with its minutes. */
  text(now: number): string {
    const { all, here } = this;
    const step =
      this.step.startsWith('download') && here > 0 && here < all
        ? l10n.t('Step 3 of 4: downloading; {0} of {1} are here.', sizeInWords(here), sizeInWords(all))
        : STEPS[this.step];
    const minutes = Math.floor((now - this.begun) / 60_000);
    return minutes === 0
      ? l10n.t('{0} Less than a minute so far.', step)
      : minutes === 1
        ? l10n.t('{0} One minute so far.', step)
        : l10n.t('{0} {1} minutes so far.', step, minutes);
  }
}
