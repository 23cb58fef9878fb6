import type { AdjudicationDecision, RestoredSentence } from '../../../protocol/contract';
import type { AdjudicationPageState, PendingDecision } from '../adjudicationMessages';

/** Largest number of decisions that can be undone. */
const MAX_UNDO = 200;

/** Where the decisions are kept over a reload, and how they are sent. */
export interface DecisionHost {
  readonly state: AdjudicationPageState;
  keep(change: Partial<AdjudicationPageState>): void;
  readonly post: (message: { readonly type: 'decide' } & PendingDecision) => void;
}

/** The decisions that are not known to be written, and what takes back those that are. */
export class PendingDecisions {
  constructor(private readonly host: DecisionHost) {}

  get all(): readonly PendingDecision[] {
    return this.host.state.pending ?? [];
  }

  /** Keep a decision and send it. */
  add(decision: AdjudicationDecision): void {
    const pending = { id: crypto.randomUUID(), decision };
    this.host.keep({ pending: [...this.all, pending] });
    this.host.post({ type: 'decide', ...pending });
  }

  /** Send everything again, in order. */
  resend(): void {
    for (const pending of this.all) {
      this.host.post({ type: 'decide', ...pending });
    }
  }

  /** Forget a decision that is written or refused; return it if it was kept. */
  remove(id: string): PendingDecision | undefined {
    const removed = this.all.find((pending) => pending.id === id);
    this.host.keep({ pending: this.all.filter((pending) => pending.id !== id) });
    return removed;
  }

  /** Keep what takes a written decision back. */
  keepUndo(undo: readonly RestoredSentence[]): void {
    if (undo.length > 0) {
      this.host.keep({ undo: [...(this.host.state.undo ?? []), undo].slice(-MAX_UNDO) });
    }
  }

  /** Take back the newest written decision; false if there is none. */
  undo(): boolean {
    const before = this.host.state.undo ?? [];
    const last = before.at(-1);
    if (!last) {
      return false;
    }
    this.host.keep({ undo: before.slice(0, -1) });
    this.add({ action: 'restore', restore: [...last] });
    return true;
  }
}
