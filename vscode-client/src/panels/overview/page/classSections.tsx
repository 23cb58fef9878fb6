import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';

import { errorTypeInWords, kindText } from '../../../marks/kindText';
import type { Overview } from '../../../protocol/contract';
import type { Kind } from '../../../protocol/vocabularies';
import { editLabel, fillTemplate } from '../../../words';
import { numbers } from '../../page/numbers';
import { Button, MessageBox, Table } from '../../page/view';
import { type OverviewView, schemeMark, valueText } from './classList';
import { type Cell, KindCell, KindLabel, MARK_WORDS, Places, StackedBar } from './kinds';
import { median, Spread } from './spread';
import { EssayButton, StudentTable } from './studentTable';

/** The parts of the page about a class: its students, their errors, and what is left out. */
export function ClassSections(view: OverviewView) {
  const { shown, rows, assignment, overview, marked, unmarked, estimated, vocabulary } = view;
  const essays = shown.people.flatMap((person) => person.essays);
  const chosen = essays.filter((essay) => assignment === undefined || essay.assignment === assignment);
  const exercises = [...new Set(chosen.flatMap(({ exercise }) => overview.exercises[exercise] ?? []))];
  const problems = new Set([...exercises.flatMap((exercise) => exercise.problems), ...overview.problems]);
  const authors = new Set(exercises.flatMap(({ reference_authors }) => reference_authors ?? []));
  const dues = new Set(marked.map(({ marks }) => marks.verdicts.due));
  const title = assignment ?? shown.name;
  const files = <FileSections problems={[...problems]} notices={overview.notices} />;
  if (!rows.length) {
    return (
      <>
        <MessageBox title={title} text={l10n.t('There are no students’ corrections here yet.')} />
        {files}
      </>
    );
  }
  return (
    <>
      <Section title={title}>
        <Figures {...view} />
        {(marked.length > 0 || unmarked.length > 0) && <StudentTable {...view} />}
        {dues.size > 1 && vocabulary.name === 'verdicts' && (
          <p class="note">
            {l10n.t(
              'Places are out of those that this student’s text has to correct. That differs from text to text, so compare the bars.',
            )}
          </p>
        )}
        {marked.length > 0 && <Legend {...view} />}
        {[...authors].map((author) => (
          <p class="note">{l10n.t('Corrected by {0}', author)}</p>
        ))}
      </Section>
      {files}
      {marked.length > 0 && <MarkedSections {...view} />}
      {estimated.length > 0 && <Estimates {...view} />}
      <details class="signature">
        <summary>{l10n.t('How this was computed')}</summary>
        <p>{overview.signature}</p>
      </details>
    </>
  );
}

/** Lists of what can't be used, and what else to know of the files; none if there is nothing. */
export function FileSections(props: Pick<Overview, 'problems' | 'notices'>) {
  const { problems, notices } = props;
  const lists = [
    [l10n.t('Left out'), problems, 'left-out'],
    [l10n.t('About the files'), notices, 'notices'],
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
function Figures({ rows, vocabulary, totals, marked }: OverviewView) {
  const words = MARK_WORDS[vocabulary.name];
  const points = marked.map((student) => schemeMark(student)?.points ?? null).filter((value) => value !== null);
  const values = marked.map(({ marks }) => vocabulary.markOf(marks)).filter((mark) => mark !== null);
  const [middlePoints, middle] = [median(points), median(values)];
  const tiles = [
    [l10n.t('Students'), numbers.count(rows.length)],
    [l10n.t('Teachers’ corrections'), numbers.count(totals.references)],
  ];
  if (middlePoints !== undefined) {
    tiles.push([points.length > 1 ? l10n.t('Median mark') : l10n.t('Mark'), numbers.points(middlePoints)]);
  }
  if (middle !== undefined) {
    tiles.push([values.length > 1 ? words.median : words.title, valueText(vocabulary, middle)]);
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
function Legend({ vocabulary }: OverviewView) {
  return (
    <details>
      <summary>{l10n.t('What the signs say')}</summary>
      <ul class="legend">
        {vocabulary.kinds.map((kind) => (
          <li key={kind.id}>
            <strong>
              <KindLabel kind={kind} />
            </strong>
            <span class="note">{kindText(kind.id).hint}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function MarkedSections(view: OverviewView) {
  const { marked, vocabulary } = view;
  return (
    <>
      <Section title={l10n.t('Most frequent errors')}>
        <TypeTable {...view} />
      </Section>
      {marked.length > 1 && (
        <Section title={MARK_WORDS[vocabulary.name].distribution}>
          <Spread {...view} />
        </Section>
      )}
      <Section title={l10n.t('Accepted alternatives')}>
        <AcceptedTable {...view} />
      </Section>
    </>
  );
}

/** Essays without a reference: the number of places to check in each. The estimates are folded below. */
function Estimates(view: OverviewView) {
  const { assignments, estimated } = view;
  return (
    <Section title={l10n.t('Estimated, without a teacher’s correction')}>
      <p class="note">
        {l10n.t(
          'Estimated by a model, without a teacher’s correction: how good the sentences are, 0 to 1, before and after the student’s corrections. These are not marks, and no other figure on this page includes these essays.',
        )}
      </p>
      <ul class="beside estimated">
        {estimated.map((essay) => {
          const lowering = essay.estimate?.lowering ?? 0;
          const words = lowering === 1 ? l10n.t('{0} edit to check') : l10n.t('{0} edits to check');
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
        <summary>{l10n.t('Show the estimates')}</summary>
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
function errorRows({ totals, vocabulary }: OverviewView): ErrorRow[] {
  return vocabulary.showsCodes
    ? totals.types.map(({ type, counts }) => ({
        ...{ name: errorTypeInWords(type), code: type, cell: { type } },
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
  const { allTypes, vocabulary, keep } = view;
  const errors = vocabulary.kinds.filter(({ isError }) => isError);
  const kinds = [...errors, ...vocabulary.kinds.filter(({ isError, isChange }) => !isError && isChange)];
  const types = errorRows(view).filter((row) => total(row, errors) > 0);
  if (!types.length) {
    return <p class="note">{l10n.t('No errors.')}</p>;
  }
  const most = Math.max(...types.map((row) => total(row, errors)));
  const words = allTypes
    ? l10n.t('Show the {0} most frequent', SHORT_LENGTH)
    : l10n.t('Show all {0} types', types.length);
  const heads = (
    <>
      <Head look="name" label={l10n.t('Type')} />
      <Head look="shares" label={l10n.t('How often')} />
      <Head look="count" label={l10n.t('Errors')} />
      {kinds.map((kind) => (
        <Head look="count" label={<KindLabel kind={kind} />} />
      ))}
    </>
  );
  const more = { 'data-key': 'all-types', 'aria-expanded': allTypes };
  return (
    <div>
      <Table name={l10n.t('Most frequent errors')} look="list types" head={heads}>
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
  const { vocabulary, row, errors, kinds, most } = view;
  const { name, code, cell } = row;
  const words = kinds.map((kind) => fillTemplate(kindText(kind.id).count, numbers.count(row.countOf(kind))));
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
function AcceptedTable({ shown, totals, vocabulary }: OverviewView) {
  const labels = new Map(shown.people.map(({ name, label }) => [name, label]));
  if (!totals.accepted.length) {
    return <p class="note">{l10n.t('No alternative is accepted here.')}</p>;
  }
  const heads = [l10n.t('Alternative'), l10n.t('Type'), l10n.t('Accepted by'), l10n.t('Used by')];
  return (
    <Table
      name={l10n.t('Accepted alternatives')}
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
                {errorTypeInWords(type)} {vocabulary.showsCodes && <code>{type}</code>}
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
