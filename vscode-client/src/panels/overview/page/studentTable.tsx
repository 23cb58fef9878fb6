import * as l10n from '@vscode/l10n';
import type { ComponentChildren, TdHTMLAttributes } from 'preact';

import { kindText } from '../../../marks/kindText';
import type { Marks } from '../../../protocol/contract';
import { certainBand, errorCount, kindsWithShares } from '../../../protocol/vocabularies';
import { fillTemplate } from '../../../words';
import { numbers } from '../../page/numbers';
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
  TO_DECIDE_HINT,
  valueText,
} from './classList';
import { type Cell, KindCell, KindLabel, MARK_WORDS, Places, StackedBar } from './kinds';

/** A column; the table can be sorted by one with a key. */
interface Column {
  readonly name?: SortKey;
  /** The class of the column's cells. */
  readonly cells: string;
  readonly label: ComponentChildren;
  readonly hint?: string;
  /** Return a student's cell; not of the counts. */
  readonly cell?: (student: MarkedStudent) => TdHTMLAttributes;
}

/**
 * The table of a class, a row for each student, that columns can sort, with the sums of all students below. Essays
 * without marks come first while whoever needs the teacher does, and last otherwise.
 */
export function StudentTable(view: OverviewView) {
  const { sort, keep, vocabulary, marked, unmarked, assignments } = view;
  const columns = marked.length > 0 ? columnsOf(view) : [];
  const heads = marked.length > 0 ? [...columns, ...countHeads(view)] : [];
  const others = unmarked.map((essay) => (
    <UnmarkedRow key={keyOf(essay)} {...view} essay={essay} columns={Math.max(heads.length, 1)} />
  ));
  const needFirst = sort.key === 'open' && sort.descending;
  const nameHead: Column = { name: 'name', cells: 'name', label: l10n.t('Student') };
  const head = [nameHead, ...heads].map(({ name, cells, label, hint }) =>
    name === undefined ? (
      <th class={cells} scope="col">
        {label}
      </th>
    ) : (
      <SortHead {...{ name, cells, hint, sort }} key={name} press={() => keep({ sort: nextSort(sort, name) })}>
        {label}
      </SortHead>
    ),
  );
  return (
    <Table name={l10n.t('Students')} look={`list students${assignments.length > 0 ? ' together' : ''}`} head={head}>
      <tbody>
        {needFirst && others}
        {sortStudents(marked, sort, vocabulary).map((student) => (
          <tr key={student.name}>
            <th class="name" scope="row">
              <StudentName {...view} student={student} />
            </th>
            {columns.map(({ cells, cell }) => (
              <td class={cells} {...cell?.(student)} />
            ))}
            <CountCells {...view} whose={student.label} marks={student.marks} cell={{ student: student.name }} />
          </tr>
        ))}
        {!needFirst && others}
      </tbody>
      {marked.length > 1 && <Sums {...view} columns={columns.length} />}
    </Table>
  );
}

function columnsOf(view: OverviewView): Column[] {
  const { vocabulary, assignments, rows } = view;
  const { title, hint } = MARK_WORDS[vocabulary.name];
  const isTogether = assignments.length > 0;
  const open: Column = {
    ...{ name: 'open', cells: 'open', label: l10n.t('To decide') },
    hint: l10n.t('Places whose answer nobody has decided yet'),
    cell: (student) => ({ children: <OpenButton {...view} student={student} /> }),
  };
  const mark: Column = {
    ...{ name: 'mark', cells: 'mark', label: l10n.t('Mark') },
    hint: l10n.t('The mark by the mark scheme, with its band'),
    cell: schemeMarkCell,
  };
  const score: Column = {
    ...{ name: 'score', cells: 'score', label: isTogether ? l10n.t('All places') : title, hint },
    cell: ({ marks }) => scoreCell(view, marks),
  };
  const shares: Column = {
    ...{ name: 'shares', cells: 'shares', label: l10n.t('Shares') },
    cell: ({ marks }) => sharesCell(view, marks),
  };
  const ofAssignment = (name: string): Column => ({
    ...{ cells: 'score', label: name },
    cell: ({ essays }) => ({
      children: essays
        .filter(({ assignment }) => assignment === name)
        .map((essay) => <EssayMark {...view} essay={essay} />),
    }),
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
function countHeads({ vocabulary }: OverviewView): Column[] {
  const kinds = vocabulary.kinds.map((kind) => {
    const label = <KindLabel kind={kind} />;
    return { name: kind.id, cells: 'count', label, hint: kindText(kind.id).hint };
  });
  const errors = {
    ...({ name: 'errors', cells: 'count', label: l10n.t('Errors') } as const),
    hint: l10n.t('Wrong, under- and over-corrections in total'),
  };
  return vocabulary.showsCodes ? [...kinds, errors] : kinds;
}

function CountCells(view: OverviewView & { whose: string; marks: Marks; cell: Cell }) {
  const { vocabulary, marks } = view;
  return (
    <>
      {vocabulary.kinds.map((kind) => (
        <KindCell key={kind.id} {...view} kind={kind} count={vocabulary.countOf(marks, kind)} />
      ))}
      {vocabulary.showsCodes && <td class="count">{numbers.count(errorCount(vocabulary, marks))}</td>}
    </>
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
  const { totals, marked, columns } = view;
  const open = openAnswers(marked);
  const words = l10n.t('{0} places, {1} different answers', numbers.count(open), numbers.count(totals.to_decide));
  const toDecide = open > 0 ? { class: 'open', title: TO_DECIDE_HINT, children: words } : {};
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

/** The number of a student's places that are to decide, which leads to them. */
function OpenButton({ shown, run, student }: OverviewView & { student: MarkedStudent }) {
  const { name, label } = student;
  const open = openAnswers([student]);
  const text = l10n.t('{0} to decide', numbers.count(open));
  const attributes = { 'data-key': `decide-${name}`, 'aria-label': l10n.t('{0}: {1}. Decide', label, text) };
  return open === 0 ? null : (
    <Button class="link" {...attributes} onClick={() => run('markscheme.showAnswersToDecide', shown.uri)}>
      {text}
    </Button>
  );
}

/** Return a cell with the mark by a mark scheme and its band, or why it is withheld. */
function schemeMarkCell(student: MarkedStudent): TdHTMLAttributes {
  const mark = schemeMark(student);
  const band = mark && certainBand(mark);
  const text = mark ? schemeMarkText(mark) : l10n.t('no mark');
  return {
    title: mark?.withheld ?? band?.text,
    children: (
      <>
        <span class={mark?.range ? 'number' : 'note'}>{text}</span> {band && <span class="note">{band.name}</span>}
      </>
    ),
  };
}

function scoreCell({ vocabulary }: OverviewView, marks: Marks): TdHTMLAttributes {
  const mark = vocabulary.markOf(marks);
  const text = marksText(vocabulary, marks);
  return mark === null
    ? { children: <span class="note">{text}</span> }
    : {
        title: valueText(vocabulary, mark),
        children: (
          <>
            <span class="number">{text}</span>
            <span class="bar" style={{ '--part': mark }} />
          </>
        ),
      };
}

/** The mark of an essay among several assignments, which opens the essay. */
function EssayMark(view: OverviewView & { essay: ShownEssay }) {
  const { essay, vocabulary } = view;
  const { mark, marks } = essay;
  if (!marks) {
    return <span class="note">{l10n.t('no mark')}</span>;
  }
  const isComparable = vocabulary.markOf(marks) !== null;
  const text = mark ? schemeMarkText(mark) : isComparable ? marksText(vocabulary, marks) : l10n.t('no mark');
  return <EssayButton {...view} mark={text} />;
}

/** Return a cell with two bars: shares of the places that need a correction, and below them of the other changes. */
function sharesCell({ vocabulary }: OverviewView, marks: Marks): TdHTMLAttributes {
  const parts = kindsWithShares(vocabulary).map((kind) => [kind, vocabulary.shareOf(marks, kind)] as const);
  const words = parts.map(([kind, share]) => fillTemplate(kindText(kind.id).count, numbers.percent(share))).join(', ');
  return {
    title: words,
    children: (
      <>
        <StackedBar parts={parts.filter(([{ isDue }]) => isDue)} />
        <StackedBar parts={parts.filter(([{ isDue }]) => !isDue)} />
        <span class="visually-hidden">{words}</span>
      </>
    ),
  };
}

/** A student's name: it opens the one essay that is shown, or shows the places of all. */
function StudentName(view: OverviewView & { student: MarkedStudent }) {
  const { name, label, essays } = view.student;
  const [first, ...others] = essays;
  return first && others.length === 0 ? (
    <EssayButton {...view} essay={first} />
  ) : (
    <Places {...view} cell={{ student: name }} count={essays.length} text={label} words={label} />
  );
}

/** A button that opens an essay: its mark, or its student's name, with the author's in a file of several. */
export function EssayButton({ run, essay, mark }: OverviewView & { essay: ShownEssay; mark?: string }) {
  const { name, label, author, uri, view, assignment } = essay;
  return (
    <Button
      class="link"
      data-key={`student-${keyOf(essay)}-${mark === undefined ? '' : 'mark'}`}
      title={l10n.t('Open {0}’s document', mark === undefined ? label : `${label}, ${assignment}`)}
      onClick={() => run('markscheme.openStudent', uri, view)}
    >
      {mark ?? (author && author !== name ? `${label} · ${author}` : label)}
    </Button>
  );
}

function keyOf({ uri, name }: ShownEssay): string {
  return `${uri}-${name}`;
}
