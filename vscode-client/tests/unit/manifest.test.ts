import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

/** The extension's manifest; this file's bundle lies in dist-tests/unit. */
const MANIFEST = path.resolve(__dirname, '..', '..', 'package.json');

describe('The manifest', () => {
  it('has each key of an object once, since a reader keeps only the last one', () => {
    const text = readFileSync(MANIFEST, 'utf8');
    const withoutSpaces = (json: string): string => json.replaceAll(/\s/g, '');
    assert.ok(withoutSpaces(JSON.stringify(JSON.parse(text))) === withoutSpaces(text), 'a key stands twice');
  });

  it('offers to open a Word document with its marks, and to set up a folder, in the Explorer', () => {
    const { contributes } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
      contributes: { menus: Record<string, readonly { command: string }[]> };
    };
    const commands = contributes.menus['explorer/context']?.map(({ command }) => command);
    assert.deepEqual(commands, ['markscheme.openMarked', 'markscheme.setUp']);
  });
});
