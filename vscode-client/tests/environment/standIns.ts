/**
 * Small wheels with the names of the server's. An installation of them goes the same way as one of the real ones, which
 * is 1.5 GB large: one test installs those with uv, and with `make test-all` every test does.
 */

import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';

import { archive } from '../archive';
import { UNUSED_PACKAGES } from '../../src/server/installer';

/** Bytes of PyTorch's stand-in, and of another one that is downloaded with it. */
export const LARGE = 8e6;

/** Files of PyTorch's stand-in: to install them takes long enough to be interrupted. */
const FILES = 3000;

/** Other packages that the server needs. */
const LIBRARIES = ['numpy', 'spacy', 'errant', 'pygls', 'attrs', 'tokenizers'];

const MAIN = 'import sys\nprint("markscheme 0.1.0" if "--version" in sys.argv else sys.argv)\n';

const EXTRA = 'Provides-Extra: encoder\n';

/** Write the stand-ins into `own` (the server's wheel) and `others`. */
export async function writeStandIns(own: string, others: string): Promise<void> {
  await mkdir(own, { recursive: true });
  await mkdir(others, { recursive: true });
  const encoder = ['torch', 'transformers', 'sentence_transformers'].map((name) => `${name}; extra == "encoder"`);
  const program = { '__init__.py': '', '__main__.py': MAIN };
  await writeWheel(own, 'markscheme', '0.1.0', program, [...LIBRARIES, ...encoder]);
  const parts = Object.fromEntries(Array.from({ length: FILES }, (_, number) => [`part_${number}.txt`, 'part']));
  await writeWheel(others, 'torch', '2.9.0', { ...parts, 'weights.bin': randomBytes(LARGE) });
  await writeWheel(others, 'transformers', '5.0.0', { 'weights.bin': randomBytes(LARGE) });
  for (const name of LIBRARIES) {
    await writeWheel(others, name, '1.0.0', { '__init__.py': '' });
  }
  const unused = UNUSED_PACKAGES.map((name) => name.replaceAll('-', '_'));
  for (const name of unused) {
    await writeWheel(others, name, '1.0.0', { '__init__.py': '' }, name === unused[0] ? unused.slice(1) : []);
  }
}

async function writeWheel(
  folder: string,
  name: string,
  version: string,
  content: Readonly<Record<string, string | Buffer>>,
  needed: readonly string[] = [],
): Promise<void> {
  const about = `${name}-${version}.dist-info`;
  const requirements = needed.map((each) => `Requires-Dist: ${each}\n`).join('');
  const files = {
    ...Object.fromEntries(Object.entries(content).map(([file, text]) => [`${name}/${file}`, text])),
    [`${about}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${EXTRA}${requirements}`,
    [`${about}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  };
  const record = [...Object.keys(files), `${about}/RECORD`].map((file) => `${file},,\n`).join('');
  await writeFile(
    path.join(folder, `${name}-${version}-py3-none-any.whl`),
    archive({ ...files, [`${about}/RECORD`]: record }),
  );
}
