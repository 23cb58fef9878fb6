/**
 * Generate src/protocol/contract.ts from docs/protocol.schema.json, which is generated from the server's Python types.
 *
 * With `--check` the script writes nothing, and exits with status 1 if the file is stale.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { compile } from 'json-schema-to-typescript';
import * as prettier from 'prettier';

const SCHEMA = new URL('../docs/protocol.schema.json', import.meta.url);
const TARGET = new URL('src/protocol/contract.ts', import.meta.url);
const BANNER = `/* eslint-disable @typescript-eslint/consistent-indexed-object-style */
/** The JSON of Markscheme's server. Generated from its Python types by \`make contract\`; do not edit. */
`;

async function generated() {
  const schema = JSON.parse(await readFile(SCHEMA, 'utf8'));
  const source = await compile(schema, 'Contract', {
    additionalProperties: false,
    bannerComment: '',
    format: false,
    unreachableDefinitions: true,
  });
  const text = withoutRoot(readonly(shortComments(withoutProvenance(source))));
  const config = await prettier.resolveConfig(fileURLToPath(TARGET));
  return prettier.format(BANNER + text, { ...config, parser: 'typescript' });
}

/** The type of the document that only holds the definitions. */
function withoutRoot(source) {
  return source.replace(/^export interface \w+ \{\s*\[k: string\]: unknown;?\s*\}\n/m, '');
}

/** The generator's remark on each type. */
function withoutProvenance(source) {
  return source
    .replace(/(\n \*)?\n \* This interface was referenced by .*\n \* via the `definition` .*/g, '')
    .replace(/^\/\*\*\n \*\/\n/gm, '');
}

/** A comment of one line on one line; code quoted as TypeScript's comments quote it. */
function shortComments(source) {
  return source.replace(/^( *)\/\*\*\n *\* ([^\n]*)\n(?: *\* *\n)? *\*\//gm, '\n$1/** $2 */').replaceAll('``', '`');
}

/** What the server sent is never changed. */
function readonly(source) {
  return source
    .replace(/^( *)((?:'[^']+'|"[^"]+"|\w+)\??:)/gm, '$1readonly $2')
    .replace(/: (\w+\[\](?:\[\])?)/g, ': readonly $1');
}

const text = await generated();
if (process.argv.includes('--check')) {
  if ((await readFile(TARGET, 'utf8')) !== text) {
    console.error('src/protocol/contract.ts is stale: run make contract');
    process.exitCode = 1;
  }
} else {
  await writeFile(TARGET, text);
}
