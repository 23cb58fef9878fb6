import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/** The browser that shows VS Code; by default where Debian has it. */
export const CHROMIUM = process.env.MARKSCHEME_CHROMIUM ?? '/usr/bin/chromium';

const PROGRAMS = {
  npm: 'npm',
  rg: 'ripgrep (rg)',
  'g++': 'g++',
  make: 'make',
  python3: 'python3',
} as const;

/** Return the `markscheme` command for the tests: the repository's, unless another is named. */
export function serverCommand(repository: string): string {
  return process.env.MARKSCHEME_COMMAND ?? path.join(repository, '.venv', 'bin', 'markscheme');
}

/** Return what this machine lacks for the tests. */
export function missing(repository: string): string[] {
  if (process.platform !== 'linux') {
    return ['Linux'];
  }
  const programs = Object.entries(PROGRAMS)
    .filter(([program]) => !onPath(program))
    .map(([, name]) => name);
  return [
    ...(isExecutable(CHROMIUM) ? [] : [`Chromium (${CHROMIUM})`]),
    ...programs,
    ...(isExecutable(serverCommand(repository))
      ? []
      : [`Markscheme itself (${serverCommand(repository)}; make setup)`]),
  ];
}

/** Return where a program is on `PATH`. */
export function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, program))
    .find((candidate) => isExecutable(candidate));
}

/** Return the folder with Node's headers, if it has them: native modules then compile without a download. */
export function nodeHeaders(): string | undefined {
  const prefix = path.resolve(process.execPath, '..', '..');
  return existsSync(path.join(prefix, 'include', 'node', 'node.h')) ? prefix : undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
