import type { AdjudicationDecision, RestoredSentence } from '../../../protocol/contract';
import type { AdjudicationPageState } from '../adjudicationMessages';
import type { Step } from '../step';

/** Largest number of decisions that can be undone. */
const MAX_UNDO = 200;

/** Where decisions are kept over a reload, and how they are sent. */
export interface DecisionHost {
  readonly state: AdjudicationPageState;
  keep(change: Partial<AdjudicationPageState>): void;
  readonly post: (message: { readonly type: 'steps'; readonly steps: readonly Step[] }) => void;
}

/**
 * The person's decisions: those that are not known to be written, what takes written ones back, and the reason for the
 * next one.
 */
export class Decisions {
  /** The newest decision about the shown sentence. */
  last: AdjudicationDecision | undefined;
  /** The reason that the next decision about the shown sentence gets. */
  reason = '';

  constructor(private readonly host: DecisionHost) {}

  /** The decisions that are not known to be written, the oldest first. */
  get pending(): readonly Step[] {
    return this.host.state.pending ?? [];
  }

  /** Forget the reason and the newest decision of the sentence that was shown before. */
  beginSentence(): void {
    this.last = undefined;
    this.reason = '';
  }

  /** Keep a decision with the reason, and send it; return false while another one is being written. */
  decide(decision: AdjudicationDecision): boolean {
    if (this.pending.length > 0) {
      return false;
    }
    const reason = decision.reason ?? this.reason;
    const reasoned = reason ? { ...decision, reason } : decision;
    this.last = decision.action === 'withdraw' ? undefined : reasoned;
    this.reason = '';
    this.send(reasoned);
    return true;
  }

  /** Take back the newest written decision; return false if there is none. */
  undo(): boolean {
    const before = this.host.state.undo ?? [];
    const last = before.at(-1);
    if (!last) {
      return false;
    }
    this.host.keep({ undo: before.slice(0, -1) });
    this.send({ action: 'restore', restore: [...last] });
    return true;
  }

  /** Send again everything that is not known to be written. */
  resend(): void {
    if (this.pending.length > 0) {
      this.host.post({ type: 'steps', steps: this.pending });
    }
  }

  /** Forget a decision that is written or refused, and return it; `undefined` if it is none of this page's. */
  remove(id: string): AdjudicationDecision | undefined {
    const step = this.pending.find((each) => each.id === id);
    if (step) {
      this.host.keep({ pending: this.pending.filter((each) => each !== step) });
    }
    return step?.decision;
  }

  /** Keep what takes a written decision back. */
  keepUndo(undo: readonly RestoredSentence[]): void {
    if (undo.length > 0) {
      this.host.keep({ undo: [...(this.host.state.undo ?? []), undo].slice(-MAX_UNDO) });
    }
  }

  private send(decision: AdjudicationDecision): void {
    const step = { id: crypto.randomUUID(), uri: this.host.state.uri ?? '', decision };
    this.host.keep({ pending: [...this.pending, step] });
    this.host.post({ type: 'steps', steps: [step] });
  }
}
