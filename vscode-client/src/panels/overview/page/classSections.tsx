import type { ComponentChildren } from 'preact';

import type { Overview } from '../../../protocol/contract';
import type { Kind } from '../../../protocol/vocabularies';
import { editLabel, errorTypeInWords, fillTemplate } from '../../../words';
import { Button, MessageBox, Table } from '../../page/view';
import type { OverviewStrings } from '../overviewMessages';
import { type OverviewView, schemeMark, valueText } from './classList';
import { type Cell, KindCell, KindLabel, Places, StackedBar } from './kinds';
import { median, Spread } from './spread';
import { EssayButton, StudentTable } from './studentTable';

/** The parts of the page about a class: its students, their errors, and what is left out. */
export function ClassSections(view: OverviewView) {
  const { strings, shown, rows, assignment, overview, marked, unmarked, estimated, vocabulary } = view;
  const essays = shown.people.flatMap((person) => person.essays);
  const chosen = essays.filter((essay) => assignment === undefined || essay.assignment === assignment);
  const exercises = [...new Set(chosen.flatMap(({ exercise }) => overview.exercises[exercise] ?? []))];
  const problems = new Set([...exercises.flatMap((exercise) => exercise.problems), ...overview.problems]);
  const authors = new Set(exercises.flatMap(({ reference_authors }) => reference_authors ?? []));
  const dues = new Set(marked.map(({ marks }) => marks.verdicts.due));
  const title = assignment ?? shown.name;
  const files = <FileSections strings={strings} problems={[...problems]} notices={overview.notices} />;
  if (!rows.length) {
    return (
      <>
        <MessageBox title={title} text={strings.noStudents} />
        {files}
      </>
    );
  }
  return (
    <>
      <Section title={title}>
        <Figures {...view} />
        {(marked.length > 0 || unmarked.length > 0) && <StudentTable {...view} />}
        {dues.size > 1 && vocabulary.name === 'verdicts' && <p class="note">{strings.outOf}</p>}
        {marked.length > 0 && <Legend {...view} />}
        {[...authors].map((author) => (
          <p class="note">{fillTemplate(strings.referenceAuthors, author)}</p>
        ))}
      </Section>
      {files}
      {marked.length > 0 && <MarkedSections {...view} />}
      {estimated.length > 0 && <Estimates {...view} />}
      <details class="signature">
        <summary>{strings.signature}</summary>
        <p>{overview.signature}</p>
      </details>
    </>
  );
}

/** Lists of what can't be used, and what else to know of the files; none if there is nothing. */
export function FileSections(props: Pick<Overview, 'problems' | 'notices'> & { strings: OverviewStrings }) {
  const { strings, problems, notices } = props;
  const lists = [
    [strings.leftOut, problems, 'left-out'],
    [strings.notices, notices, 'notices'],
  ] as const;
  return lists
    .filter(([, texts]) => texts.length > 0)
    .map(([title, texts, look]) => (
      <Section title={title}>
        <ul class={`beside ${look}`}>
          {texts.map((text) => (
            <li class="note">{text}</li>
          ))}
        </ul>
      </Section>
    ));
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The numbers of students and references, and the median marks. */
function Figures(view: OverviewView) {
  const { strings, rows, numbers, vocabulary, totals, marked } = view;
  const words = strings.marks[vocabulary.name];
  const points = marked.map((student) => schemeMark(student)?.points ?? null).filter((value) => value !== null);
  const values = marked.map(({ marks }) => vocabulary.markOf(marks)).filter((mark) => mark !== null);
  const [middlePoints, middle] = [median(points), median(values)];
  const tiles = [
    [strings.students, numbers.count(rows.length)],
    [strings.references, numbers.count(totals.references)],
  ];
  if (middlePoints !== undefined) {
    tiles.push([points.length > 1 ? strings.medianMark : strings.mark, numbers.points(middlePoints)]);
  }
  if (middle !== undefined) {
    tiles.push([values.length > 1 ? words.median : words.title, valueText(view, middle)]);
  }
  return (
    <dl class="tiles">
      {tiles.map(([label, value]) => (
        <div class="tile">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An explanation of the colours and signs, for people who ask. */
function Legend({ strings, vocabulary }: OverviewView) {
  return (
    <details>
      <summary>{strings.legend}</summary>
      <ul class="legend">
        {vocabulary.kinds.map((kind) => (
          <li key={kind.id}>
            <strong>
              <KindLabel kind={kind} strings={strings} />
            </strong>
            <span class="note">{strings.kinds[kind.id].hint}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function MarkedSections(view: OverviewView) {
  const { strings, marked, vocabulary } = view;
  return (
    <>
      <Section title={strings.errorTypes}>
        <TypeTable {...view} />
      </Section>
      {marked.length > 1 && (
        <Section title={strings.marks[vocabulary.name].distribution}>
          <Spread {...view} />
        </Section>
      )}
      <Section title={strings.accepted}>
        <AcceptedTable {...view} />
      </Section>
    </>
  );
}

/** Essays without a reference: the number of places to check in each. The estimates are folded below. */
function Estimates(view: OverviewView) {
  const { strings, numbers, assignments, estimated } = view;
  return (
    <Section title={strings.estimated}>
      <p class="note">{strings.estimatedNote}</p>
      <ul class="beside estimated">
        {estimated.map((essay) => {
          const lowering = essay.estimate?.lowering ?? 0;
          const words = lowering === 1 ? strings.estimateOfOne : strings.estimateOfMany;
          return (
            <li>
              <EssayButton {...view} essay={essay} />
              {assignments.length > 0 && <span>{essay.assignment}</span>}
              <span class="note">{fillTemplate(words, numbers.count(lowering))}</span>
            </li>
          );
        })}
      </ul>
      <details>
        <summary>{strings.estimates}</summary>
        <ul class="beside">
          {estimated.map(({ label, estimate }) => (
            <li class="note">{estimate && `${label}: ${numbers.change(estimate)}`}</li>
          ))}
        </ul>
      </details>
    </Section>
  );
}

/** A type of errors, or a group of types, with the counts of its findings. */
interface ErrorRow {
  readonly name: string;
  /** ERRANT's type; empty for a group. */
  readonly code: string;
  /** The part of a filter of places that names the type or the group. */
  readonly cell: Cell;
  countOf(kind: Kind): number;
}

/** Return the groups of errors by verdicts; for CLEME2.0, ERRANT's types by categories. */
function errorRows({ totals, vocabulary, strings }: OverviewView): ErrorRow[] {
  return vocabulary.showsCodes
    ? totals.types.map(({ type, counts }) => ({
        ...{ name: errorTypeInWords(type, strings.types), code: type, cell: { type } },
        countOf: ({ id }) => new Map<string, number>(Object.entries(counts)).get(id) ?? 0,
      }))
    : totals.groups.map(({ group, counts }) => ({
        ...{ name: group, code: '', cell: { group } },
        countOf: ({ id }) => counts.find(({ verdict }) => verdict === id)?.count ?? 0,
      }));
}

/** Number of types shown until the person asks for all. */
const SHORT_LENGTH = 10;

/** The table of a class's error types, or of their groups, in the server's order. */
function TypeTable(view: OverviewView) {
  const { strings, allTypes, vocabulary, keep } = view;
  const errors = vocabulary.kinds.filter(({ isError }) => isError);
  const kinds = [...errors, ...vocabulary.kinds.filter(({ isError, isChange }) => !isError && isChange)];
  const types = errorRows(view).filter((row) => total(row, errors) > 0);
  if (!types.length) {
    return <p class="note">{strings.noErrorTypes}</p>;
  }
  const most = Math.max(...types.map((row) => total(row, errors)));
  const words = allTypes ? fillTemplate(strings.fewTypes, SHORT_LENGTH) : fillTemplate(strings.allTypes, types.length);
  const heads = (
    <>
      <Head look="name" label={strings.errorType} />
      <Head look="shares" label={strings.howOften} />
      <Head look="count" label={strings.errors} />
      {kinds.map((kind) => (
        <Head look="count" label={<KindLabel kind={kind} strings={strings} />} />
      ))}
    </>
  );
  const more = { 'data-key': 'all-types', 'aria-expanded': allTypes };
  return (
    <div>
      <Table name={strings.errorTypes} look="list types" head={heads}>
        <tbody>
          {types.slice(0, allTypes ? types.length : SHORT_LENGTH).map((row) => (
            <TypeRow key={row.name} {...view} row={row} errors={errors} kinds={kinds} most={most} />
          ))}
        </tbody>
      </Table>
      {types.length > SHORT_LENGTH && (
        <Button class="plain" {...more} onClick={() => keep({ allTypes: !allTypes })}>
          {words}
        </Button>
      )}
    </div>
  );
}

function Head({ look, label }: { look?: string; label: ComponentChildren }) {
  return (
    <th class={look} scope="col">
      {label}
    </th>
  );
}

function total(row: ErrorRow, kinds: readonly Kind[]): number {
  return kinds.reduce((sum, kind) => sum + row.countOf(kind), 0);
}

function TypeRow(
  view: OverviewView & { row: ErrorRow; errors: readonly Kind[]; kinds: readonly Kind[]; most: number },
) {
  const { strings, numbers, vocabulary, row, errors, kinds, most } = view;
  const { name, code, cell } = row;
  const words = kinds.map((kind) => fillTemplate(strings.kinds[kind.id].count, numbers.count(row.countOf(kind))));
  return (
    <tr>
      <th class="name" scope="row">
        <span class="meaning">
          <Places {...view} cell={cell} count={total(row, vocabulary.kinds)} text={name} words={name} />
        </span>
        {code && <code>{code}</code>}
      </th>
      <td class="shares" title={words.join(', ')}>
        <StackedBar parts={errors.map((kind) => [kind, row.countOf(kind) / most])} />
      </td>
      <td class="count total">{numbers.count(total(row, errors))}</td>
      {kinds.map((kind) => (
        <KindCell key={kind.id} {...view} whose={name} cell={cell} kind={kind} count={row.countOf(kind)} />
      ))}
    </tr>
  );
}

/** The table of students' corrections that teachers accepted as alternatives. */
function AcceptedTable({ strings, shown, totals, numbers, vocabulary }: OverviewView) {
  const labels = new Map(shown.people.map(({ name, label }) => [name, label]));
  if (!totals.accepted.length) {
    return <p class="note">{strings.noAccepted}</p>;
  }
  const heads = [strings.alternative, strings.errorType, strings.acceptedBy, strings.usedBy];
  return (
    <Table
      name={strings.accepted}
      look="list accepted"
      head={heads.map((head) => (
        <Head label={head} />
      ))}
    >
      <tbody>
        {totals.accepted.map((alternative) => {
          const { type, by, students } = alternative;
          const names = numbers.list(students.map((name) => labels.get(name) ?? name));
          return (
            <tr>
              <th class="name" scope="row">
                <span class="change">{editLabel(alternative)}</span>
              </th>
              <td title={type}>
                {errorTypeInWords(type, strings.types)} {vocabulary.showsCodes && <code>{type}</code>}
              </td>
              <td>{numbers.list(by)}</td>
              <td>
                <span class="number">{numbers.count(students.length)}</span>
                {names && <span class="note">{`\u00a0· ${names}`}</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
