/** A class's answers in the order in which a teacher decides them, with the rulings that the server has not confirmed. */

import type { ClassQuestion, ClassQuestions, Ruled, StudentSheet, TextMark } from '../../protocol/contract';
import { Keys, PendingSteps } from '../desk';
import type { ComputedPageState, DeskStep } from '../messages';

/** What a teacher can say of an answer, as the server names it, in the order of the buttons. */
export const RULINGS = ['correct', 'partly', 'wrong', 'needed', 'either', 'taste'] as const;
export type Ruling = (typeof RULINGS)[number];

/** What answers that nobody has decided count as in a mark that the teacher calls final. */
export const ENDS = ['as-they-are', 'lowest', 'highest'] as const;
export type End = (typeof ENDS)[number];

/** What can be said of an answer, or of a teacher's correction that nobody in the class makes. */
export function rulingsOn(question: ClassQuestion): Ruling[] {
  return RULINGS.filter((ruling) => question.rulings.includes(ruling));
}

/** Whether a question is about a teacher's own correction, which has other words that are right too. */
export function isOwnCorrection(question: ClassQuestion): boolean {
  return question.rulings.includes('taste');
}

export type DecideAction = Ruling | 'words' | 'all' | 'each' | 'always' | 'later' | 'undo';

export const DECIDE_KEYS = new Keys<DecideAction>({
  correct: ['c'],
  partly: ['p'],
  wrong: ['w'],
  needed: ['n'],
  either: ['e'],
  taste: ['t'],
  words: ['o'],
  all: ['a'],
  each: ['b'],
  always: ['a'],
  later: ['l'],
  undo: ['u'],
});

/** A ruling on its way to the server, or one that is taken back. */
export interface Step extends DeskStep {
  /** The folder or document that the questions are from; `null` for the workspace. */
  readonly uri: string | null;
  /** The key of the question, of a text, or of a student's mark. */
  readonly key: string;
  /** `null` to take the last ruling back, and for a mark. */
  readonly ruling: Ruling | null;
  /** Whether it holds in all exercises of the course. */
  readonly always?: boolean | undefined;
  /** Whether the question is about a teacher's own correction. */
  readonly own?: boolean | undefined;
  /** Other words that are right too. */
  readonly also?: readonly string[] | undefined;
  /** Of a text whose answers are decided together: the ruling on each, by the key of its question. */
  readonly several?: Readonly<Record<string, string>> | undefined;
  /** A student's mark that is final, or open again with `null`; `text` is the document. */
  readonly mark?: { readonly text: string; readonly student: string; readonly open: End | null } | undefined;
  /** What it is about, in words, for a message when the step fails. */
  readonly words: string;
}

/** What is decided: an answer, or a text with all its open answers. */
export type Subject = ClassQuestion | StudentSheet;

export function isSheet(subject: Subject): subject is StudentSheet {
  return 'answers' in subject;
}

/** Return what names a subject in messages. */
export function nameOf(subject: Subject): string {
  return isSheet(subject) ? subject.label : subject.change;
}

/** A ruling, or that something was put off. */
interface Deed {
  readonly isRuling: boolean;
  readonly subject: Subject;
}

/** What the page keeps over a reload. */
export interface DecidePageState extends ComputedPageState {
  /** What is shown; it stays until the person has done something about it. */
  readonly subject?: Subject | undefined;
  /** The keys of the texts whose answers are asked about one by one. */
  readonly parted?: readonly string[];
  /** Whether the next ruling holds in all exercises of the course. */
  readonly always?: boolean;
  /** The keys of what was put off, in the order in which it comes again. */
  readonly later?: readonly string[];
  /** The steps that the server has not confirmed, the oldest first. */
  readonly pending?: readonly Step[];
  /** What the person did and can take back, the newest last. */
  readonly undoable?: readonly Deed[];
}

/** Numbers of questions and marks. */
export interface Tally {
  /** Questions that are left. */
  readonly left: number;
  /** Those of them that were put off. */
  readonly later: number;
  /** Steps on their way to the server. */
  readonly pending: number;
  /** Marks without an open answer. */
  readonly final: number;
  readonly marks: number;
}

/** Largest number of deeds that can be taken back. */
const MAX_UNDO = 50;

/**
 * What a person decides about now, and what follows. It never changes under the person's hands: an answer that the
 * server no longer asks about is shown until the person goes on, and no ruling on it is sent.
 */
export class DecideQueue extends PendingSteps<Step, DecidePageState> {
  private answer: Pick<ClassQuestions, 'open' | 'questions' | 'sheets' | 'marks'> = {
    open: 0,
    questions: [],
    sheets: [],
    marks: [],
  };

  /** What is shown; `undefined` if nothing is left, or what follows is not there yet. */
  get subject(): Subject | undefined {
    return this.host.state.subject;
  }

  /** The question that is shown. */
  get current(): ClassQuestion | undefined {
    return this.subject && !isSheet(this.subject) ? this.subject : undefined;
  }

  /** The text that is shown in place of a question. */
  get sheet(): StudentSheet | undefined {
    return this.subject && isSheet(this.subject) ? this.subject : undefined;
  }

  /** Whether the question that is shown is not open any more: somebody decided it elsewhere, or its text changed. */
  get isGone(): boolean {
    const { current } = this;
    return !!current && !this.isListed(current.key) && this.lastStep(current.key)?.ruling !== null;
  }

  /** Whether the next ruling holds in all exercises of the course. */
  get always(): boolean {
    return this.kept.always;
  }

  get tally(): Tally {
    const { marks } = this;
    let left = this.answer.open;
    for (const key of new Set(this.pending.filter(({ mark }) => !mark).map((step) => step.key))) {
      const isDecided = this.isDecided(key);
      if (isDecided === this.isListed(key)) {
        left += isDecided ? -1 : 1;
      }
    }
    return {
      left,
      later: this.order.filter((each) => !isSheet(each) && this.kept.later.includes(each.key)).length,
      pending: this.pending.length,
      final: marks.filter(({ open }) => open === 0).length,
      marks: marks.length,
    };
  }

  /** The marks, as the server has answered. */
  get marks(): readonly TextMark[] {
    return this.answer.marks;
  }

  /** Whether the server has not confirmed what was said of a mark. */
  isChanging({ uri, student }: TextMark): boolean {
    return this.pending.some(({ mark }) => mark?.text === uri && mark.student === student);
  }

  /** Whether something is shown, or can be. */
  has(key: string): boolean {
    return this.order.some((each) => each.key === key);
  }

  /** Take a newer answer of the server's; the person keeps what is shown. */
  replace(answer: ClassQuestions): void {
    this.answer = answer;
    const key = this.subject?.key;
    const newer = [...answer.sheets, ...answer.questions].find((each) => each.key === key);
    if (newer) {
      this.host.keep({ subject: newer });
    } else if (!this.current && !(this.sheet && this.lastStep(this.sheet.key))) {
      this.goOn();
    }
  }

  /** Decide the question that is shown, and go on. Return the step; `undefined` if the question is gone. */
  rule(ruling: Ruling, also: readonly string[] = []): Step | undefined {
    const { current, isGone, always } = this;
    if (!current || isGone) {
      this.goOn();
      return undefined;
    }
    return this.decide(current, { ruling, always, ...(also.length > 0 ? { also } : {}), ...ownOf(current) });
  }

  /** Decide all answers of the text that is shown, and go on. */
  ruleSheet(several: Readonly<Record<string, string>>): Step | undefined {
    return this.sheet && this.decide(this.sheet, { ruling: 'correct', several });
  }

  /** Ask about the answers of the text that is shown one by one. */
  partSheet(): void {
    if (this.sheet) {
      this.keepDeed(this.sheet, false, { parted: [...this.kept.parted, this.sheet.key] });
      this.goOn();
    }
  }

  /** Put what is shown off until all else is done. */
  putOff(): void {
    const { subject, isGone } = this;
    if (subject && !isGone) {
      this.keepDeed(subject, false, { later: [...without(this.kept.later, subject.key), subject.key] });
    }
    this.goOn();
  }

  /** Say that the next ruling holds in all exercises of the course, or only in these again. */
  toggleAlways(): void {
    this.host.keep({ always: !this.always });
  }

  /** Call a mark final, or with `null` open again. */
  callFinal({ uri: text, student, label: words }: TextMark, open: End | null): Step {
    return this.sendAbout({ key: `${text}#${student}`, ruling: null, mark: { text, student, open }, words });
  }

  /** Take the last deed back, and show what it was about. Return its words, with the step if it was a ruling. */
  undo(): { readonly words: string; readonly step: Step | undefined } | undefined {
    const { undoable, later, parted } = this.kept;
    const deed = undoable.at(-1);
    if (!deed) {
      return undefined;
    }
    const { subject, isRuling } = deed;
    const { key } = subject;
    const order = isRuling ? {} : { later: without(later, key), parted: without(parted, key) };
    this.host.keep({ undoable: undoable.slice(0, -1), subject, always: false, ...order });
    const words = nameOf(subject);
    return { words, step: isRuling ? this.sendAbout({ key, ruling: null, words, ...ownOf(subject) }) : undefined };
  }

  /** Show something that is open. */
  choose(key: string): void {
    const subject = this.order.find((each) => each.key === key);
    if (subject) {
      this.host.keep({ subject, always: false });
    }
  }

  /** Keep what the server answered to a step; return the step, or `undefined` if it is none of this page's. */
  settle(id: string, result: Ruled | null): Step | undefined {
    const step = this.drop(id);
    if (step && result) {
      this.replace(result.state);
    }
    return step;
  }

  /** Forget a step that failed, and return it; `undefined` if it is none of this page's. */
  refuse(id: string): Step | undefined {
    const step = this.drop(id);
    if (!step || step.mark) {
      return step;
    }
    const { undoable } = this.kept;
    const subject = [this.subject, ...undoable.map((deed) => deed.subject)].find((each) => each?.key === step.key);
    if (step.ruling !== null) {
      const index = undoable.map((deed) => deed.isRuling && deed.subject.key).lastIndexOf(step.key);
      this.host.keep({ undoable: undoable.filter((_, each) => each !== index) });
    } else if (subject) {
      this.keepDeed(subject, true);
    }
    if (!this.subject) {
      this.goOn();
    }
    return step;
  }

  /** What is open and not decided: texts first, then questions by importance, and last what was put off. */
  private get order(): Subject[] {
    const { later, parted } = this.kept;
    const { sheets, questions } = this.answer;
    const whole = sheets.filter(({ key }) => !parted.includes(key));
    const together = new Set(whole.flatMap(({ answers }) => answers.map(({ key }) => key)));
    const alone = questions.filter(({ key }) => !together.has(key));
    const open = [...whole, ...alone].filter(({ key }) => !this.isDecided(key));
    const putOff = later.flatMap((key) => open.filter((each) => each.key === key));
    return [...open.filter(({ key }) => !later.includes(key)), ...putOff];
  }

  private get kept() {
    return { always: false, later: [], parted: [], pending: [], undoable: [], ...this.host.state };
  }

  /** Show what comes first, another subject than before if there is one. */
  private goOn(): void {
    const { order } = this;
    const subject = order.find(({ key }) => key !== this.subject?.key) ?? order[0];
    this.host.keep({ subject, always: false });
  }

  private decide(subject: Subject, ruling: Pick<Step, 'ruling' | 'always' | 'own' | 'also' | 'several'>): Step {
    const { key } = subject;
    const step = this.sendAbout({ key, words: nameOf(subject), ...ruling });
    this.keepDeed(subject, true, { later: without(this.kept.later, key) });
    this.goOn();
    return step;
  }

  private sendAbout(about: Omit<Step, 'id' | 'uri'>): Step {
    return this.send({ id: crypto.randomUUID(), uri: this.host.state.scope ?? null, ...about });
  }

  private keepDeed(subject: Subject, isRuling: boolean, change: Partial<DecidePageState> = {}): void {
    this.host.keep({ ...change, undoable: [...this.kept.undoable, { subject, isRuling }].slice(-MAX_UNDO) });
  }

  /** Return the newest step about a subject that is on its way. */
  private lastStep(key: string): Step | undefined {
    return this.pending.filter((step) => step.key === key).at(-1);
  }

  /** Whether a ruling is on its way that is not taken back. */
  private isDecided(key: string): boolean {
    return (this.lastStep(key)?.ruling ?? null) !== null;
  }

  private isListed(key: string): boolean {
    return this.answer.questions.some((question) => question.key === key);
  }
}

/** Return the part of a step that tells a teacher's own correction. */
function ownOf(subject: Subject): { readonly own?: true } {
  return !isSheet(subject) && isOwnCorrection(subject) ? { own: true } : {};
}

function without(keys: readonly string[], key: string): string[] {
  return keys.filter((each) => each !== key);
}
