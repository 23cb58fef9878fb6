/** A step of the installation, read from a line of pip's or uv's output. */
export interface InstallationStep {
  readonly kind: 'prepare' | 'installer' | 'look-up' | 'download' | 'downloaded' | 'install' | 'check';
  /** Name of the package, if the line has one. */
  readonly name?: string;
  /** Size as in the line: `192.3 MB`. */
  readonly size?: string;
}

interface Pattern {
  readonly kind: InstallationStep['kind'];
  readonly pattern: RegExp;
}

const PATTERNS: readonly Pattern[] = [
  {
    kind: 'download',
    pattern: /^\s*Downloading (?:\S*\/)?(?<name>\w[\w.]*?)-\d\S*\.whl(?:\.metadata)? \((?<size>[^)]+)\)/,
  },
  { kind: 'download', pattern: /^\s*Downloading (?<name>[\w.-]+) \((?<size>[^)]+)\)/ },
  { kind: 'downloaded', pattern: /^\s*Downloaded (?<name>[\w.-]+)$/ },
  { kind: 'look-up', pattern: /^Collecting (?<name>[\w.-]+)/ },
  { kind: 'look-up', pattern: /^Processing (?:\S*[/\\])?(?<name>\w[\w.]*?)-\d\S*\.whl/ },
  { kind: 'look-up', pattern: /^Resolved \d+ packages?/ },
  { kind: 'install', pattern: /^(Installing collected packages|(Prepared|Installed) \d+ packages?)/ },
  { kind: 'prepare', pattern: /^(Creating virtual environment|Using (C?Python)|Building wheel)/ },
];

/** Return the step that a line reports; `undefined` if it reports none. */
export function stepIn(line: string): InstallationStep | undefined {
  for (const { kind, pattern } of PATTERNS) {
    const match = pattern.exec(line);
    if (match) {
      const { name, size } = match.groups ?? {};
      return { kind, ...(name === undefined ? {} : { name }), ...(size === undefined ? {} : { size }) };
    }
  }
  return undefined;
}
