// Builds the server's wheel from the repository that this folder is part of.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');

/** Return the Python to build with: MARKSCHEME_PYTHON, the repository's, or the machine's. */
export function buildPython() {
  const [bin, name] = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python'];
  const own = path.join(ROOT, '.venv', bin, name);
  return process.env.MARKSCHEME_PYTHON || (existsSync(own) ? own : 'python3');
}

/** Build the wheel into a folder, in place of older ones, and return its path. */
export function buildWheel(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of wheelsIn(folder)) {
    rmSync(path.join(folder, name));
  }
  const python = buildPython();
  const builder = hasHatchling(python)
    ? ['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', folder]
    : ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, ROOT];
  execFileSync(python, builder, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const [wheel] = wheelsIn(folder);
  if (!wheel) {
    throw new Error(`No wheel was built in ${folder}`);
  }
  return path.join(folder, wheel);
}

function wheelsIn(folder) {
  return readdirSync(folder).filter((name) => /^markscheme-.*\.whl$/.test(name));
}

function hasHatchling(python) {
  try {
    execFileSync(python, ['-c', 'import hatchling'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
