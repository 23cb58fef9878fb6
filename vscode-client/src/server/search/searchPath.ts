import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import * as path from 'node:path';

import type { Variables } from '../processes/childEnvironment';

/** Everything that a search for programs depends on. */
export interface SearchPlaces {
  readonly variables: Variables;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Folders that are not searched: those of an untrusted workspace. */
  readonly excluded?: readonly string[];
}

/** Return every program of a name on PATH and in usual folders, in order. Relative entries of PATH are skipped. */
export async function executables(name: string, places: SearchPlaces): Promise<string[]> {
  const file = places.platform === 'win32' ? `${name}.exe` : name;
  const folders = [...new Set([...pathEntries(places), ...usualFolders(places)])];
  const files = folders.filter((folder) => isSearched(folder, places)).map((folder) => path.join(folder, file));
  const checks = await Promise.all(files.map(isExecutable));
  return files.filter((_file, index) => checks[index]);
}

/** Replace `~` at the start of a path by the home folder. */
export function expandHome(file: string, home: string): string {
  return /^~(?=$|[/\\])/.test(file) ? path.join(home, file.slice(1)) : file;
}

export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

function pathEntries({ variables, platform }: SearchPlaces): string[] {
  const name = Object.keys(variables).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const entries = (variables[name] ?? '').split(platform === 'win32' ? ';' : ':');
  return entries.map((entry) => entry.replace(/^"(.*)"$/, '$1'));
}

/** Return folders where people install programs. An editor that the desktop started may lack them on PATH. */
function usualFolders({ platform, home }: SearchPlaces): string[] {
  const inHome = [path.join(home, '.local', 'bin'), path.join(home, '.cargo', 'bin')];
  return platform === 'darwin' ? [...inHome, '/opt/homebrew/bin', '/usr/local/bin'] : inHome;
}

function isSearched(folder: string, { excluded = [] }: SearchPlaces): boolean {
  return path.isAbsolute(folder) && !excluded.some((each) => isWithin(folder, each));
}

function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}
