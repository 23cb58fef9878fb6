import { editLabel, errorTypeInWords, fillTemplate } from '../../../words';
import type { AcceptedAlternative, OverviewExercise } from '../../../protocol/contract';
import { CATEGORIES, type Kind, VERDICTS } from '../../../protocol/vocabularies';
import { button, type Child, element, messageBox, scroller } from '../../page/elements';
import type { OverviewStrings } from '../overviewMessages';
import {
  type Cell,
  countButton,
  type EstimatedStudent,
  kindCell,
  kindLabel,
  legend,
  type MarkedStudent,
  type OverviewView,
  partStudents,
  schemeMark,
  type ShownEssay,
  stackedBar,
} from './classList';
import { median, spread } from './spread';
import { estimatedList, studentTable } from './studentTable';

/** Return the parts of the page about a class: its students, their errors, and what is left out. */
export function classSections(view: OverviewView): HTMLElement[] {
  const { strings, shown, rows, assignment, overview } = view;
  const { marked, estimated, unmarked } = partStudents(rows);
  const exercises = shownExercises(view);
  const problems = [...new Set([...exercises.flatMap((exercise) => exercise.problems), ...overview.problems])];
  const aboutFiles = fileSections(strings, problems, overview.notices);
  const title = assignment ?? shown.name;
  if (!rows.length) {
    return [messageBox(title, strings.noStudents), ...aboutFiles];
  }
  return [
    section(
      title,
      figures(view, marked),
      ...(marked.length || unmarked.length ? students(view, marked, unmarked) : []),
      ...authors(strings, exercises),
    ),
    ...aboutFiles,
    ...(marked.length ? markedSections(view, marked) : []),
    ...estimatedSection(view, estimated),
    signature(view),
  ];
}

/** Return the table of the class, and below it what its columns and signs say. */
function students(
  view: OverviewView,
  marked: readonly MarkedStudent[],
  unmarked: readonly ShownEssay[],
): HTMLElement[] {
  const { strings, vocabulary } = view;
  const dues = new Set(marked.map(({ marks }) => marks.verdicts.due));
  return [
    scroller(strings.studentList, studentTable(view, marked, unmarked)),
    ...(dues.size > 1 && vocabulary.name === 'verdicts' ? [element('p', { class: 'note' }, strings.outOf)] : []),
    ...(marked.length ? [legend(view)] : []),
  ];
}

/** Return the parts that list what can't be used, and what else to know of the files; none if there is nothing. */
export function fileSections(
  strings: OverviewStrings,
  problems: readonly string[],
  notices: readonly string[],
): HTMLElement[] {
  return [...sentences(strings.leftOut, problems, 'left-out'), ...sentences(strings.notices, notices, 'notices')];
}

function sentences(title: string, texts: readonly string[], name: string): HTMLElement[] {
  const items = texts.map((text) => element('li', { class: 'note' }, text));
  return items.length ? [section(title, element('ul', { class: `beside ${name}` }, ...items))] : [];
}

/** Return the exercises whose students are shown. */
function shownExercises({ overview, shown, assignment }: OverviewView): readonly OverviewExercise[] {
  const numbers = shown.people
    .flatMap(({ essays }) => essays)
    .filter((essay) => assignment === undefined || essay.assignment === assignment)
    .map(({ exercise }) => exercise);
  return [...new Set(numbers)].flatMap((number) => overview.exercises[number] ?? []);
}

/** Return the numbers of students and references, and the median mark. */
function figures(
  { strings, rows, numbers, vocabulary, totals, markWords }: OverviewView,
  marked: readonly MarkedStudent[],
): HTMLElement {
  const tiles = [
    tile(strings.students, numbers.count(rows.length)),
    tile(strings.references, numbers.count(totals.references)),
  ];
  const points = marked.map((student) => schemeMark(student)?.points ?? null).filter((value) => value !== null);
  const middlePoints = median(points);
  if (middlePoints !== undefined) {
    tiles.push(tile(points.length > 1 ? strings.medianMark : strings.mark, numbers.points(middlePoints)));
  }
  const values = marked.map(({ marks }) => vocabulary.markOf(marks)).filter((mark) => mark !== null);
  const middle = median(values);
  if (middle !== undefined) {
    tiles.push(tile(values.length > 1 ? markWords.median : markWords.title, markWords.value(middle)));
  }
  return element('dl', { class: 'tiles' }, ...tiles);
}

/** Return how teachers share the work on a file, where there is something to say. */
function authors(strings: OverviewStrings, exercises: readonly OverviewExercise[]): HTMLElement[] {
  const words = new Set(exercises.flatMap(({ reference_authors }) => reference_authors ?? []));
  return [...words].map((word) => element('p', { class: 'note' }, fillTemplate(strings.referenceAuthors, word)));
}

/** Return how the marks were computed, for people who ask. */
function signature({ strings, overview }: OverviewView): HTMLElement {
  return element(
    'details',
    { class: 'signature' },
    element('summary', {}, strings.signature),
    element('p', {}, overview.signature),
  );
}

function markedSections(view: OverviewView, marked: readonly MarkedStudent[]): HTMLElement[] {
  const { strings, listener } = view;
  return [
    section(
      strings.errorTypes,
      typeTable(view, (all) => {
        listener.allTypesChosen(all);
      }),
    ),
    ...(marked.length > 1 ? [section(view.markWords.distribution, spread(view, marked))] : []),
    section(strings.accepted, acceptedTable(view)),
  ];
}

function estimatedSection(view: OverviewView, estimated: readonly EstimatedStudent[]): HTMLElement[] {
  if (!estimated.length) {
    return [];
  }
  const note = element('p', { class: 'note' }, view.strings.estimatedNote);
  return [section(view.strings.estimated, note, estimatedList(view, estimated))];
}

function section(title: string, ...children: readonly Child[]): HTMLElement {
  return element('section', { class: 'part' }, element('h2', {}, title), ...children);
}

function tile(label: string, value: string): HTMLElement {
  return element('div', { class: 'tile' }, element('dt', {}, label), element('dd', {}, value));
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

/** The rows of the table of errors, and the kinds that have columns in it. */
interface ErrorRows {
  readonly kinds: readonly Kind[];
  readonly rows: readonly ErrorRow[];
}

/** Return the groups of errors by verdicts; for CLEME2.0, ERRANT's types by categories. */
function errorRows({ totals, vocabulary, strings }: OverviewView): ErrorRows {
  if (!vocabulary.showsCodes) {
    const rows = totals.groups.map(({ group, counts }) => ({
      name: group,
      code: '',
      cell: { group },
      countOf: ({ id }: Kind) => counts.find(({ verdict }) => verdict === id)?.count ?? 0,
    }));
    return { kinds: VERDICTS, rows };
  }
  const rows = totals.types.map(({ type, counts }) => ({
    name: errorTypeInWords(type, strings.types),
    code: type,
    cell: { type },
    countOf: ({ id }: Kind) => new Map<string, number>(Object.entries(counts)).get(id) ?? 0,
  }));
  return { kinds: CATEGORIES, rows };
}

/** Number of types shown until the person asks for all. */
const SHORT_LENGTH = 10;

/** Return the table of a class's error types, or of their groups, in the server's order. */
function typeTable(view: OverviewView, all: (shown: boolean) => void): HTMLElement {
  const { strings, allTypes } = view;
  const { kinds, rows } = errorRows(view);
  const errors = kinds.filter(({ isError }) => isError);
  const others = kinds.filter(({ isError, isChange }) => !isError && isChange);
  const types = rows.filter((row) => total(row, errors) > 0);
  if (!types.length) {
    return element('p', { class: 'note' }, strings.noErrorTypes);
  }
  const most = Math.max(...types.map((row) => total(row, errors)));
  const table = element(
    'table',
    { class: 'list types' },
    element('caption', { class: 'visually-hidden' }, strings.errorTypes),
    element('thead', {}, headRow(view, [...errors, ...others])),
    element(
      'tbody',
      {},
      ...(allTypes ? types : types.slice(0, SHORT_LENGTH)).map((row) => typeRow(view, row, errors, others, most)),
    ),
  );
  const words = allTypes ? fillTemplate(strings.fewTypes, SHORT_LENGTH) : fillTemplate(strings.allTypes, types.length);
  const more = button(
    words,
    () => {
      all(!allTypes);
    },
    { class: 'plain', attributes: { 'data-key': 'all-types', 'aria-expanded': String(allTypes) } },
  );
  return element('div', {}, scroller(strings.errorTypes, table), types.length > SHORT_LENGTH ? more : undefined);
}

function headRow({ strings }: OverviewView, kinds: readonly Kind[]): HTMLTableRowElement {
  const head = (name: string, ...label: readonly (Node | string | undefined)[]): HTMLElement =>
    element('th', { class: name, attributes: { scope: 'col' } }, ...label);
  return element(
    'tr',
    {},
    head('name', strings.errorType),
    head('shares', strings.howOften),
    head('count', strings.total),
    ...kinds.map((kind) => head('count', ...kindLabel(kind, strings))),
  );
}

function total(row: ErrorRow, kinds: readonly Kind[]): number {
  return kinds.reduce((sum, kind) => sum + row.countOf(kind), 0);
}

function typeRow(
  view: OverviewView,
  row: ErrorRow,
  errors: readonly Kind[],
  others: readonly Kind[],
  most: number,
): HTMLTableRowElement {
  const { strings, numbers, vocabulary } = view;
  const kinds = [...errors, ...others];
  const countCell = (kind: Kind): HTMLElement => {
    const count = row.countOf(kind);
    const text = numbers.count(count);
    const words = `${row.name}: ${fillTemplate(strings.kinds[kind.id].count, text)}`;
    const cell = { ...row.cell, ...kindCell(vocabulary, kind) };
    return element('td', { class: 'count' }, countButton(view, cell, count, text, words));
  };
  const all = total(row, [...VERDICTS, ...CATEGORIES]);
  const words = kinds
    .map((kind) => fillTemplate(strings.kinds[kind.id].count, numbers.count(row.countOf(kind))))
    .join(', ');
  return element(
    'tr',
    {},
    element(
      'th',
      { class: 'name', attributes: { scope: 'row' } },
      element('span', { class: 'meaning' }, countButton(view, row.cell, all, row.name, row.name)),
      row.code ? element('code', {}, row.code) : undefined,
    ),
    element(
      'td',
      { class: 'shares', attributes: { title: words } },
      stackedBar(errors.map((kind) => [kind, row.countOf(kind) / most] as const)),
    ),
    element('td', { class: 'count total' }, numbers.count(total(row, errors))),
    ...kinds.map(countCell),
  );
}

/** Return the table of students' corrections that teachers accepted as alternatives. */
function acceptedTable({ strings, shown, totals, numbers, language, vocabulary }: OverviewView): HTMLElement {
  const labels = new Map(shown.people.map(({ name, label }) => [name, label]));
  if (!totals.accepted.length) {
    return element('p', { class: 'note' }, strings.noAccepted);
  }
  const names = new Intl.ListFormat(language, { type: 'conjunction' });
  const row = (alternative: AcceptedAlternative): HTMLElement =>
    element(
      'tr',
      {},
      element(
        'th',
        { class: 'name', attributes: { scope: 'row' } },
        element('span', { class: 'change' }, editLabel(alternative)),
      ),
      element(
        'td',
        { attributes: { title: alternative.type } },
        errorTypeInWords(alternative.type, strings.types),
        ...(vocabulary.showsCodes ? [' ', element('code', {}, alternative.type)] : []),
      ),
      element('td', {}, names.format(alternative.by)),
      element(
        'td',
        {},
        element('span', { class: 'number' }, numbers.count(alternative.students.length)),
        alternative.students.length
          ? element(
              'span',
              { class: 'note' },
              `\u00a0· ${names.format(alternative.students.map((name) => labels.get(name) ?? name))}`,
            )
          : undefined,
      ),
    );
  const heads = [strings.alternative, strings.errorType, strings.acceptedBy, strings.usedBy];
  const table = element(
    'table',
    { class: 'list accepted' },
    element('caption', { class: 'visually-hidden' }, strings.accepted),
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map((head) => element('th', { attributes: { scope: 'col' } }, head))),
    ),
    element('tbody', {}, ...totals.accepted.map(row)),
  );
  return scroller(strings.accepted, table);
}
