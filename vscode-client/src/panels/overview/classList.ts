import type {
  Counts,
  EstimateSummary,
  Marks,
  MarkSummary,
  Overview,
  OverviewClass,
  OverviewStudent,
  Person,
} from '../../protocol/contract';
import { CATEGORIES, VERDICTS, type KindId } from '../../protocol/kinds';
import { errorCount, type Vocabulary } from '../../protocol/vocabularies';

/** A student's correction, with the assignment that it belongs to. */
export interface ShownEssay extends OverviewStudent {
  readonly assignment: string;
  /** The student's name as people read it. */
  readonly label: string;
}

/** A student with the essays of the assignments that are shown. */
export interface ClassRow {
  /** The name by which the server knows the student. */
  readonly name: string;
  /** The name as people read it. */
  readonly label: string;
  readonly essays: readonly ShownEssay[];
}

/** A student who has marks: of one essay, or of several together. */
export interface MarkedStudent extends ClassRow {
  readonly marks: Marks;
}

/** Return a student's mark by a mark scheme where one essay is shown: marks of several do not add up. */
export function schemeMark({ essays }: ClassRow): MarkSummary | undefined {
  const [first, ...others] = essays;
  return others.length === 0 ? first?.mark : undefined;
}

/** Whether any essay has a mark scheme. */
export function hasScheme(rows: readonly ClassRow[]): boolean {
  return rows.some(({ essays }) => essays.some(({ mark }) => mark !== undefined));
}

/** Return the number of places, in all essays, at which nobody has decided about an answer that no teacher has. */
export function openAnswers(rows: readonly ClassRow[]): number {
  const essays = rows.flatMap((row) => row.essays);
  return essays.reduce((total, { mark, marks }) => total + (mark?.open ?? marks?.verdicts.open ?? 0), 0);
}

/** An essay with an estimate, since there is no reference. */
export interface EstimatedStudent extends ShownEssay {
  readonly estimate: EstimateSummary;
}

/** The columns by which a class can be sorted, of all vocabularies. */
export type SortKey = 'name' | 'open' | 'mark' | 'score' | 'shares' | KindId | 'errors';

export const SORT_KEYS: readonly SortKey[] = [
  'name',
  'open',
  'mark',
  'score',
  'shares',
  ...[...VERDICTS, ...CATEGORIES].map(({ id }) => id),
  'errors',
];

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** Return the students of a class with the essays of an assignment, or of all; students without one are left out. */
export function classRows(overview: Overview, shown: OverviewClass, assignment: string | undefined): ClassRow[] {
  return shown.people
    .map((person) => ({ name: person.name, label: person.label, essays: essaysOf(overview, person, assignment) }))
    .filter(({ essays }) => essays.length > 0);
}

function essaysOf(overview: Overview, { label, essays }: Person, assignment: string | undefined): ShownEssay[] {
  return essays
    .filter((essay) => assignment === undefined || essay.assignment === assignment)
    .flatMap((essay) => {
      const student = overview.exercises[essay.exercise]?.students[essay.student];
      return student ? [{ ...student, assignment: essay.assignment, label }] : [];
    });
}

/** Part a class: students with marks, essays with an estimate, and essays with neither. */
export function partStudents(rows: readonly ClassRow[]): {
  marked: MarkedStudent[];
  estimated: EstimatedStudent[];
  unmarked: ShownEssay[];
} {
  const essays = rows.flatMap((row) => row.essays);
  return {
    marked: rows.flatMap((row) => {
      const marks = marksOf(row);
      return marks ? [{ ...row, marks }] : [];
    }),
    estimated: essays.filter((essay): essay is EstimatedStudent => !essay.marks && !!essay.estimate),
    unmarked: essays.filter(({ marks, estimate }) => !marks && !estimate),
  };
}

/**
 * Return the marks of a student's essays together; `undefined` without marks.
 *
 * Verdicts and counts are sums. Scores of several essays are those of the first: a vocabulary with scores that don't add
 * up shows one assignment at a time.
 */
function marksOf({ essays }: ClassRow): Marks | undefined {
  const several = essays.flatMap(({ marks }) => (marks ? [marks] : []));
  const [first, ...others] = several;
  if (!first || others.length === 0) {
    return first;
  }
  const sum = (each: (marks: Marks) => number): number => several.reduce((total, marks) => total + each(marks), 0);
  const [earned, due] = [sum(({ verdicts }) => verdicts.earned), sum(({ verdicts }) => verdicts.due)];
  return {
    ...first,
    counts: summedCounts(several.map(({ counts }) => counts)),
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

function summedCounts(several: readonly Counts[]): Counts {
  const sum = (each: (counts: Counts) => number): number => several.reduce((total, counts) => total + each(counts), 0);
  return {
    tp: sum(({ tp }) => tp),
    fp_ne: sum(({ fp_ne }) => fp_ne),
    fp_un: sum(({ fp_un }) => fp_un),
    fn: sum(({ fn }) => fn),
    tn: sum(({ tn }) => tn),
  };
}

/**
 * Return students in an order; equal ones are ordered by name, as the language orders names.
 *
 * Students whose mark can't be compared come last in an order by marks.
 */
export function sortStudents(
  students: readonly MarkedStudent[],
  sort: Sort,
  language: string,
  vocabulary: Vocabulary,
): MarkedStudent[] {
  const collator = collatorOf(language);
  const direction = sort.descending ? -1 : 1;
  return [...students].sort((one, other) => {
    const byName = collator.compare(one.label, other.label);
    if (sort.key === 'name') {
      return direction * byName;
    }
    const [first, second] = [numberOf(one, sort.key, vocabulary), numberOf(other, sort.key, vocabulary)];
    if (first === null || second === null) {
      return Number(first === null) - Number(second === null) || byName;
    }
    return direction * (first - second) || byName;
  });
}

/** Return the sort after a press on a column: reversed, or for a new column names from A and numbers from the highest. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  return sort.key === key ? { key, descending: !sort.descending } : { key, descending: key !== 'name' };
}

function numberOf(student: MarkedStudent, key: Exclude<SortKey, 'name'>, vocabulary: Vocabulary): number | null {
  const { marks } = student;
  if (key === 'mark') {
    return schemeMark(student)?.points ?? null;
  }
  if (key === 'open') {
    return openAnswers([student]);
  }
  if (key === 'errors') {
    return errorCount(vocabulary, marks);
  }
  if (key === 'score') {
    return vocabulary.markOf(marks);
  }
  const [first] = vocabulary.kinds;
  if (key === 'shares') {
    return first ? vocabulary.shareOf(marks, first) : 0;
  }
  const kind = vocabulary.kinds.find(({ id }) => id === key);
  return kind ? vocabulary.countOf(marks, kind) : 0;
}

function collatorOf(language: string): Intl.Collator {
  try {
    return new Intl.Collator(language, { numeric: true });
  } catch {
    return new Intl.Collator('en', { numeric: true });
  }
}
