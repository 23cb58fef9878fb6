import { fillTemplate } from '../../../template';
import type { ProgressClass } from '../../../protocol/contract';
import type { PlacesFilter } from '../../../protocol/methods';
import type { Numbers } from '../../numbers';
import { button, element, type Child } from '../../page/elements';
import { scroller } from '../../page/scroller';
import { sortHead } from '../../page/sortHead';
import {
  changeOf,
  nextSort,
  shareOf,
  sortRows,
  together,
  type Row,
  type Rows,
  type Sort,
  type SortKey,
  type Tally,
} from '../progressRows';
import type { ProgressStrings } from '../progressStrings';

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
