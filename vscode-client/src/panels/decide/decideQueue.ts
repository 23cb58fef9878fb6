/** A class's answers in the order in which a teacher decides them, with the rulings that the server has not confirmed. */

import type { ClassQuestion, ClassQuestions, Ruled } from '../../protocol/contract';
import type { DecidePageState, Deed, Ruling, Step } from './decideMessages';

/** Largest number of deeds that can be taken back. */
const MAX_UNDO = 50;

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
    const keys = [...new Set(this.pending.map(({ key }) => key))];
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
    const { current } = this;
    const newer = current && answer.questions.find(({ key }) => key === current.key);
    if (newer) {
      this.host.keep({ current: newer });
    } else if (!current) {
      this.goOn(undefined);
    }
  }

  /** Decide the question that is shown, and go on. Return the step to send; `undefined` if the question is gone. */
  rule(ruling: Ruling): Step | undefined {
    const { current, isGone } = this;
    if (!current || isGone) {
      this.goOn(current);
      return undefined;
    }
    const step = this.add(current, ruling);
    this.host.keep({ later: this.later.filter((key) => key !== current.key) });
    this.keepDeed({ question: current, isRuling: true });
    this.goOn(current);
    return step;
  }

  /** Put the question that is shown off until all others are done. */
  putOff(): void {
    const { current, isGone } = this;
    if (current && !isGone) {
      this.host.keep({ later: [...this.later.filter((key) => key !== current.key), current.key] });
      this.keepDeed({ question: current, isRuling: false });
    }
    this.goOn(current);
  }

  /** Take the last deed back, and show its question again. Return it with the step to send, if it was a ruling. */
  undo(): { readonly question: ClassQuestion; readonly step: Step | undefined } | undefined {
    const deed = this.deeds.at(-1);
    if (!deed) {
      return undefined;
    }
    const { question, isRuling } = deed;
    const later = this.later.filter((key) => key !== question.key);
    const deeds = this.deeds.slice(0, -1);
    this.host.keep({ deeds, current: question, always: false, ...(isRuling ? {} : { later }) });
    return { question, step: isRuling ? this.add(question, null) : undefined };
  }

  /** Show a question, if it is open. */
  choose(key: string): void {
    const question = this.order.find((each) => each.key === key);
    if (question) {
      this.host.keep({ current: question, always: false });
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
    if (step && step.ruling !== null) {
      const index = this.deeds.map(({ question, isRuling }) => isRuling && question.key).lastIndexOf(step.key);
      this.host.keep({ deeds: this.deeds.filter((_, each) => each !== index) });
    } else if (step) {
      const shown = [this.current, ...this.deeds.map(({ question }) => question)];
      const question = shown.find((each) => each?.key === step.key);
      if (question) {
        this.keepDeed({ question, isRuling: true });
      }
    }
    if (!this.current) {
      this.goOn(undefined);
    }
    return step;
  }

  /** The open questions that are not decided: the most important first, and those that were put off last. */
  private get order(): ClassQuestion[] {
    const { later } = this;
    const open = (this.answer?.questions ?? []).filter(({ key }) => (this.lastStep(key)?.ruling ?? null) === null);
    const putOff = later.flatMap((key) => open.filter((question) => question.key === key));
    return [...open.filter(({ key }) => !later.includes(key)), ...putOff];
  }

  private get later(): readonly string[] {
    return this.host.state.later ?? [];
  }

  private get deeds(): readonly Deed[] {
    return this.host.state.deeds ?? [];
  }

  /** Show the first question of the order, another one than that before if there is one. */
  private goOn(before: ClassQuestion | undefined): void {
    const { order } = this;
    this.host.keep({ current: order.find(({ key }) => key !== before?.key) ?? order[0], always: false });
  }

  private add({ key, change }: ClassQuestion, ruling: Ruling | null): Step {
    const { scope = null } = this.host.state;
    const always = ruling !== null && this.always;
    const step = { id: crypto.randomUUID(), uri: scope, key, ruling, always, words: change };
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
