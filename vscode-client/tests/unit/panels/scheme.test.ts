import assert from 'node:assert/strict';

import * as v from 'valibot';

import {
  decimalWriter,
  type Draft,
  draftOf,
  isSame,
  readDecimal,
  tableOf,
  mirrored,
  TAKEN_NAMES,
  valuesOf,
  withoutPreset,
  withPreset,
  withTaken,
} from '../../../src/panels/scheme/scheme';
import { isChanged } from '../../../src/panels/scheme/page/preview';
import * as check from '../../../src/protocol/checks';
import { schemeForm, schemePreview, TABLE } from '../../schemes';

describe('Numbers of a mark scheme', () => {
  it('are read with a decimal point or a decimal comma', () => {
    const texts = ['0.5', '0,5', ' −1 ', '+2', ',25', '3.'];
    assert.deepEqual(texts.map(readDecimal), [0.5, 0.5, -1, 2, 0.25, 3]);
    assert.deepEqual(['', 'ten', '1.000,5', '1 2', '-', '1e3', 'NaN'].map(readDecimal), Array(7).fill(undefined));
  });

  it('are written as people of a language do', () => {
    assert.deepEqual(
      ['en', 'de', 'no such language'].map((language) => decimalWriter(language)(0.125)),
      ['0.125', '0,125', '0.125'],
    );
  });
});

describe('The draft of a mark scheme', () => {
  it('stands for the table that it was made from, in any language', () => {
    for (const language of ['en', 'de']) {
      assert.deepEqual(tableOf(draftOf(TABLE, language)), { table: TABLE, mistakes: new Map() });
    }
    assert.deepEqual(tableOf(draftOf({}, 'en')).table, {});
    const words = { points: { partly_correct: 'share', different: 'credit' } } as const;
    assert.deepEqual(tableOf(draftOf(words, 'en')).table, words);
  });

  it('has the values of the file, of its preset and its own, in this order', () => {
    const draft: Draft = { preset: 'deduct per error', points: { not_needed: '-1' } };
    const { basis, max, points } = valuesOf(draft, schemeForm(), 'en');
    assert.equal(basis, 'deduct');
    assert.deepEqual([max, points.not_needed, points.missed], ['20', '-1', '0']);
  });

  it('says which fields can’t be read', () => {
    const draft: Draft = {
      max: 'ten',
      points: { missed: '' },
      weights: [
        { kind: 'tense', value: '2' },
        { kind: ' tense', value: 'x' },
        { kind: '', value: '1' },
      ],
      bands: [{ lowest: '?', name: ' ', text: '' }],
    };
    assert.deepEqual(Object.fromEntries(tableOf(draft).mistakes), {
      max: 'number',
      'points/missed': 'number',
      'weights/1': 'twice',
      'weights/1/value': 'number',
      'weights/2': 'kind',
      'bands/0/lowest': 'number',
      'bands/0/name': 'name',
    });
    const twice = ['1', '2'].map((value) => ({ kind: 'tense', value }));
    assert.deepEqual([...tableOf({ caps: twice }).mistakes], [['caps/1', 'twice']]);
  });

  it('keeps what presets never have when it begins with another one', () => {
    const draft = withPreset(draftOf(TABLE, 'en'), 'share of errors found');
    const { weights, caps, words, bands } = TABLE;
    assert.deepEqual(tableOf(draft).table, { preset: 'share of errors found', weights, caps, words, bands });
  });

  it('keeps its values without its preset', () => {
    const draft = withPreset({}, 'deduct per error');
    const free = withoutPreset(draft, schemeForm(), 'en');
    assert.equal(tableOf(free).table.preset, undefined);
    assert.deepEqual(valuesOf(free, schemeForm(), 'en').points, valuesOf(draft, schemeForm(), 'en').points);
  });

  it('is the same whatever the order in which it was typed', () => {
    const one: Draft = { max: '10', floor: '1', points: { missed: '0', correct: '1' } };
    const other: Draft = { points: { correct: '1', missed: '0,0' }, floor: '1,0', max: '10.0' };
    assert.ok(isSame(one, other));
    assert.ok(!isSame(one, { ...other, max: '11' }));
    assert.ok(!isSame(one, null));
    assert.ok(isSame(null, null));
  });
});

describe('What places take where points are taken', () => {
  const points = { correct: '1', partly_correct: 'share', different: '0.25', missed: '0', not_needed: '-0.5' };

  it('is what they lack to a correct one', () => {
    const taken = TAKEN_NAMES.map((name) => mirrored(points, name, points[name], 'de'));
    assert.deepEqual(taken, ['1', 'share', '0,75', '0,5']);
  });

  it('is written as points; other places take as much as before', () => {
    assert.deepEqual(withTaken(points, 'not_needed', '0,25', 'de'), { not_needed: '-0,25' });
    assert.deepEqual(withTaken(points, 'different', '1', 'en'), { different: '0' });
    assert.deepEqual(withTaken(points, 'correct', '2', 'en'), { correct: '2', different: '1.25' });
    assert.deepEqual(withTaken(points, 'different', '1.x', 'en'), { different: '1.x' });
    const emptied = { ...points, ...withTaken(points, 'correct', '', 'en') };
    assert.deepEqual(withTaken(emptied, 'correct', '2', 'en'), { correct: '2', different: '1.25' });
  });
});

describe('The preview of a mark scheme', () => {
  it('sees a mark as changed by its points and by its band', () => {
    const mark = (points: number, name: string) => ({
      ...{ points, max: 10, band: { name, text: '' }, withheld: null, open: 0 },
      range: [points, points],
    });
    assert.ok(!isChanged({ before: mark(5, 'B'), after: mark(5, 'B') }));
    assert.ok(isChanged({ before: mark(5, 'B'), after: mark(5, 'A') }));
    assert.ok(isChanged({ before: null, after: mark(5, 'A') }));
  });
});

describe('The server’s mark scheme', () => {
  it('is read as it is', () => {
    assert.deepEqual(v.parse(check.SchemeForm, schemeForm()), schemeForm());
    assert.ok(!v.is(check.SchemeForm, { ...schemeForm(), digest: 1 }));
    assert.deepEqual(v.parse(check.SchemePreview, schemePreview()), schemePreview());
  });
});
