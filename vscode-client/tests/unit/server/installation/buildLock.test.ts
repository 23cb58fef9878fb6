import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import * as path from 'node:path';

import { isLocked, takeLock } from '../../../../src/server/privateEnvironment';

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

  async function abandon(pid: number, host = hostname()): Promise<void> {
    await writeFile(file, JSON.stringify({ pid, host }));
  }

  it('is held by one window until it is released', async () => {
    const locks = await Promise.all(Array.from({ length: 20 }, () => takeLock(file)));
    const held = locks.filter((lock) => lock !== undefined);
    assert.equal(held.length, 1);
    assert.equal(await isLocked(file), true);
    await held[0]!();
    assert.equal(await isLocked(file), false);
    assert.deepEqual(await readdir(folder), []);
  });

  it('of a dead process is taken over by one window', async () => {
    await abandon(deadProcess());
    assert.equal(await isLocked(file), false);
    const locks = await Promise.all(Array.from({ length: 20 }, () => takeLock(file)));
    const held = locks.filter((lock) => lock !== undefined);
    assert.equal(held.length, 1);
    assert.equal(await isLocked(file), true);
    await held[0]!();
    assert.deepEqual(await readdir(folder), []);
  });

  it('of a process on another machine is respected for a time', async () => {
    await abandon(deadProcess(), 'another-machine');
    assert.equal(await takeLock(file), undefined);
    const longAgo = new Date(Date.now() - 10 * 60_000);
    await utimes(file, longAgo, longAgo);
    const lock = await takeLock(file);
    assert.ok(lock);
    await lock();
  });

  it('is respected before its holder is written', async () => {
    await writeFile(file, '');
    assert.equal(await takeLock(file), undefined);
  });

  it('is taken over after an abandoned takeover', async () => {
    await abandon(deadProcess());
    await writeFile(`${file}.takeover`, '');
    assert.equal(await takeLock(file), undefined);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(`${file}.takeover`, longAgo, longAgo);
    const lock = await takeLock(file);
    assert.ok(lock);
    await lock();
  });
});

function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}
