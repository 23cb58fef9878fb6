import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';

/** Name of the command in a terminal. */
const COMMAND = 'markscheme';

/** A program's file: its name and its text. */
export interface Launcher {
  readonly name: string;
  readonly text: string;
}

/** Return a program that starts Markscheme with an environment's Python, isolated from other Pythons' settings. */
export function launcher(python: string, platform: NodeJS.Platform): Launcher {
  return platform === 'win32'
    ? { name: `${COMMAND}.cmd`, text: `@"${python}" -I -m markscheme %*\r\n` }
    : { name: COMMAND, text: `#!/bin/sh\nexec '${python.replaceAll("'", `'\\''`)}' -I -m markscheme "$@"\n` };
}

/** Write the launcher into a folder that has nothing else, so that a PATH with it has no other program more. */
export async function writeLauncher(folder: string, python: string, platform: NodeJS.Platform): Promise<void> {
  const { name, text } = launcher(python, platform);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), text, { mode: 0o755 });
}

export async function removeLauncher(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
