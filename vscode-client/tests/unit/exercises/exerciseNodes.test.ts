import assert from 'node:assert/strict';

import {
  doubtfulSentencesOf,
  sentencesOf,
  sortStudents,
  type Order,
  type Standing,
} from '../../../src/exercises/exerciseNodes';
import type { Counts, EstimatedEdit, Finding, Marks, Passage } from '../../../src/protocol/contract';
import { documentEstimate, documentMarks, estimateWith, marksWith, START } from '../../sampleMarks';

function marks(score: number, counts: Partial<Counts> = {}): Marks {
  return marksWith(counts, { scores: { hit: 0, wrong: 0, under: 0, over: 0, score } });
}

describe('Students in the tree', () => {
  const students = ['Zoe', 'Äsa 10', 'Äsa 9', 'Bo'].map((name) => ({
    name,
    uri: `file:///${name}`,
    lines: true,
    author: null,
  }));
  const standings: Record<string, Standing> = {
    Zoe: { marks: marks(0.4, { tp: 9, fn: 1 }), problem: null },
    'Äsa 9': { marks: marks(0.9, { fp_ne: 2, fp_un: 2 }), problem: null },
    Bo: { marks: null, problem: 'it can’t be read' },
  };
  const names = (order: Order): string[] =>
    sortStudents(students, order, ({ name }) => standings[name]).map(({ name }) => name);

  it('are sorted by name in the order of the language', () => {
    assert.deepEqual(names('name'), ['Äsa 9', 'Äsa 10', 'Bo', 'Zoe']);
  });

  it('are sorted by score from the lowest, those without marks last', () => {
    assert.deepEqual(names('score'), ['Zoe', 'Äsa 9', 'Äsa 10', 'Bo']);
  });

  it('are sorted by findings from the most, without counting hits', () => {
    assert.deepEqual(names('findings'), ['Äsa 9', 'Zoe', 'Äsa 10', 'Bo']);
  });

  it('are sorted in a new list', () => {
    const copy = [...students];
    sortStudents(students, 'score', ({ name }) => standings[name]);
    assert.deepEqual(students, copy);
  });
});

describe('Sentences in the tree', () => {
  const passage = (text: string): Passage => ({
    range: START,
    text,
    counts: marksWith({}).counts,
    score: 0,
    credit: null,
  });
  const finding = (at: number): Finding => ({
    category: 'hit-correction',
    range: START,
    source: 'a',
    hypothesis: 'b',
    type: 'R:OTHER',
    weight: null,
    difference: null,
    credit: null,
    passage: at,
    references: [],
  });

  it('are those with a finding that is not ignored, with the indices of the findings', () => {
    const document = documentMarks({
      passages: [passage('none'), passage('two'), passage('ignored')],
      findings: [finding(1), finding(2), finding(1)],
      ignored: [1],
    });
    const sentences = sentencesOf(document).map(({ index, passage: { text }, findings }) => [
      index,
      text,
      findings.map(([at]) => at),
    ]);
    assert.deepEqual(sentences, [[1, 'two', [0, 2]]]);
  });
});

describe('Sentences without a reference in the tree', () => {
  const quality = { before: 0.4, after: 0.6 };
  const edit = (passage: number, lowers: boolean): EstimatedEdit => ({
    range: START,
    passage,
    type: 'R:OTHER',
    source: 'a',
    hypothesis: 'b',
    impact: 0.1,
    quality: 0.6,
    qualityWithout: 0.7,
    q: 0.4,
    qWithout: 0.8,
    lowers,
  });

  it('are those with an edit that lowers the estimate and is not ignored', () => {
    const passages = ['good', 'two', 'ignored'].map((text) => ({
      ...quality,
      range: START,
      text,
      q: quality,
      similarity: null,
      score: null,
    }));
    const edits = [edit(0, false), edit(1, true), edit(2, true), edit(1, false), edit(1, true)];
    const document = documentEstimate({ estimate: { ...estimateWith(3), passages, edits }, ignored: [2] });
    assert.deepEqual(
      doubtfulSentencesOf(document).map(({ passage, doubts }) => [passage.text, doubts.map(([index]) => index)]),
      [['two', [1, 4]]],
    );
  });
});
