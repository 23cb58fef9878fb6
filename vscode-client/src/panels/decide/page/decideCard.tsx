/** The parts of the page: an answer in its sentence, what teachers have, and the marks that hang on it. */

import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

import { kindText } from '../../../marks/kindText';
import type { ClassQuestion, ConcernedStudent, FileLocation, StudentSheet, TextMark } from '../../../protocol/contract';
import { VERDICTS } from '../../../protocol/vocabularies';
import { fillTemplate, markBetween } from '../../../words';
import { cutAtWords } from '../../desk';
import { SentenceWithPlace } from '../../page/desk';
import { numbers } from '../../page/numbers';
import { Button, KindSign, MessageBox, Table as AnyTable } from '../../page/view';
import {
  type End,
  ENDS,
  isOwnCorrection,
  isSheet,
  type Ruling,
  RULINGS,
  rulingsOn,
  type Subject,
  type Tally,
} from '../decideQueue';

/** What a teacher can say of an answer. */
export const RULING_NAMES: Readonly<Record<Ruling, string>> = {
  correct: l10n.t('Correct'),
  partly: l10n.t('Partly'),
  wrong: l10n.t('Wrong'),
  needed: l10n.t('Needed'),
  either: l10n.t('Either Is Fine'),
  taste: l10n.t('Taste'),
};

/** Which mark a teacher can call final. */
const END_NAMES: Readonly<Record<End, string>> = {
  'as-they-are': l10n.t('As It Is'),
  lowest: l10n.t('Lowest'),
  highest: l10n.t('Highest'),
};

/** Largest number of students whose marks are shown. */
const MAX_STUDENTS = 6;

/** Return the words in the middle of the page. */
export function promptOf(subject: Subject): string {
  return isSheet(subject) ? l10n.t('{0}: {1}', subject.label, subject.mark) : subject.change;
}

/** Return the words for a question or a text that a screen reader says when it comes. */
export function spokenWords(subject: Subject): string {
  if (isSheet(subject)) {
    return promptOf(subject);
  }
  const { change, corrected, verdict } = subject;
  const now = l10n.t('Now: {0}', kindText(verdict).title);
  return `${l10n.t('Next: {0}', change)}. ${corrected} ${now}.`;
}

/** The sentences of a question. */
export function Sentences({ question }: { question: ClassQuestion }) {
  const { sentence, source, corrected, answer, verdict, assignment, sentences } = question;
  const kind = VERDICTS.find(({ id }) => id === verdict);
  const version = (label: string, text: string, words: string, place: string) => (
    <div class="version">
      <p>{label}</p>
      <SentenceWithPlace sentence={text} cut={cutAtWords(text, words)} label={place} />
    </div>
  );
  return (
    <>
      <p class="kind">
        {assignment && `${assignment} · `}
        {kind && <KindSign kind={kind} />}
        {l10n.t('Now: {0}', kindText(verdict).title)}
        {sentences > 1 && ` · ${l10n.t('in {0} sentences', numbers.count(sentences))}`}
      </p>
      {version(l10n.t('Text'), sentence, source, l10n.t('Place in the sentence'))}
      {!isOwnCorrection(question) && version(l10n.t('Student'), corrected, answer, l10n.t('Answer'))}
    </>
  );
}

/** What the teachers have. */
export function Teachers({ teachers }: Pick<ClassQuestion, 'teachers'>) {
  return (
    <section class="teachers">
      <h3>{l10n.t('What the teachers have')}</h3>
      {teachers.length > 0 ? (
        <dl>
          {teachers.map(({ names, text }) => (
            <div key={names}>
              <dt>{names}</dt>
              <dd class="words">{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="note">{l10n.t('No teacher changes anything here.')}</p>
      )}
    </section>
  );
}

/** A table with a heading for each column. */
function Table(props: { name: string; caption: string; heads: readonly string[]; children: ComponentChildren }) {
  const { name, caption, heads, children } = props;
  const head = heads.map((each) => (
    <th key={each} scope="col">
      {each}
    </th>
  ));
  return (
    <AnyTable name={caption} look={`list ${name}`} head={head}>
      <tbody>{children}</tbody>
    </AnyTable>
  );
}

interface StudentsProps {
  readonly question: ClassQuestion;
  /** The marks of the class, with where each open answer stands. */
  readonly marks: readonly TextMark[];
  readonly open: (place: FileLocation) => void;
}

/** The marks of those who gave the answer, now and under each ruling. */
export function Students(props: StudentsProps) {
  const { question } = props;
  const hidden = question.students.length - MAX_STUDENTS;
  const heads = [l10n.t('Student'), l10n.t('Now'), ...rulingsOn(question).map((ruling) => RULING_NAMES[ruling])];
  return (
    <>
      <h3>{l10n.t('Marks now, and after each decision')}</h3>
      <Table name="marks" caption={l10n.t('Marks now, and after each decision')} heads={heads}>
        {question.students.slice(0, MAX_STUDENTS).map((student, index) => (
          <tr key={index}>
            <th scope="row">
              <StudentName {...props} student={student} />
            </th>
            <StudentMarks {...props} student={student} />
          </tr>
        ))}
      </Table>
      {hidden > 0 && <p class="note">{l10n.t('and {0} more', numbers.count(hidden))}</p>}
    </>
  );
}

/** A student's name, which leads to the answer in the text if the editor can show it. */
function StudentName({ student, question, marks, open }: StudentsProps & { student: ConcernedStudent }) {
  const { label, uri } = student;
  const mark = marks.find((each) => each.student === student.student && each.uri === uri);
  const place = mark?.places.find(({ key }) => key === question.key)?.location;
  return place ? (
    <Button class="link" title={l10n.t('Look at it in the text of {0}', label)} onClick={() => open(place)}>
      {label}
    </Button>
  ) : (
    <>{label}</>
  );
}

function StudentMarks({ student, question }: StudentsProps & { student: ConcernedStudent }) {
  const { points, max, after } = student;
  const rulings = rulingsOn(question);
  if (points === null || max === null) {
    return (
      <td class="note" colSpan={1 + rulings.length}>
        {l10n.t('no mark')}
      </td>
    );
  }
  const mark = (value: number, best: number): string =>
    l10n.t('{0} of {1}', numbers.points(value), numbers.points(best));
  return (
    <>
      <td class="number same">{mark(points, max)}</td>
      {rulings.map((ruling) => {
        const [value = points, best = max] = after[ruling] ?? [];
        // The best mark stands only where it is another one than now.
        return (
          <td key={ruling} class={value === points && best === max ? 'number same' : 'number'}>
            {best === max ? numbers.points(value) : mark(value, best)}
          </td>
        );
      })}
    </>
  );
}

/** The form in which the person types other words that are right too. */
export function OtherWords(props: { source: string; add: (words: readonly string[]) => void; leave: () => void }) {
  const { source, add, leave } = props;
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    const words = input.current?.value.split('/').flatMap((part) => part.trim() || []) ?? [];
    if (words.length > 0) {
      add(words);
    }
  };
  return (
    <form class="other-words" onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && leave()}>
      <label>
        {l10n.t('Other words for “{0}” that are right too, several with / between them', source)}
        <input ref={input} type="text" data-key="other-words" />
      </label>
      <button type="submit">{l10n.t('Add')}</button>
    </form>
  );
}

/** Why nothing is asked. */
export function NoQuestion({ left, final, marks, own }: Tally & { own: boolean }) {
  if (left > 0) {
    return <p class="waiting">{l10n.t('The last decisions are being saved. More questions follow.')}</p>;
  }
  const words =
    final < marks
      ? l10n.t('{0} of {1} marks are final.')
      : marks === 1
        ? l10n.t('The mark is final.')
        : l10n.t('All {0} marks are final.');
  const text = fillTemplate(
    marks > 0
      ? words
      : own
        ? l10n.t('Your correction is checked. What you said of it is kept with the exercise.')
        : l10n.t('No student’s text with a mark is here.'),
    numbers.count(final),
    numbers.count(marks),
  );
  return <MessageBox title={l10n.t('Nothing is left to decide')} text={text} />;
}

/** The list of one text, in which the teacher says what is not right. */
export function SheetList(props: {
  sheet: StudentSheet;
  /** What is said of each answer, by the key of its question. */
  rulings: Readonly<Record<string, string>>;
  say: (key: string, ruling: string) => void;
}) {
  const { sheet, say } = props;
  const heads = [
    l10n.t('No.'),
    l10n.t('Sentence'),
    l10n.t('Answer'),
    l10n.t('What the teachers have'),
    l10n.t('Decide'),
  ];
  return (
    <Table name="sheet" caption={l10n.t('Answers of {0}', sheet.label)} heads={heads}>
      {sheet.answers.map(({ key, sentence, change, teachers, rulings, right }, index) => (
        <tr key={key}>
          <td class="note">{index + 1}</td>
          <td class="words">{sentence}</td>
          <th class="words" scope="row">
            {change}
          </th>
          <td class="words">{teachers.map(({ names, text }) => `${names}: ${text}`).join('; ')}</td>
          <td>
            <select
              aria-label={change}
              value={props.rulings[key]}
              onChange={(event) => say(key, event.currentTarget.value)}
            >
              <option value={right}>{l10n.t('Right')}</option>
              {RULINGS.filter((ruling) => ruling !== right && rulings.includes(ruling)).map((ruling) => (
                <option key={ruling} value={ruling}>
                  {RULING_NAMES[ruling]}
                </option>
              ))}
            </select>
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface FinalsProps {
  readonly marks: readonly TextMark[];
  /** Whether what was said of a mark is on its way to the server. */
  readonly isChanging: (mark: TextMark) => boolean;
  /** Call a mark final, or with `null` open again. */
  readonly callFinal: (mark: TextMark, open: End | null) => void;
}

/** The marks that are not final by themselves. */
export function Finals(props: FinalsProps) {
  const { marks } = props;
  const shown = marks.filter(({ open, final }) => open > 0 || final !== null);
  return shown.length === 0 ? null : (
    <section class="final-marks">
      <h3>{l10n.t('Marks that are not final')}</h3>
      <p class="note">
        {l10n.t(
          'A mark is final when nothing in it is open, or when you say so. Then its answers are asked about no more.',
        )}
      </p>
      <Table
        name="finals"
        caption={l10n.t('Marks that are not final')}
        heads={[l10n.t('Student'), l10n.t('Mark'), l10n.t('Call it final')]}
      >
        {shown.map((mark) => (
          <FinalRow key={`${mark.uri}#${mark.student}`} {...props} mark={mark} />
        ))}
      </Table>
    </section>
  );
}

function FinalRow({ mark, isChanging, callFinal }: FinalsProps & { mark: TextMark }) {
  const { label, final, reopened, points, max, open } = mark;
  const [low = points, high = points] = mark.range;
  const [remark, by] =
    final === null ? [l10n.t('was final ({0}); the text has changed since'), reopened] : [l10n.t('final: {0}'), final];
  const choices = final === null ? ENDS.map((end) => [end, END_NAMES[end]] as const) : [];
  return (
    <tr>
      <th scope="row">{label}</th>
      <td class="number">
        {markBetween([low, high], max, open, (value) => numbers.points(value))}
        {by && <p class="note">{fillTemplate(remark, by)}</p>}
      </td>
      <td>
        <div class="actions">
          {(choices.length > 0 ? choices : [[null, l10n.t('Open Again')] as const]).map(([end, words]) => (
            <Button
              key={end}
              class="plain"
              aria-label={l10n.t('{0}: {1}', label, words)}
              disabled={isChanging(mark)}
              onClick={() => callFinal(mark, end)}
            >
              {words}
            </Button>
          ))}
        </div>
      </td>
    </tr>
  );
}
