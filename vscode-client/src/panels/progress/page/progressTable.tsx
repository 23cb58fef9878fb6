import * as l10n from '@vscode/l10n';

import type { ProgressClass, ProgressCourse, ProgressTally } from '../../../protocol/contract';
import type { PlacesFilter } from '../../../protocol/methods';
import { fillTemplate } from '../../../words';
import { numbers } from '../../page/numbers';
import { PlacesButton } from '../../page/result';
import { Button, focusOn, inOrder, SortHead, Table } from '../../page/view';

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
export function sortRows(rows: readonly Row[], sort: Sort | undefined): readonly Row[] {
  return sort ? inOrder(rows, sort, (row) => numberOf(row, sort.key)) : rows;
}

/** Return the sort after a press on a column: reversed, or for a new column names from A and shares from the lowest. */
export function nextSort(sort: Sort | undefined, key: SortKey): Sort {
  return { key, descending: sort?.key === key ? !sort.descending : false };
}

function numberOf({ tallies }: Row, key: SortKey): number | null {
  if (key === 'change') {
    return changeOf(tallies);
  }
  return shareOf(typeof key === 'number' ? (tallies[key] ?? null) : together(tallies));
}

/** What a table of charts shows, and what a person does with it. */
interface TableView {
  readonly shown: ProgressClass;
  /** The student whose kinds of errors are shown; empty for the class; all students side by side if there is none. */
  readonly student: string | undefined;
  /** The kind of error; all if there is none. */
  readonly group: string | undefined;
  readonly sort: Sort | undefined;
  readonly choose: (choice: { readonly sort: Sort | undefined; readonly student?: string }) => void;
  readonly drillInto: (wanted: PlacesFilter) => void;
}

/** A table with a chart in each row: a bar for each exercise, all of one scale, with its numbers below. */
export function ProgressTable(view: TableView) {
  const { shown, student, group, sort } = view;
  const isOfStudents = student === undefined;
  const course = shown.people.find(({ name }) => name === student) ?? shown.whole;
  const { sum, rows } = isOfStudents ? studentRows(shown, group) : groupRows(course, student || undefined);
  const whose = student === '' ? l10n.t('The class, by kind of error') : l10n.t('{0}, by kind of error', course.label);
  const caption = isOfStudents ? [l10n.t('All students'), group ?? l10n.t('All kinds')].join(', ') : whose;
  const heads: readonly HeadProps[] = [
    { name: 'name', cells: 'name', label: isOfStudents ? l10n.t('Student') : l10n.t('Kind of error') },
    ...shown.assignments.map((label, name) => ({ name, cells: 'chart', label })),
    ...(shown.assignments.length > 1
      ? ([
          { name: 'together', cells: 'chart', label: l10n.t('Together') },
          {
            name: 'change',
            cells: 'change',
            label: l10n.t('First to last'),
            hint: l10n.t('How much the share of errors found grew from the first text to the last, in points of 100'),
          },
        ] as const)
      : []),
  ];
  return (
    <Table
      name={caption}
      look="charts"
      head={heads.map((head) => (
        <Head {...view} {...head} />
      ))}
    >
      <tbody>
        <TableRow {...view} row={{ ...sum, label: isOfStudents ? l10n.t('The class') : l10n.t('All kinds') }} isSum />
        {sortRows(rows, sort).map((row) => (
          <TableRow key={`${row.student ?? ''}|${row.group ?? ''}`} {...view} row={row} />
        ))}
      </tbody>
    </Table>
  );
}

/** An explanation of the bars. */
export function Legend() {
  return (
    <section class="key" aria-label={l10n.t('How to read the bars')}>
      <ul>
        <li>
          <Bar share={1} />
          {l10n.t('found: corrected, wholly or in part')}
        </li>
        <li>
          <Bar share={0} />
          {l10n.t('missed: left, or changed to something else')}
        </li>
        <li>
          <span class="word">{l10n.t('none')}</span>
          {l10n.t('there was nothing of this kind to correct')}
        </li>
        <li>
          <span class="word">{l10n.t('–')}</span>
          {l10n.t('not handed in, or not comparable')}
        </li>
      </ul>
      <p class="note">
        {l10n.t(
          'A full bar is every error of the text. Texts have no date: they stand in the order of markscheme.toml, and those with numbers in their names, such as weeks, in the order of the numbers. Of several versions of a text, the last one counts.',
        )}
      </p>
    </section>
  );
}

interface HeadProps {
  readonly name: SortKey;
  readonly cells: string;
  readonly label: string;
  readonly hint?: string;
}

function Head({ label, sort, choose, ...head }: TableView & HeadProps) {
  return (
    <SortHead {...head} sort={sort} press={() => choose({ sort: nextSort(sort, head.name) })}>
      {label}
    </SortHead>
  );
}

type RowProps = TableView & { row: Row; isSum?: boolean };

function TableRow(props: RowProps) {
  const { shown, student, row, isSum, choose } = props;
  const title = l10n.t('{0}, by kind of error', row.label);
  const showGroups = (): void => {
    choose({ student: row.student ?? '', sort: undefined });
    focusOn('whose');
  };
  return (
    <tr class={isSum ? 'sum' : undefined}>
      <th class="name" scope="row">
        {student === undefined ? (
          <Button class="link" data-key={`student-${row.student ?? ''}`} title={title} onClick={showGroups}>
            {row.label}
          </Button>
        ) : (
          row.label
        )}
      </th>
      {shown.assignments.map((assignment, index) => (
        <Chart {...props} tally={row.tallies[index] ?? null} assignment={assignment} />
      ))}
      {shown.assignments.length > 1 && (
        <>
          <Chart {...props} tally={together(row.tallies)} assignment={undefined} />
          <td class="change">{changeInWords(changeOf(row.tallies))}</td>
        </>
      )}
    </tr>
  );
}

/** A cell with a bar and its numbers, which show their places. */
function Chart(props: RowProps & { tally: Tally; assignment: string | undefined }) {
  const { shown, drillInto, row, tally, assignment } = props;
  const share = shareOf(tally);
  if (tally === null || share === null) {
    const [text, words] = tally
      ? [l10n.t('none'), l10n.t('nothing to correct')]
      : [l10n.t('–'), l10n.t('not handed in, or not comparable')];
    return (
      <td class="chart" title={words}>
        <span class="word" aria-hidden="true">
          {text}
        </span>
        <span class="visually-hidden">{words}</span>
      </td>
    );
  }
  const { student, group } = row;
  const where = assignment ?? l10n.t('Together');
  const words = l10n.t(
    '{0}, {1}: found {2} of {3}, missed {4}',
    row.label,
    where,
    tally.found,
    tally.made,
    tally.missed,
  );
  const text = l10n.t('{0} of {1}', tally.found, tally.made);
  const wanted = { folder: shown.uri, outcome: 'made', assignment, student, group } as const;
  return (
    <td class="chart">
      <Bar share={share} />
      <PlacesButton {...{ wanted, text, words, drillInto }} />
    </td>
  );
}

/** A bar: the lower part is what was found, the hatched upper one what was missed. */
function Bar({ share }: { share: number }) {
  return (
    <span class="column" aria-hidden="true" style={{ '--part': share }}>
      <span class="found" />
    </span>
  );
}

function changeInWords(change: number | null): string {
  if (change === null) {
    return '';
  }
  const points = Math.round(change * 100);
  const template = points > 0 ? l10n.t('▲ {0} points') : points < 0 ? l10n.t('▼ {0} points') : l10n.t('as before');
  return fillTemplate(template, numbers.count(Math.abs(points)));
}
