import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import * as path from 'node:path';

import { BuildLock } from '../../../../src/server/installation/buildLock';

describe('The lock of the private environment', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'markscheme-'));
    file = path.join(folder, 'lock');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function left(pid: number, host = hostname()): Promise<void> {
    await writeFile(file, JSON.stringify({ pid, host }));
  }

  it('is held by one only, until it is given back', async () => {
    const locks = await Promise.all(Array.from({ length: 20 }, () => BuildLock.take(file)));
    const held = locks.filter((lock) => lock !== undefined);
    assert.equal(held.length, 1);
    assert.equal(await BuildLock.isHeld(file), true);
    await held[0]!.release();
    assert.equal(await BuildLock.isHeld(file), false);
    assert.deepEqual(await readdir(folder), []);
  });

  it('of a process that is dead is taken over by one only', async () => {
    await left(deadProcess());
    assert.equal(await BuildLock.isHeld(file), false);
    const locks = await Promise.all(Array.from({ length: 20 }, () => BuildLock.take(file)));
    const held = locks.filter((lock) => lock !== undefined);
    assert.equal(held.length, 1);
    assert.equal(await BuildLock.isHeld(file), true);
    await held[0]!.release();
    assert.deepEqual(await readdir(folder), []);
  });

  it('of a living process on another machine is respected, and not for ever', async () => {
    await left(deadProcess(), 'another-machine');
    assert.equal(await BuildLock.take(file), undefined);
    const longAgo = new Date(Date.now() - 10 * 60_000);
    await utimes(file, longAgo, longAgo);
    const lock = await BuildLock.take(file);
    assert.ok(lock);
    await lock.release();
  });

  it('is respected before its holder has written its name', async () => {
    await writeFile(file, '');
    assert.equal(await BuildLock.take(file), undefined);
  });

  it('is taken over although somebody died while taking it over', async () => {
    await left(deadProcess());
    await writeFile(`${file}.takeover`, '');
    assert.equal(await BuildLock.take(file), undefined);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(`${file}.takeover`, longAgo, longAgo);
    const lock = await BuildLock.take(file);
    assert.ok(lock);
    await lock.release();
  });
});

function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}
