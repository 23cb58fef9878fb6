import {
  errorsOf,
  pressed,
  shareOf,
  sorted,
  type EstimatedStudent,
  type MarkedStudent,
  type Sort,
  type SortKey,
} from '../classList';
import { filled } from '../../wording';
import { CATEGORIES, countOf, type OverviewStudent } from '../../../protocol/contract';
import { button, element, type Child } from '../../page/elements';
import { categoryLabel, stacked, type OverviewView } from './overviewView';

export interface StudentListener {
  sorted(sort: Sort): void;
  opened(uri: string): void;
}

/** The list of a class: a row for each student, sorted by any column. */
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
    element('caption', { class: 'unseen' }, strings.studentList),
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map(([key, name, label, hint]) => head(key, name, label, hint, sort, listener))),
    ),
    element('tbody', {}, ...sorted(students, sort, language).map((student) => studentRow(view, student, listener))),
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
            listener.sorted(pressed(sort, key));
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
  const share = (category: (typeof CATEGORIES)[number]): string => numbers.percent(shareOf(student.marks, category));
  const [hit, wrong, under, over] = CATEGORIES.map(share);
  const words = filled(strings.sharesWords, hit ?? '', wrong ?? '', under ?? '', over ?? '');
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
      stacked([
        ['hit-correction', scores.hit],
        ['wrong-correction', scores.wrong],
        ['under-correction', scores.under],
      ]),
      stacked([['over-correction', scores.over]]),
      element('span', { class: 'unseen' }, words),
    ),
    ...CATEGORIES.map((category) => {
      const count = numbers.count(countOf(counts, category));
      return element(
        'td',
        { class: 'count' },
        category === 'over-correction' ? filled(strings.overWords, count, over ?? '') : count,
      );
    }),
    element('td', { class: 'count' }, numbers.count(errorsOf(counts))),
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
      title: filled(strings.open, student.name),
    },
  });
}

/** Students who could not be marked, and why. */
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

/** Students without a reference: what their corrections are estimated to be worth. */
export function estimatedList(
  view: OverviewView,
  students: readonly EstimatedStudent[],
  listener: StudentListener,
): HTMLElement {
  const { strings, numbers } = view;
  const words = (estimate: EstimatedStudent['estimate']): string =>
    filled(
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
