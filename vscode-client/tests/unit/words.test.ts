import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

/** The extension's sources; this file's bundle lies in dist-tests/unit. */
const SOURCES = path.resolve(__dirname, '..', '..', 'src');
/** Where annotators and researchers read; `kindText` has the words of CLEME2.0's categories. */
const OF_RESEARCHERS = ['panels/adjudication/', 'panels/questions/', 'panels/plan/', 'marks/kindText.ts'];
const THEIR_WORDS = /\breferences?\b|\bhypothes[ie]s\b|adjudicat|\b[MRU]:[A-Z]{2}/i;
const SHOWN = /l10n\.t\(\s*(?:'([^']*)'|`([^`]*)`|"([^"]*)")/g;

describe('Words that teachers read', () => {
  it('are not those of annotators and researchers', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => /\.tsx?$/.test(file) && !OF_RESEARCHERS.some((place) => file.startsWith(place)));
    const texts = files.flatMap((file) =>
      [...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(SHOWN)].map((match) => match.slice(1).join('')),
    );
    assert.ok(texts.length > 500);
    assert.deepEqual(
      texts.filter((text) => THEIR_WORDS.test(text)),
      [],
    );
  });
});
