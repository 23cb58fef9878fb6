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

export interface FailureDetails {
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
