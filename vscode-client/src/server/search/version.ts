/** Versions in the output of `markscheme --version` and in the names of wheels. */

/** The oldest server that has the extension's protocol. */
export const OLDEST = '0.1.0';

/** Return the version in the output of `markscheme --version`, without the commit of code that is not a release's;
 * `undefined` in the output of another program. */
export function versionIn(output: string): string | undefined {
  return /^markscheme (\d+(?:\.\d+)+[^\s+]*)(?:\+\S+)?\s*$/m.exec(output)?.[1];
}

export function isUsable(version: string): boolean {
  const parts = numbers(version);
  const oldest = numbers(OLDEST);
  const at = oldest.findIndex((part, index) => part !== (parts[index] ?? 0));
  return at < 0 || (parts[at] ?? 0) > (oldest[at] ?? 0);
}

/** Whether two versions have one series, `0.1` or `1`: before 1.0 a minor version may change anything. */
export function isSameSeries(one: string, other: string): boolean {
  const [major = 0, minor = 0] = numbers(one);
  const [otherMajor = 0, otherMinor = 0] = numbers(other);
  return major === otherMajor && (major > 0 || minor === otherMinor);
}

/** Return the version in the file name of one of the server's wheels. */
export function versionOfWheel(file: string): string | undefined {
  return /(?:^|[/\\])markscheme-([^-]+)-[^/\\]*\.whl$/.exec(file)?.[1];
}

function numbers(version: string): number[] {
  return version
    .split('.')
    .slice(0, 3)
    .map((part) => Number.parseInt(part, 10) || 0);
}
