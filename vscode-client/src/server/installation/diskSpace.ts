import { lstat, readdir, statfs } from 'node:fs/promises';
import * as path from 'node:path';

/** Return the free bytes for this account at a folder, which need not exist yet. */
export async function freeSpace(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== folder) {
      return freeSpace(parent);
    }
    throw error;
  }
}

/** Return bytes as gigabytes, `1.4 GB`. */
export function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Return bytes as megabytes, or as gigabytes from one on: `430 MB`, `1.4 GB`. */
export function sizeInWords(bytes: number): string {
  return bytes < 1e9 ? `${Math.max(1, Math.round(bytes / 1e6))} MB` : gigabytes(bytes);
}

/** Return the bytes of a folder's files, each file with several names counted once; 0 if there is no folder. */
export async function folderSize(folder: string): Promise<number> {
  return await sizeOf(folder, new Set());
}

async function sizeOf(folder: string, counted: Set<number>): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      bytes += await sizeOf(file, counted);
      continue;
    }
    const { size, ino, nlink } = await lstat(file);
    bytes += nlink > 1 && counted.has(ino) ? 0 : size;
    counted.add(ino);
  }
  return bytes;
}
