import * as vscode from 'vscode';

import { reasonOf } from '../words';
import type { InstallationStep } from './serverInstallation';
import { encoderSize, SIZES, type TorchBuild } from './installer';
import { gigabytes, sizeInWords } from './privateEnvironment';

/** Return the size and time of installing what marks. */
export function baseSizeText(offline: boolean): string {
  const { download, disk } = SIZES.base;
  return offline
    ? vscode.l10n.t('It takes about {0} on the disk, nothing from the network, and a minute.', sizeInWords(disk))
    : vscode.l10n.t(
        'It takes about {0} from the network, {1} on the disk, and one to three minutes.',
        sizeInWords(download),
        sizeInWords(disk),
      );
}

/** Return the size and time of adding the encoder, and how to have the other build of PyTorch. */
export function encoderSizeText(build: TorchBuild, offline: boolean): string {
  const [cpu, cuda] = [encoderSize('cpu'), encoderSize('cuda')];
  const onDisk = gigabytes(encoderSize(build).disk);
  if (offline) {
    return vscode.l10n.t('It takes about {0} on the disk, nothing from the network, and about two minutes.', onDisk);
  }
  switch (build) {
    case 'cpu':
      return vscode.l10n.t(
        'It takes about {0} from the network, {1} on the disk, and three to ten minutes. This is the build for computers without an NVIDIA graphics card; the setting markscheme.server.torch has the other one.',
        sizeInWords(cpu.download),
        onDisk,
      );
    case 'cuda':
      return vscode.l10n.t(
        'This computer has an NVIDIA graphics card, so it takes about {0} from the network, {1} on the disk, and ten to forty minutes. With “cpu” in the setting markscheme.server.torch it is {2} and {3}.',
        ...[sizeInWords(cuda.download), onDisk, sizeInWords(cpu.download), gigabytes(cpu.disk)],
      );
    case 'index':
      return vscode.l10n.t(
        'The packages come from the package index that this computer is set up with, and the size depends on it: from {0} on the network and {1} on the disk to {2} and {3}.',
        ...[sizeInWords(cpu.download), onDisk, sizeInWords(cuda.download), gigabytes(cuda.disk)],
      );
  }
}

/** Return what failed, in one sentence or two. */
export function reasonText(error: unknown): string {
  return error instanceof InstallationFailure ? REASONS[error.kind](error) : reasonOf(error);
}

/** Return what failed, what to do, and what the disk holds. */
export function failureText(error: unknown): string {
  if (!(error instanceof InstallationFailure)) {
    return reasonOf(error);
  }
  const { kept } = error.more;
  const advice = ADVICE[error.kind]?.();
  const parts = [reasonText(error), advice, kept === undefined ? undefined : keptText(kept)];
  return parts.filter((part) => part !== undefined).join(' ');
}

type FailureText = (failure: InstallationFailure) => string;

/** Why an installation failed. Functions, since the person's language is known only after loading. */
const REASONS: Readonly<Record<FailureKind, FailureText>> = {
  busy: () => vscode.l10n.t('Another window is installing the server. This window uses it as soon as it is ready.'),
  cancelled: () => vscode.l10n.t('The installation was cancelled.'),
  'no-python': ({ detail }) => pythonText(detail),
  'no-venv': () => vscode.l10n.t('Python can’t create environments, since a part of it is missing.'),
  'no-wheel': () => vscode.l10n.t('This build of the extension does not contain the server.'),
  'no-wheel-folder': ({ detail }) =>
    vscode.l10n.t('The folder {0} (setting markscheme.server.wheelFolder) can’t be read.', detail),
  'missing-wheel': ({ detail }) =>
    vscode.l10n.t('The folder with wheels has no wheel of {0} for this machine’s Python.', detail),
  'no-network': () => vscode.l10n.t('The network can’t be reached.'),
  interrupted: () => vscode.l10n.t('The connection broke off during the download.'),
  'no-torch-index': () =>
    vscode.l10n.t('The small build of PyTorch has a download site of its own, and that can’t be reached.'),
  'no-cpu-build': () =>
    vscode.l10n.t(
      'The small build of PyTorch can be chosen only with the program uv, and the package index does not have it.',
    ),
  'no-space': () => vscode.l10n.t('The disk became full.'),
  'too-little-space': ({ detail, more }) =>
    vscode.l10n.t('The disk has {0} free, and {1} are needed.', detail, gigabytes(more.needed ?? 0)),
  other: ({ detail }) => vscode.l10n.t('The installation failed: {0}', shortened(detail)),
};

/** What to do after a failure. */
const ADVICE: Partial<Record<FailureKind, () => string>> = {
  'no-venv': () => vscode.l10n.t('On Debian or Ubuntu, install the package python3-venv, then try again.'),
  'no-wheel': () => vscode.l10n.t('Install markscheme yourself.'),
  'no-network': () => vscode.l10n.t('Check the connection or the proxy, then try again.'),
  interrupted: () => vscode.l10n.t('Check it, then try again.'),
  'no-torch-index': () =>
    `${vscode.l10n.t('Perhaps the network is down, or the school’s network blocks it.')} ${largerBuildAdvice()}`,
  'no-cpu-build': () => largerBuildAdvice(),
  'no-space': () => vscode.l10n.t('Free some space, then try again.'),
  'too-little-space': () => vscode.l10n.t('Free some space, then try again.'),
};

function largerBuildAdvice(): string {
  return vscode.l10n.t(
    'Try again, or install the larger build from the usual site: {0} from the network, {1} on the disk.',
    gigabytes(encoderSize('cuda').download),
    gigabytes(encoderSize('cuda').disk),
  );
}

/** Return what a failed installation left on the disk. */
function keptText(bytes: number): string {
  return bytes === 0
    ? vscode.l10n.t('Nothing was left on the disk.')
    : vscode.l10n.t('The disk keeps {0} of downloads, with which the next try continues.', sizeInWords(bytes));
}

/** Return how far an installation is, with its minutes. */
export function progressText(progress: InstallationProgress, now: number): string {
  const minutes = progress.minutes(now);
  const text = stepText(progress.newest, progress.downloads);
  return minutes === 0
    ? vscode.l10n.t('{0} Less than a minute so far.', text)
    : minutes === 1
      ? vscode.l10n.t('{0} One minute so far.', text)
      : vscode.l10n.t('{0} {1} minutes so far.', text, minutes);
}

/** Return the current step in words. */
function stepText(step: InstallationStep, downloads: InstallationProgress['downloads']): string {
  return step.kind === 'download' || step.kind === 'downloaded' ? downloadText(downloads) : STEP_TEXTS[step.kind]();
}

type Download = 'download' | 'downloaded';

const STEP_TEXTS: Readonly<Record<Exclude<InstallationStep['kind'], Download>, () => string>> = {
  prepare: () => vscode.l10n.t('Step 1 of 4: preparing.'),
  installer: () => vscode.l10n.t('Step 1 of 4: getting the installer.'),
  'look-up': () => vscode.l10n.t('Step 2 of 4: choosing packages.'),
  install: () => vscode.l10n.t('Step 4 of 4: putting the packages in place.'),
  check: () => vscode.l10n.t('Step 4 of 4: trying the program.'),
};

function downloadText({ finished, announced }: InstallationProgress['downloads']): string {
  if (finished === 0 || finished >= announced) {
    return vscode.l10n.t('Step 3 of 4: downloading.');
  }
  const [here, all] = [sizeInWords(finished), sizeInWords(announced)];
  return vscode.l10n.t('Step 3 of 4: downloading; {0} of {1} are here.', here, all);
}

function pythonText(detail: string): string {
  const text = vscode.l10n.t('The installation needs Python 3.11 or newer, and no suitable one was found.');
  return detail ? `${text} (${shortened(detail)})` : text;
}

/** Cut a long text; the log has all of it. */
function shortened(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}

export type FailureKind =
  | 'busy'
  | 'cancelled'
  | 'no-python'
  | 'no-venv'
  | 'no-wheel'
  | 'no-wheel-folder'
  | 'missing-wheel'
  /** No index of packages can be reached. */
  | 'no-network'
  /** The connection broke off during a download, which `detail` names if it is a package's. */
  | 'interrupted'
  /** The index with PyTorch's builds for processors can't be reached. */
  | 'no-torch-index'
  /** uv, which chooses PyTorch's build, can't be installed. */
  | 'no-cpu-build'
  /** The disk is full. */
  | 'no-space'
  /** The disk has too little space to begin. */
  | 'too-little-space'
  | 'other';

interface FailureDetails {
  /** Bytes of finished downloads that are kept for the next try. */
  readonly kept?: number;
  /** Bytes that must be free. */
  readonly needed?: number;
}

/** Why the private environment can't be built. `detail` is for the message, such as a program's last line. */
export class InstallationFailure extends Error {
  override readonly name = 'InstallationFailure';

  constructor(
    readonly kind: FailureKind,
    readonly detail = '',
    readonly more: FailureDetails = {},
  ) {
    super(detail ? `${kind}: ${detail}` : kind);
  }
}

/** Patterns of output that tell the kind of a failure. */
const PATTERNS: readonly (readonly [FailureKind, RegExp])[] = [
  [
    'no-space',
    /no space left on device|not enough space on the disk|disk quota exceeded|\[errno 28\]|os error (28|112)\b/i,
  ],
  ['no-torch-index', /(failed to (fetch|download)|error sending request|connecting to).*\/whl\/(cpu|cu\d+|rocm)/i],
  ['no-venv', /ensurepip is not available|no module named '?(venv|ensurepip)|apt install python[\d.]*-venv/i],
  [
    'interrupted',
    new RegExp(
      [
        'error decoding response body|incompleteread|incomplete download',
        'unexpected (eof|end of file)|end of central directory record signature not found',
      ].join('|'),
      'i',
    ),
  ],
  [
    'no-network',
    new RegExp(
      [
        'name resolution|getaddrinfo|dns error|nodename nor servname|failed to lookup address',
        'newconnectionerror|failed to establish a new connection|max retries exceeded|connection (refused|reset)',
        'proxyerror|sslerror|certificate.verify|error sending request|network is unreachable|timed out|timeouterror',
        'failed to (fetch|download)|connection broken',
      ].join('|'),
      'i',
    ),
  ],
];

/** Kinds that a build without the network can't have. */
const NETWORK: ReadonlySet<FailureKind> = new Set(['interrupted', 'no-network']);

/**
 * Return the failure that pip's or uv's output reports.
 *
 * Offline, a missing package is one that the folder lacks. With a `download` that had begun, the network worked first.
 */
export function failureIn(lines: readonly string[], offline: boolean, download?: string): InstallationFailure {
  const output = lines.map((line) => line.trim()).filter((line) => line !== '');
  for (const [kind, pattern] of offline ? PATTERNS.filter(([each]) => !NETWORK.has(each)) : PATTERNS) {
    const line = output.find((each) => pattern.test(each));
    if (line !== undefined) {
      const isInterrupted = kind === 'interrupted' || (kind === 'no-network' && download !== undefined);
      return isInterrupted
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
  const match =
    /no matching distribution found for (\S+)/i.exec(text) ??
    /because (\S+) was not found/i.exec(text) ??
    /because only (\S+?)[<>=!]\S* is available/i.exec(text) ??
    /because (\S+?)(?:[<>=!]\S*)? has no wheels/i.exec(text);
  return match?.[1];
}

/** Return the last error with the causes that uv prints below it. Notes, such as pip's about its version, are skipped. */
function lastError(lines: readonly string[]): string {
  const relevant = lines.filter((line) => !/^(\[notice\]|hint:)/i.test(line));
  const at = relevant.reduce((last, line, index) => (/^(error|fatal|×)(?!\w)/i.test(line) ? index : last), -1);
  const causes = relevant.slice(at + 1).filter((line) => /^(cause:|╰─▶)/.test(line));
  return at < 0 ? (relevant.at(-1) ?? '') : [relevant[at], ...causes].join(' ');
}

/** Bytes in one of the units that pip and uv print. */
const UNITS: Readonly<Record<string, number>> = { kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** How far an installation is: its newest step, and the bytes of its downloads. */
export class InstallationProgress {
  private readonly announced = new Map<string, number>();
  private readonly finished = new Set<string>();
  private step: InstallationStep = { kind: 'prepare' };

  constructor(
    /** What is done, as a person reads it: "Installing Markscheme's server". */
    readonly title: string,
    /** Milliseconds since 1970 at the beginning. */
    readonly begun: number,
  ) {}

  add(step: InstallationStep): void {
    const { kind, name = '', size } = step;
    if (kind === 'download') {
      this.announced.set(name, bytesIn(size));
    } else if (kind === 'downloaded') {
      this.finished.add(name);
    }
    this.step = kind === 'downloaded' ? this.nextDownload() : step;
  }

  /** The newest step; a download that is not finished if there is one. */
  get newest(): InstallationStep {
    return this.step;
  }

  /** The bytes of finished and of all announced downloads. uv announces large files only. */
  get downloads(): { readonly finished: number; readonly announced: number } {
    const sizes = [...this.announced];
    const sum = (pairs: readonly (readonly [string, number])[]): number =>
      pairs.reduce((all, [, size]) => all + size, 0);
    return { finished: sum(sizes.filter(([name]) => this.finished.has(name))), announced: sum(sizes) };
  }

  /** Return the whole minutes since the beginning. */
  minutes(now: number): number {
    return Math.floor((now - this.begun) / 60_000);
  }

  private nextDownload(): InstallationStep {
    const open = [...this.announced].filter(([name]) => !this.finished.has(name));
    const largest = open.sort(([, one], [, other]) => other - one)[0];
    return largest ? { kind: 'download', name: largest[0] } : this.step;
  }
}

/** Return the bytes of a size as pip and uv print it: `192.3 MB`, `183.0MiB`. */
function bytesIn(size = ''): number {
  const match = /^([\d.]+)\s*(\w+)$/.exec(size);
  return match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? 0) : 0;
}
