import assert from 'node:assert/strict';

import {
  classRows,
  type MarkedStudent,
  nextSort,
  partStudents,
  type ShownEssay,
  SORT_KEYS,
  sortStudents,
} from '../../../src/panels/overview/page/classList';
import { layOutDots, median } from '../../../src/panels/overview/page/spread';
import { VERDICTS, VOCABULARIES, type VocabularyName } from '../../../src/protocol/vocabularies';
import type { Marks } from '../../../src/protocol/contract';
import { estimateWith, marksWith, verdictsWith } from '../../sampleMarks';
import { classroom } from '../../webview/classroom';

function student(name: string, tp: number, fn: number): MarkedStudent {
  const scores = { hit: tp / (tp + fn + 1), wrong: 0, under: 0, over: 0, score: tp / 10 };
  const verdicts = verdictsWith({ correct: tp, missed: fn }, [tp, tp + fn], { comparable: fn < 4 || tp > 2 });
  const marks = marksWith({ tp, fp_ne: 1, fp_un: 1, fn }, { scores, verdicts });
  return { name, label: name, essays: [essay('Letter', name, marks)], marks };
}

function essay(assignment: string, name: string, marks: Marks | null): ShownEssay {
  const file = { name, uri: `file:///${assignment}/${name}`, lines: true, author: null, view: null };
  return { ...file, assignment, label: name, marks, estimate: null, problem: null };
}

describe('The table of a class', () => {
  const students = [student('Zoe', 5, 1), student('Äsa 10', 5, 4), student('Äsa 9', 2, 4)];
  const names = (
    key: (typeof SORT_KEYS)[number],
    descending: boolean,
    vocabulary: VocabularyName = 'cleme2',
  ): string[] => sortStudents(students, { key, descending }, VOCABULARIES[vocabulary]).map(({ name }) => name);

  it('is sorted by name in the order of the language', () => {
    assert.deepEqual(names('name', false), ['Äsa 9', 'Äsa 10', 'Zoe']);
    assert.deepEqual(names('name', true), ['Zoe', 'Äsa 10', 'Äsa 9']);
  });

  it('is sorted by any number, equal students by name', () => {
    assert.deepEqual(names('score', true), ['Äsa 10', 'Zoe', 'Äsa 9']);
    assert.deepEqual(names('under-correction', true), ['Äsa 9', 'Äsa 10', 'Zoe']);
    assert.deepEqual(names('errors', false), ['Zoe', 'Äsa 9', 'Äsa 10']);
  });

  it('is sorted by verdicts, students without a mark to compare last in both directions', () => {
    assert.deepEqual(names('score', true, 'verdicts'), ['Zoe', 'Äsa 10', 'Äsa 9']);
    assert.deepEqual(names('score', false, 'verdicts'), ['Äsa 10', 'Zoe', 'Äsa 9']);
    assert.deepEqual(names('missed', true, 'verdicts'), ['Äsa 9', 'Äsa 10', 'Zoe']);
  });

  it('has all students in every order', () => {
    for (const key of SORT_KEYS) {
      assert.equal(new Set(names(key, true)).size, 3, key);
    }
  });

  it('is reversed by a second press; a new column starts with names from A, or the highest numbers', () => {
    assert.deepEqual(nextSort({ key: 'name', descending: false }, 'score'), { key: 'score', descending: true });
    assert.deepEqual(nextSort({ key: 'score', descending: true }, 'score'), { key: 'score', descending: false });
    assert.deepEqual(nextSort({ key: 'score', descending: true }, 'name'), { key: 'name', descending: false });
  });

  it('parts students with marks, with an estimate, and with neither', () => {
    const unmarked = essay('Letter', 'Bo', null);
    const rows = [
      { ...unmarked, problem: 'why' },
      { ...unmarked, estimate: estimateWith(0) },
    ];
    const parts = partStudents([...students, ...rows.map((one) => ({ name: 'Bo', label: 'Bo', essays: [one] }))]);
    assert.deepEqual([parts.marked.length, parts.estimated.length, parts.unmarked.length], [3, 1, 1]);
  });
});

describe('The people of a class', () => {
  const overview = classroom(5, 1);

  it('have their essays in each assignment and together', () => {
    const [shown] = overview.classes;
    assert.ok(shown);
    const all = classRows(overview, shown, undefined);
    assert.equal(all.length, 6);
    assert.deepEqual(
      all[0]?.essays.map(({ assignment }) => assignment),
      ['letter', 'postcard'],
    );
    assert.deepEqual(
      classRows(overview, shown, 'postcard').map(({ label }) => label),
      ['Amira'],
    );
  });

  it('have the sums of their essays, which are the server’s', () => {
    const [shown] = overview.classes;
    assert.ok(shown);
    const { marked } = partStudents(classRows(overview, shown, undefined));
    const { essays, marks } = marked[0]!;
    const due = essays.reduce((sum, one) => sum + (one.marks?.verdicts.due ?? 0), 0);
    assert.equal(marks.verdicts.due, due);
    for (const { id } of VERDICTS) {
      const counts = essays.map((one) => one.marks?.verdicts.counts.find(({ verdict }) => verdict === id)?.count ?? 0);
      const together = marks.verdicts.counts.find(({ verdict }) => verdict === id)?.count ?? 0;
      assert.equal(
        together,
        counts.reduce((sum, count) => sum + count, 0),
      );
    }
  });
});

describe('The distribution of a class', () => {
  it('has a median, unless there are no values', () => {
    assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3]), median([7]), median([])], [2, 2.5, 7, undefined]);
  });

  it('has dots at their exact places, which do not cover each other while there is room', () => {
    const values = [0.5, 0.5, 0.51, 0.9, 0.5];
    const dots = layOutDots(values, 100, 8, 2);
    assert.deepEqual(
      dots.map(({ index }) => index),
      [0, 1, 4, 2, 3],
    );
    for (const dot of dots) {
      assert.equal(dot.x, (values[dot.index] ?? 0) * 100);
      const near = dots.filter((other) => other !== dot && other.level === dot.level);
      assert.ok(near.every((other) => Math.abs(other.x - dot.x) >= 8));
    }
  });

  it('has all dots within the strip when there is not enough room', () => {
    const dots = layOutDots(new Array<number>(40).fill(0.5), 100, 8, 2);
    assert.equal(dots.length, 40);
    assert.ok(dots.every(({ level }) => Math.abs(level) <= 2));
  });
});
