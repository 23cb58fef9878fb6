import { certainBand } from '../../../protocol/vocabularies';
import { fillTemplate, markBetween } from '../../../words';
import type {
  MarkLine,
  MarkSummary,
  Range,
  SchemePreview,
  SchemeStudent,
  SchemeSum,
  SchemeSumRow,
} from '../../../protocol/contract';
import type { Numbers } from '../../numbers';
import { button, element } from '../../page/elements';
import type { SchemeStrings } from '../schemeMessages';
import { select } from './rows';

/** What a teacher does with the preview. */
export interface PreviewListener {
  /** The sum of another student is wanted. */
  chosen(student: string): void;
  opened(sum: SchemeSum, range: Range): void;
}

/** The words, numbers and listener of the preview. */
export interface PreviewView {
  readonly strings: SchemeStrings;
  readonly numbers: Numbers;
  readonly listener: PreviewListener;
}

/** Return the marks of the class before and after the changes, and one student's mark with its sum. */
export function previewParts(view: PreviewView, preview: SchemePreview, hasScheme: boolean): HTMLElement[] {
  const { strings } = view;
  if (preview.faults.length > 0) {
    return [element('p', { class: 'note' }, strings.noPreview)];
  }
  const marked = preview.students.filter(({ before, after }) => before !== null || after !== null);
  if (!hasScheme && marked.length === 0) {
    return [element('p', { class: 'note' }, strings.noScheme)];
  }
  if (marked.length === 0) {
    return [element('p', { class: 'note' }, strings.noStudents)];
  }
  return [classPart(view, preview), ...(preview.sum ? [sumPart(view, preview, preview.sum)] : [])];
}

function sumPart(view: PreviewView, { students }: SchemePreview, sum: SchemeSum): HTMLElement {
  const { strings, listener } = view;
  const marked = students.filter(({ after }) => after !== null);
  const names = marked.map((student) => [student.id, labelOf(student, students)] as const);
  const list = select({ key: 'student', label: strings.student }, names, sum.id, (id) => {
    listener.chosen(id);
  });
  const band = certainBand(sum.mark);
  return element(
    'section',
    { class: 'sum' },
    list,
    element(
      'p',
      { class: 'mark' },
      element('strong', {}, markText(view, sum.mark)),
      band ? element('span', { class: 'band' }, band.name) : undefined,
    ),
    sum.mark.withheld === null ? undefined : element('p', { class: 'note' }, sum.mark.withheld),
    band?.text ? element('p', { class: 'note' }, band.text) : undefined,
    sum.rows.length ? sumRows(view, sum) : undefined,
  );
}

/** Return the sum: a line a verdict, which opens to its places, and the mark below. */
function sumRows({ strings, numbers, listener }: PreviewView, sum: SchemeSum): HTMLElement {
  const lineOf = ({ why, points, range, finding }: MarkLine): HTMLElement => {
    const open = (): void => {
      if (range !== undefined) {
        listener.opened(sum, range);
      }
    };
    const attributes = { title: strings.openPlace, 'data-key': `line-${finding ?? ''}` };
    const words = range === undefined ? why : button(why, open, { class: 'link', attributes });
    return element('li', {}, element('span', {}, words), pointsOf(numbers, points));
  };
  const rowOf = ({ words, points, lines }: SchemeSumRow, number: number): HTMLElement => {
    const title = [element('span', {}, words), pointsOf(numbers, points)];
    const isPlaces = lines.some(({ range }) => range !== undefined);
    return isPlaces
      ? element(
          'details',
          {},
          element('summary', { attributes: { 'data-key': `row-${number}` } }, ...title),
          element('ul', {}, ...lines.map(lineOf)),
        )
      : element('p', {}, ...title);
  };
  const mark = sum.mark.points === null ? strings.noMark : numbers.points(sum.mark.points);
  return element(
    'div',
    { class: 'lines' },
    element('h4', {}, strings.sum),
    ...sum.rows.map(rowOf),
    element('p', { class: 'total' }, element('span', {}, strings.mark), element('span', { class: 'number' }, mark)),
  );
}

function pointsOf(numbers: Numbers, points: number): HTMLElement {
  return element('span', { class: 'number' }, signed(numbers, points));
}

function signed(numbers: Numbers, points: number): string {
  const sign = points > 0 ? '+' : points < 0 ? '−' : '';
  return `${sign}${numbers.points(Math.abs(points))}`;
}

function classPart(view: PreviewView, { students, sum }: SchemePreview): HTMLElement {
  const { strings, listener } = view;
  const changed = students.filter(isChanged).length;
  const words = [strings.noneChanges, strings.oneChanges][changed] ?? strings.someChange;
  const template = changed === 1 ? fillTemplate(words, students.length) : fillTemplate(words, changed, students.length);
  const head = (text: string, name = ''): HTMLElement =>
    element('th', { class: name, attributes: { scope: 'col' } }, text);
  const rows = students.map((student) => {
    const name = labelOf(student, students);
    const show = button(
      name,
      () => {
        listener.chosen(student.id);
      },
      {
        class: 'link',
        attributes: {
          'aria-pressed': String(student.id === sum?.id),
          'aria-label': fillTemplate(strings.showStudent, name),
          'data-key': `student-${student.id}`,
        },
      },
    );
    const after = cell(view, student.after);
    const cells =
      student.problem === null
        ? [
            element('td', { class: 'number' }, cell(view, student.before)),
            element('td', { class: 'number' }, isChanged(student) ? element('strong', {}, after) : after),
          ]
        : [element('td', { class: 'note', attributes: { colspan: 2 } }, student.problem)];
    return element(
      'tr',
      { class: isChanged(student) ? 'changed' : undefined },
      element('th', { attributes: { scope: 'row' } }, student.after === null ? name : show),
      ...cells,
    );
  });
  return element(
    'section',
    { class: 'class' },
    element('h3', {}, strings.class),
    element('p', { class: 'note' }, template),
    element(
      'table',
      { class: 'marks' },
      element('caption', { class: 'visually-hidden' }, strings.class),
      element(
        'thead',
        {},
        element('tr', {}, head(strings.student), head(strings.before, 'number'), head(strings.after, 'number')),
      ),
      element('tbody', {}, ...rows),
    ),
  );
}

function cell(view: PreviewView, mark: MarkSummary | null): string {
  const band = mark?.band ? ` (${mark.band.name})` : '';
  return mark === null
    ? '–'
    : `${mark.points === null ? view.strings.noMark : view.numbers.points(mark.points)}${band}`;
}

/** Return a mark of the best mark; that there is none where it is withheld. */
export function markText({ strings, numbers }: PreviewView, { max, open, range }: MarkSummary): string {
  return range === null ? strings.noMark : markBetween(range, max, open, strings, (value) => numbers.points(value));
}

/** Return a student's name, with the assignment where there are several. */
function labelOf({ name, assignment }: SchemeStudent, students: readonly SchemeStudent[]): string {
  return students.every((other) => other.assignment === assignment) ? name : `${name} – ${assignment}`;
}

export function isChanged({ before, after }: Pick<SchemeStudent, 'before' | 'after'>): boolean {
  return before?.points !== after?.points || before?.band?.name !== after?.band?.name;
}
