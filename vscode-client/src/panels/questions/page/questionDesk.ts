import type { AnnotatorQuestion } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import type { Numbers } from '../../numbers';
import { type Filter, type GivenAnswer, identityOf, type QuestionAction, type QuestionList } from '../questionList';
import type { FromQuestionsPage, QuestionStrings } from '../questionMessages';
import { type AnswerHost, Answers } from './questionCard';

type PlainAnswer = Exclude<QuestionAction, 'note' | 'undo' | 'next' | 'previous' | 'open'>;

/** What shows the desk. */
export interface DeskView {
  readonly strings: QuestionStrings;
  readonly numbers: Numbers;
  draw(): void;
  /** Say something that is read aloud. */
  say(words: string): void;
  /** Give the keyboard to the list of questions. */
  focusList(): void;
}

type DeskHost = AnswerHost & { readonly post: (message: FromQuestionsPage) => void };

/** The chosen question, and what a person does with it. */
export class QuestionDesk {
  readonly answers: Answers;
  /** The index of the correction that is chosen alone. */
  choice: number | null = null;
  /** The words of the note that is being written; `undefined` if none is. */
  note: string | undefined;

  constructor(
    private readonly host: DeskHost,
    private readonly list: QuestionList,
    /** Returns what shows the desk; `undefined` until there are questions. */
    private readonly view: () => DeskView | undefined,
  ) {
    this.answers = new Answers(host, list);
  }

  get filter(): Filter {
    const { show = 'open', kind, exercise } = this.host.state;
    return { show, kind, exercise };
  }

  /** The questions that the person wants to see. */
  get shown(): AnnotatorQuestion[] {
    return this.list.shown(this.filter);
  }

  get current(): AnnotatorQuestion | undefined {
    const { shown } = this;
    return shown.find((question) => identityOf(question) === this.host.state.current) ?? shown[0];
  }

  act(action: QuestionAction): void {
    const view = this.view();
    if (!view) {
      return;
    }
    if (isAnswer(action)) {
      this.answer({ answer: action }, view);
      return;
    }
    switch (action) {
      case 'next':
        this.move(1);
        break;
      case 'previous':
        this.move(-1);
        break;
      case 'undo':
        this.undo(view);
        break;
      case 'open':
        this.openSource(view);
        break;
      case 'note':
        this.writeNote(view);
        break;
    }
  }

  /** Show another question; its corrections are not chosen among yet. */
  choose(identity: string | undefined): void {
    this.choice = null;
    this.note = undefined;
    this.host.keep({ current: identity });
    this.view()?.draw();
  }

  /** Choose one correction, or all again; return whether there is a choice. */
  chooseAlternative(index: number): boolean {
    const alternatives = this.current?.alternatives ?? [];
    if (alternatives.length < 2 || index >= alternatives.length) {
      return false;
    }
    this.choice = this.choice === index ? null : index;
    this.view()?.draw();
    return true;
  }

  /** Save the note, or leave it if it is empty. */
  leaveNote(note: string): void {
    const view = this.view();
    this.note = undefined;
    if (view && note.trim()) {
      this.answer({ answer: 'note', note: note.trim() }, view);
    } else {
      view?.draw();
    }
    view?.focusList();
  }

  private answer(given: GivenAnswer, view: DeskView): void {
    const { current, shown } = this;
    const { answer } = given;
    if (!current || answer === null || answer === 'partly') {
      return;
    }
    const { strings, numbers } = view;
    if (!current.answers.some(({ name }) => name === answer)) {
      view.say(strings.notThis);
      return;
    }
    const index = shown.indexOf(current);
    this.answers.give(current, { choice: this.choice, ...given });
    // A skipped question goes to the end of the list, where it must not be chosen.
    const left = this.shown.filter((question) => identityOf(question) !== identityOf(current));
    const stays = this.filter.show === 'answered';
    const next = stays ? shown[index + 1] : (left[index] ?? left[0]);
    this.choose(next && identityOf(next));
    view.say(`${strings.given[answer]} ${fillTemplate(strings.left, numbers.count(this.list.numbers.open))}`);
  }

  /** Take back the answer to the chosen question among answered ones, or else the last answer. */
  private undo(view: DeskView): void {
    const isAmongAnswered = this.filter.show === 'answered';
    const question = isAmongAnswered ? this.current : this.answers.last;
    if (!question) {
      view.say(view.strings.nothingToUndo);
      return;
    }
    this.answers.takeBack(question);
    this.choose(isAmongAnswered ? this.host.state.current : identityOf(question));
    view.say(`${view.strings.undone} ${question.prompt}`);
  }

  private move(by: number): void {
    const { shown, current } = this;
    const at = current ? shown.indexOf(current) : 0;
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
    this.choose(next && identityOf(next));
  }

  private openSource(view: DeskView): void {
    const place = this.current?.place ?? this.current?.versions.find((version) => version.place)?.place;
    if (place) {
      this.host.post({ type: 'openPlace', uri: place.uri, range: place.range, view: null });
    } else {
      view.say(view.strings.noPlace);
    }
  }

  private writeNote(view: DeskView): void {
    if (this.current) {
      this.note ??= '';
      view.draw();
      document.querySelector<HTMLInputElement>('.note-form input')?.focus();
    }
  }
}

/** Whether an action is an answer without words. */
function isAnswer(action: QuestionAction): action is PlainAnswer {
  return !['note', 'undo', 'next', 'previous', 'open'].includes(action);
}
