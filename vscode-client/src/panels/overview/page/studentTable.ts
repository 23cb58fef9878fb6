import {
  nextSort,
  sortStudents,
  type EstimatedStudent,
  type MarkedStudent,
  type Sort,
  type SortKey,
} from '../classList';
import { fillTemplate } from '../../../template';
import type { OverviewStudent } from '../../../protocol/contract';
import type { Kind } from '../../../protocol/kinds';
import { errorCount, kindsWithShares } from '../../../protocol/vocabularies';
import { button, element, type Child } from '../../page/elements';
import { kindLabel, stackedBar, type OverviewView } from './overviewView';

/** What a person does with the table. */
export interface StudentListener {
  sorted(sort: Sort): void;
  opened(uri: string): void;
}

/** Return the table of a class, a row for each student, that any column can sort. */
export function studentTable(
  view: OverviewView,
  students: readonly MarkedStudent[],
  listener: StudentListener,
): HTMLElement {
  const { sort, strings, language, vocabulary, markWords } = view;
  const heads: readonly (readonly [SortKey, string, readonly Child[], string | undefined])[] = [
    ['name', 'name', [strings.student], undefined],
    ['score', 'score', [markWords.title], markWords.hint],
    ['shares', 'shares', [strings.shares], undefined],
    ...vocabulary.kinds.map(
      (kind) => [kind.id, 'count', kindLabel(kind, strings), strings.kinds[kind.id].hint] as const,
    ),
    ...(markWords.errors ? [['errors', 'count', [markWords.errors.title], markWords.errors.hint] as const] : []),
  ];
  return element(
    'table',
    { class: 'list students' },
    element('caption', { class: 'visually-hidden' }, strings.studentList),
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map(([key, name, label, hint]) => head(key, name, label, hint, sort, listener))),
    ),
    element(
      'tbody',
      {},
      ...sortStudents(students, sort, language, vocabulary).map((student) => studentRow(view, student, listener)),
    ),
  );
}

function head(
  key: SortKey,
  name: string,
  label: readonly Child[],
  hint: string | undefined,
  sort: Sort,
  listener: StudentListener,
): HTMLTableCellElement {
  const direction = sort.key !== key ? 'none' : sort.descending ? 'descending' : 'ascending';
  const arrow = { none: '', ascending: '▲', descending: '▼' }[direction];
  return element(
    'th',
    { class: name, attributes: { scope: 'col', 'aria-sort': direction } },
    element(
      'button',
      {
        class: 'sort',
        attributes: { type: 'button', title: hint, 'data-key': `sort-${key}` },
        on: {
          click: () => {
            listener.sorted(nextSort(sort, key));
          },
        },
      },
      ...label,
      element('span', { class: 'arrow', attributes: { 'aria-hidden': 'true' } }, arrow),
    ),
  );
}

function studentRow(view: OverviewView, student: MarkedStudent, listener: StudentListener): HTMLTableRowElement {
  const { markWords, numbers, vocabulary } = view;
  const { marks } = student;
  return element(
    'tr',
    {},
    element('th', { class: 'name', attributes: { scope: 'row' } }, nameButton(view, student, listener)),
    markCell(view, student),
    sharesCell(view, student),
    ...vocabulary.kinds.map((kind) => countCell(view, student, kind)),
    ...(markWords.errors ? [element('td', { class: 'count' }, numbers.count(errorCount(vocabulary, marks)))] : []),
  );
}

function markCell({ markWords, vocabulary }: OverviewView, { marks }: MarkedStudent): HTMLTableCellElement {
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

/** Return a cell with two bars: shares of the places that need a correction, and below them of the other changes. */
function sharesCell({ vocabulary, strings, numbers }: OverviewView, { marks }: MarkedStudent): HTMLTableCellElement {
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

/** Return a cell with a count; for changes where none is needed, also with their share. */
function countCell(
  { vocabulary, strings, numbers }: OverviewView,
  { marks }: MarkedStudent,
  kind: Kind,
): HTMLTableCellElement {
  const count = numbers.count(vocabulary.countOf(marks, kind));
  const isUnneeded = kind.isChange && !kind.isDue;
  const share = numbers.percent(vocabulary.shareOf(marks, kind));
  return element('td', { class: 'count' }, isUnneeded ? fillTemplate(strings.overWords, count, share) : count);
}

function nameButton({ strings }: OverviewView, student: OverviewStudent, listener: StudentListener): HTMLButtonElement {
  const open = (): void => {
    listener.opened(student.uri);
  };
  const name = student.author && student.author !== student.name ? `${student.name} · ${student.author}` : student.name;
  return button(name, open, {
    class: 'link',
    attributes: {
      'data-key': `student-${student.uri}-${student.name}`,
      title: fillTemplate(strings.open, student.name),
    },
  });
}

/** Return a list of students without marks, each with the reason. */
export function unmarkedList(
  view: OverviewView,
  students: readonly OverviewStudent[],
  listener: StudentListener,
): HTMLElement {
  return element(
    'ul',
    { class: 'beside unmarked' },
    ...students.map((student) =>
      element(
        'li',
        {},
        nameButton(view, student, listener),
        element('span', { class: 'note' }, student.problem ?? view.strings.noReason),
      ),
    ),
  );
}

/** Return a list of students without a reference, each with the estimate. */
export function estimatedList(
  view: OverviewView,
  students: readonly EstimatedStudent[],
  listener: StudentListener,
): HTMLElement {
  const { strings, numbers } = view;
  const words = (estimate: EstimatedStudent['estimate']): string =>
    fillTemplate(
      estimate.lowering === 1 ? strings.estimateOfOne : strings.estimateOfMany,
      numbers.change(estimate),
      numbers.count(estimate.lowering),
    );
  return element(
    'ul',
    { class: 'beside estimated' },
    ...students.map((student) =>
      element(
        'li',
        {},
        nameButton(view, student, listener),
        element('span', { class: 'note' }, words(student.estimate)),
      ),
    ),
  );
}
