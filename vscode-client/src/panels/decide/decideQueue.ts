/** A class's answers in the order in which a teacher decides them, with the rulings that the server has not confirmed. */

import type { ClassQuestion, ClassQuestions, Ruled, StudentSheet, TextMark } from '../../protocol/contract';
import type { DecideAction, DecidePageState, Deed, End, Ruling, Step } from './decideMessages';
import { Keys } from '../desk';

/** What a teacher can say of an answer, in the order of the buttons. */
export const RULINGS: readonly Ruling[] = ['correct', 'partly', 'wrong', 'needed', 'either', 'taste'];

/** What can be said of an answer, or of a teacher's correction that nobody in the class makes. */
export function rulingsOn(question: ClassQuestion): Ruling[] {
  return RULINGS.filter((ruling) => question.rulings.includes(ruling));
}

/** Whether a question is about a teacher's own correction, which has other words that are right too. */
export function isOwnCorrection(question: ClassQuestion): boolean {
  return question.rulings.includes('taste');
}

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

/** Largest number of deeds that can be taken back. */
const MAX_UNDO = 50;

function subjectOf(deed: Deed): ClassQuestion | StudentSheet {
  return 'sheet' in deed ? deed.sheet : deed.question;
}

function markKey(text: string, student: string): string {
  return `${text}#${student}`;
}

/** Where the queue keeps what must outlast a reload. */
export interface QueueHost {
  readonly state: DecidePageState;
  keep(change: Partial<DecidePageState>): void;
}

/** Numbers of questions and marks. */
export interface Tally {
  /** Questions that are left. */
  readonly left: number;
  /** Questions of these that were put off. */
  readonly later: number;
  /** Rulings on their way to the server. */
  readonly pending: number;
  /** Marks without an open answer. */
  readonly final: number;
  readonly marks: number;
}

/**
 * The question that a person sees, and those that follow. It never changes under the person's hands: an answer that the
 * server no longer asks about is shown until the person goes on, and no ruling on it is sent.
 */
export class DecideQueue {
  private answer: ClassQuestions | undefined;

  constructor(private readonly host: QueueHost) {}

  /** The question that is shown; `undefined` if none is left, or the next ones are not there yet. */
  get current(): ClassQuestion | undefined {
    return this.host.state.current;
  }

  /** The text that is shown in place of a question; `undefined` if none is. */
  get sheet(): StudentSheet | undefined {
    return this.host.state.sheet;
  }

  /** Whether the question that is shown is not open any more: somebody decided it elsewhere, or its text changed. */
  get isGone(): boolean {
    const { current, answer } = this;
    return !!current && !!answer && !this.isListed(current.key) && this.lastStep(current.key)?.ruling !== null;
  }

  /** Whether the next ruling holds in all exercises of the course. */
  get always(): boolean {
    return this.host.state.always ?? false;
  }

  /** Say that the next ruling holds in all exercises of the course, or only in these again. */
  toggleAlways(): void {
    this.host.keep({ always: !this.always });
  }

  get tally(): Tally {
    const { open, marks } = this.answer ?? { open: 0, marks: [] };
    const keys = [...new Set(this.pending.filter(({ mark }) => !mark).map(({ key }) => key))];
    const changes = keys.map((key) => {
      const isDecided = this.lastStep(key)?.ruling !== null;
      return isDecided === this.isListed(key) ? (isDecided ? -1 : 1) : 0;
    });
    const left = changes.reduce<number>((total, change) => total + change, open);
    return {
      left,
      later: this.order.filter(({ key }) => this.later.includes(key)).length,
      pending: this.pending.length,
      final: marks.filter((mark) => mark.open === 0).length,
      marks: marks.length,
    };
  }

  /** The steps that the server has not confirmed, the oldest first. */
  get pending(): readonly Step[] {
    return this.host.state.pending ?? [];
  }

  /** Whether a question is shown, or can be. */
  has(key: string): boolean {
    return this.order.some((question) => question.key === key);
  }

  /** Show a newer answer of the server's; the person keeps the question that is shown. */
  replace(answer: ClassQuestions): void {
    this.answer = answer;
    const { current, sheet } = this;
    if (sheet) {
      const newerSheet = answer.sheets.find(({ key }) => key === sheet.key);
      const isComingBack = this.pending.some(({ key }) => key === sheet.key);
      if (newerSheet) {
        this.host.keep({ sheet: newerSheet });
      } else if (!isComingBack) {
        this.goOn(undefined);
      }
      return;
    }
    const newer = current && answer.questions.find(({ key }) => key === current.key);
    if (newer) {
      this.host.keep({ current: newer });
    } else if (!current && !this.sheet) {
      this.goOn(undefined);
    }
  }

  /** Decide all answers of the text that is shown, and go on; return the step to send. */
  ruleSheet(several: Readonly<Record<string, Ruling>>): Step | undefined {
    const { sheet } = this;
    if (!sheet) {
      return undefined;
    }
    const { scope = null } = this.host.state;
    const ruling = 'correct' as const;
    const step = { id: crypto.randomUUID(), uri: scope, key: sheet.key, ruling, several, words: sheet.label };
    this.host.keep({ pending: [...this.pending, step] });
    this.keepDeed({ sheet, isRuling: true });
    this.goOn(undefined);
    return step;
  }

  /** Ask about the answers of the text that is shown one by one. */
  partSheet(): void {
    const { sheet } = this;
    if (sheet) {
      this.host.keep({ parted: [...this.parted, sheet.key] });
      this.keepDeed({ sheet, isRuling: false });
    }
    this.goOn(undefined);
  }

  /** Decide the question that is shown, and go on. Return the step to send; `undefined` if the question is gone. */
  rule(ruling: Ruling, also: readonly string[] = []): Step | undefined {
    const { current, isGone } = this;
    if (!current || isGone) {
      this.goOn(current);
      return undefined;
    }
    const step = this.add(current, ruling, also);
    this.host.keep({ later: this.later.filter((key) => key !== current.key) });
    this.keepDeed({ question: current, isRuling: true });
    this.goOn(current);
    return step;
  }

  /** Call a mark final, or with `null` open again; return the step to send. */
  callFinal({ uri: text, student, label }: TextMark, open: End | null): Step {
    const { scope = null } = this.host.state;
    const mark = { text, student, open };
    const step = { id: crypto.randomUUID(), uri: scope, key: markKey(text, student), ruling: null, mark, words: label };
    this.host.keep({ pending: [...this.pending, step] });
    return step;
  }

  /** The marks whose finality the server has not confirmed. */
  isChanging({ uri, student }: TextMark): boolean {
    return this.pending.some(({ mark, key }) => mark && key === markKey(uri, student));
  }

  /** The marks, as the server has answered. */
  get marks(): readonly TextMark[] {
    return this.answer?.marks ?? [];
  }

  /** Put the question that is shown off until all others are done. */
  putOff(): void {
    const { current, isGone, sheet } = this;
    if (sheet) {
      this.host.keep({ later: [...this.later.filter((key) => key !== sheet.key), sheet.key] });
      this.keepDeed({ sheet, isRuling: false });
    }
    if (current && !isGone) {
      this.host.keep({ later: [...this.later.filter((key) => key !== current.key), current.key] });
      this.keepDeed({ question: current, isRuling: false });
    }
    this.goOn(current);
  }

  /** Take the last deed back, and show its question again. Return it with the step to send, if it was a ruling. */
  undo(): { readonly words: string; readonly step: Step | undefined } | undefined {
    const deed = this.deeds.at(-1);
    if (!deed) {
      return undefined;
    }
    const { isRuling } = deed;
    const { key } = subjectOf(deed);
    const shown = 'sheet' in deed ? { sheet: deed.sheet, current: undefined } : { current: deed.question };
    const without = (keys: readonly string[]): readonly string[] => keys.filter((each) => each !== key);
    const putOff = isRuling ? {} : { later: without(this.later), parted: without(this.parted) };
    this.host.keep({ deeds: this.deeds.slice(0, -1), sheet: undefined, always: false, ...shown, ...putOff });
    if ('sheet' in deed) {
      return { words: deed.sheet.label, step: isRuling ? this.undoneSheet(deed.sheet) : undefined };
    }
    return { words: deed.question.change, step: isRuling ? this.add(deed.question, null) : undefined };
  }

  /** Show a question, if it is open. */
  choose(key: string): void {
    const question = this.order.find((each) => each.key === key);
    if (question) {
      this.host.keep({ current: question, sheet: undefined, always: false });
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
    if (step?.mark) {
      return step;
    }
    if (step && step.ruling !== null) {
      const index = this.deeds.map((deed) => deed.isRuling && subjectOf(deed).key).lastIndexOf(step.key);
      this.host.keep({ deeds: this.deeds.filter((_, each) => each !== index) });
    } else if (step) {
      const shown = [this.current, ...this.deeds.map((deed) => ('question' in deed ? deed.question : undefined))];
      const question = shown.find((each) => each?.key === step.key);
      if (question) {
        this.keepDeed({ question, isRuling: true });
      }
    }
    if (!this.current && !this.sheet) {
      this.goOn(undefined);
    }
    return step;
  }

  /** The open questions that are not decided: the most important first, and those that were put off last. */
  private get order(): ClassQuestion[] {
    const { later } = this;
    const together = new Set(
      this.sheets
        .filter(({ key }) => !this.parted.includes(key))
        .flatMap(({ answers }) => answers.map(({ key }) => key)),
    );
    const open = (this.answer?.questions ?? []).filter(
      ({ key }) => !together.has(key) && (this.lastStep(key)?.ruling ?? null) === null,
    );
    const putOff = later.flatMap((key) => open.filter((question) => question.key === key));
    return [...open.filter(({ key }) => !later.includes(key)), ...putOff];
  }

  private get sheets(): readonly StudentSheet[] {
    return this.answer?.sheets ?? [];
  }

  private get parted(): readonly string[] {
    return this.host.state.parted ?? [];
  }

  private get later(): readonly string[] {
    return this.host.state.later ?? [];
  }

  private get deeds(): readonly Deed[] {
    return this.host.state.deeds ?? [];
  }

  /** Show the first question of the order, another one than that before if there is one. */
  private goOn(before: ClassQuestion | undefined): void {
    const { order, later } = this;
    const next = order.find(({ key }) => key !== before?.key) ?? order[0];
    const waiting = this.sheets.filter(
      ({ key }) => !this.parted.includes(key) && (this.lastStep(key)?.ruling ?? null) === null,
    );
    const isAtEnd = !next || later.includes(next.key);
    const sheet = waiting.find(({ key }) => !later.includes(key)) ?? (isAtEnd ? waiting[0] : undefined);
    this.host.keep({ sheet, current: sheet ? undefined : next, always: false });
  }

  private undoneSheet({ key, label }: StudentSheet): Step {
    const { scope = null } = this.host.state;
    const step = { id: crypto.randomUUID(), uri: scope, key, ruling: null, words: label };
    this.host.keep({ pending: [...this.pending, step] });
    return step;
  }

  private add(question: ClassQuestion, ruling: Ruling | null, also: readonly string[] = []): Step {
    const { key, change } = question;
    const { scope = null } = this.host.state;
    const own = isOwnCorrection(question) ? { own: true, ...(also.length > 0 ? { also } : {}) } : {};
    const always = ruling !== null && this.always;
    const step = { id: crypto.randomUUID(), uri: scope, key, ruling, always, ...own, words: change };
    this.host.keep({ pending: [...this.pending, step] });
    return step;
  }

  private keepDeed(deed: Deed): void {
    this.host.keep({ deeds: [...this.deeds, deed].slice(-MAX_UNDO) });
  }

  private drop(id: string): Step | undefined {
    const step = this.pending.find((each) => each.id === id);
    this.host.keep({ pending: this.pending.filter((each) => each !== step) });
    return step;
  }

  /** Return the newest step about a question that is on its way. */
  private lastStep(key: string): Step | undefined {
    return this.pending.filter((step) => step.key === key).at(-1);
  }

  private isListed(key: string): boolean {
    return this.answer?.questions.some((question) => question.key === key) ?? false;
  }
}
