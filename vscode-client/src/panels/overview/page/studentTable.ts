import {
  countButton,
  type EstimatedStudent,
  hasScheme,
  kindCell,
  kindLabel,
  type MarkedStudent,
  nextSort,
  openAnswers,
  type OverviewView,
  schemeMark,
  schemeMarkText,
  type ShownEssay,
  type SortKey,
  sortStudents,
  stackedBar,
} from './classList';
import { fillTemplate } from '../../../words';
import type { Marks } from '../../../protocol/contract';
import { certainBand, errorCount, type Kind, kindsWithShares } from '../../../protocol/vocabularies';
import { button, type Child, element, sortHead } from '../../page/elements';

/**
 * Return the table of a class, a row for each student, that columns can sort, with the sums of all students below. Essays
 * without marks come first while whoever needs the teacher does, and last otherwise.
 */
export function studentTable(
  view: OverviewView,
  students: readonly MarkedStudent[],
  unmarked: readonly ShownEssay[],
): HTMLElement {
  const { sort, strings, language, vocabulary } = view;
  const assignments = shownAssignments(view);
  const heads = students.length > 0 ? headsOf(view, assignments) : [];
  const marked = sortStudents(students, sort, language, vocabulary).map((one) => studentRow(view, one, assignments));
  const others = unmarked.map((essay) => unmarkedRow(view, essay, heads.length));
  const needFirst = sort.key === 'open' && sort.descending;
  return element(
    'table',
    { class: `list students${assignments.length > 0 ? ' together' : ''}` },
    element('caption', { class: 'visually-hidden' }, strings.studentList),
    element('thead', {}, element('tr', {}, head(view, 'name', 'name', [strings.student], undefined), ...heads)),
    element('tbody', {}, ...(needFirst ? [...others, ...marked] : [...marked, ...others])),
    students.length > 1 ? element('tfoot', {}, sumRow(view, students, assignments)) : undefined,
  );
}

/** Return the heads of the columns beside the names. */
function headsOf(view: OverviewView, assignments: readonly string[]): HTMLElement[] {
  const { strings, vocabulary, markWords } = view;
  const heads: readonly (readonly [SortKey, string, readonly Child[], string | undefined])[] = [
    ...(showsSchemeMark(view) ? [['mark', 'mark', [strings.mark], strings.schemeMarkHint] as const] : []),
    ['score', 'score', [assignments.length > 1 ? strings.placesTogether : markWords.title], markWords.hint],
    ...(assignments.length > 0 ? [] : [['shares', 'shares', [strings.shares], undefined] as const]),
    ...vocabulary.kinds.map(
      (kind) => [kind.id, 'count', kindLabel(kind, strings), strings.kinds[kind.id].hint] as const,
    ),
    ...(markWords.errors ? [['errors', 'count', [markWords.errors.title], markWords.errors.hint] as const] : []),
  ];
  return [
    ...(showsOpen(view) ? [head(view, 'open', 'open', [strings.toDecideHead], strings.toDecideHint)] : []),
    ...assignments.map((name) => element('th', { class: 'score', attributes: { scope: 'col' } }, name)),
    ...heads.map(([key, name, label, hint]) => head(view, key, name, label, hint)),
  ];
}

/** Whether there is a column with what is to decide. */
function showsOpen({ rows }: OverviewView): boolean {
  return openAnswers(rows) > 0;
}

/** Whether there is a column with the marks of a mark scheme; where several assignments are shown, each has its own. */
function showsSchemeMark(view: OverviewView): boolean {
  return shownAssignments(view).length === 0 && hasScheme(view.rows);
}

/** Return the names of assignments that have columns: all, where several are shown together. */
function shownAssignments({ shown, assignment }: OverviewView): readonly string[] {
  const names = shown.assignments.map(({ name }) => name);
  return assignment === undefined && names.length > 1 ? names : [];
}

function head(
  { sort, listener }: OverviewView,
  key: SortKey,
  name: string,
  label: readonly Child[],
  hint: string | undefined,
): HTMLElement {
  const press = (): void => {
    listener.sorted(nextSort(sort, key));
  };
  return sortHead({ name, key, label, hint, sort, press });
}

function studentRow(view: OverviewView, student: MarkedStudent, assignments: readonly string[]): HTMLTableRowElement {
  const { markWords, numbers, vocabulary } = view;
  const { marks } = student;
  return element(
    'tr',
    {},
    element('th', { class: 'name', attributes: { scope: 'row' } }, ...nameOf(view, student)),
    ...(showsOpen(view) ? [openCell(view, student)] : []),
    ...assignments.map((name) => assignmentCell(view, student, name)),
    ...(showsSchemeMark(view) ? [schemeMarkCell(view, student)] : []),
    markCell(view, marks),
    ...(assignments.length > 0 ? [] : [sharesCell(view, marks)]),
    ...vocabulary.kinds.map((kind) => countCell(view, student, kind)),
    ...(markWords.errors ? [element('td', { class: 'count' }, numbers.count(errorCount(vocabulary, marks)))] : []),
  );
}

/** Return the row of an essay without marks: why it has none. */
function unmarkedRow(view: OverviewView, essay: ShownEssay, columns: number): HTMLTableRowElement {
  const { strings } = view;
  const assignment = shownAssignments(view).length > 0 ? `${essay.assignment}: ` : '';
  return element(
    'tr',
    { class: 'unmarked' },
    element(
      'th',
      { class: 'name', attributes: { scope: 'row' } },
      openButton(view, essay, essayName(essay), essay.label),
    ),
    element(
      'td',
      { attributes: { colspan: Math.max(columns, 1) } },
      element('strong', {}, strings.unmarked),
      element('span', { class: 'note' }, ` ${assignment}${essay.problem ?? strings.noReason}`),
    ),
  );
}

/** Return a cell with the number of places that are to decide, which leads to them. */
function openCell({ strings, numbers, listener }: OverviewView, student: MarkedStudent): HTMLTableCellElement {
  const open = openAnswers([student]);
  if (open === 0) {
    return element('td', { class: 'open' });
  }
  const text = fillTemplate(strings.toDecide, numbers.count(open));
  const press = (): void => {
    listener.decided(student.name);
  };
  const attributes = {
    'data-key': `decide-${student.name}`,
    'aria-label': fillTemplate(strings.decideOf, student.label, text),
  };
  return element('td', { class: 'open' }, button(text, press, { class: 'link', attributes }));
}

/** Return the row with the counts of all students. */
function sumRow(
  view: OverviewView,
  students: readonly MarkedStudent[],
  assignments: readonly string[],
): HTMLTableRowElement {
  const { strings, numbers, vocabulary, markWords } = view;
  const sum = (each: (marks: Marks) => number): number => students.reduce((total, { marks }) => total + each(marks), 0);
  const before = Math.max(assignments.length + 1, 2) + Number(showsSchemeMark(view));
  const answers = numbers.count(view.totals.to_decide);
  const toDecide = fillTemplate(strings.toDecidePlaces, numbers.count(openAnswers(students)), answers);
  const counts = vocabulary.kinds.map((kind) => {
    const count = sum((marks) => vocabulary.countOf(marks, kind));
    const text = numbers.count(count);
    const words = `${strings.everybody}: ${fillTemplate(strings.kinds[kind.id].count, text)}`;
    return element('td', { class: 'count' }, countButton(view, kindCell(vocabulary, kind), count, text, words));
  });
  const errors = numbers.count(sum((marks) => errorCount(vocabulary, marks)));
  return element(
    'tr',
    {},
    element('th', { class: 'name', attributes: { scope: 'row' } }, strings.everybody),
    showsOpen(view)
      ? element('td', { class: 'open', attributes: { colspan: before + 1, title: strings.decideHint } }, toDecide)
      : element('td', { attributes: { colspan: before } }),
    ...counts,
    ...(markWords.errors ? [element('td', { class: 'count' }, errors)] : []),
  );
}

/** Return a cell with the mark by a mark scheme and its band, or why it is withheld. */
function schemeMarkCell({ strings, numbers }: OverviewView, student: MarkedStudent): HTMLTableCellElement {
  const mark = schemeMark(student);
  if (mark?.points === null || mark === undefined) {
    const attributes = { title: mark?.withheld ?? undefined };
    return element('td', { class: 'mark', attributes }, element('span', { class: 'note' }, strings.noMark));
  }
  const band = certainBand(mark);
  return element(
    'td',
    { class: 'mark', attributes: { title: band?.text } },
    element('span', { class: 'number' }, schemeMarkText(mark, strings, numbers)),
    ...(band ? [' ', element('span', { class: 'note' }, band.name)] : []),
  );
}

function markCell({ markWords, vocabulary }: OverviewView, marks: Marks): HTMLTableCellElement {
  const mark = vocabulary.markOf(marks);
  const words = markWords.mark(marks);
  return mark === null
    ? element('td', { class: 'score' }, element('span', { class: 'note' }, words))
    : element(
        'td',
        { class: 'score', attributes: { title: markWords.value(mark) } },
        element('span', { class: 'number' }, words),
        element('span', { class: 'bar', style: { '--part': String(mark) } }),
      );
}

/** Return a cell with the mark of each essay of an assignment, which opens the essay. */
function assignmentCell(view: OverviewView, { label, essays }: MarkedStudent, name: string): HTMLTableCellElement {
  const own = essays.filter(({ assignment }) => assignment === name);
  const marks = own.map((essay) =>
    essay.marks
      ? openButton(view, essay, shortMark(view, essay, essay.marks), `${label}, ${name}`)
      : element('span', { class: 'note' }, view.strings.noMark),
  );
  return element('td', { class: 'score' }, ...marks);
}

function shortMark(view: OverviewView, { mark }: ShownEssay, marks: Marks): string {
  const { vocabulary, markWords, strings, numbers } = view;
  if (mark) {
    return schemeMarkText(mark, strings, numbers);
  }
  return vocabulary.markOf(marks) === null ? strings.noMark : markWords.mark(marks);
}

/** Return a cell with two bars: shares of the places that need a correction, and below them of the other changes. */
function sharesCell({ vocabulary, strings, numbers }: OverviewView, marks: Marks): HTMLTableCellElement {
  const kinds = kindsWithShares(vocabulary);
  const words = kinds
    .map((kind) => fillTemplate(strings.kinds[kind.id].count, numbers.percent(vocabulary.shareOf(marks, kind))))
    .join(', ');
  const bars = [kinds.filter(({ isDue }) => isDue), kinds.filter(({ isDue }) => !isDue)];
  return element(
    'td',
    { class: 'shares', attributes: { title: words } },
    ...bars.map((bar) => stackedBar(bar.map((kind) => [kind, vocabulary.shareOf(marks, kind)]))),
    element('span', { class: 'visually-hidden' }, words),
  );
}

/** Return a cell with a count that shows its places. */
function countCell(view: OverviewView, { name, label, marks }: MarkedStudent, kind: Kind): HTMLTableCellElement {
  const { vocabulary, strings, numbers } = view;
  const count = vocabulary.countOf(marks, kind);
  const text = numbers.count(count);
  const words = `${label}: ${fillTemplate(strings.kinds[kind.id].count, text)}`;
  const cell = { student: name, ...kindCell(vocabulary, kind) };
  return element('td', { class: 'count' }, countButton(view, cell, count, text, words));
}

/** Return a student's name: it opens the one essay that is shown, or shows the places of all. */
function nameOf(view: OverviewView, { name, label, essays }: MarkedStudent): Child[] {
  const [first, ...others] = essays;
  if (first && others.length === 0) {
    return [openButton(view, first, essayName(first), label)];
  }
  return [countButton(view, { student: name }, essays.length, label, label)];
}

/** Return the name of an essay's student, with the author's in a file of several. */
function essayName({ name, label, author }: ShownEssay): string {
  return author && author !== name ? `${label} · ${author}` : label;
}

function openButton({ strings, listener }: OverviewView, essay: ShownEssay, text: string, whose: string): HTMLElement {
  const open = (): void => {
    listener.opened(essay.uri);
  };
  const words = fillTemplate(strings.open, whose);
  return button(text, open, {
    class: 'link',
    attributes: { 'data-key': `student-${essay.uri}-${essay.name}-${text === whose ? '' : 'mark'}`, title: words },
  });
}

/** Return a list of essays without a reference: the number of places to check in each. The estimates are folded below. */
export function estimatedList(view: OverviewView, essays: readonly EstimatedStudent[]): HTMLElement {
  const { strings, numbers } = view;
  const several = shownAssignments(view).length > 0;
  const list = essays.map((essay) => {
    const { lowering } = essay.estimate;
    const words = lowering === 1 ? strings.estimateOfOne : strings.estimateOfMany;
    return element(
      'li',
      {},
      openButton(view, essay, essayName(essay), essay.label),
      several ? element('span', {}, essay.assignment) : undefined,
      element('span', { class: 'note' }, fillTemplate(words, numbers.count(lowering))),
    );
  });
  const estimates = essays.map(({ label, estimate }) =>
    element('li', { class: 'note' }, `${label}: ${numbers.change(estimate)}`),
  );
  const details = element(
    'details',
    {},
    element('summary', {}, strings.estimates),
    element('ul', { class: 'beside' }, ...estimates),
  );
  return element('div', {}, element('ul', { class: 'beside estimated' }, ...list), details);
}
