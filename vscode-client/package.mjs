// Packs the .vsix: the extension with the server's wheel, without sources and build files. With --keep-strings it takes
// l10n/bundle.l10n.json as it is.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';

import { buildPython, buildWheel } from './wheel.mjs';

const here = import.meta.dirname;
const { icon } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));

/** Patterns of files that the .vsix must have, and of those that it must not have. */
const REQUIRED = [
  /^package\.json$/,
  /^package\.nls\.json$/,
  /^l10n\/bundle\.l10n\.json$/,
  /^readme\.md$/i,
  /^license(\.txt)?$/i,
  new RegExp(`^${icon.replaceAll('.', '\\.')}$`),
  /^dist\/extension\.js$/,
  /^dist\/THIRD-PARTY-NOTICES\.txt$/,
  /^dist\/example\/letter\/letter\.src\.txt$/,
  /^wheels\/markscheme-[^/]*\.whl$/,
];
const UNWANTED =
  /\.map$|\.tsx?$|(^|\/)(tests?|dist-tests|node_modules|src|screenshots|\.[^/]+)\/|tsconfig|eslint|\.mjs$|\.vsix$/;

if (!process.argv.includes('--keep-strings')) {
  execFileSync('npm', ['run', '--silent', 'l10n'], {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
execFileSync(process.execPath, ['esbuild.mjs', '--production'], { cwd: here, stdio: 'inherit' });
const wheel = buildWheel(path.join(here, 'wheels'));
const version = path.basename(wheel).split('-')[1]; // that of the release's tag; package.json has none of its own
const vsix = path.join(here, `markscheme-${version}.vsix`);
for (const name of readdirSync(here).filter((name) => name.endsWith('.vsix'))) {
  rmSync(path.join(here, name));
}
await createVSIX({
  cwd: here,
  packagePath: vsix,
  version,
  updatePackageJson: false,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false, // The README's pictures have no public address.
  skipLicense: false,
});
check(packed());
console.log(`${path.relative(process.cwd(), vsix)}: ${(statSync(vsix).size / 1e6).toFixed(1)} MB`);

function check(names) {
  const missing = REQUIRED.filter((pattern) => !names.some((name) => pattern.test(name)));
  const unwanted = names.filter((name) => UNWANTED.test(name));
  if (missing.length > 0 || unwanted.length > 0) {
    rmSync(vsix, { force: true });
    throw new Error(`The .vsix lacks [${missing.join(', ')}]; unwanted: [${unwanted.slice(0, 10).join(', ')}]`);
  }
}

/** Return the names in the extension's folder of the archive. */
function packed() {
  const list = 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))';
  const names = execFileSync(buildPython(), ['-c', list, vsix], { encoding: 'utf8' }).split(/\r?\n/);
  return names.filter((name) => name.startsWith('extension/')).map((name) => name.slice('extension/'.length));
}
