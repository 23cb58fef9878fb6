export type FailureKind =
  | 'busy'
  | 'cancelled'
  | 'no-python'
  | 'no-venv'
  | 'no-wheel'
  | 'no-wheel-folder'
  | 'missing-wheel'
  | 'no-network'
  | 'no-space'
  | 'other';

/** Why the private environment could not be made; `detail` is a fact for the message, such as a program's last line. */
export class InstallationFailure extends Error {
  override readonly name = 'InstallationFailure';

  constructor(
    readonly kind: FailureKind,
    readonly detail = '',
  ) {
    super(detail ? `${kind}: ${detail}` : kind);
  }
}

const SIGNS: readonly (readonly [FailureKind, RegExp])[] = [
  [
    'no-space',
    /no space left on device|not enough space on the disk|disk quota exceeded|\[errno 28\]|os error (28|112)\b/i,
  ],
  ['no-venv', /ensurepip is not available|no module named '?(venv|ensurepip)|apt install python[\d.]*-venv/i],
  [
    'no-network',
    new RegExp(
      [
        'name resolution|getaddrinfo|dns error|nodename nor servname|failed to lookup address',
        'newconnectionerror|failed to establish a new connection|max retries exceeded|connection (refused|reset)',
        'proxyerror|sslerror|certificate.verify|error sending request|network is unreachable|timed out|timeouterror',
        'failed to (fetch|download)',
      ].join('|'),
      'i',
    ),
  ],
];

/** What pip's or uv's output says of a failure; offline, what is missing is missing in the folder. */
export function failureIn(lines: readonly string[], offline: boolean): InstallationFailure {
  const said = lines.map((line) => line.trim()).filter((line) => line !== '');
  for (const [kind, pattern] of SIGNS) {
    const line = offline && kind === 'no-network' ? undefined : said.find((each) => pattern.test(each));
    if (line !== undefined) {
      return new InstallationFailure(kind, line);
    }
  }
  const missing = offline ? missingRequirement(said) : undefined;
  return missing === undefined
    ? new InstallationFailure('other', lastError(said))
    : new InstallationFailure('missing-wheel', missing);
}

/** `ERROR: No matching distribution found for torch>=2.6` in pip's words; `Because torch was not found ...` in uv's. */
function missingRequirement(lines: readonly string[]): string | undefined {
  const text = lines.join(' ');
  const found =
    /no matching distribution found for (\S+)/i.exec(text) ??
    /because (\S+) was not found/i.exec(text) ??
    /because only (\S+?)[<>=!]\S* is available/i.exec(text) ??
    /because (\S+?)(?:[<>=!]\S*)? has no wheels/i.exec(text);
  return found?.[1];
}

/** The last error with its causes, as uv writes them below it; pip's notes about itself are not the reason. */
function lastError(lines: readonly string[]): string {
  const sound = lines.filter((line) => !/^(\[notice\]|hint:)/i.test(line));
  const at = sound.reduce((last, line, index) => (/^(error|fatal|×)(?!\w)/i.test(line) ? index : last), -1);
  const causes = sound.slice(at + 1).filter((line) => /^(cause:|╰─▶)/.test(line));
  return at < 0 ? (sound.at(-1) ?? '') : [sound[at], ...causes].join(' ');
}
