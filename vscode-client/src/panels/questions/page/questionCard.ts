/** The question in the middle of the page. */

import { editInWords, errorTypeInWords, fillTemplate } from '../../../words';
import type { AnnotatorQuestion, FileLocation, QuestionAlternative, QuestionVersion } from '../../../protocol/contract';
import { placeInSentence } from '../../desk';
import { buttonGroup, keyButton, sentenceWithPlace } from '../../page/deskParts';
import { button, type Child, element } from '../../page/elements';
import {
  type GivenAnswer,
  identityOf,
  QUESTION_KEYS,
  type QuestionAction,
  type QuestionList,
  type Step,
  stepOf,
  type VersionGroup,
  versionGroups,
} from '../questionList';
import type { QuestionsPageState, QuestionStrings } from '../questionMessages';

/** Largest number of people with the same words who are named at once. */
const MAX_NAMES = 6;

const ANSWERS = ['accept', 'reject', 'optional', 'stands', 'skip', 'note'] as const;

const MOVES = ['previous', 'next', 'undo', 'open'] as const;

/** A question, and what a person can do about it. */
interface CardView {
  readonly question: AnnotatorQuestion;
  readonly position: string;
  /** The index of the correction that is chosen alone. */
  readonly choice: number | null;
  /** The words of the note that is being written; `undefined` if none is. */
  readonly note: string | undefined;
  readonly strings: QuestionStrings;
  readonly act: (action: QuestionAction) => void;
  readonly choose: (index: number) => void;
  readonly open: (place: FileLocation) => void;
  readonly changeNote: (note: string) => void;
  /** Save a note; empty to leave it. */
  readonly leaveNote: (note: string) => void;
}

/** Return the parts of the card. */
export function questionCard(view: CardView): HTMLElement[] {
  const { question, position, strings } = view;
  return [
    element('p', { class: 'kind' }, `${position} · ${strings.kinds[question.kind]} · ${question.exercise}`),
    sentenceWithPlace(question.sentence, placeInSentence(question), strings.place),
    element('h2', { attributes: { id: 'prompt' } }, question.prompt),
    ...corrections(view),
    answers(view),
    ...(view.note === undefined ? [] : [noteForm(view, view.note)]),
    ...versions('reference', strings.references, view),
    ...versions('hypothesis', strings.hypotheses, view),
    reasons(question, strings),
    ...replies(question, strings),
  ];
}

/** Return the corrections among which a person can choose, each with its number. */
function corrections({ question, choice, strings, choose }: CardView): HTMLElement[] {
  const { alternatives } = question;
  if (alternatives.length < 2) {
    return [];
  }
  const rows = alternatives.map((alternative, index) => {
    const isMeant = choice === null ? alternative.asked : choice === index;
    const press = (): void => {
      choose(index);
    };
    const label = button('', press, {
      class: isMeant ? 'correction meant' : 'correction',
      attributes: { 'aria-pressed': String(choice === index), 'data-key': `correction-${index}` },
    });
    label.append(
      ...(index < 9 ? [element('kbd', {}, String(index + 1))] : []),
      element(
        'span',
        { class: 'words' },
        editInWords({ source: alternative.before, replacement: alternative.after }, strings.change),
      ),
      element('span', { class: 'detail' }, makers(alternative, strings)),
    );
    return element('li', {}, label);
  });
  return [
    element('ol', { class: 'corrections', attributes: { 'aria-label': strings.corrections } }, ...rows),
    element('p', { class: 'note' }, strings.choose),
  ];
}

/** Return the kind of a correction, and who makes it. */
function makers({ type, references, hypotheses }: QuestionAlternative, strings: QuestionStrings): string {
  const names = [...references, ...hypotheses];
  const people = names.length > MAX_NAMES ? fillTemplate(strings.manyPeople, names.length) : names.join(', ');
  return [type ? errorTypeInWords(type, strings.types) : '', people].filter(Boolean).join(' · ');
}

/** Return the buttons, each with its key. */
function answers({ question, strings, act }: CardView): HTMLElement {
  const offered = ANSWERS.filter((answer) => question.answers.some(({ name }) => name === answer));
  const keyed = (action: QuestionAction, label: string): HTMLElement => keyButton(action, label, QUESTION_KEYS, act);
  return element(
    'div',
    { class: 'answers' },
    buttonGroup(
      strings.answer,
      offered.map((answer) => keyed(answer, strings.answers[answer])),
    ),
    buttonGroup(
      strings.move,
      MOVES.map((move) => keyed(move, strings.moves[move])),
    ),
  );
}

function noteForm({ strings, changeNote, leaveNote }: CardView, note: string): HTMLElement {
  const input = element('input', {
    attributes: { type: 'text', id: 'note', value: note, autocomplete: 'off' },
    on: {
      input: () => {
        changeNote(input.value);
      },
      keydown: (event) => {
        if ((event as KeyboardEvent).key === 'Escape') {
          event.preventDefault();
          leaveNote('');
        }
      },
    },
  });
  const cancel = (): void => {
    leaveNote('');
  };
  return element(
    'form',
    {
      class: 'note-form',
      on: {
        submit: (event) => {
          event.preventDefault();
          leaveNote(input.value);
        },
      },
    },
    element('label', { attributes: { for: 'note' } }, strings.noteLabel),
    input,
    element('button', { class: 'plain', attributes: { type: 'submit' } }, strings.saveNote),
    button(strings.cancelNote, cancel, { class: 'plain' }),
  );
}

/** Return what the people of one part have, the people with the same words in one row. */
function versions(role: QuestionVersion['role'], heading: string, view: CardView): HTMLElement[] {
  const groups = versionGroups(view.question.versions, role);
  if (groups.length === 0) {
    return [];
  }
  const rows = groups.map((group) => versionRow(group, view));
  return [element('section', { class: 'versions' }, element('h3', {}, heading), element('ul', {}, ...rows))];
}

function versionRow({ words, people }: VersionGroup, view: CardView): HTMLElement {
  const { strings, question } = view;
  const isSource = words !== null && words === question.before;
  const names = people.map((person) => personName(person, view));
  const listed = names.flatMap((name, index): Child[] => (index === 0 ? [name] : [', ', name]));
  const isLong = people.length > MAX_NAMES;
  const summary = element('summary', {}, fillTemplate(strings.manyPeople, people.length));
  return element(
    'li',
    { class: isSource ? 'as-source' : undefined },
    element(
      'span',
      { class: words ? 'words' : 'words empty' },
      words === null ? strings.unseen : words || strings.nothing,
      isSource ? element('span', { class: 'detail' }, ` (${strings.unchanged})`) : undefined,
    ),
    isLong
      ? element('details', { class: 'people' }, summary, ...listed)
      : element('span', { class: 'people' }, ...listed),
  );
}

/** Return a person's name, which opens the person's text at the place. */
function personName({ label, place }: QuestionVersion, { strings, open }: CardView): HTMLElement {
  if (!place) {
    return element('span', {}, label);
  }
  const press = (): void => {
    open(place);
  };
  return button(label, press, { class: 'link', attributes: { title: fillTemplate(strings.openFile, label) } });
}

function reasons({ effect, why }: AnnotatorQuestion, strings: QuestionStrings): HTMLElement {
  const words =
    effect === 0
      ? strings.noEffect
      : effect === 1
        ? fillTemplate(strings.oneEffect, effect)
        : fillTemplate(strings.effect, fillTemplate(strings.manyPeople, effect));
  return element('p', { class: 'why' }, words, ' ', why ? fillTemplate(strings.why, why) : undefined);
}

function replies({ replies: given }: AnnotatorQuestion, strings: QuestionStrings): HTMLElement[] {
  if (given.length === 0) {
    return [];
  }
  const rows = given.map(({ text, note }) => element('li', {}, note ? fillTemplate(strings.reply, text, note) : text));
  return [element('section', { class: 'replies' }, element('h3', {}, strings.replies), element('ul', {}, ...rows))];
}

/** Largest number of answered questions that the page keeps to take their answers back. */
const MAX_UNDO = 100;

/** Where answers are kept over a reload, and how they are sent. */
export interface AnswerHost {
  readonly state: QuestionsPageState;
  keep(change: Partial<QuestionsPageState>): void;
  readonly post: (message: { readonly type: 'steps'; readonly steps: readonly Step[] }) => void;
}

/** The person's answers: an answer is shown at once, and stays in the page's state until the server has confirmed it. */
export class Answers {
  constructor(
    private readonly host: AnswerHost,
    private readonly list: QuestionList,
  ) {}

  /** Send again everything that the server has not confirmed. */
  resend(): void {
    if (this.list.pending.length > 0) {
      this.host.post({ type: 'steps', steps: this.list.pending });
    }
  }

  give(question: AnnotatorQuestion, given: GivenAnswer): void {
    this.send(question, given);
    this.host.keep({ answered: [...this.answered, question].slice(-MAX_UNDO) });
  }

  /** The question that was answered last; `undefined` if there is none. */
  get last(): AnnotatorQuestion | undefined {
    return this.answered.at(-1);
  }

  /** Take back the answer to a question. */
  takeBack(question: AnnotatorQuestion): void {
    const last = this.answered.map(identityOf).lastIndexOf(identityOf(question));
    this.host.keep({ answered: this.answered.filter((_, index) => index !== last) });
    this.list.bringBack(question);
    this.send(question, { answer: null });
  }

  /** Keep a question as the server has it after a step. */
  settle(id: string, question: AnnotatorQuestion): void {
    this.list.settle(id, question);
    this.host.keep({ pending: this.list.pending });
  }

  /** Forget a step that failed, and return it; `undefined` if it is none of this page's. */
  drop(id: string): Step | undefined {
    const step = this.list.drop(id);
    this.host.keep({ pending: this.list.pending });
    return step;
  }

  private get answered(): readonly AnnotatorQuestion[] {
    return this.host.state.answered ?? [];
  }

  private send(question: AnnotatorQuestion, given: GivenAnswer): void {
    const step = stepOf(question, given);
    this.list.add(step);
    this.host.keep({ pending: this.list.pending });
    this.host.post({ type: 'steps', steps: [step] });
  }
}
