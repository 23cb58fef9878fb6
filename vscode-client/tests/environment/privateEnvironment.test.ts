import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { devNull, hostname, tmpdir } from 'node:os';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';

import { serverVariables } from '../../src/server/programs';
import { InstallationFailure, type Part, sizeInWords, sizeOf } from '../../src/server/installationText';
import { type Supplies, UNUSED_PACKAGES } from '../../src/server/installer';
import {
  type EnvironmentState,
  folderSize,
  type Marker,
  PrivateEnvironment,
} from '../../src/server/privateEnvironment';
import { buildOptions, places, ROOT, smallSupplies, supplies, THOROUGH, uvFolder, uvWheelFolder } from './supplies';
import { withServer } from './server';

describe('The private environment', function () {
  this.timeout(300_000);
  let storage: string;
  let shelf: string;
  let small: Supplies;

  before(async () => {
    shelf = await mkdtemp(path.join(tmpdir(), 'markscheme-'));
    small = await smallSupplies(shelf);
  });

  after(async () => {
    await rm(shelf, { recursive: true, force: true });
  });

  beforeEach(async () => {
    storage = await mkdtemp(path.join(tmpdir(), 'markscheme-'));
  });

  afterEach(async () => {
    await rm(storage, { recursive: true, force: true });
  });

  it('built by uv offline has a server that marks; it is repaired, updated and removed', async () => {
    const environment = new PrivateEnvironment(storage, places(uvFolder));
    assert.equal((await environment.state()).kind, 'absent');
    const steps: string[] = [];
    await environment.build(buildOptions({ onStep: ({ kind }) => steps.push(kind) }));
    const state = await environment.state();
    assert.equal(state.kind, 'ready');
    assert.equal(state.marker.installer, 'uv');
    assert.ok(steps.includes('install'), steps.join());
    assert.deepEqual((await readdir(storage)).sort(), ['environment']);
    await assertItMarks(state);
    await assertSizes(environment, 'base');
    assert.equal(existsSync(path.join(environment.folder, 'ready.json')), true);
    assert.equal(await has(environment, 'torch'), false);

    const broken = { ...supplies, wheelFolder: path.join(storage, 'no-torch') };
    await mkdir(broken.wheelFolder);
    await assert.rejects(environment.addEncoder(buildOptions({ supplies: broken })), InstallationFailure);
    assert.equal((await environment.state()).kind, 'ready', 'it marks on without the encoder');
    await environment.addEncoder(buildOptions());
    const whole = await environment.state();
    assert.equal(whole.kind, 'ready');
    assert.equal(whole.marker.encoder, true);
    assert.equal(await has(environment, 'torch'), true);
    await assertItMarks(whole);
    await assertSizes(environment, 'encoder');

    await rm(path.join(environment.folder, 'lib'), { recursive: true });
    assert.equal((await environment.state()).kind, 'broken');
    await environment.build(buildOptions());
    assert.equal((await environment.state()).kind, 'ready');
    assert.equal(await has(environment, 'torch'), true, 'a repair keeps the encoder');

    await pretendOld(environment);
    await environment.update(buildOptions());
    assert.equal(((await readMarker(environment)) as Marker).server, state.version);

    await pretendOld(environment);
    const wheels = path.join(storage, 'no-wheel-in-it');
    await mkdir(wheels);
    await writeFile(path.join(wheels, 'markscheme-9.0.0-py3-none-any.whl'), 'not a wheel');
    await assert.rejects(environment.update(buildOptions({ supplies: { ...supplies, wheels } })), InstallationFailure);
    const after = await environment.state();
    assert.equal(after.kind, 'ready', 'the old server still runs after a failed update');
    assert.equal(after.version, state.version);

    await environment.remove();
    assert.equal((await environment.state()).kind, 'absent');
    assert.equal(existsSync(environment.folder), false);
  });

  it('is built by venv and pip offline, despite variables of other Pythons', async () => {
    const elsewhere = path.join(storage, 'elsewhere');
    await mkdir(elsewhere);
    const foreign = { PYTHONPATH: elsewhere, PIP_TARGET: elsewhere, PIP_USER: '1', VIRTUAL_ENV: elsewhere };
    const { variables, ...rest } = places();
    const environment = new PrivateEnvironment(storage, { ...rest, variables: { ...variables, ...foreign } });
    const begun = Date.now();
    await environment.build(buildOptions({ supplies: small }));
    console.log(`      built in ${((Date.now() - begun) / 1000).toFixed(0)} s`);
    const state = await environment.state();
    assert.equal(state.kind, 'ready');
    assert.equal(state.marker.installer, 'pip');
    assert.deepEqual(await readdir(elsewhere), []);
    assert.ok(existsSync(path.join(environment.folder, 'ready.json')));
    assert.equal(await has(environment, 'torch'), false);
    if (THOROUGH) {
      await assertItMarks(state);
      await assertSizes(environment, 'base');
    }
    await environment.addEncoder(buildOptions({ supplies: small }));
    assert.equal(await has(environment, 'torch'), true);
    for (const unused of UNUSED_PACKAGES) {
      assert.equal(await has(environment, unused.replaceAll('-', '_')), false, `${unused} is removed`);
    }
  });

  it('leaves no folder, lock or process when the build is cancelled', async () => {
    const environment = new PrivateEnvironment(storage, places());
    const controller = new AbortController();
    const stopped = environment.build(
      buildOptions({
        supplies: small,
        signal: controller.signal,
        onStep: ({ kind }) => {
          if (kind === 'install') {
            controller.abort();
          }
        },
      }),
    );
    await assert.rejects(stopped, (error: InstallationFailure) => error.kind === 'cancelled');
    assert.deepEqual(await readdir(storage), []);
    assert.deepEqual(await processesIn(environment.folder), []);
    assert.equal((await environment.state()).kind, 'absent');
  });

  it('is built by only one of two windows', async () => {
    const window = (): PrivateEnvironment => new PrivateEnvironment(storage, places());
    const controller = new AbortController();
    let second: Promise<unknown> = Promise.resolve();
    let seen: EnvironmentState | undefined;
    const first = window().build(
      buildOptions({
        supplies: small,
        signal: controller.signal,
        onStep: ({ kind }) => {
          if (kind === 'look-up' && !seen) {
            seen = { kind: 'absent' };
            second = assert
              .rejects(
                window().build(buildOptions({ supplies: small })),
                (error: InstallationFailure) => error.kind === 'busy',
              )
              .then(async () => {
                seen = await window().state();
                controller.abort();
              });
          }
        },
      }),
    );
    await assert.rejects(first, InstallationFailure);
    await second;
    assert.equal(seen?.kind, 'building');
    assert.deepEqual(await readdir(storage), []);
  });

  it('reports a wheel that the folder lacks', async () => {
    const wheelFolder = path.join(storage, 'wheels');
    await mkdir(wheelFolder);
    for (const name of (await readdir(supplies.wheelFolder)).filter((name) => /^(attrs|torch)/.test(name))) {
      await symlink(path.join(supplies.wheelFolder, name), path.join(wheelFolder, name));
    }
    for (const folders of [[], [uvFolder]]) {
      const environment = new PrivateEnvironment(path.join(storage, 'private'), places(...folders));
      await assert.rejects(
        environment.build(buildOptions({ supplies: { ...supplies, wheelFolder } })),
        (error: InstallationFailure) => {
          assert.equal(error.kind, 'missing-wheel', error.message);
          assert.match(error.detail, /^[\w-]+/);
          return true;
        },
      );
      assert.deepEqual(await readdir(path.join(storage, 'private')), []);
    }
  });

  it('reports that the network can’t be reached', async () => {
    const unreachable = { PIP_INDEX_URL: 'http://127.0.0.1:9/simple', UV_DEFAULT_INDEX: 'http://127.0.0.1:9/simple' };
    const impatient = { PIP_RETRIES: '1', UV_HTTP_RETRIES: '0', PIP_CONFIG_FILE: devNull, PIP_FIND_LINKS: undefined };
    for (const folders of [[], [uvFolder]]) {
      const { variables, ...rest } = places(...folders);
      const surroundings = { ...rest, variables: { ...variables, ...unreachable, ...impatient } };
      const environment = new PrivateEnvironment(storage, surroundings);
      await assert.rejects(
        environment.build(buildOptions({ supplies: { ...supplies, wheelFolder: '' } })),
        (error: InstallationFailure) => error.kind === 'no-network' && /connect|127\.0\.0\.1/i.test(error.detail),
      );
      assert.deepEqual(await readdir(storage), []);
    }
  });

  it('reports a missing Python, folder or wheel', async () => {
    const environment = new PrivateEnvironment(storage, places());
    const kinds: string[] = [];
    for (const changes of [
      { python: path.join(storage, 'python') },
      { wheelFolder: path.join(storage, 'wheels') },
      { wheels: storage, wheelFolder: '' },
    ]) {
      await environment
        .build(buildOptions({ supplies: { ...supplies, ...changes } }))
        .catch((error: unknown) => kinds.push((error as InstallationFailure).kind));
    }
    assert.deepEqual(kinds, ['no-python', 'no-wheel-folder', 'no-wheel']);
    assert.deepEqual(await readdir(storage), []);
  });

  it('is built again after a window died while building it', async () => {
    const environment = new PrivateEnvironment(storage, places(uvFolder));
    await mkdir(environment.folder, { recursive: true });
    await writeFile(path.join(environment.folder, 'half'), '');
    await writeFile(path.join(storage, 'environment.lock'), JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
    assert.equal((await environment.state()).kind, 'absent');
    await environment.build(buildOptions({ supplies: small }));
    assert.equal((await environment.state()).kind, 'ready');
    assert.equal(existsSync(path.join(environment.folder, 'half')), false);
  });
});

/** Check that a person is not promised less than is downloaded, and than is on the disk after the first marks. */
async function assertSizes(environment: PrivateEnvironment, part: Part): Promise<void> {
  const { download, disk } = sizeOf(part, 'cpu');
  const bytes = await environment.bytes();
  const wheels = (await folderSize(supplies.wheelFolder)) - (await unusedBytes()) + (await folderSize(uvWheelFolder));
  console.log(`      ${sizeInWords(wheels)} of wheels, ${(bytes / 1e9).toFixed(2)} GB in the environment`);
  assert.ok(bytes <= disk && bytes > 0.8 * disk, `${bytes} bytes in the environment`);
  if (part === 'encoder') {
    assert.ok(wheels <= download, `${wheels} bytes of wheels`);
  }
}

/** Return whether the environment has a package. */
async function has(environment: PrivateEnvironment, name: string): Promise<boolean> {
  const installed = await readdir(environment.folder, { recursive: true });
  return installed.some((file) => path.basename(file) === name);
}

/** Return the bytes of the wheels that uv leaves out. */
async function unusedBytes(): Promise<number> {
  const names = (await readdir(supplies.wheelFolder)).filter((name) =>
    UNUSED_PACKAGES.some((unused) => name.startsWith(`${unused.replaceAll('-', '_')}-`)),
  );
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(supplies.wheelFolder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Check that the environment's server marks a letter, with its own engine, pipeline and models. */
async function assertItMarks(state: EnvironmentState): Promise<void> {
  assert.equal(state.kind, 'ready');
  const folder = await mkdtemp(path.join(tmpdir(), 'markscheme-letter-'));
  try {
    await cp(path.join(ROOT, 'examples', 'letter'), folder, { recursive: true });
    const uri = pathToFileURL(path.join(folder, 'letter.hyp.jonas.txt')).href;
    const text = await readFile(path.join(folder, 'letter.hyp.jonas.txt'), 'utf8');
    const variables = { ...process.env, ...serverVariables(process.env), XDG_CACHE_HOME: path.join(folder, 'cache') };
    const codes = await withServer(state.start, variables, folder, async (connection) => {
      const published = new Promise<string[]>((resolve) => {
        connection.onNotification('textDocument/publishDiagnostics', (given: Published) => {
          if (given.uri === uri && given.diagnostics.length > 0) {
            resolve(given.diagnostics.map(({ code }) => code));
          }
        });
      });
      await connection.sendRequest('initialize', {
        processId: process.pid,
        rootUri: pathToFileURL(folder).href,
        capabilities: {},
        initializationOptions: { engineIdle: 0 },
      });
      await connection.sendNotification('initialized', {});
      const textDocument = { uri, languageId: 'plaintext', version: 1, text };
      await connection.sendNotification('textDocument/didOpen', { textDocument });
      return await published;
    });
    assert.ok(codes.includes('different') && codes.includes('missed'), codes.join());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly { readonly code: string }[];
}

/** Change the marker to that of an older extension. */
async function pretendOld(environment: PrivateEnvironment): Promise<void> {
  const marker = (await readMarker(environment)) as Marker;
  const file = path.join(environment.folder, 'ready.json');
  await writeFile(file, JSON.stringify({ ...marker, server: '0.0.9' }));
}

async function readMarker(environment: PrivateEnvironment): Promise<unknown> {
  return JSON.parse(await readFile(path.join(environment.folder, 'ready.json'), 'utf8'));
}

/** Return the command lines of running processes that name a folder. */
async function processesIn(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') {
    return [];
  }
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(folder));
}
