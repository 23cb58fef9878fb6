import { readdir, rm } from 'node:fs/promises';
import * as path from 'node:path';

/** Folders of packages with C++ headers, build files and tests, which a running server never reads. */
const UNUSED_FOLDERS = ['torch/include', 'torch/share', 'torch/test', 'spacy/tests'];

/** PyTorch's folder of programs, and the one that it runs. */
const PROGRAMS = 'torch/bin';
const USED_PROGRAM = 'torch_shm_manager';

/** Remove what a running server never reads from an environment's packages. */
export async function trim(environment: string): Promise<void> {
  for (const packages of await packageFolders(environment)) {
    for (const folder of UNUSED_FOLDERS) {
      await rm(path.join(packages, folder), { recursive: true, force: true });
    }
    for (const name of await names(path.join(packages, PROGRAMS))) {
      if (!name.startsWith(USED_PROGRAM)) {
        await rm(path.join(packages, PROGRAMS, name), { recursive: true, force: true });
      }
    }
  }
}

/** Return where an environment's packages are: `lib/python3.11/site-packages`, on Windows `Lib/site-packages`. */
async function packageFolders(environment: string): Promise<string[]> {
  const pythons = await names(path.join(environment, 'lib'));
  const folders = pythons.filter((name) => name.startsWith('python')).map((name) => path.join('lib', name));
  return [...folders, 'Lib'].map((folder) => path.join(environment, folder, 'site-packages'));
}

async function names(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}
