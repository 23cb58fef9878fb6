/** The question in the middle of the page. */

import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

import type { QuestionKind } from '../../../protocol/vocabularies';
import { errorTypeInWords } from '../../../marks/kindText';
import type { AnnotatorQuestion, FileLocation, QuestionAlternative, QuestionVersion } from '../../../protocol/contract';
import { editInWords, editLabel, fillTemplate, worded } from '../../../words';
import { placeInSentence } from '../../desk';
import { ButtonGroup, KeyButton, SentenceWithPlace } from '../../page/desk';
import { Button } from '../../page/view';
import { identityOf, QUESTION_KEYS, type QuestionAction, versionGroups } from '../questionList';

/** Largest number of people with the same words who are named at once. */
const MAX_NAMES = 6;

const ANSWERS = ['accept', 'reject', 'optional', 'stands', 'skip', 'note'] as const;

const MOVES = ['previous', 'next', 'undo', 'open'] as const;

const MOVE_NAMES: Readonly<Record<(typeof MOVES)[number], string>> = {
  previous: l10n.t('Previous'),
  next: l10n.t('Next'),
  undo: l10n.t('Undo'),
  open: l10n.t('Open the Source'),
};

const ANSWER_NAMES = {
  accept: l10n.t('Accept'),
  reject: l10n.t('Reject'),
  optional: l10n.t('Optional'),
  stands: l10n.t('Stands'),
  skip: l10n.t('Skip'),
  note: l10n.t('Note…'),
};

/** The kinds of questions. */
export const KIND_NAMES: Readonly<Record<QuestionKind, string>> = {
  'uncovered-correction': l10n.t('Correction that no reference has'),
  'contradicting-references': l10n.t('Contradicting references'),
  'unchanged-reference': l10n.t('Unchanged reference'),
  'uncorrected-error': l10n.t('Error without a correction'),
};

/** A question, and what a person can do about it. */
interface CardProps {
  readonly question: AnnotatorQuestion;
  readonly position: string;
  /** The index of the correction that is chosen alone. */
  readonly choice: number | null;
  readonly isNoting: boolean;
  readonly act: (action: QuestionAction) => void;
  readonly choose: (index: number) => void;
  readonly open: (place: FileLocation) => void;
  /** Save a note; empty to leave it. */
  readonly leaveNote: (note: string) => void;
}

export function QuestionCard(props: CardProps) {
  const { question, position, isNoting, act } = props;
  const { kind, exercise, sentence, prompt, answers, replies } = question;
  const offered = ANSWERS.filter((answer) => answers.some(({ name }) => name === answer));
  const button = (action: QuestionAction, label: string) => (
    <KeyButton key={action} action={action} label={label} keys={QUESTION_KEYS} act={act} />
  );
  return (
    <article class="question" aria-labelledby="prompt" data-question={question.key}>
      <p class="kind">{[position, worded(KIND_NAMES, kind), exercise].join(' · ')}</p>
      <SentenceWithPlace sentence={sentence} cut={placeInSentence(question)} label={l10n.t('Place in the sentence')} />
      <h2 id="prompt">{prompt}</h2>
      {question.alternatives.length > 1 && <Corrections {...props} />}
      <div class="answers">
        <ButtonGroup label={l10n.t('Answer')}>
          {offered.map((answer) => button(answer, worded(ANSWER_NAMES, answer)))}
        </ButtonGroup>
        <ButtonGroup label={l10n.t('Go')}>{MOVES.map((move) => button(move, MOVE_NAMES[move]))}</ButtonGroup>
      </div>
      {isNoting && <NoteForm {...props} />}
      <Versions {...props} role="reference" heading={l10n.t('References')} />
      <Versions {...props} role="hypothesis" heading={l10n.t('Corrections to be marked')} />
      <p class="why">{reasons(question)}</p>
      <Section name="replies" heading={l10n.t('Answers so far')}>
        {replies.map(({ text, note }, index) => (
          <li key={index}>{note ? l10n.t('{0}: “{1}”', text, note) : text}</li>
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
function Corrections({ question, choice, choose }: CardProps) {
  return (
    <>
      <ol class="corrections" aria-label={l10n.t('Corrections')}>
        {question.alternatives.map((alternative, index) => (
          <li key={index}>
            <Button
              class={(choice === null ? alternative.asked : choice === index) ? 'correction meant' : 'correction'}
              aria-pressed={choice === index}
              data-key={`correction-${index}`}
              onClick={() => choose(index)}
            >
              {index < 9 && <kbd>{index + 1}</kbd>}
              <span class="words">{correctionInWords(alternative)}</span>
              <span class="detail">{makers(alternative)}</span>
            </Button>
          </li>
        ))}
      </ol>
      <p class="note">{l10n.t('Press a number to answer about one correction alone.')}</p>
    </>
  );
}

export function correctionInWords({ before, after }: QuestionAlternative): string {
  const edit = { source: before, replacement: after };
  return before && after ? editLabel(edit) : editInWords(edit);
}

/** Return the kind of a correction, and who makes it. */
function makers({ type, references, hypotheses }: QuestionAlternative): string {
  const names = [...references, ...hypotheses];
  const people = names.length > MAX_NAMES ? l10n.t('{0} texts', names.length) : names.join(', ');
  return [type ? errorTypeInWords(type) : '', people].filter(Boolean).join(' · ');
}

function NoteForm({ leaveNote }: CardProps) {
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
      <label for="note">{l10n.t('Note to the adjudicator; Enter saves it, Escape leaves it')}</label>
      <input ref={input} type="text" id="note" data-key="note-words" autocomplete="off" />
      <button class="plain" type="submit">
        {l10n.t('Save the Note')}
      </button>
      <Button class="plain" onClick={leave}>
        {l10n.t('Leave It')}
      </Button>
    </form>
  );
}

/** What the people of one part have, the people with the same words in one row. */
function Versions(props: CardProps & { role: QuestionVersion['role']; heading: string }) {
  const { question, role, heading } = props;
  return (
    <Section name="versions" heading={heading}>
      {versionGroups(question.versions, role).map(({ words, people }) => {
        const isSource = words !== null && words === question.before;
        return (
          <li key={`${identityOf(question)} ${words}`} class={isSource ? 'as-source' : undefined}>
            <span class={words ? 'words' : 'words empty'}>
              {words === null ? l10n.t('has not seen this sentence') : words || l10n.t('(nothing)')}
              {isSource && <span class="detail"> ({l10n.t('as in the source')})</span>}
            </span>
            <People {...props} people={people} />
          </li>
        );
      })}
    </Section>
  );
}

/** The names of people, each of which opens the person's text at the place. */
function People({ people, open }: CardProps & { people: readonly QuestionVersion[] }) {
  const names = people.map(({ label, place }, index) => (
    <>
      {index > 0 && ', '}
      {place ? (
        <Button class="link" title={l10n.t('Open {0}’s text here', label)} onClick={() => open(place)}>
          {label}
        </Button>
      ) : (
        <span>{label}</span>
      )}
    </>
  ));
  return people.length > MAX_NAMES ? (
    <details class="people">
      <summary>{l10n.t('{0} texts', people.length)}</summary>
      {names}
    </details>
  ) : (
    <span class="people">{names}</span>
  );
}

function reasons({ effect, why }: AnnotatorQuestion): string {
  const texts = effect > 1 ? l10n.t('{0} texts', effect) : effect;
  const template =
    effect === 0
      ? l10n.t('An answer changes no marks now.')
      : effect === 1
        ? l10n.t('An answer may change the marks of {0} text.')
        : l10n.t('An answer may change the marks of {0}.');
  return `${fillTemplate(template, texts)} ${why && l10n.t('Why here: {0}.', why)}`;
}
