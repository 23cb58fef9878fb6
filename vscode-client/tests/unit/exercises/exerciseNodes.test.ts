import assert from 'node:assert/strict';

import type {
  Counts,
  DocumentEstimate,
  DocumentMarks,
  EstimatedEdit,
  Finding,
  Marks,
  Passage,
} from '../../../src/protocol/contract';
import { changeText } from '../../../src/marks/quality';
import { doubtfulSentencesOf, findingsToSee, sentencesOf, sorted, type Standing } from '../../../src/exercises/exerciseNodes';

const NOWHERE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function marks(score: number, counts: Partial<Counts> = {}): Marks {
  const none = { precision: 0, recall: 0, f: 0 };
  return {
    counts: { tp: 0, fp_ne: 0, fp_un: 0, fn: 0, tn: 0, ...counts },
    scores: { hit: 0, wrong: 0, under: 0, over: 0, score },
    errant: none,
    credit: null,
    references: 1,
    signature: '',
  };
}

describe('students in the tree', () => {
  const students = ['Zoe', 'Äsa 10', 'Äsa 9', 'Bo'].map((name) => ({ name, uri: `file:///${name}` }));
  const standings: Record<string, Standing> = {
    Zoe: { marks: marks(0.4, { tp: 9, fn: 1 }), problem: null },
    'Äsa 9': { marks: marks(0.9, { fp_ne: 2, fp_un: 2 }), problem: null },
    Bo: { marks: null, problem: 'it can’t be read' },
  };
  const names = (order: 'name' | 'score' | 'findings'): string[] =>
    sorted(students, order, ({ name }) => standings[name]).map(({ name }) => name);

  it('stand by name as people sort names', () => {
    assert.deepEqual(names('name'), ['Äsa 9', 'Äsa 10', 'Bo', 'Zoe']);
  });

  it('stand by score from the lowest, those without marks last', () => {
    assert.deepEqual(names('score'), ['Zoe', 'Äsa 9', 'Äsa 10', 'Bo']);
  });

  it('stand by findings from the most, and a hit is none', () => {
    assert.deepEqual(names('findings'), ['Äsa 9', 'Zoe', 'Äsa 10', 'Bo']);
    assert.equal(findingsToSee(marks(1, { tp: 5, fp_ne: 1, fn: 2, fp_un: 3, tn: 7 })), 6);
  });

  it('are left as they were given', () => {
    const given = [...students];
    sorted(students, 'score', ({ name }) => standings[name]);
    assert.deepEqual(students, given);
  });
});

describe('sentences in the tree', () => {
  const passage = (text: string): Passage => ({
    range: NOWHERE,
    text,
    counts: marks(0).counts,
    score: 0,
    credit: null,
  });
  const finding = (at: number): Finding => ({
    category: 'hit-correction',
    range: NOWHERE,
    source: 'a',
    hypothesis: 'b',
    type: 'R:OTHER',
    weight: null,
    credit: null,
    passage: at,
    references: [],
  });
  const document: DocumentMarks = {
    uri: 'file:///a',
    version: 1,
    complete: true,
    lines: true,
    exercise: 'e',
    author: null,
    marks: marks(0),
    passages: [passage('none'), passage('two'), passage('ignored')],
    findings: [finding(1), finding(2), finding(1)],
    ignored: [1],
  };

  it('are those that have a finding which is shown, with the findings’ own numbers', () => {
    const found = sentencesOf(document).map(({ index, passage: { text }, findings }) => [
      index,
      text,
      findings.map(([at]) => at),
    ]);
    assert.deepEqual(found, [[1, 'two', [0, 2]]]);
  });
});

describe('sentences without a reference in the tree', () => {
  const quality = { before: 0.4, after: 0.6 };
  const edit = (passage: number, lowers: boolean): EstimatedEdit => ({
    range: NOWHERE,
    passage,
    source: 'a',
    hypothesis: 'b',
    type: 'R:OTHER',
    impact: 0.1,
    qualityWithout: 0.7,
    lowers,
  });
  const document: DocumentEstimate = {
    uri: 'file:///a',
    version: 1,
    complete: true,
    lines: true,
    exercise: 'e',
    author: null,
    estimate: {
      quality,
      q: quality,
      passages: ['good', 'two', 'ignored'].map((text) => ({ range: NOWHERE, text, ...quality, q: quality })),
      edits: [edit(0, false), edit(1, true), edit(2, true), edit(1, false), edit(1, true)],
      signature: '',
    },
    ignored: [2],
  };

  it('are those with edits that lower the estimate and that nobody put aside', () => {
    const found = doubtfulSentencesOf(document);
    assert.deepEqual(
      found.map(({ passage, doubts }) => [passage.text, doubts.map(([index]) => index)]),
      [['two', [1, 4]]],
    );
  });
});

describe('estimated quality', () => {
  const change = (before: number | null, after: number | null): string =>
    changeText({ before, after }, { before: before && 10 * before, after: after && 10 * after });

  it('has two digits', () => {
    assert.equal(change(0.5, 0.987), '0.50 → 0.99');
  });

  it('next to 0 or 1 tells what lies behind it', () => {
    assert.equal(change(0.5, 0.994), '0.50 → >0.99 (q 5.0 → 9.9)');
    assert.equal(change(0.001, 0.5), '<0.01 → 0.50 (q 0.0 → 5.0)');
  });

  it('is none of no words', () => {
    assert.equal(change(null, 0.994), '– → >0.99');
  });
});
