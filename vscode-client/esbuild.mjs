// Bundles the extension and its panels' pages into dist/; with --tests, the tests into dist-tests/.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';

const watch = process.argv.includes('--watch');
const tests = process.argv.includes('--tests');
const production = process.argv.includes('--production');

const node = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  logLevel: 'info',
};

const jsx = { jsx: 'automatic', jsxImportSource: 'preact' };

const testLibraries = ['mocha', 'playwright-core', 'axe-core'];
const EDITOR_TESTS = path.join('tests', 'editor');

const builds = tests
  ? [
      testBuild((file) => file.startsWith(EDITOR_TESTS), { external: ['vscode', ...testLibraries] }),
      // Outside an editor there is no `vscode`: a small stand-in replaces it.
      testBuild((file) => !file.startsWith(EDITOR_TESTS), {
        external: testLibraries,
        alias: { vscode: './tests/vscode.ts' },
        inject: ['./tests/page.ts'],
        // The stand-in lacks what no test calls.
        logOverride: { 'import-is-undefined': 'silent' },
      }),
    ]
  : [
      {
        ...node,
        entryPoints: ['src/extension.ts'],
        inject: ['src/language.ts'],
        outfile: 'dist/extension.js',
        minify: production,
        sourcemap: !production,
      },
      {
        bundle: true,
        platform: 'browser',
        format: 'esm',
        splitting: true,
        target: 'es2022',
        entryPoints: Object.fromEntries(pages().map((file) => [path.basename(file).replace(/\.tsx?$/, ''), file])),
        inject: ['src/panels/page/language.ts'],
        outdir: 'dist/webview',
        banner: { css: defaultColours() },
        ...jsx,
        minify: production,
        sourcemap: false,
        logLevel: 'info',
      },
    ];

rmSync(tests ? 'dist-tests' : 'dist', { recursive: true, force: true });
if (!tests) {
  cpSync('../examples/letter', 'dist/example/letter', { recursive: true });
}
const inputs = [];
for (const build of builds) {
  if (watch) {
    const context = await esbuild.context(build);
    await context.watch();
  } else {
    const { metafile } = await esbuild.build({ ...build, metafile: true });
    inputs.push(...Object.keys(metafile.inputs));
  }
}
if (production) {
  writeFileSync(path.join('dist', 'THIRD-PARTY-NOTICES.txt'), notices(inputs));
}

/**
 * Return the manifest's colours as variables of CSS, as VS Code gives them to pages: a window in which a page was open
 * before the extension was installed gives them only when it is loaded again. VS Code's own are set on the element.
 */
function defaultColours() {
  const { colors } = JSON.parse(readFileSync('package.json', 'utf8')).contributes;
  const themes = {
    light: ['light'],
    dark: ['dark'],
    'high-contrast': ['highContrast', 'dark'],
    'high-contrast-light': ['highContrastLight', 'light'],
  };
  const rules = Object.entries(themes).map(([theme, [own, other]]) => {
    const variables = colors.map(
      ({ id, defaults }) => `--vscode-${id.replaceAll('.', '-')}: ${defaults[own] ?? defaults[other]};`,
    );
    return `html:has(> body.vscode-${theme}) { ${variables.join(' ')} }`;
  });
  return rules.join('\n');
}

/** Return the licences of the packages whose files are in the bundles. */
function notices(files) {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]);
  const texts = [...new Set(folders)].filter(Boolean).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const [file] = readdirSync(folder).filter((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    return `${name} ${version} (${license})\n\n${file ? readFileSync(path.join(folder, file), 'utf8').trim() : ''}\n`;
  });
  return texts.sort().join(`\n${'-'.repeat(80)}\n\n`);
}

function testBuild(includes, options) {
  return {
    ...node,
    ...jsx,
    ...options,
    entryPoints: sources('tests').filter((file) => /\.test\.ts$|(run|index|slowest)\.ts$/.test(file) && includes(file)),
    outdir: 'dist-tests',
    outbase: 'tests',
    sourcemap: 'inline',
  };
}

/** Scripts of the panels' pages, `plan.page.tsx` and the like. */
function pages() {
  return sources(path.join('src', 'panels')).filter((file) => /\.page\.tsx?$/.test(file));
}

function sources(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));
}
