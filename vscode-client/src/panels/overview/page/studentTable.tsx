import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';

import { kindText } from '../../../marks/kindText';
import type { Marks } from '../../../protocol/contract';
import { certainBand, errorCount, kindsWithShares } from '../../../protocol/vocabularies';
import { fillTemplate } from '../../../words';
import { Button, SortHead, Table } from '../../page/view';
import {
  type MarkedStudent,
  marksOf,
  marksText,
  nextSort,
  openAnswers,
  type OverviewView,
  schemeMark,
  schemeMarkText,
  type ShownEssay,
  type SortKey,
  sortStudents,
  valueText,
} from './classList';
import { type Cell, KindCell, KindLabel, MARK_WORDS, Places, StackedBar } from './kinds';

/** The head of a column; the table can be sorted by one with a key. */
interface ColumnHead {
  readonly name?: SortKey;
  /** The class of the column's cells. */
  readonly cells: string;
  readonly label: ComponentChildren;
  readonly hint?: string;
}

/** A column between the names and the counts. */
interface Column extends ColumnHead {
  readonly cell: (student: MarkedStudent) => VNode;
}

/**
 * The table of a class, a row for each student, that columns can sort, with the sums of all students below. Essays
 * without marks come first while whoever needs the teacher does, and last otherwise.
 */
export function StudentTable(view: OverviewView) {
  const { sort, numbers, vocabulary, marked, unmarked, assignments } = view;
  const columns = marked.length > 0 ? columnsOf(view) : [];
  const heads = marked.length > 0 ? [...columns, ...countHeads(view)] : [];
  const others = unmarked.map((essay) => (
    <UnmarkedRow key={keyOf(essay)} {...view} essay={essay} columns={Math.max(heads.length, 1)} />
  ));
  const needFirst = sort.key === 'open' && sort.descending;
  const head = (
    <>
      <Head {...view} name="name" cells="name" label={l10n.t('Student')} />
      {heads.map((each) => (
        <Head key={each.name} {...view} {...each} />
      ))}
    </>
  );
  return (
    <Table name={l10n.t('Students')} look={`list students${assignments.length > 0 ? ' together' : ''}`} head={head}>
      <tbody>
        {needFirst && others}
        {sortStudents(marked, sort, numbers.language, vocabulary).map((student) => (
          <tr key={student.name}>
            <th class="name" scope="row">
              <StudentName {...view} student={student} />
            </th>
            {columns.map(({ cell }) => cell(student))}
            <CountCells {...view} whose={student.label} marks={student.marks} cell={{ student: student.name }} />
          </tr>
        ))}
        {!needFirst && others}
      </tbody>
      {marked.length > 1 && <Sums {...view} columns={columns.length} />}
    </Table>
  );
}

function columnsOf(view: OverviewView): readonly Column[] {
  const { vocabulary, assignments, rows } = view;
  const { title, hint } = MARK_WORDS[vocabulary.name];
  const isTogether = assignments.length > 0;
  const open: Column = {
    ...{
      name: 'open',
      cells: 'open',
      label: l10n.t('To decide'),
      hint: l10n.t('Places whose answer nobody has decided yet'),
    },
    cell: (student) => <OpenCell {...view} student={student} />,
  };
  const mark: Column = {
    ...{
      name: 'mark',
      cells: 'mark',
      label: l10n.t('Mark'),
      hint: l10n.t('The mark by the mark scheme, with its band'),
    },
    cell: (student) => <SchemeMarkCell {...view} student={student} />,
  };
  const score: Column = {
    ...{ name: 'score', cells: 'score', label: isTogether ? l10n.t('All places') : title, hint },
    cell: ({ marks }) => <MarkCell {...view} marks={marks} />,
  };
  const shares: Column = {
    ...{ name: 'shares', cells: 'shares', label: l10n.t('Shares') },
    cell: ({ marks }) => <SharesCell {...view} marks={marks} />,
  };
  const ofAssignment = (name: string): Column => ({
    ...{ cells: 'score', label: name },
    cell: (student) => <AssignmentCell {...view} student={student} name={name} />,
  });
  // Marks of several assignments do not add up: each stands in the column of its own.
  const hasScheme = !isTogether && rows.some(({ essays }) => essays.some((essay) => essay.mark !== undefined));
  return [
    ...(openAnswers(rows) > 0 ? [open] : []),
    ...assignments.map(ofAssignment),
    ...(hasScheme ? [mark] : []),
    score,
    ...(isTogether ? [] : [shares]),
  ];
}

/** Return the heads of the counts of each kind, and of all errors. */
function countHeads({ vocabulary }: OverviewView): ColumnHead[] {
  const kinds = vocabulary.kinds.map((kind) => {
    const label = <KindLabel kind={kind} />;
    return { name: kind.id, cells: 'count', label, hint: kindText(kind.id).hint };
  });
  const errors = {
    name: 'errors',
    cells: 'count',
    label: l10n.t('Errors'),
    hint: l10n.t('Wrong, under- and over-corrections in total'),
  } as const;
  return vocabulary.showsCodes ? [...kinds, errors] : kinds;
}

function CountCells(view: OverviewView & { whose: string; marks: Marks; cell: Cell }) {
  const { vocabulary, numbers, marks } = view;
  return (
    <>
      {vocabulary.kinds.map((kind) => (
        <KindCell key={kind.id} {...view} kind={kind} count={vocabulary.countOf(marks, kind)} />
      ))}
      {vocabulary.showsCodes && <td class="count">{numbers.count(errorCount(vocabulary, marks))}</td>}
    </>
  );
}

function Head({ name, cells, label, hint, sort, keep }: OverviewView & ColumnHead) {
  return name === undefined ? (
    <th class={cells} scope="col">
      {label}
    </th>
  ) : (
    <SortHead cells={cells} name={name} hint={hint} sort={sort} press={() => keep({ sort: nextSort(sort, name) })}>
      {label}
    </SortHead>
  );
}

/** The row of an essay without marks: why it has none. */
function UnmarkedRow(view: OverviewView & { essay: ShownEssay; columns: number }) {
  const { essay, columns, assignments } = view;
  const assignment = assignments.length > 0 ? `${essay.assignment}: ` : '';
  return (
    <tr class="unmarked">
      <th class="name" scope="row">
        <EssayButton {...view} />
      </th>
      <td colSpan={columns}>
        <strong>{l10n.t('Without marks')}</strong>
        <span class="note">{` ${assignment}${essay.problem ?? l10n.t('Unknown reason.')}`}</span>
      </td>
    </tr>
  );
}

/** The row with the counts of all students. */
function Sums(view: OverviewView & { columns: number }) {
  const { numbers, totals, marked, columns } = view;
  const open = openAnswers(marked);
  const words = l10n.t('{0} places, {1} different answers', numbers.count(open), numbers.count(totals.to_decide));
  const toDecide =
    open > 0
      ? {
          class: 'open',
          title: l10n.t(
            'Answers that no teacher has and nobody has decided. Equal ones are asked about once. Then all marks are final.',
          ),
          children: words,
        }
      : {};
  const marks = marksOf(marked.flatMap(({ essays }) => essays));
  return (
    <tfoot>
      <tr>
        <th class="name" scope="row">
          {l10n.t('All students')}
        </th>
        <td colSpan={columns} {...toDecide} />
        {marks && <CountCells {...view} whose={l10n.t('All students')} marks={marks} cell={{}} />}
      </tr>
    </tfoot>
  );
}

type StudentProps = OverviewView & { student: MarkedStudent };

/** A cell with the number of places that are to decide, which leads to them. */
function OpenCell({ numbers, shown, post, student }: StudentProps) {
  const { name, label } = student;
  const open = openAnswers([student]);
  const text = l10n.t('{0} to decide', numbers.count(open));
  const attributes = { 'data-key': `decide-${name}`, 'aria-label': l10n.t('{0}: {1}. Decide', label, text) };
  const decide = (): void => post({ type: 'decide', uri: shown.uri, student: name });
  return (
    <td class="open">
      {open > 0 && (
        <Button class="link" {...attributes} onClick={decide}>
          {text}
        </Button>
      )}
    </td>
  );
}

/** A cell with the mark by a mark scheme and its band, or why it is withheld. */
function SchemeMarkCell(view: StudentProps) {
  const mark = schemeMark(view.student);
  const band = mark && certainBand(mark);
  const text = mark ? schemeMarkText(view, mark) : l10n.t('no mark');
  return (
    <td class="mark" title={mark?.withheld ?? band?.text}>
      <span class={mark?.range ? 'number' : 'note'}>{text}</span> {band && <span class="note">{band.name}</span>}
    </td>
  );
}

function MarkCell(view: OverviewView & { marks: Marks }) {
  const mark = view.vocabulary.markOf(view.marks);
  return (
    <td class="score" title={mark === null ? undefined : valueText(view, mark)}>
      <span class={mark === null ? 'note' : 'number'}>{marksText(view, view.marks)}</span>
      {mark !== null && <span class="bar" style={{ '--part': mark }} />}
    </td>
  );
}

/** A cell with the mark of each essay of an assignment, which opens the essay. */
function AssignmentCell(view: StudentProps & { name: string }) {
  const { student, name, vocabulary } = view;
  const essays = student.essays.filter(({ assignment }) => assignment === name);
  const short = ({ mark }: ShownEssay, marks: Marks): string =>
    mark ? schemeMarkText(view, mark) : vocabulary.markOf(marks) === null ? l10n.t('no mark') : marksText(view, marks);
  return (
    <td class="score">
      {essays.map((essay) =>
        essay.marks ? (
          <EssayButton {...view} essay={essay} mark={short(essay, essay.marks)} />
        ) : (
          <span class="note">{l10n.t('no mark')}</span>
        ),
      )}
    </td>
  );
}

/** A cell with two bars: shares of the places that need a correction, and below them of the other changes. */
function SharesCell({ vocabulary, numbers, marks }: OverviewView & { marks: Marks }) {
  const parts = kindsWithShares(vocabulary).map((kind) => [kind, vocabulary.shareOf(marks, kind)] as const);
  const words = parts.map(([kind, share]) => fillTemplate(kindText(kind.id).count, numbers.percent(share))).join(', ');
  return (
    <td class="shares" title={words}>
      <StackedBar parts={parts.filter(([{ isDue }]) => isDue)} />
      <StackedBar parts={parts.filter(([{ isDue }]) => !isDue)} />
      <span class="visually-hidden">{words}</span>
    </td>
  );
}

/** A student's name: it opens the one essay that is shown, or shows the places of all. */
function StudentName(view: StudentProps) {
  const { name, label, essays } = view.student;
  const [first, ...others] = essays;
  return first && others.length === 0 ? (
    <EssayButton {...view} essay={first} />
  ) : (
    <Places {...view} cell={{ student: name }} count={essays.length} text={label} words={label} />
  );
}

/** A button that opens an essay: its mark, or its student's name, with the author's in a file of several. */
export function EssayButton({ post, essay, mark }: OverviewView & { essay: ShownEssay; mark?: string }) {
  const { name, label, author, uri, view, assignment } = essay;
  const whose = mark === undefined ? label : `${label}, ${assignment}`;
  const attributes = { 'data-key': `student-${keyOf(essay)}-${mark === undefined ? '' : 'mark'}` };
  return (
    <Button
      class="link"
      {...attributes}
      title={l10n.t('Open {0}’s document', whose)}
      onClick={() => post({ type: 'open', uri, ...(view === null ? {} : { view }) })}
    >
      {mark ?? (author && author !== name ? `${label} · ${author}` : label)}
    </Button>
  );
}

function keyOf({ uri, name }: ShownEssay): string {
  return `${uri}-${name}`;
}
