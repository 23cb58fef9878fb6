import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import * as path from 'node:path';

import type { Variables } from '../processes/childEnvironment';

/** What a look-up depends on. */
export interface SearchPlaces {
  readonly variables: Variables;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Folders in which nothing is looked for: those of a workspace that is not trusted. */
  readonly leftOut?: readonly string[];
}

/** Every program of that name on PATH and where people install by hand, in order; relative entries do not count. */
export async function executables(name: string, places: SearchPlaces): Promise<string[]> {
  const file = places.platform === 'win32' ? `${name}.exe` : name;
  const folders = [...new Set([...pathEntries(places), ...usualFolders(places)])];
  const files = folders.filter((folder) => isLookedInto(folder, places)).map((folder) => path.join(folder, file));
  const sound = await Promise.all(files.map(isExecutable));
  return files.filter((_file, index) => sound[index]);
}

/** A path as a person writes it in a setting: `~` is their home. */
export function expandHome(given: string, home: string): string {
  return /^~(?=$|[/\\])/.test(given) ? path.join(home, given.slice(1)) : given;
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

/** An editor that was started from a desktop often has not the PATH of a terminal. */
function usualFolders({ platform, home }: SearchPlaces): string[] {
  const own = [path.join(home, '.local', 'bin'), path.join(home, '.cargo', 'bin')];
  return platform === 'darwin' ? [...own, '/opt/homebrew/bin', '/usr/local/bin'] : own;
}

function isLookedInto(folder: string, { leftOut = [] }: SearchPlaces): boolean {
  return path.isAbsolute(folder) && !leftOut.some((out) => isWithin(folder, out));
}

function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}
