/**
 * Generate the types in src/protocol/contract.ts, and the checks of values of these types in src/protocol/checks.ts, from
 * docs/protocol.schema.json, which is generated from the server's Python types.
 *
 * With `--check` the script writes nothing, and exits with status 1 if a file is stale.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { compile } from 'json-schema-to-typescript';
import * as prettier from 'prettier';

const SCHEMA = new URL('../docs/protocol.schema.json', import.meta.url);
const BANNER = `Generated from its Python types by \`make contract\`; do not edit.`;
const TYPES = `/* eslint-disable @typescript-eslint/consistent-indexed-object-style */
/** The JSON of Markscheme's server. ${BANNER} */
`;
const CHECKS = `/** Checks of the JSON of Markscheme's server, one for each type of it. ${BANNER} */
import * as v from 'valibot';

import type * as contract from './contract';

/** Accepts a value of a type; members that the type lacks are left out. */
export type Check<Value> = v.GenericSchema<unknown, Value>;

/** Make a check when it is first used, so that bundles leave out what they don't use. */
function check<Value>(make: () => Check<Value>): Check<Value> {
  let made: Check<Value> | undefined;
  return v.lazy(() => (made ??= make()));
}

const integer = (): Check<number> => v.pipe(v.number(), v.integer());

/**
 * Accepts each word of an enumeration, and words that a newer server may add. Such a word is shown as it stands:
 * \`worded\` of words.ts returns it where there is no text for it, and \`kindOf\` of vocabularies.ts marks it with "?".
 */
const word = <Word extends string>(): Check<Word> => v.string() as unknown as Check<Word>;

`;
const REFERENCE = '#/$defs/';

/** Return the text of each generated file, by the file's URL. */
async function generated() {
  const schema = JSON.parse(await readFile(SCHEMA, 'utf8'));
  const texts = { 'contract.ts': await types(structuredClone(schema)), 'checks.ts': checks(schema.$defs) };
  const files = Object.entries(texts).map(async ([name, text]) => {
    const file = fileURLToPath(new URL(`src/protocol/${name}`, import.meta.url));
    const config = await prettier.resolveConfig(file);
    return [file, await prettier.format(text, { ...config, parser: 'typescript' })];
  });
  return await Promise.all(files);
}

async function types(schema) {
  const source = await compile(schema, 'Contract', {
    additionalProperties: false,
    bannerComment: '',
    format: false,
    unreachableDefinitions: true,
  });
  return TYPES + withoutRoot(readonly(shortComments(withoutProvenance(source))));
}

/** Return a check for each definition. */
function checks(definitions) {
  const written = Object.entries(definitions).map(
    ([name, definition]) =>
      `export const ${name}: Check<contract.${name}> = /* @__PURE__ */ check(() => ${checkOf(definition)});\n`,
  );
  return CHECKS + written.join('\n');
}

function checkOf(schema) {
  if ('$ref' in schema) {
    return schema.$ref.replace(REFERENCE, '');
  }
  if (schema.anyOf) {
    const kinds = schema.anyOf.filter(({ type }) => type !== 'null').map(checkOf);
    const union = kinds.length === 1 ? kinds[0] : `v.union([${kinds.join()}])`;
    return kinds.length === schema.anyOf.length ? union : `v.nullable(${union})`;
  }
  if (schema.enum) {
    return `word<${schema.enum.map((each) => JSON.stringify(each)).join(' | ')}>()`;
  }
  if ('const' in schema) {
    return `v.literal(${JSON.stringify(schema.const)})`;
  }
  switch (schema.type) {
    case 'array':
      return `v.array(${checkOf(schema.items)})`;
    case 'integer':
      return 'integer()';
    case 'object':
      return schema.properties ? objectCheck(schema) : recordCheck(schema);
    case 'boolean':
    case 'null':
    case 'number':
    case 'string':
      return `v.${schema.type}()`;
    case undefined:
      return 'v.unknown()';
    default:
      throw new Error(`No check of ${JSON.stringify(schema)}`);
  }
}

function objectCheck({ properties, required = [] }) {
  const members = Object.entries(properties).map(([name, part]) => {
    const check = checkOf(part);
    return `${JSON.stringify(name)}: ${required.includes(name) ? check : `v.exactOptional(${check})`}`;
  });
  return `v.object({ ${members.join(', ')} })`;
}

function recordCheck({ additionalProperties }) {
  return `v.record(v.string(), ${typeof additionalProperties === 'object' ? checkOf(additionalProperties) : 'v.unknown()'})`;
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

for (const [file, text] of await generated()) {
  if (!process.argv.includes('--check')) {
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8')) !== text) {
    console.error(`${file} is stale: run make contract`);
    process.exitCode = 1;
  }
}
