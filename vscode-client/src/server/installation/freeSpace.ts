import { statfs } from 'node:fs/promises';
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
