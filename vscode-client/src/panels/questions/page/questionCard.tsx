/** The question in the middle of the page. */

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

import type { AnnotatorQuestion, FileLocation, QuestionAlternative, QuestionVersion } from '../../../protocol/contract';
import { editInWords, errorTypeInWords, fillTemplate, worded } from '../../../words';
import { placeInSentence } from '../../desk';
import { ButtonGroup, KeyButton, SentenceWithPlace } from '../../page/desk';
import { Button } from '../../page/view';
import { identityOf, QUESTION_KEYS, type QuestionAction, versionGroups } from '../questionList';
import type { QuestionStrings } from '../questionMessages';

/** Largest number of people with the same words who are named at once. */
const MAX_NAMES = 6;

const ANSWERS = ['accept', 'reject', 'optional', 'stands', 'skip', 'note'] as const;

const MOVES = ['previous', 'next', 'undo', 'open'] as const;

/** A question, and what a person can do about it. */
interface CardProps {
  readonly question: AnnotatorQuestion;
  readonly position: string;
  /** The index of the correction that is chosen alone. */
  readonly choice: number | null;
  readonly isNoting: boolean;
  readonly strings: QuestionStrings;
  readonly act: (action: QuestionAction) => void;
  readonly choose: (index: number) => void;
  readonly open: (place: FileLocation) => void;
  /** Save a note; empty to leave it. */
  readonly leaveNote: (note: string) => void;
}

export function QuestionCard(props: CardProps) {
  const { question, position, isNoting, strings, act } = props;
  const { kind, exercise, sentence, prompt, answers, replies } = question;
  const offered = ANSWERS.filter((answer) => answers.some(({ name }) => name === answer));
  const button = (action: QuestionAction, label: string) => (
    <KeyButton key={action} action={action} label={label} keys={QUESTION_KEYS} act={act} />
  );
  return (
    <article class="question" aria-labelledby="prompt" data-question={question.key}>
      <p class="kind">{[position, worded(strings.kinds, kind), exercise].join(' · ')}</p>
      <SentenceWithPlace sentence={sentence} cut={placeInSentence(question)} label={strings.place} />
      <h2 id="prompt">{prompt}</h2>
      {question.alternatives.length > 1 && <Corrections {...props} />}
      <div class="answers">
        <ButtonGroup label={strings.answer}>
          {offered.map((answer) => button(answer, worded(strings.answers, answer)))}
        </ButtonGroup>
        <ButtonGroup label={strings.move}>{MOVES.map((move) => button(move, strings.moves[move]))}</ButtonGroup>
      </div>
      {isNoting && <NoteForm {...props} />}
      <Versions {...props} role="reference" heading={strings.references} />
      <Versions {...props} role="hypothesis" heading={strings.hypotheses} />
      <p class="why">{reasons(question, strings)}</p>
      <Section name="replies" heading={strings.replies}>
        {replies.map(({ text, note }, index) => (
          <li key={index}>{note ? fillTemplate(strings.reply, text, note) : text}</li>
        ))}
      </Section>
    </article>
  );
}

/** A list under a heading; nothing if it is empty. */
function Section({
  name,
  heading,
  children,
}: {
  name: string;
  heading: string;
  children: readonly ComponentChildren[];
}) {
  return children.length === 0 ? null : (
    <section class={name}>
      <h3>{heading}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** The corrections among which a person can choose, each with its number. */
function Corrections({ question, choice, strings, choose }: CardProps) {
  return (
    <>
      <ol class="corrections" aria-label={strings.corrections}>
        {question.alternatives.map((alternative, index) => (
          <li key={index}>
            <Button
              class={(choice === null ? alternative.asked : choice === index) ? 'correction meant' : 'correction'}
              aria-pressed={choice === index}
              data-key={`correction-${index}`}
              onClick={() => choose(index)}
            >
              {index < 9 && <kbd>{index + 1}</kbd>}
              <span class="words">{correctionInWords(alternative, strings)}</span>
              <span class="detail">{makers(alternative, strings)}</span>
            </Button>
          </li>
        ))}
      </ol>
      <p class="note">{strings.choose}</p>
    </>
  );
}

export function correctionInWords({ before, after }: QuestionAlternative, { change }: QuestionStrings): string {
  return editInWords({ source: before, replacement: after }, change);
}

/** Return the kind of a correction, and who makes it. */
function makers({ type, references, hypotheses }: QuestionAlternative, strings: QuestionStrings): string {
  const names = [...references, ...hypotheses];
  const people = names.length > MAX_NAMES ? fillTemplate(strings.manyPeople, names.length) : names.join(', ');
  return [type ? errorTypeInWords(type, strings.types) : '', people].filter(Boolean).join(' · ');
}

function NoteForm({ strings, leaveNote }: CardProps) {
  const input = useRef<HTMLInputElement>(null);
  const leave = (event: Event, note = ''): void => {
    event.preventDefault();
    leaveNote(note);
  };
  return (
    <form
      class="note-form"
      onSubmit={(event) => leave(event, input.current?.value)}
      onKeyDown={(event) => event.key === 'Escape' && leave(event)}
    >
      <label for="note">{strings.noteLabel}</label>
      <input ref={input} type="text" id="note" data-key="note-words" autocomplete="off" />
      <button class="plain" type="submit">
        {strings.saveNote}
      </button>
      <Button class="plain" onClick={leave}>
        {strings.cancelNote}
      </Button>
    </form>
  );
}

/** What the people of one part have, the people with the same words in one row. */
function Versions(props: CardProps & { role: QuestionVersion['role']; heading: string }) {
  const { question, role, heading, strings } = props;
  return (
    <Section name="versions" heading={heading}>
      {versionGroups(question.versions, role).map(({ words, people }) => {
        const isSource = words !== null && words === question.before;
        return (
          <li key={`${identityOf(question)} ${words}`} class={isSource ? 'as-source' : undefined}>
            <span class={words ? 'words' : 'words empty'}>
              {words === null ? strings.unseen : words || strings.nothing}
              {isSource && <span class="detail"> ({strings.unchanged})</span>}
            </span>
            <People {...props} people={people} />
          </li>
        );
      })}
    </Section>
  );
}

/** The names of people, each of which opens the person's text at the place. */
function People({ people, strings, open }: CardProps & { people: readonly QuestionVersion[] }) {
  const names = people.map(({ label, place }, index) => (
    <>
      {index > 0 && ', '}
      {place ? (
        <Button class="link" title={fillTemplate(strings.openFile, label)} onClick={() => open(place)}>
          {label}
        </Button>
      ) : (
        <span>{label}</span>
      )}
    </>
  ));
  return people.length > MAX_NAMES ? (
    <details class="people">
      <summary>{fillTemplate(strings.manyPeople, people.length)}</summary>
      {names}
    </details>
  ) : (
    <span class="people">{names}</span>
  );
}

function reasons({ effect, why }: AnnotatorQuestion, strings: QuestionStrings): string {
  const texts = effect > 1 ? fillTemplate(strings.manyPeople, effect) : effect;
  const template = effect === 0 ? strings.noEffect : effect === 1 ? strings.oneEffect : strings.effect;
  return `${fillTemplate(template, texts)} ${why && fillTemplate(strings.why, why)}`;
}
