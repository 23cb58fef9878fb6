// Builds .cache/wheels, a folder with the wheels that the server needs, and .cache/own-wheel with the server's.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { buildPython, buildWheel, ROOT } from '../../wheel.mjs';

const cache = path.join(ROOT, '.cache');
const wheels = path.join(cache, 'wheels');
const stamp = path.join(wheels, 'made-from');
const python = buildPython();
const started = Date.now();

const own = buildWheel(path.join(cache, 'own-wheel'));
const wanted = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  rmSync(wheels, { recursive: true, force: true });
  mkdirSync(wheels, { recursive: true });
  pip('wheel', '--wheel-dir', wheels, '--constraint', path.join(ROOT, 'constraints.txt'), `${own}[encoder]`);
  for (const name of readdirSync(wheels).filter((name) => name.startsWith('markscheme-'))) {
    rmSync(path.join(wheels, name));
  }
  writeFileSync(stamp, wanted);
}
if (!existsSync(path.join(cache, 'uv', 'bin'))) {
  pip('install', '--target', path.join(cache, 'uv'), '--only-binary', ':all:', 'uv>=0.8,<1');
}
const uvWheel = path.join(cache, 'uv-wheel');
if (!existsSync(uvWheel)) {
  pip('download', '--no-deps', '--dest', uvWheel, '--only-binary', ':all:', 'uv>=0.8,<1');
}
console.log(`Wheels of ${readdirSync(wheels).length - 1} packages: ${((Date.now() - started) / 1000).toFixed(0)} s`);

/** Return a hash of what the wheels depend on: the Python and the pinned versions. */
function fingerprint() {
  const version = execFileSync(python, ['-c', 'import sys; print(sys.version)'], { encoding: 'utf8' });
  const files = ['pyproject.toml', 'constraints.txt'].map((name) => readFileSync(path.join(ROOT, name), 'utf8'));
  return createHash('sha256')
    .update([version, ...files].join('\0'))
    .digest('hex');
}

function pip(...given) {
  const command = ['-m', 'pip', '-qq', '--disable-pip-version-check', ...given];
  execFileSync(python, command, { cwd: cache, stdio: ['ignore', 'inherit', 'inherit'] });
}
