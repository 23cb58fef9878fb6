import type { ProgressClass, ProgressCourse, ProgressTally } from '../../../protocol/contract';
import type { PlacesFilter } from '../../../protocol/methods';
import { fillTemplate } from '../../../words';
import type { Numbers } from '../../numbers';
import { button, type Child, element, scroller, sortHead } from '../../page/elements';
import type { ProgressStrings } from '../progressMessages';

/** The number of a row: of an exercise by its index, of all exercises together, or of the change over them. */
type SortKey = 'name' | 'together' | 'change' | number;

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

type Tally = ProgressTally | null;

/** A chart: the numbers of a student, of a kind of error, or of the class, one for each exercise. */
interface Row {
  readonly label: string;
  /** The student; none for the class. */
  readonly student: string | undefined;
  /** The kind of error; none for all together. */
  readonly group: string | undefined;
  readonly tallies: readonly Tally[];
}

/** Rows with the sum of them above. */
interface Rows {
  readonly sum: Row;
  readonly rows: readonly Row[];
}

/** Return a row for each student, of one kind of error or of all together. */
export function studentRows({ whole, people, assignments }: ProgressClass, group: string | undefined): Rows {
  const row = (course: ProgressCourse, student: string | undefined): Row => ({
    ...{ label: course.label, student, group },
    tallies: group === undefined ? course.totals : talliesOf(course, group, assignments.length),
  });
  return { sum: row(whole, undefined), rows: people.map((course) => row(course, course.name)) };
}

/** Return a row for each kind of error of one student, or of the class. */
export function groupRows({ label, totals, groups }: ProgressCourse, student: string | undefined): Rows {
  return {
    sum: { label, student, group: undefined, tallies: totals },
    rows: groups.map(({ group, tallies }) => ({ label: group, student, group, tallies })),
  };
}

/** Return the numbers of a kind of error; a student without one has nothing to correct where something was handed in. */
function talliesOf({ groups, totals }: ProgressCourse, group: string, length: number): readonly Tally[] {
  const shown = groups.find((one) => one.group === group)?.tallies;
  const nothing = (tally: Tally): Tally => tally && { made: 0, found: 0, missed: 0 };
  return shown ?? Array.from({ length }, (_, index) => nothing(totals[index] ?? null));
}

/** Return the sum over all exercises; `null` if none was handed in. */
export function together(tallies: readonly Tally[]): Tally {
  const handedIn = tallies.filter((tally) => tally !== null);
  const sum = (each: (tally: ProgressTally) => number): number => handedIn.reduce((total, one) => total + each(one), 0);
  return handedIn.length === 0
    ? null
    : { made: sum(({ made }) => made), found: sum(({ found }) => found), missed: sum(({ missed }) => missed) };
}

/** Return the share that was found, 0 to 1; `null` if there was nothing to correct. */
function shareOf(tally: Tally): number | null {
  return tally && tally.made > 0 ? tally.found / tally.made : null;
}

/** Return how much the share grew from the first exercise with errors to the last; `null` if there are not two. */
export function changeOf(tallies: readonly Tally[]): number | null {
  const shares = tallies.map(shareOf).filter((share) => share !== null);
  const [first] = shares;
  const last = shares.at(-1);
  return shares.length < 2 || first === undefined || last === undefined ? null : last - first;
}

/** Return rows in an order. Without one they stay; those without the number come last, equal ones stay. */
export function sortRows(rows: readonly Row[], sort: Sort | undefined, language: string): readonly Row[] {
  if (!sort) {
    return rows;
  }
  const direction = sort.descending ? -1 : 1;
  if (sort.key === 'name') {
    const collator = new Intl.Collator(language, { numeric: true });
    return [...rows].sort((one, other) => direction * collator.compare(one.label, other.label));
  }
  const { key } = sort;
  return [...rows].sort((one, other) => {
    const [first, second] = [numberOf(one, key), numberOf(other, key)];
    return first === null || second === null
      ? Number(first === null) - Number(second === null)
      : direction * (first - second);
  });
}

/** Return the sort after a press on a column: reversed, or for a new column names from A and shares from the lowest. */
export function nextSort(sort: Sort | undefined, key: SortKey): Sort {
  return { key, descending: sort?.key === key ? !sort.descending : false };
}

function numberOf({ tallies }: Row, key: Exclude<SortKey, 'name'>): number | null {
  if (key === 'change') {
    return changeOf(tallies);
  }
  return shareOf(key === 'together' ? together(tallies) : (tallies[key] ?? null));
}

/** What a table of charts shows, and what a person does with it. */
export interface TableView {
  readonly shown: ProgressClass;
  readonly rows: Rows;
  /** The heading of the names. */
  readonly heading: string;
  readonly caption: string;
  readonly sort: Sort | undefined;
  readonly language: string;
  readonly strings: ProgressStrings;
  readonly numbers: Numbers;
  readonly sorted: (sort: Sort) => void;
  /** Show the places behind a number. */
  readonly drilled: (wanted: PlacesFilter) => void;
  /** Show the kinds of errors of a student; of the class without one. */
  readonly chosen: (student: string) => void;
}

/** Return a table with a chart in each row: a bar for each exercise, all of one scale, with its numbers below. */
export function progressTable(view: TableView): HTMLElement {
  const { shown, rows, sort, language, strings, caption } = view;
  const hasSeveral = shown.assignments.length > 1;
  const table = element(
    'table',
    { class: 'charts' },
    element('caption', { class: 'visually-hidden' }, caption),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        head(view, 'name', 'name', view.heading),
        ...shown.assignments.map((name, index) => head(view, index, 'chart', name)),
        ...(hasSeveral
          ? [
              head(view, 'together', 'chart', strings.together),
              head(view, 'change', 'change', strings.change, strings.changeHint),
            ]
          : []),
      ),
    ),
    element(
      'tbody',
      {},
      tableRow(view, rows.sum, true),
      ...sortRows(rows.rows, sort, language).map((row) => tableRow(view, row, false)),
    ),
  );
  return scroller(caption, table);
}

/** Return an explanation of the bars. */
export function legend(strings: ProgressStrings): HTMLElement {
  const item = (sign: Child, words: string): HTMLElement => element('li', {}, sign, words);
  return element(
    'section',
    { class: 'key', attributes: { 'aria-label': strings.legend } },
    element(
      'ul',
      {},
      item(bar(1), strings.legendFound),
      item(bar(0), strings.legendMissed),
      item(element('span', { class: 'word' }, strings.nothing), strings.legendNothing),
      item(element('span', { class: 'word' }, strings.absent), strings.absentWords),
    ),
    element('p', { class: 'note' }, strings.order),
  );
}

/** Return the key of a number's button, to which the keyboard returns from its places. */
export function keyOfNumber({ student, group, assignment }: PlacesFilter): string {
  return ['places', student, group, assignment].map((part) => part ?? '').join('|');
}

function head({ sort, sorted }: TableView, key: SortKey, name: string, label: string, hint?: string): HTMLElement {
  const press = (): void => {
    sorted(nextSort(sort, key));
  };
  return sortHead({ name, key, label: [label], hint, sort, press });
}

function tableRow(view: TableView, row: Row, isSum: boolean): HTMLTableRowElement {
  const { shown } = view;
  const hasSeveral = shown.assignments.length > 1;
  return element(
    'tr',
    { class: isSum ? 'sum' : undefined },
    element('th', { class: 'name', attributes: { scope: 'row' } }, name(view, row, isSum)),
    ...shown.assignments.map((assignment, index) => chart(view, row, row.tallies[index] ?? null, assignment)),
    ...(hasSeveral ? [chart(view, row, together(row.tallies), undefined), changeCell(view, row)] : []),
  );
}

/** Return a row's name: a student's shows the kinds of errors. */
function name({ chosen, strings, rows }: TableView, row: Row, isSum: boolean): Child {
  const showsStudents = rows.rows.some(({ student }) => student !== rows.sum.student);
  if (!showsStudents) {
    return isSum ? strings.allRow : row.label;
  }
  const press = (): void => {
    chosen(row.student ?? '');
  };
  const words = fillTemplate(strings.byGroup, isSum ? strings.classRow : row.label);
  return button(isSum ? strings.classRow : row.label, press, {
    class: 'link',
    attributes: { 'data-key': `student-${row.student ?? ''}`, title: words },
  });
}

/** Return a cell with a bar and its numbers, which show their places. */
function chart(view: TableView, row: Row, tally: Tally, assignment: string | undefined): HTMLTableCellElement {
  const { strings, shown, drilled } = view;
  const share = shareOf(tally);
  if (tally === null || share === null) {
    const [text, words] = tally ? [strings.nothing, strings.nothingWords] : [strings.absent, strings.absentWords];
    return element(
      'td',
      { class: 'chart', attributes: { title: words } },
      element('span', { class: 'word', attributes: { 'aria-hidden': 'true' } }, text),
      element('span', { class: 'visually-hidden' }, words),
    );
  }
  const wanted: PlacesFilter = {
    folder: shown.uri,
    outcome: 'made',
    ...(assignment === undefined ? {} : { assignment }),
    ...(row.student === undefined ? {} : { student: row.student }),
    ...(row.group === undefined ? {} : { group: row.group }),
  };
  const where = assignment ?? strings.together;
  const words = fillTemplate(strings.foundWords, row.label, where, tally.found, tally.made, tally.missed);
  const press = (): void => {
    drilled(wanted);
  };
  return element(
    'td',
    { class: 'chart' },
    bar(share),
    button(fillTemplate(strings.found, tally.found, tally.made), press, {
      class: 'link number',
      attributes: {
        'data-key': keyOfNumber(wanted),
        'aria-label': fillTemplate(strings.showPlaces, words),
        title: fillTemplate(strings.showPlaces, words),
      },
    }),
  );
}

/** Return a bar: the lower part is what was found, the hatched upper one what was missed. */
function bar(share: number): HTMLElement {
  return element(
    'span',
    { class: 'column', attributes: { 'aria-hidden': 'true' }, style: { '--part': String(share) } },
    element('span', { class: 'found' }),
  );
}

function changeCell({ strings, numbers }: TableView, { tallies }: Row): HTMLTableCellElement {
  const change = changeOf(tallies);
  if (change === null) {
    return element('td', { class: 'change' });
  }
  const points = Math.round(change * 100);
  const template = points > 0 ? strings.better : points < 0 ? strings.worse : strings.same;
  return element('td', { class: 'change' }, fillTemplate(template, numbers.count(Math.abs(points))));
}
