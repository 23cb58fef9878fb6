import type {
  Counts,
  EstimateSummary,
  Marks,
  MarkSummary,
  Overview,
  OverviewClass,
  OverviewStudent,
  Person,
  Totals,
} from '../../../protocol/contract';
import {
  CATEGORIES,
  errorCount,
  type Kind,
  type KindId,
  VERDICTS,
  type Vocabulary,
  type VocabularyName,
} from '../../../protocol/vocabularies';
import type { PlacesFilter } from '../../../protocol/methods';
import { fillTemplate, markBetween } from '../../../words';
import type { Numbers } from '../../numbers';
import { button, type Child, element, kindSign } from '../../page/elements';
import type { OverviewStrings } from '../overviewMessages';

/** A student's correction, with the assignment that it belongs to. */
export interface ShownEssay extends OverviewStudent {
  readonly assignment: string;
  /** The student's name as people read it. */
  readonly label: string;
}

/** A student with the essays of the assignments that are shown. */
interface ClassRow {
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

/** What the page says about marks in one vocabulary. */
interface MarkWords {
  readonly title: string;
  readonly hint: string;
  readonly median: string;
  readonly distribution: string;
  readonly distributionNote: string;
  /** The head of the column with all errors; `null` for no such column. */
  readonly errors: { readonly title: string; readonly hint: string } | null;
  /** Return a student's mark. */
  mark(marks: Marks): string;
  /** Write a mark, 0 to 1. */
  value(mark: number): string;
}

/** Return what the page says about marks in a vocabulary. What places earn is a mark only by a mark scheme. */
export function markWords(name: VocabularyName, strings: OverviewStrings, numbers: Numbers): MarkWords {
  return WORDS[name](strings, numbers);
}

/** Return a mark by a mark scheme; that there is none where it is withheld. */
export function schemeMarkText({ max, range }: MarkSummary, strings: OverviewStrings, numbers: Numbers): string {
  return range === null ? strings.noMark : markBetween(range, max, 0, strings, (value) => numbers.points(value));
}

type Words = (strings: OverviewStrings, numbers: Numbers) => MarkWords;

const WORDS: Readonly<Record<VocabularyName, Words>> = {
  verdicts: (strings, numbers) => ({
    title: strings.placesCorrect,
    hint: strings.placesHint,
    median: strings.medianPlacesCorrect,
    distribution: strings.placesDistribution,
    distributionNote: strings.placesDistributionNote,
    errors: null,
    mark: ({ verdicts: { comparable, share, due, range } }) => {
      if (!comparable) {
        return strings.notComparable;
      }
      return share === null
        ? strings.nothingToMark
        : markBetween(range, due, 0, strings, (value) => numbers.count(value));
    },
    value: (mark) => numbers.percent(mark),
  }),
  cleme2: (strings, numbers) => ({
    title: strings.score,
    hint: strings.scoreHint,
    median: strings.medianScore,
    distribution: strings.distribution,
    distributionNote: strings.distributionNote,
    errors: { title: strings.errors, hint: strings.errorsHint },
    mark: ({ scores }) => numbers.decimal(scores.score),
    value: (mark) => numbers.decimal(mark),
  }),
};

/** What a person does with the page. */
export interface OverviewListener {
  sorted(sort: Sort): void;
  opened(uri: string): void;
  /** Decide about a student's answers. */
  decided(student: string): void;
  /** Show the places behind a number. */
  drilled(wanted: PlacesFilter): void;
  /** Show all types of errors, or the most frequent ones. */
  allTypesChosen(all: boolean): void;
}

/** What the page shows: a class with one assignment or all, an order of students, a vocabulary, and the language. */
export interface OverviewView {
  readonly overview: Overview;
  readonly shown: OverviewClass;
  /** The chosen assignment; `undefined` for all. */
  readonly assignment: string | undefined;
  /** The groups, types and alternatives of the chosen assignment, or of all. */
  readonly totals: Totals;
  readonly rows: readonly ClassRow[];
  readonly vocabulary: Vocabulary;
  readonly markWords: MarkWords;
  readonly sort: Sort;
  readonly allTypes: boolean;
  readonly language: string;
  readonly strings: OverviewStrings;
  readonly numbers: Numbers;
  readonly listener: OverviewListener;
}

/** Return the heading of a kind, with its colour and its sign before it; in a narrow page a column has the sign alone. */
export function kindLabel(kind: Kind, strings: OverviewStrings): Child[] {
  return [...kindSign(kind), element('span', { class: 'kind-name' }, strings.kinds[kind.id].heading)];
}

/** The members of a filter of places that one number of the page names. */
export type Cell = Omit<PlacesFilter, 'folder' | 'assignment'>;

/** Return the filter of the places behind a number of what is shown. */
function placesFilter({ shown, assignment }: OverviewView, cell: Cell): PlacesFilter {
  return { folder: shown.uri, ...(assignment === undefined ? {} : { assignment }), ...cell };
}

/** Return the part of a filter that names a kind. */
export function kindCell(vocabulary: Vocabulary, kind: Kind): Cell {
  return vocabulary.name === 'cleme2' ? { category: kind.id } : { verdict: kind.id };
}

/** Return a number that shows its places; the number alone where there are none. `words` say what it counts. */
export function countButton(view: OverviewView, cell: Cell, count: number, text: string, words: string): Child {
  if (count === 0) {
    return text;
  }
  const show = (): void => {
    view.listener.drilled(placesFilter(view, cell));
  };
  return button(text, show, {
    class: 'link number',
    attributes: {
      'data-key': keyOfCell(cell),
      'aria-label': fillTemplate(view.strings.showPlaces, words),
      title: fillTemplate(view.strings.showPlaces, words),
    },
  });
}

/** Return the key of a number's button, to which the keyboard returns from its places. */
export function keyOfCell({ student, verdict, category, group, type }: Cell): string {
  return ['places', student, verdict ?? category, group ?? type].map((part) => part ?? '').join('|');
}

/** Return a bar with one part for each kind, 0 to 1 each. */
export function stackedBar(parts: readonly (readonly [Kind, number])[]): HTMLElement {
  return element(
    'span',
    { class: 'stack', attributes: { 'aria-hidden': 'true' } },
    ...parts
      .filter(([, part]) => part > 0)
      .map(([{ name }, part]) => element('span', { class: name, style: { '--part': String(part) } })),
  );
}

/** Return an explanation of the colours and signs, for people who ask. */
export function legend({ strings, vocabulary }: OverviewView): HTMLElement {
  const items = vocabulary.kinds.map((kind) =>
    element(
      'li',
      {},
      element('strong', {}, ...kindLabel(kind, strings)),
      element('span', { class: 'note' }, strings.kinds[kind.id].hint),
    ),
  );
  return element('details', {}, element('summary', {}, strings.legend), element('ul', { class: 'legend' }, ...items));
}
