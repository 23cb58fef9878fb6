// Runs scripts of package.json at the same time, and prints what each has written when it has ended. After `--`, further
// scripts are run when those before have ended, also if one failed: parallel.mjs one two -- three.
import { spawn } from 'node:child_process';

const groups = process.argv
  .slice(2)
  .join(' ')
  .split(' -- ')
  .map((names) => names.split(' '));

for (const names of groups) {
  const codes = await Promise.all(names.map((name) => run(name, names.length === 1)));
  if (codes.some((code) => code !== 0)) {
    process.exitCode = 1;
  }
}

/** Run a script; print its output as it comes if nothing else is run meanwhile. Return its exit status. */
function run(name, isAlone) {
  return new Promise((resolve) => {
    const begun = Date.now();
    const output = [];
    const child = spawn('npm', ['run', '--silent', name], {
      stdio: ['ignore', isAlone ? 'inherit' : 'pipe', isAlone ? 'inherit' : 'pipe'],
      shell: process.platform === 'win32',
    });
    child.stdout?.on('data', (piece) => output.push(piece));
    child.stderr?.on('data', (piece) => output.push(piece));
    child.once('error', (error) => {
      console.error(error);
      resolve(1);
    });
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      console.log(`${name}: ${((Date.now() - begun) / 1000).toFixed(0)} s${code === 0 ? '' : ', failed'}`);
      resolve(code ?? 1);
    });
  });
}
