import * as l10n from '@vscode/l10n';

import type {
  Marks,
  MarkSummary,
  Overview,
  OverviewClass,
  OverviewStudent,
  Person,
  Totals,
} from '../../../protocol/contract';
import type { PlacesFilter } from '../../../protocol/methods';
import { CATEGORIES, errorCount, VERDICTS, type Vocabulary, type VocabularyName } from '../../../protocol/vocabularies';
import { markBetween } from '../../../words';
import type { ShownResult } from '../../messages';
import type { Host } from '../../page/host';
import { numbers } from '../../page/numbers';
import { inOrder } from '../../page/view';

export interface ShownOverview extends ShownResult<Overview> {
  readonly vocabulary: VocabularyName;
}

/** A student's correction, with the assignment that it belongs to, and the student's name as people read it. */
export interface ShownEssay extends OverviewStudent {
  readonly assignment: string;
  readonly label: string;
}

/** A student with the essays of the assignments that are shown. */
interface ClassRow extends Pick<Person, 'name' | 'label'> {
  readonly essays: readonly ShownEssay[];
}

/** A student who has marks: of one essay, or of several together. */
export interface MarkedStudent extends ClassRow {
  readonly marks: Marks;
}

export const TO_DECIDE_HINT = l10n.t(
  'Answers that no teacher has and nobody has decided. Equal ones are asked about once. Then all marks are final.',
);

/** The columns by which a class can be sorted, of all vocabularies. */
export const SORT_KEYS = [
  ...(['name', 'open', 'mark', 'score', 'shares', 'errors'] as const),
  ...[...VERDICTS, ...CATEGORIES].map(({ id }) => id),
];

export type SortKey = (typeof SORT_KEYS)[number];

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** What the page shows: a class with one assignment or all, and what a person does with it. */
export interface OverviewView extends Parts {
  readonly overview: Overview;
  readonly shown: OverviewClass;
  /** The chosen assignment; `undefined` for all. */
  readonly assignment: string | undefined;
  /** The names of the assignments that have columns: all, where several are shown together. */
  readonly assignments: readonly string[];
  /** The groups, types and alternatives of the chosen assignment, or of all. */
  readonly totals: Totals;
  readonly rows: readonly ClassRow[];
  readonly vocabulary: Vocabulary;
  readonly sort: Sort;
  readonly allTypes: boolean;
  readonly keep: (choice: { readonly sort: Sort } | { readonly allTypes: boolean }) => void;
  readonly run: Host<never, never, object>['run'];
  readonly drillInto: (wanted: PlacesFilter) => void;
}

/** Return the students of a class with the essays of an assignment, or of all; students without one are left out. */
export function classRows(overview: Overview, shown: OverviewClass, assignment: string | undefined): ClassRow[] {
  const essaysOf = ({ label, essays }: Person): ShownEssay[] =>
    essays
      .filter((essay) => assignment === undefined || essay.assignment === assignment)
      .flatMap((essay) => {
        const student = overview.exercises[essay.exercise]?.students[essay.student];
        return student ? [{ ...student, assignment: essay.assignment, label }] : [];
      });
  return shown.people
    .map((person) => ({ name: person.name, label: person.label, essays: essaysOf(person) }))
    .filter(({ essays }) => essays.length > 0);
}

/** A class in parts: students with marks, essays with an estimate, and essays with neither. */
type Parts = Record<'estimated' | 'unmarked', readonly ShownEssay[]> & { readonly marked: readonly MarkedStudent[] };

export function partStudents(rows: readonly ClassRow[]): Parts {
  const essays = rows.flatMap((row) => row.essays);
  return {
    marked: rows.flatMap((row) => {
      const marks = marksOf(row.essays);
      return marks ? [{ ...row, marks }] : [];
    }),
    estimated: essays.filter(({ marks, estimate }) => !marks && estimate),
    unmarked: essays.filter(({ marks, estimate }) => !marks && !estimate),
  };
}

/**
 * Return the marks of essays together; `undefined` without marks.
 *
 * Verdicts and counts are sums. Scores of several essays are those of the first: a vocabulary with scores that don't add
 * up shows one assignment at a time.
 */
export function marksOf(essays: readonly ShownEssay[]): Marks | undefined {
  const several = essays.flatMap(({ marks }) => marks ?? []);
  const [first, ...others] = several;
  if (!first || others.length === 0) {
    return first;
  }
  const sum = (each: (marks: Marks) => number): number => several.reduce((total, marks) => total + each(marks), 0);
  const [earned, due] = [sum(({ verdicts }) => verdicts.earned), sum(({ verdicts }) => verdicts.due)];
  return {
    ...first,
    counts: {
      tp: sum(({ counts }) => counts.tp),
      fp_ne: sum(({ counts }) => counts.fp_ne),
      fp_un: sum(({ counts }) => counts.fp_un),
      fn: sum(({ counts }) => counts.fn),
      tn: sum(({ counts }) => counts.tn),
    },
    verdicts: {
      counts: VERDICTS.map(({ id }) => ({
        verdict: id,
        count: sum(({ verdicts }) => verdicts.counts.find(({ verdict }) => verdict === id)?.count ?? 0),
      })).filter(({ count }) => count > 0),
      earned,
      due,
      share: due > 0 ? earned / due : null,
      rewritten: sum(({ verdicts }) => verdicts.rewritten),
      comparable: several.every(({ verdicts }) => verdicts.comparable),
      open: sum(({ verdicts }) => verdicts.open),
      range: [sum(({ verdicts }) => verdicts.range[0] ?? 0), sum(({ verdicts }) => verdicts.range[1] ?? 0)],
    },
  };
}

/** Return a student's mark by a mark scheme where one essay is shown: marks of several do not add up. */
export function schemeMark({ essays }: ClassRow): MarkSummary | undefined {
  return essays.length === 1 ? essays[0]?.mark : undefined;
}

/** Return the number of places, in all essays, at which nobody has decided about an answer that no teacher has. */
export function openAnswers(rows: readonly ClassRow[]): number {
  const essays = rows.flatMap((row) => row.essays);
  return essays.reduce((total, { mark, marks }) => total + (mark?.open ?? marks?.verdicts.open ?? 0), 0);
}

/**
 * Return students in an order; equal ones are ordered by name, as the language orders names.
 *
 * Students whose mark can't be compared come last in an order by marks.
 */
export function sortStudents(students: readonly MarkedStudent[], sort: Sort, vocabulary: Vocabulary): MarkedStudent[] {
  const byName = inOrder(students, { key: 'name', descending: false }, () => null);
  return inOrder(byName, sort, (student) => numberOf(student, sort.key, vocabulary));
}

/** Return the sort after a press on a column: reversed, or for a new column names from A and numbers from the highest. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  return { key, descending: sort.key === key ? !sort.descending : key !== 'name' };
}

function numberOf(student: MarkedStudent, key: SortKey, vocabulary: Vocabulary): number | null {
  const { marks } = student;
  const [first] = vocabulary.kinds;
  const kind = vocabulary.kinds.find(({ id }) => id === key);
  const numbers: Readonly<Record<string, number | null>> = {
    open: openAnswers([student]),
    mark: schemeMark(student)?.points ?? null,
    score: vocabulary.markOf(marks),
    shares: first ? vocabulary.shareOf(marks, first) : 0,
    errors: errorCount(vocabulary, marks),
  };
  return kind ? vocabulary.countOf(marks, kind) : (numbers[key] ?? null);
}

/** Write a mark or the median of marks, 0 to 1. */
export function valueText({ name }: Vocabulary, value: number): string {
  return name === 'cleme2' ? numbers.decimal(value) : numbers.percent(value);
}

/** Write a student's mark. What places earn is a mark only by a mark scheme. */
export function marksText({ name }: Vocabulary, { scores, verdicts }: Marks): string {
  if (name === 'cleme2') {
    return numbers.decimal(scores.score);
  }
  const { comparable, share, due, range } = verdicts;
  if (!comparable) {
    return l10n.t('not comparable: rewritten freely');
  }
  return share === null ? l10n.t('nothing to mark') : markBetween(range, due, 0, numbers.count);
}

/** Write a mark by a mark scheme; that there is none where it is withheld. */
export function schemeMarkText({ max, range }: MarkSummary): string {
  return range === null ? l10n.t('no mark') : markBetween(range, max, 0, numbers.points);
}
