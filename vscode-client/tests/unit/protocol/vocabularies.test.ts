import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import {
  CATEGORIES,
  DOUBT,
  errorCount,
  kindsWithShares,
  type Look,
  REWRITTEN,
  VERDICTS,
  VOCABULARIES,
  vocabularyNamed,
} from '../../../src/protocol/vocabularies';
import { chunkWith, documentMarks, findingWith, marksWith, verdictsWith } from '../../sampleMarks';
import { markSum, textOf } from '../../../src/marks/markText';
import type { Category, Verdict } from '../../../src/protocol/contract';
import { worded } from '../../../src/words';
import manifest from '../../../package.json';

describe('The looks of findings', () => {
  const frame = ({ frame: { style, width } }: Look): string => `${style} ${width}`;

  it('differ in frame, in colour, in icon and in the sign at missing words within a vocabulary', () => {
    for (const looks of [
      [...VERDICTS, REWRITTEN],
      [...CATEGORIES, DOUBT],
    ]) {
      for (const part of [frame, ({ name }: Look) => name, ({ icon }: Look) => icon, ({ gap }: Look) => gap]) {
        assert.equal(new Set(looks.map(part)).size, looks.length);
      }
    }
    assert.equal(new Set(VERDICTS.map(({ sign }) => sign)).size, VERDICTS.length);
  });

  it('have the same signs and colours in students’ feedback', () => {
    const reports = path.resolve(__dirname, '..', '..', '..', '..', 'server', 'markscheme', 'reports');
    const css = readFileSync(path.join(reports, 'templates', 'feedback.css'), 'utf8');
    const kinds = readFileSync(path.join(reports, 'feedback.py'), 'utf8');
    const colours = new Map(manifest.contributes.colors.map(({ id, defaults }) => [id, defaults.light]));
    for (const { id, name, sign } of VERDICTS.filter(({ isDue, isChange }) => isDue || isChange)) {
      assert.match(kinds, new RegExp(`NoteKind\\("${id}", "[^"]*", "${sign}"`));
      assert.match(css, new RegExp(`mark\\.${id} [^}]*text-decoration-color: ${colours.get(`markscheme.${name}`)};`));
    }
  });

  it('have colours in every theme', () => {
    const colours = new Map(manifest.contributes.colors.map(({ id, defaults }) => [id, defaults]));
    for (const { name } of [...VERDICTS, ...CATEGORIES, REWRITTEN, DOUBT]) {
      assert.deepEqual(
        Object.keys(colours.get(`markscheme.${name}`) ?? {}),
        ['light', 'dark', 'highContrast', 'highContrastLight'],
        name,
      );
      assert.ok(colours.has(`markscheme.${name}Background`), name);
    }
  });
});

describe('A vocabulary', () => {
  const verdicts = verdictsWith({ correct: 6, different: 1, missed: 1, 'not-needed': 1, optional: 5 }, [6, 8]);
  const scores = { hit: 0.1, wrong: 0.2, under: 0.3, over: 0.4, score: 0.5 };
  const marks = marksWith({ tp: 1, fp_ne: 2, fn: 3, fp_un: 4 }, { verdicts, scores });

  it('is named by the setting, and verdicts if the setting is unknown', () => {
    assert.equal(vocabularyNamed('cleme2'), VOCABULARIES.cleme2);
    assert.equal(vocabularyNamed(undefined), VOCABULARIES.verdicts);
    assert.equal(vocabularyNamed('something'), VOCABULARIES.verdicts);
  });

  it('counts findings, and those that a person has something to do about', () => {
    const counts = Object.values(VOCABULARIES).map((each) => each.kinds.map((kind) => each.countOf(marks, kind)));
    assert.deepEqual(counts, [
      [6, 0, 1, 1, 1, 5],
      [1, 2, 3, 4],
    ]);
    assert.deepEqual([errorCount(VOCABULARIES.verdicts, marks), errorCount(VOCABULARIES.cleme2, marks)], [3, 9]);
  });

  it('has shares of the necessary places, and of the changes where none is needed', () => {
    const shares = Object.values(VOCABULARIES).map((each) =>
      kindsWithShares(each).map((kind) => each.shareOf(marks, kind)),
    );
    assert.deepEqual(shares, [
      [6 / 8, 0, 1 / 8, 1 / 8, 1 / 8],
      [0.1, 0.2, 0.3, 0.4],
    ]);
  });

  it('has a mark unless too much is rewritten freely', () => {
    assert.deepEqual([VOCABULARIES.verdicts.markOf(marks), VOCABULARIES.cleme2.markOf(marks)], [0.75, 0.5]);
    const rewritten = marksWith({}, { verdicts: { ...verdicts, comparable: false } });
    assert.equal(VOCABULARIES.verdicts.markOf(rewritten), null);
  });

  it('shows places or chunks, with a look of its own for a free rewriting', () => {
    const document = documentMarks({
      findings: [findingWith('missed'), findingWith('different', { rewritten: true })],
      chunks: [chunkWith({ category: 'over-correction' })],
    });
    const looks = Object.values(VOCABULARIES).map((each) => each.findingsOf(document).map(({ look }) => look.name));
    assert.deepEqual(looks, [['missed', 'rewritten'], ['over']]);
  });

  it('shows a verdict or a category that only a newer server has, as a doubt with its plain name', () => {
    const document = documentMarks({
      findings: [findingWith('half-right' as Verdict)],
      chunks: [chunkWith({ category: 'near-miss' as Category })],
    });
    const shown = Object.values(VOCABULARIES).map((each) =>
      each.findingsOf(document).map((finding) => [finding.look.name, textOf(each).title(finding)]),
    );
    assert.deepEqual(shown, [[['doubt', 'half-right']], [['doubt', 'near-miss']]]);
    const line = { kind: 'place', points: -1, why: '', finding: 0 } as const;
    assert.equal(markSum({ lines: [line] }, document.findings), '1 half-right −1');
    assert.equal(worded({ open: 'Open' }, 'postponed'), 'postponed');
  });
});
