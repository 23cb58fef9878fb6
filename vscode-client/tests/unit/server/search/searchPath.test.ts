import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { executables, expandHome, type SearchPlaces } from '../../../../src/server/programs';

describe('Programs on PATH', () => {
  let root: string;
  const folders = ['first', 'second', 'workspace'] as const;
  const program = (folder: string): string => path.join(root, folder, 'markscheme');

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'markscheme-'));
    for (const folder of folders) {
      await mkdir(path.join(root, folder));
      await writeFile(program(folder), '#!/bin/sh\n');
      await chmod(program(folder), 0o755);
    }
  });

  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });

  function places(changes: Partial<SearchPlaces> = {}, ...entries: string[]): SearchPlaces {
    const PATH = entries.join(path.delimiter);
    return { variables: { PATH }, platform: process.platform, home: path.join(root, 'home'), ...changes };
  }

  it('are found in the order of its entries', async () => {
    const found = await executables('markscheme', places({}, path.join(root, 'second'), path.join(root, 'first')));
    assert.deepEqual(found, [program('second'), program('first')]);
  });

  it('are not found by relative entries', async () => {
    const before = process.cwd();
    process.chdir(path.join(root, 'workspace'));
    try {
      assert.deepEqual(await executables('markscheme', places({}, '', '.', '../workspace', 'bin')), []);
    } finally {
      process.chdir(before);
    }
  });

  it('are not found in an untrusted workspace, however its path is written', async () => {
    const inside = path.join(root, 'first') + `${path.sep}..${path.sep}workspace`;
    const excluded = [path.join(root, 'workspace')];
    assert.deepEqual(await executables('markscheme', places({ excluded }, inside, path.join(root, 'workspace'))), []);
    assert.deepEqual(await executables('markscheme', places({}, path.join(root, 'workspace'))), [program('workspace')]);
  });

  it('are executable files', async () => {
    await chmod(program('first'), 0o644);
    await rm(program('second'));
    await mkdir(program('second'));
    assert.deepEqual(
      await executables('markscheme', places({}, path.join(root, 'first'), path.join(root, 'second'))),
      [],
    );
  });

  it('are also found in usual folders', async () => {
    const folder = path.join(root, 'home', '.local', 'bin');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'uv'), '#!/bin/sh\n', { mode: 0o755 });
    assert.deepEqual(await executables('uv', places({}, path.join(root, 'first'))), [path.join(folder, 'uv')]);
  });

  it('can be written with ~ for the home folder', () => {
    assert.equal(expandHome('~/bin/markscheme', path.sep + 'h'), path.join(path.sep, 'h', 'bin', 'markscheme'));
    assert.equal(expandHome('~lena/bin', '/h'), '~lena/bin');
    assert.equal(expandHome('/a/~', '/h'), '/a/~');
  });
});
