import {
  nextSort,
  sortStudents,
  type EstimatedStudent,
  type MarkedStudent,
  type Sort,
  type SortKey,
} from '../classList';
import { fillTemplate } from '../../template';
import { CATEGORIES, countOf, errorCount, isOverCorrection, shareOf } from '../../../protocol/categories';
import type { OverviewStudent } from '../../../protocol/contract';
import { button, element, type Child } from '../../page/elements';
import { categoryLabel, stackedBar, type OverviewView } from './overviewView';

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
  const { sort, strings, language } = view;
  const heads: readonly [SortKey, string, Child[], string | undefined][] = [
    ['name', 'name', [strings.student], undefined],
    ['score', 'score', [strings.score], strings.scoreHint],
    ['shares', 'shares', [strings.shares], undefined],
    ...CATEGORIES.map(
      (category) =>
        [category, 'count', categoryLabel(category, strings), strings.categoryHints[category]] as [
          SortKey,
          string,
          Child[],
          string,
        ],
    ),
    ['errors', 'count', [strings.errors], strings.errorsHint],
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
      ...sortStudents(students, sort, language).map((student) => studentRow(view, student, listener)),
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
  const { strings, numbers } = view;
  const { counts, scores } = student.marks;
  const share = (category: (typeof CATEGORIES)[number]): string => numbers.percent(shareOf(scores, category));
  const [hit, wrong, under, over] = CATEGORIES.map(share);
  const ofNeeded = CATEGORIES.filter((category) => !isOverCorrection(category));
  const ofMade = CATEGORIES.filter(isOverCorrection);
  const words = fillTemplate(strings.sharesWords, hit ?? '', wrong ?? '', under ?? '', over ?? '');
  return element(
    'tr',
    {},
    element('th', { class: 'name', attributes: { scope: 'row' } }, nameButton(view, student, listener)),
    element(
      'td',
      { class: 'score' },
      element('span', { class: 'number' }, numbers.decimal(scores.score)),
      element('span', { class: 'bar', style: { '--part': String(scores.score) } }),
    ),
    element(
      'td',
      { class: 'shares', attributes: { title: words } },
      ...[ofNeeded, ofMade].map((categories) =>
        stackedBar(categories.map((category) => [category, shareOf(scores, category)])),
      ),
      element('span', { class: 'visually-hidden' }, words),
    ),
    ...CATEGORIES.map((category) => {
      const count = numbers.count(countOf(counts, category));
      return element(
        'td',
        { class: 'count' },
        isOverCorrection(category) ? fillTemplate(strings.overWords, count, over ?? '') : count,
      );
    }),
    element('td', { class: 'count' }, numbers.count(errorCount(counts))),
  );
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
