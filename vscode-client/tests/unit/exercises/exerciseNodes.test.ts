import assert from 'node:assert/strict';

import {
  assignmentsOf,
  type Node,
  type Order,
  ORDERS,
  rowsOf,
  sortStudents,
  type Standing,
  studentNode,
} from '../../../src/exercises/exerciseNodes';
import type { Counts, EstimatedEdit, Exercise, Marks } from '../../../src/protocol/contract';
import { textOf } from '../../../src/marks/markText';
import type { DocumentAnswer } from '../../../src/protocol/methods';
import { VOCABULARIES, type VocabularyName } from '../../../src/protocol/vocabularies';
import {
  chunkWith,
  documentEstimate,
  documentMarks,
  estimateWith,
  findingWith,
  marksWith,
  passageWith,
  START,
  verdictsWith,
} from '../../sampleMarks';

function marks(score: number, counts: Partial<Counts> = {}): Marks {
  return marksWith(counts, { scores: { hit: 0, wrong: 0, under: 0, over: 0, score } });
}

describe('Students in the tree', () => {
  const students = ['Zoe', 'Äsa 10', 'Äsa 9', 'Bo'].map((label) => ({
    label,
    uri: `file:///${label}`,
    lines: true,
    author: null,
    view: null,
  }));
  const standings: Record<string, Standing> = {
    Zoe: { marks: marks(0.4, { tp: 9, fn: 1 }) },
    'Äsa 9': { marks: marks(0.9, { fp_ne: 2, fp_un: 2 }) },
    Bo: { problem: 'it can’t be read' },
  };
  const names = (order: Order): string[] =>
    sortStudents(students, order, ({ label }) => standings[label], VOCABULARIES.cleme2).map(({ label }) => label);

  it('are sorted by name in the order of the language', () => {
    assert.deepEqual(names('name'), ['Äsa 9', 'Äsa 10', 'Bo', 'Zoe']);
  });

  it('are sorted by score from the lowest, those without marks last', () => {
    assert.deepEqual(names('score'), ['Zoe', 'Äsa 9', 'Äsa 10', 'Bo']);
  });

  it('are sorted by findings from the most, without counting hits', () => {
    assert.deepEqual(names('findings'), ['Äsa 9', 'Zoe', 'Äsa 10', 'Bo']);
  });

  it('are sorted by what is to be decided, most first, at first', () => {
    const open = (number: number): Standing => {
      const verdicts = verdictsWith({ different: number }, [0, number], { open: number });
      return { marks: marksWith({}, { verdicts }) };
    };
    const standing: Record<string, Standing> = { Zoe: open(4), 'Äsa 10': open(1), Bo: open(0) };
    const sorted = sortStudents(students, ORDERS[0], ({ label }) => standing[label], VOCABULARIES.verdicts);
    assert.deepEqual(
      sorted.map(({ label }) => label),
      ['Zoe', 'Äsa 10', 'Äsa 9', 'Bo'],
    );
  });

  it('are sorted in a new list', () => {
    const copy = [...students];
    sortStudents(students, 'score', ({ label }) => standings[label], VOCABULARIES.cleme2);
    assert.deepEqual(students, copy);
  });

  it('are sorted by points with verdicts, those who rewrote freely after the others', () => {
    const verdicts = (share: number, comparable = true): Standing => {
      const changes = { verdicts: verdictsWith({ missed: 10 * share }, [10 * share, 10], { comparable }) };
      return { marks: marksWith({}, changes) };
    };
    const standing: Record<string, Standing> = {
      Zoe: verdicts(0.5),
      'Äsa 9': verdicts(0.1, false),
      Bo: verdicts(0.3),
    };
    const order = (by: Order): string[] =>
      sortStudents(students, by, ({ label }) => standing[label], VOCABULARIES.verdicts).map(({ label }) => label);
    assert.deepEqual(order('score'), ['Bo', 'Zoe', 'Äsa 9', 'Äsa 10']);
    assert.deepEqual(order('findings'), ['Zoe', 'Bo', 'Äsa 9', 'Äsa 10']);
  });
});

describe('Assignments in the tree', () => {
  const shared = {
    ...{ name: 'Letter', assignment: 'Letter', folder: 'file:///class', student: null, problem: null, notices: [] },
    ...{
      uri: 'file:///class/letter',
      source: 'file:///class/letter/task.txt',
      source_view: null,
      references: [],
      notices: [],
    },
    hypotheses: [
      { name: 'mei', label: 'Mei', uri: 'file:///class/letter/mei.txt', lines: true, author: null, view: null },
    ],
  };
  const own = (student: string, problem: string | null = null): Exercise => ({
    ...shared,
    ...{ name: `Diary/${student}`, assignment: 'Diary', student, problem, uri: 'file:///class/drafts' },
    source: `file:///class/drafts/${student}.txt`,
    references: [{ name: 'Ms Baker', label: 'Ms Baker', uri: `file:///class/corrected/${student}.txt`, view: null }],
    hypotheses: problem
      ? []
      : [{ name: student, label: student, uri: `file:///class/${student}.txt`, lines: true, author: null, view: null }],
  });

  it('have the students of all own essays, also those without a revision', () => {
    const [diary, letter] = assignmentsOf([own('Mei'), own('Olek', 'Olek has no revision yet'), shared]);
    assert.deepEqual(
      [diary?.name, diary?.uri, letter?.name, letter?.uri],
      ['Diary', 'file:///class', 'Letter', shared.uri],
    );
    assert.deepEqual(
      diary?.students.map(({ label, uri, absence }) => [label, uri, absence]),
      [
        ['Mei', 'file:///class/Mei.txt', undefined],
        ['Olek', 'file:///class/drafts/Olek.txt', 'Olek has no revision yet'],
      ],
    );
    assert.equal(diary.sources.length, 2);
  });
});

describe('Sentences in the tree', () => {
  const document = documentMarks({
    passages: ['none', 'two', 'last'].map((text) => passageWith(text)),
    findings: [1, 2, 1].map((passage) => findingWith('missed', { passage })),
    chunks: [2, 0, 1, 1].map((passage) => chunkWith({ passage })),
    ignored: [1],
  });
  const sentences = (name: 'verdicts' | 'cleme2'): Promise<unknown[]> => sentencesBelow(document, name);

  it('are those with a place that is not ignored, with the indices of the places', async () => {
    assert.deepEqual(await sentences('verdicts'), [['two', [0, 2]]]);
  });

  it('are those with a chunk that is not ignored for CLEME2.0', async () => {
    assert.deepEqual(await sentences('cleme2'), [
      ['two', [2, 3]],
      ['last', [0]],
    ]);
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

  it('are those with an edit that lowers the estimate and is not ignored', async () => {
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
    assert.deepEqual(await sentencesBelow(document), [['two', [1, 4]]]);
  });
});

/** Return each sentence below a student, right ones too, with the indices of what stands below it. */
async function sentencesBelow(document: DocumentAnswer, name: VocabularyName = 'verdicts'): Promise<unknown[]> {
  const student = { label: 'Lena', uri: 'file:///lena.txt', view: null, author: null };
  const exercise = { name: 'a', uri: 'file:///', sources: [], students: [student], references: [] };
  const vocabulary = VOCABULARIES[name];
  const children = async (node: Node): Promise<readonly Node[]> => (await node.children?.()) ?? [];
  const rows = rowsOf(studentNode(exercise, student, undefined, textOf(vocabulary)), document, vocabulary);
  const sentences = await Promise.all(rows.map(async (row) => (row.range ? [row] : await children(row))));
  return await Promise.all(
    sentences
      .flat()
      .map(async (row) => [
        row.item.label,
        (await children(row)).map(({ item }) => Number(/\d+$/.exec(item.id ?? '')?.[0])),
      ]),
  );
}
