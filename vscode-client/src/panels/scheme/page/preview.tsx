import * as l10n from '@vscode/l10n';

import type {
  MarkLine,
  MarkSummary,
  Range,
  SchemePreview,
  SchemeStudent,
  SchemeSum,
  SchemeSumRow,
} from '../../../protocol/contract';
import { certainBand } from '../../../protocol/vocabularies';
import { fillTemplate, markBetween } from '../../../words';
import { numbers } from '../../page/numbers';
import { Button } from '../../page/view';
import { Select } from './form';

interface PreviewView {
  readonly preview: SchemePreview;
  readonly hasScheme: boolean;
  /** Show the sum of another student. */
  readonly choose: (student: string) => void;
  readonly open: (sum: SchemeSum, range: Range) => void;
}

/** The marks of the class before and after the changes, and one student's mark with its sum. */
export function Preview(props: PreviewView) {
  const { hasScheme, preview } = props;
  if (preview.faults.length > 0) {
    return <p class="note">{l10n.t('Correct the values that are marked to see the marks.')}</p>;
  }
  if (preview.students.every(({ before, after }) => before === null && after === null)) {
    return (
      <p class="note">
        {hasScheme
          ? l10n.t('Nobody has marks yet. You see them here when texts are handed in and corrected.')
          : l10n.t('Without a mark scheme nobody has a mark.')}
      </p>
    );
  }
  return (
    <>
      <ClassPart {...props} />
      {preview.sum && <SumPart {...props} sum={preview.sum} />}
    </>
  );
}

function ClassPart(view: PreviewView) {
  const { preview } = view;
  const { students } = preview;
  const changed = students.filter(isChanged).length;
  const words =
    [l10n.t('No mark changes.'), l10n.t('1 mark of {0} changes.')][changed] ?? l10n.t('{0} marks of {1} change.');
  return (
    <section class="class">
      <h3>{l10n.t('The class')}</h3>
      <p class="note">{fillTemplate(words, ...(changed === 1 ? [] : [changed]), students.length)}</p>
      <table class="marks">
        <caption class="visually-hidden">{l10n.t('The class')}</caption>
        <thead>
          <tr>
            <th scope="col">{l10n.t('Student')}</th>
            <th class="number" scope="col">
              {l10n.t('Now')}
            </th>
            <th class="number" scope="col">
              {l10n.t('With your changes')}
            </th>
          </tr>
        </thead>
        <tbody>
          {students.map((student) => (
            <StudentRow {...{ ...view, key: student.id, student }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function StudentRow({ choose, preview, student }: PreviewView & { student: SchemeStudent }) {
  const { id, before, after, problem } = student;
  const name = labelOf(student, preview.students);
  const changed = isChanged(student);
  const text = (mark: MarkSummary | null): string => {
    const band = mark?.band ? ` (${mark.band.name})` : '';
    return mark ? `${mark.points === null ? l10n.t('no mark') : numbers.points(mark.points)}${band}` : '–';
  };
  const link = {
    ...{ class: 'link', 'data-key': `student-${id}`, 'aria-pressed': id === preview.sum?.id },
    ...{ 'aria-label': l10n.t('Show how the mark of {0} is made up', name), onClick: () => choose(id) },
  };
  return (
    <tr class={changed ? 'changed' : undefined}>
      <th scope="row">{after === null ? name : <Button {...link}>{name}</Button>}</th>
      {problem === null ? (
        <>
          <td class="number">{text(before)}</td>
          <td class="number">{changed ? <strong>{text(after)}</strong> : text(after)}</td>
        </>
      ) : (
        <td class="note" colSpan={2}>
          {problem}
        </td>
      )}
    </tr>
  );
}

type SumView = PreviewView & { sum: SchemeSum };

function SumPart(props: SumView) {
  const { choose, preview, sum } = props;
  const marked = preview.students.filter(({ after }) => after !== null);
  const names = marked.map((student) => [student.id, labelOf(student, preview.students)] as const);
  const band = certainBand(sum.mark);
  return (
    <section class="sum">
      <Select data-key="student" aria-label={l10n.t('Student')} value={sum.id} options={names} change={choose} />
      <p class="mark">
        <strong>{markText(sum.mark)}</strong>
        {band && <span class="band">{band.name}</span>}
      </p>
      {sum.mark.withheld !== null && <p class="note">{sum.mark.withheld}</p>}
      {band?.text && <p class="note">{band.text}</p>}
      {sum.rows.length > 0 && (
        <div class="lines" key={sum.id}>
          <h4>{l10n.t('How the mark is made up')}</h4>
          {sum.rows.map((row, number) => (
            <SumRow {...{ ...props, key: number, row, number }} />
          ))}
          <p class="total">
            <span>{l10n.t('Mark')}</span>
            <span class="number">{sum.mark.points === null ? l10n.t('no mark') : numbers.points(sum.mark.points)}</span>
          </p>
        </div>
      )}
    </section>
  );
}

/** A line of the sum for a verdict, which opens to its places. */
function SumRow(props: SumView & { row: SchemeSumRow; number: number }) {
  const { row, number } = props;
  const title = (
    <>
      <span>{row.words}</span>
      <span class="number">{signed(row.points)}</span>
    </>
  );
  return row.lines.some(({ range }) => range !== undefined) ? (
    <details>
      <summary data-key={`row-${number}`}>{title}</summary>
      <ul>
        {row.lines.map((line, index) => (
          <SumLine {...{ ...props, ...line, key: index }} />
        ))}
      </ul>
    </details>
  ) : (
    <p>{title}</p>
  );
}

function SumLine({ open, sum, why, points, range, finding }: SumView & MarkLine) {
  const link = { class: 'link', title: l10n.t('Open this place in the text'), 'data-key': `line-${finding ?? ''}` };
  return (
    <li>
      <span>
        {range ? (
          <Button {...link} onClick={() => open(sum, range)}>
            {why}
          </Button>
        ) : (
          why
        )}
      </span>
      <span class="number">{signed(points)}</span>
    </li>
  );
}

function signed(points: number): string {
  const sign = points > 0 ? '+' : points < 0 ? '−' : '';
  return `${sign}${numbers.points(Math.abs(points))}`;
}

/** Return a mark of the best mark; that there is none where it is withheld. */
export function markText({ max, open, range }: MarkSummary): string {
  return range === null ? l10n.t('no mark') : markBetween(range, max, open, (value) => numbers.points(value));
}

/** Return a student's name, with the assignment where there are several. */
function labelOf({ name, assignment }: SchemeStudent, students: readonly SchemeStudent[]): string {
  return students.every((other) => other.assignment === assignment) ? name : `${name} – ${assignment}`;
}

export function isChanged({ before, after }: Pick<SchemeStudent, 'before' | 'after'>): boolean {
  return before?.points !== after?.points || before?.band?.name !== after?.band?.name;
}
