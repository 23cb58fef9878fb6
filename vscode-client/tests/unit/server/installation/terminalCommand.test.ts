import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { launcher, writeLauncher } from '../../../../src/server/serverInstallation';

describe('The command of terminals', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'markscheme-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('is alone in its folder, and passes every argument to the private Python', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const python = path.join(folder, "it's private", 'python');
    await mkdir(path.dirname(python));
    await writeFile(python, '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 });
    const bin = path.join(folder, 'bin');
    await writeLauncher(bin, python, process.platform);
    assert.deepEqual(await readdir(bin), ['markscheme']);
    const output = execFileSync(path.join(bin, 'markscheme'), ['review', 'two words'], { encoding: 'utf8' });
    assert.equal(output, '-I|-m|markscheme|review|two words|');
  });

  it('is a batch file on Windows', () => {
    const { name, text } = launcher('C:\\a b\\python.exe', 'win32');
    assert.equal(name, 'markscheme.cmd');
    assert.equal(text, '@"C:\\a b\\python.exe" -I -m markscheme %*\r\n');
  });
});
