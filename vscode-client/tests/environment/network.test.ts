import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import * as path from 'node:path';

import type { InstallationFailure } from '../../src/server/installationText';
import type { Supplies } from '../../src/server/installer';
import { PrivateEnvironment } from '../../src/server/privateEnvironment';
import type { SearchPlaces } from '../../src/server/programs';
import { PackageIndex } from './packageIndex';
import { LARGE } from './standIns';
import { buildOptions, places, smallSupplies, THOROUGH, uvFolder, uvWheelFolder } from './supplies';

describe('The private environment from a package index', function () {
  this.timeout(300_000);
  let storage: string;
  let shelf: string;
  let small: Supplies;
  let index: PackageIndex;

  before(async () => {
    shelf = await mkdtemp(path.join(tmpdir(), 'markscheme-'));
    small = await smallSupplies(shelf);
  });

  after(async () => {
    await rm(shelf, { recursive: true, force: true });
  });

  beforeEach(async () => {
    storage = await mkdtemp(path.join(tmpdir(), 'markscheme-'));
    index = await PackageIndex.start(small.wheelFolder, uvWheelFolder);
  });

  afterEach(async () => {
    await index.stop();
    await rm(storage, { recursive: true, force: true });
  });

  /** Return places without uv, with the index as a person sets it for pip. */
  function withIndex(): SearchPlaces {
    const { variables, ...rest } = places();
    const indexOnly = { PIP_INDEX_URL: index.url, PIP_CONFIG_FILE: devNull, PIP_FIND_LINKS: undefined };
    const quick = { UV_HTTP_RETRIES: '0', PIP_RETRIES: '0', UV_CACHE_DIR: undefined };
    return { ...rest, variables: { ...variables, ...indexOnly, ...quick } };
  }

  it('keeps finished downloads when the connection breaks off, and the next try continues with them', async () => {
    const environment = new PrivateEnvironment(storage, withIndex());
    const online = { supplies: { ...small, wheelFolder: '' } };
    await environment.build(buildOptions(online));
    index.requested.splice(0);
    index.broken = /^torch-/;
    const failure = await failureOf(environment.addEncoder(buildOptions(online)));
    assert.equal(failure.kind, 'interrupted', failure.message);
    assert.match(failure.detail, /torch/);
    assert.ok((failure.more.kept ?? 0) > (THOROUGH ? 100e6 : LARGE), `${failure.more.kept} bytes are kept`);
    assert.deepEqual((await readdir(storage)).sort(), ['downloads', 'environment']);
    assert.equal((await environment.state()).kind, 'ready', 'the server marks on');

    index.broken = undefined;
    const first = new Set(index.requested.splice(0));
    assert.ok(
      [...first].some((name) => name.startsWith('uv-')),
      'uv comes from the index',
    );
    await environment.addEncoder(buildOptions(online));
    const again = index.requested.filter((name) => name.startsWith('transformers-'));
    assert.deepEqual(again, [], 'what is there is not downloaded twice');
    const state = await environment.state();
    assert.equal(state.kind, 'ready');
    assert.equal(state.marker.encoder, true);
    assert.deepEqual(await readdir(storage), ['environment']);
  });

  it('leaves nothing on a disk that becomes full', async function () {
    const disk = path.join(storage, 'disk');
    if (!THOROUGH || !(await mounted(disk, 2.7e9))) {
      this.skip();
    }
    try {
      const environment = new PrivateEnvironment(path.join(disk, 'server'), places(uvFolder));
      const filler = path.join(disk, 'filler');
      const options = buildOptions({
        supplies: small,
        onStep: ({ kind }) => {
          if (kind === 'look-up') {
            // What is already downloaded counts: a filler that does not fit leaves no room either.
            spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64M', 'count=40'], { stdio: 'ignore' });
          }
        },
      });
      const failure = await failureOf(environment.build(options));
      assert.equal(failure.kind, 'no-space', failure.message);
      assert.equal(failure.more.kept, 0);
      assert.deepEqual(await readdir(path.join(disk, 'server')), []);

      const tooLittle = await failureOf(environment.build(buildOptions({ supplies: small })));
      assert.equal(tooLittle.kind, 'too-little-space');
      assert.match(tooLittle.detail, /^0\.\d GB$/);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

async function failureOf(build: Promise<void>): Promise<InstallationFailure> {
  const failure = await build.then(
    () => undefined,
    (error: unknown) => error as InstallationFailure,
  );
  assert.ok(failure, 'the installation fails');
  return failure;
}

/** Mount a disk of some bytes in memory; return whether this machine allows it. */
async function mounted(folder: string, bytes: number): Promise<boolean> {
  await mkdir(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
