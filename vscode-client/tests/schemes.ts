import type { MarkLine, MarkSummary, SchemeForm, SchemePreview, SchemeTable } from '../src/protocol/contract';

/** The class of the mark schemes. */
export const CLASS = { uri: 'file:///class/8c', name: '8c' };

const GROUPS = [
  'tense', 'verb form', 'agreement', 'articles and determiners', 'prepositions', 'pronouns', 'singular and plural',
  'word choice', 'word order', 'spelling', 'capitals and spaces', 'punctuation', 'other wording',
]; // prettier-ignore

/** A mark scheme with a value of every kind. */
export const TABLE: SchemeTable = {
  basis: 'deduct',
  max: 20,
  rounding: 0.5,
  points: { not_needed: -0.5 },
  weights: [
    { kind: 'spelling', value: 0.5 },
    { kind: 'tense', value: 2 },
  ],
  caps: [{ kind: 'spelling', value: 3 }],
  words: [{ over: false, bound: 80, points: -2 }],
  bands: [
    { lowest: 18, name: 'A', text: 'Very well done.' },
    { lowest: 12, name: 'B', text: 'Look at your tenses once more.' },
  ],
};

/** Return the form of a mark scheme that is written, with all else from `changes`. */
export function schemeForm(table: SchemeTable | null = TABLE, changes: Partial<SchemeForm> = {}): SchemeForm {
  const inherited: SchemeTable = {
    ...{ basis: 'share', max: 10, floor: 0, rounding: 0.01 },
    points: { correct: 1, partly_correct: 'share', different: 0, missed: 0, not_needed: -0.25 },
    ...{ weights: [], focus: [], caps: [], words: [], bands: [] },
  };
  return {
    configuration: `${CLASS.uri}/markscheme.toml`,
    exercise: null,
    targets: [
      { exercise: null, name: '8c', written: table !== null },
      { exercise: 0, name: 'lake', written: false },
    ],
    table,
    inherited,
    effective: table && { ...inherited, ...table, points: { ...inherited.points, ...table.points } },
    presets: [
      {
        name: 'share of errors found',
        description: 'The mark is the share of the errors that the student corrected.',
        table: { basis: 'share', max: 10, rounding: 0.5, points: { not_needed: -0.25 } },
      },
      {
        name: 'deduct per error',
        description: 'The mark begins at the best one, and each error that is left takes a point.',
        table: { basis: 'deduct', max: 20, rounding: 0.5, points: { correct: 1, not_needed: -0.5 } },
      },
    ],
    groups: GROUPS,
    types: ['R:SPELL', 'R:VERB:TENSE', 'M:DET'],
    digest: 'a1',
    ...changes,
  };
}

const NAMES = ['Ada', 'Bo', 'Chen', 'Dana', 'Elif', 'Maximilian von der Vogelweide the Younger', 'Farid'];

/** Return what a draft does to a class of seven; every second mark changes. */
export function schemePreview(changes: Partial<SchemePreview> = {}): SchemePreview {
  const mark = (points: number): MarkSummary => ({
    ...{ points, max: 20, withheld: null, open: 0, range: [points, points] },
    band: points >= 18 ? { name: 'A', text: 'Very well done.' } : { name: 'B', text: 'Look at your tenses once more.' },
  });
  const place = { start: { line: 0, character: 3 }, end: { line: 0, character: 6 } };
  const line = (points: number, why: string, finding: number, weight = 1): MarkLine => ({
    ...{ kind: 'place', points, why, finding, range: place, weight },
  });
  const lines: readonly (readonly [number, string, ...MarkLine[]])[] = [
    [20, 'The best mark, to begin with', { kind: 'full', points: 20, why: 'The best mark, to begin with' }],
    [0, '1 correct', line(0, 'Correct (agreement): was → were', 0)],
    [-1.33, '1 partly correct, weight 2', line(-4 / 3, 'Partly correct (tense): “he has go” for “he had gone”', 2, 2)],
    [-0.5, '1 missed, weight 0.5', line(-0.5, 'Missed (spelling): left “islnd”', 1, 0.5)],
    [-0.5, '1 not needed', line(-0.5, 'Not needed (word choice): lake → sea', 3)],
    [-2, '64 words: fewer than 80', { kind: 'words', points: -2, why: '64 words: fewer than 80' }],
    [-0.17, 'Rounded to a multiple of 0.5', { kind: 'rounding', points: -1 / 6, why: 'Rounded to a multiple of 0.5' }],
  ];
  const rows = lines.map(([points, words, ...own]) => ({ points, words, lines: own }));
  const problem = 'Farid has no revision yet';
  return {
    faults: [],
    students: NAMES.map((name, index) => {
      const [before, after] = [mark(19 - index), mark(19 - index - (index % 2) / 2)];
      const isAbsent = name === 'Farid';
      return {
        ...{ id: `lake/${name}`, name, assignment: 'lake', problem: isAbsent ? problem : null },
        ...(isAbsent ? { before: null, after: null } : { before, after }),
      };
    }),
    sum: {
      ...{ id: 'lake/Bo', uri: `${CLASS.uri}/students/Bo.txt`, view: null },
      mark: mark(15.5),
      rows,
    },
    ...changes,
  };
}
