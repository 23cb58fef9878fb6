import type { ProgressClass, ProgressCourse, ProgressTally } from '../../../protocol/contract';
import type { PlacesFilter } from '../../../protocol/methods';
import { fillTemplate } from '../../../words';
import type { Numbers } from '../../numbers';
import { Button, Scroller, SortHead } from '../../page/view';
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

/** A table with a chart in each row: a bar for each exercise, all of one scale, with its numbers below. */
export function ProgressTable(view: TableView) {
  const { shown, rows, sort, language, strings, caption, heading } = view;
  return (
    <Scroller label={caption}>
      <table class="charts">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <Head {...view} name="name" cells="name" label={heading} />
            {shown.assignments.map((name, index) => (
              <Head key={index} {...view} name={index} cells="chart" label={name} />
            ))}
            {shown.assignments.length > 1 && (
              <>
                <Head {...view} name="together" cells="chart" label={strings.together} />
                <Head {...view} name="change" cells="change" label={strings.change} hint={strings.changeHint} />
              </>
            )}
          </tr>
        </thead>
        <tbody>
          <TableRow {...view} row={rows.sum} isSum />
          {sortRows(rows.rows, sort, language).map((row) => (
            <TableRow key={`${row.student ?? ''}|${row.group ?? ''}`} {...view} row={row} isSum={false} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** An explanation of the bars. */
export function Legend({ strings }: { strings: ProgressStrings }) {
  return (
    <section class="key" aria-label={strings.legend}>
      <ul>
        <li>
          <Bar share={1} />
          {strings.legendFound}
        </li>
        <li>
          <Bar share={0} />
          {strings.legendMissed}
        </li>
        <li>
          <span class="word">{strings.nothing}</span>
          {strings.legendNothing}
        </li>
        <li>
          <span class="word">{strings.absent}</span>
          {strings.absentWords}
        </li>
      </ul>
      <p class="note">{strings.order}</p>
    </section>
  );
}

/** Return the key of a number's button, to which the keyboard returns from its places. */
export function keyOfNumber({ student, group, assignment }: PlacesFilter): string {
  return ['places', student, group, assignment].map((part) => part ?? '').join('|');
}

function Head(props: TableView & { name: SortKey; cells: string; label: string; hint?: string }) {
  const { name, cells, label, hint, sort, sorted } = props;
  return (
    <SortHead cells={cells} name={name} hint={hint} sort={sort} press={() => sorted(nextSort(sort, name))}>
      {label}
    </SortHead>
  );
}

type RowProps = TableView & { row: Row; isSum: boolean };

function TableRow(props: RowProps) {
  const { shown, row, strings, numbers } = props;
  return (
    <tr class={props.isSum ? 'sum' : undefined}>
      <th class="name" scope="row">
        <RowName {...props} />
      </th>
      {shown.assignments.map((assignment, index) => (
        <Chart key={index} {...props} tally={row.tallies[index] ?? null} assignment={assignment} />
      ))}
      {shown.assignments.length > 1 && (
        <>
          <Chart {...props} tally={together(row.tallies)} assignment={undefined} />
          <td class="change">{changeInWords(changeOf(row.tallies), strings, numbers)}</td>
        </>
      )}
    </tr>
  );
}

/** A row's name: a student's shows the kinds of errors. */
function RowName({ chosen, strings, rows, row, isSum }: RowProps) {
  const showsStudents = rows.rows.some(({ student }) => student !== rows.sum.student);
  if (!showsStudents) {
    return <>{isSum ? strings.allRow : row.label}</>;
  }
  const whose = isSum ? strings.classRow : row.label;
  return (
    <Button
      class="link"
      data-key={`student-${row.student ?? ''}`}
      title={fillTemplate(strings.byGroup, whose)}
      onClick={() => chosen(row.student ?? '')}
    >
      {whose}
    </Button>
  );
}

/** A cell with a bar and its numbers, which show their places. */
function Chart(props: RowProps & { tally: Tally; assignment: string | undefined }) {
  const { strings, shown, drilled, row, tally, assignment } = props;
  const share = shareOf(tally);
  if (tally === null || share === null) {
    const [text, words] = tally ? [strings.nothing, strings.nothingWords] : [strings.absent, strings.absentWords];
    return (
      <td class="chart" title={words}>
        <span class="word" aria-hidden="true">
          {text}
        </span>
        <span class="visually-hidden">{words}</span>
      </td>
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
  const counts = fillTemplate(strings.foundWords, row.label, where, tally.found, tally.made, tally.missed);
  const words = fillTemplate(strings.showPlaces, counts);
  return (
    <td class="chart">
      <Bar share={share} />
      <Button
        class="link number"
        data-key={keyOfNumber(wanted)}
        aria-label={words}
        title={words}
        onClick={() => drilled(wanted)}
      >
        {fillTemplate(strings.found, tally.found, tally.made)}
      </Button>
    </td>
  );
}

/** A bar: the lower part is what was found, the hatched upper one what was missed. */
function Bar({ share }: { share: number }) {
  return (
    <span class="column" aria-hidden="true" style={{ '--part': String(share) }}>
      <span class="found" />
    </span>
  );
}

function changeInWords(change: number | null, strings: ProgressStrings, numbers: Numbers): string {
  if (change === null) {
    return '';
  }
  const points = Math.round(change * 100);
  const template = points > 0 ? strings.better : points < 0 ? strings.worse : strings.same;
  return fillTemplate(template, numbers.count(Math.abs(points)));
}
