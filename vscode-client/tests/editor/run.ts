/** Runs the tests in a real VS Code: installs what they need, starts it, and ends it again. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { codeServer } from './installation';
import { missing, serverCommand } from './requirements';
import { session } from './session';

const CLIENT = path.resolve(__dirname, '..', '..');
const REPOSITORY = path.dirname(CLIENT);

const INSIDE = '--inside';

/** Only install what the tests need, so that other tests may run meanwhile. */
const PREPARE = '--prepare';

/** Whether everything is tried in full, as `make test-all` does. */
const THOROUGH = process.env.MARKSCHEME_THOROUGH === '1';

async function main(): Promise<number> {
  const [first, command, vsix, ...rest] = process.argv.slice(2);
  if (first === INSIDE && command && vsix) {
    return await session({ repository: REPOSITORY, command, vsix, server: serverCommand(REPOSITORY), choice: rest });
  }
  return outside();
}

function outside(): number {
  const lacks = missing(REPOSITORY);
  if (lacks.length > 0) {
    const required = process.env.MARKSCHEME_REQUIRE_EDITORS === '1';
    console.log(`${required ? 'failed' : 'skipped'}: the tests in VS Code need ${lacks.join(', ')}`);
    return required ? 1 : 0;
  }
  const command = codeServer(path.join(REPOSITORY, '.cache'));
  if (process.argv.includes(PREPARE)) {
    return 0;
  }
  return withoutNetwork([process.execPath, __filename, INSIDE, command, packed(), ...process.argv.slice(2)]);
}

/** Return the packed extension: the named one, or one that is packed now. */
function packed(): string {
  if (process.env.MARKSCHEME_VSIX) {
    return path.resolve(process.env.MARKSCHEME_VSIX);
  }
  run([process.execPath, 'package.mjs', ...(THOROUGH ? [] : ['--keep-strings'])], CLIENT);
  return path.join(
    CLIENT,
    readdirSync(CLIENT).find((name) => name.endsWith('.vsix'))!,
  );
}

/** Run a command with loopback as the only network, so that it can't reach other machines. */
function withoutNetwork(command: readonly string[]): number {
  const alone = ['unshare', '--net', '--', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const allowed = existsSync('/proc/self/ns/net') && spawnSync(alone[0]!, [...alone.slice(1), 'true']).status === 0;
  if (!allowed) {
    console.log('warning: no network namespace here; only the browser is cut off from the network');
  }
  return run(allowed ? [...alone, ...command] : command, CLIENT, false);
}

function run([program, ...rest]: readonly string[], cwd: string, mustSucceed = true): number {
  const { status, error } = spawnSync(program!, rest, { cwd, stdio: 'inherit' });
  if (error) {
    throw error;
  }
  if (mustSucceed && status !== 0) {
    throw new Error(`${program} ${rest.join(' ')} failed`);
  }
  return status ?? 1;
}

void main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
