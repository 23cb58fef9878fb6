/** The parts of the page: an answer in its sentence, what teachers have, and the marks that hang on it. */

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

import type { ClassQuestion, ConcernedStudent, FileLocation, StudentSheet, TextMark } from '../../../protocol/contract';
import { VERDICTS } from '../../../protocol/vocabularies';
import { fillTemplate, kindText, markBetween } from '../../../words';
import { cutAtWords } from '../../desk';
import type { Numbers } from '../../numbers';
import { SentenceWithPlace } from '../../page/desk';
import { Button, KindSign, MessageBox, Scroller } from '../../page/view';
import type { DecideStrings } from '../decideMessages';
import { type End, ENDS, isOwnCorrection, isSheet, RULINGS, rulingsOn, type Subject, type Tally } from '../decideQueue';

/** Largest number of students whose marks are shown. */
const MAX_STUDENTS = 6;

/** The words and numbers of a language. */
interface Language {
  readonly strings: DecideStrings;
  readonly numbers: Numbers;
}

/** Return the words in the middle of the page. */
export function promptOf(subject: Subject, { sheetTitle }: DecideStrings): string {
  return isSheet(subject) ? fillTemplate(sheetTitle, subject.label, subject.mark) : subject.change;
}

/** Return the words for a question or a text that a screen reader says when it comes. */
export function spokenWords(subject: Subject, strings: DecideStrings): string {
  if (isSheet(subject)) {
    return promptOf(subject, strings);
  }
  const { change, corrected, verdict } = subject;
  const now = fillTemplate(strings.now, kindText(strings.kinds, verdict).title);
  return `${fillTemplate(strings.next, change)}. ${corrected} ${now}.`;
}

/** The numbers above the question. */
export function TallyLine({ strings, numbers, left, later, final, marks, pending }: Language & Tally) {
  const part = (template: string, ...values: readonly number[]) => (
    <span>{fillTemplate(template, ...values.map((value) => numbers.count(value)))}</span>
  );
  return (
    <p class="tally">
      {part(strings.left, left)}
      {later > 0 && part(strings.laterCount, later)}
      {marks > 0 && part(strings.final, final, marks)}
      {pending > 0 && part(strings.pendingCount, pending)}
    </p>
  );
}

/** The sentences of a question. */
export function Sentences({ question, strings, numbers }: Language & { question: ClassQuestion }) {
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
        {fillTemplate(strings.now, kindText(strings.kinds, verdict).title)}
        {sentences > 1 && ` · ${fillTemplate(strings.sentences, numbers.count(sentences))}`}
      </p>
      {version(strings.text, sentence, source, strings.place)}
      {!isOwnCorrection(question) && version(strings.student, corrected, answer, strings.answerPlace)}
    </>
  );
}

/** What the teachers have. */
export function Teachers({ teachers, strings }: Pick<ClassQuestion, 'teachers'> & { strings: DecideStrings }) {
  return (
    <section class="teachers">
      <h3>{strings.teachers}</h3>
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
        <p class="note">{strings.noTeacher}</p>
      )}
    </section>
  );
}

/** A table with a heading for each column. */
function Table(props: { name: string; caption: string; heads: readonly string[]; children: ComponentChildren }) {
  const { name, caption, heads, children } = props;
  return (
    <Scroller label={caption}>
      <table class={`list ${name}`}>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroller>
  );
}

interface StudentsProps extends Language {
  readonly question: ClassQuestion;
  /** The marks of the class, with where each open answer stands. */
  readonly marks: readonly TextMark[];
  readonly open: (place: FileLocation) => void;
}

/** The marks of those who gave the answer, now and under each ruling. */
export function Students(props: StudentsProps) {
  const { question, strings, numbers } = props;
  const hidden = question.students.length - MAX_STUDENTS;
  const heads = [strings.student, strings.nowHead, ...rulingsOn(question).map((ruling) => strings.rulings[ruling])];
  return (
    <>
      <h3>{strings.students}</h3>
      <Table name="marks" caption={strings.students} heads={heads}>
        {question.students.slice(0, MAX_STUDENTS).map((student, index) => (
          <tr key={index}>
            <th scope="row">
              <StudentName {...props} student={student} />
            </th>
            <StudentMarks {...props} student={student} />
          </tr>
        ))}
      </Table>
      {hidden > 0 && <p class="note">{fillTemplate(strings.more, numbers.count(hidden))}</p>}
    </>
  );
}

/** A student's name, which leads to the answer in the text if the editor can show it. */
function StudentName({ student, question, marks, open, strings }: StudentsProps & { student: ConcernedStudent }) {
  const { label, uri } = student;
  const mark = marks.find((each) => each.student === student.student && each.uri === uri);
  const place = mark?.places.find(({ key }) => key === question.key)?.location;
  return place ? (
    <Button class="link" title={fillTemplate(strings.openText, label)} onClick={() => open(place)}>
      {label}
    </Button>
  ) : (
    <>{label}</>
  );
}

function StudentMarks({ student, question, strings, numbers }: StudentsProps & { student: ConcernedStudent }) {
  const { points, max, after } = student;
  const rulings = rulingsOn(question);
  if (points === null || max === null) {
    return (
      <td class="note" colSpan={1 + rulings.length}>
        {strings.noMark}
      </td>
    );
  }
  const mark = (value: number, best: number): string =>
    fillTemplate(strings.points, numbers.points(value), numbers.points(best));
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
export function OtherWords(props: {
  source: string;
  strings: DecideStrings;
  add: (words: readonly string[]) => void;
  leave: () => void;
}) {
  const { source, strings, add, leave } = props;
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
        {fillTemplate(strings.otherWords, source)}
        <input ref={input} type="text" data-key="other-words" />
      </label>
      <button type="submit">{strings.add}</button>
    </form>
  );
}

/** Why nothing is asked. */
export function NoQuestion({ left, final, marks, strings, numbers }: Language & Tally) {
  if (left > 0) {
    return <p class="waiting">{strings.saving}</p>;
  }
  const words = final < marks ? strings.someFinal : marks === 1 ? strings.oneFinal : strings.allFinal;
  const text = fillTemplate(marks === 0 ? strings.noMarks : words, numbers.count(final), numbers.count(marks));
  return <MessageBox title={strings.doneTitle} text={text} />;
}

/** The list of one text, in which the teacher says what is not right. */
export function SheetList(props: {
  sheet: StudentSheet;
  strings: DecideStrings;
  /** What is said of each answer, by the key of its question. */
  rulings: Readonly<Record<string, string>>;
  say: (key: string, ruling: string) => void;
}) {
  const { sheet, strings, say } = props;
  const heads = [strings.number, strings.sentence, strings.answerPlace, strings.teachers, strings.decide];
  return (
    <Table name="sheet" caption={fillTemplate(strings.sheet, sheet.label)} heads={heads}>
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
              <option value={right}>{strings.right}</option>
              {RULINGS.filter((ruling) => ruling !== right && rulings.includes(ruling)).map((ruling) => (
                <option key={ruling} value={ruling}>
                  {strings.rulings[ruling]}
                </option>
              ))}
            </select>
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface FinalsProps extends Language {
  readonly marks: readonly TextMark[];
  /** Whether what was said of a mark is on its way to the server. */
  readonly isChanging: (mark: TextMark) => boolean;
  /** Call a mark final, or with `null` open again. */
  readonly callFinal: (mark: TextMark, open: End | null) => void;
}

/** The marks that are not final by themselves. */
export function Finals(props: FinalsProps) {
  const { strings, marks } = props;
  const shown = marks.filter(({ open, final }) => open > 0 || final !== null);
  return shown.length === 0 ? null : (
    <section class="final-marks">
      <h3>{strings.finalTitle}</h3>
      <p class="note">{strings.finalIntroduction}</p>
      <Table name="finals" caption={strings.finalTitle} heads={[strings.student, strings.mark, strings.callFinal]}>
        {shown.map((mark) => (
          <FinalRow key={`${mark.uri}#${mark.student}`} {...props} mark={mark} />
        ))}
      </Table>
    </section>
  );
}

function FinalRow({ mark, strings, numbers, isChanging, callFinal }: FinalsProps & { mark: TextMark }) {
  const { label, final, reopened, points, max, open } = mark;
  const [low = points, high = points] = mark.range;
  const [remark, by] = final === null ? [strings.reopened, reopened] : [strings.finalBy, final];
  const choices = final === null ? ENDS.map((end) => [end, strings.ends[end]] as const) : [];
  return (
    <tr>
      <th scope="row">{label}</th>
      <td class="number">
        {markBetween([low, high], max, open, strings, (value) => numbers.points(value))}
        {by && <p class="note">{fillTemplate(remark, by)}</p>}
      </td>
      <td>
        <div class="actions">
          {(choices.length > 0 ? choices : [[null, strings.openAgain] as const]).map(([end, words]) => (
            <Button
              key={end}
              class="plain"
              aria-label={fillTemplate(strings.endOf, label, words)}
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
