import { statfs } from 'node:fs/promises';
import * as path from 'node:path';

/** Bytes that this account may still write where a folder is, or will be. */
export async function freeSpace(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const above = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && above !== folder) {
      return freeSpace(above);
    }
    throw error;
  }
}
