import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { findPython, minorsOf } from '../../../../src/server/installer';
import { executables, type SearchPlaces } from '../../../../src/server/programs';

describe('A Python for an environment', function () {
  this.timeout(30_000);
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'markscheme-')));
  });

  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });

  function places(...folders: string[]): SearchPlaces {
    const variables = { ...process.env, PATH: folders.join(path.delimiter) };
    return { variables, platform: process.platform, home: root };
  }

  /** Create a program that answers like a Python of another version. */
  async function fakePython(folder: string, name: string, answer: string): Promise<string> {
    const file = path.join(root, folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
    return file;
  }

  async function realPython(): Promise<string | undefined> {
    const everywhere = { variables: process.env, platform: process.platform, home: root };
    return (await findPython({ ...everywhere, python: '' }, [])).python;
  }

  it('is the first that runs and is new enough; others are rejected with a reason', async function () {
    const real = await realPython();
    if (real === undefined) {
      this.skip();
    }
    const stub = await fakePython('a', 'python3.12', 'echo "python3.12: command not found" >&2; exit 127');
    const old = await fakePython('a', 'python3', `echo "3|9|1|cpython|64|/x/python3"`);
    await mkdir(path.join(root, 'b'));
    await symlink(real, path.join(root, 'b', 'python3'));
    const at = places(path.join(root, 'a'), path.join(root, 'b'));
    const { python, rejected } = await findPython({ ...at, python: '' }, []);
    assert.ok(python);
    assert.deepEqual(
      rejected.map((each) => each.split(' (')[0]),
      [stub, old],
    );
    assert.match(rejected[0]!, /command not found/);
    assert.match(rejected[1]!, /3\.9\.1/);
  });

  it('is that of the setting, or none', async () => {
    const file = await fakePython('a', 'my-python', `echo "3|12|4|cpython|64|/x/python3.12"`);
    const nowhere = places();
    const { python } = await findPython({ ...nowhere, python: file }, []);
    assert.equal(python, '/x/python3.12');
    const wrong = await findPython({ ...nowhere, python: path.join(root, 'no-python') }, []);
    assert.equal(wrong.python, undefined);
    assert.equal(wrong.rejected.length, 1);
  });

  it('fits the wheels, and has 64 bits', async () => {
    await fakePython('a', 'python3.13', `echo "3|13|0|cpython|64|/x/python3.13"`);
    await fakePython('a', 'python3.12', `echo "3|12|0|cpython|32|/x/python3.12"`);
    await fakePython('a', 'python3.11', `echo "3|11|0|cpython|64|/x/python3.11"`);
    const at = places(path.join(root, 'a'));
    assert.equal((await findPython({ ...at, python: '' }, [11, 12])).python, '/x/python3.11');
    assert.equal((await findPython({ ...at, python: '' }, [])).python, '/x/python3.13');
    assert.equal((await executables('python3.13', at)).length, 1);
  });

  it('has a version that the names of compiled wheels give', () => {
    const wheels = [
      'attrs-26.1.0-py3-none-any.whl',
      'psutil-7.2.2-cp36-abi3-manylinux2014_x86_64.whl',
      'numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl',
      'torch-2.13.0+cpu-cp311-cp311-linux_x86_64.whl',
    ];
    assert.deepEqual(minorsOf(wheels), [11]);
    assert.deepEqual(minorsOf(wheels.slice(0, 2)), []);
  });
});
