import type { AdjudicationDecision, AdjudicationSentence, RestoredSentence } from '../../../protocol/contract';
import { focusedKey, focusOn } from '../../page/elements';
import type { Host } from '../../page/host';
import type {
  AdjudicationPageState,
  AdjudicationStrings,
  Draft,
  FromAdjudicationPage,
  ShownSentence,
  Step,
  Stop,
  ToAdjudicationPage,
} from '../adjudicationMessages';
import { type KeyDecision, takenFrom, targetOf } from '../sentenceParts';
import { emptyState, type HeadActions, progressHead } from './progressHead';
import { type EntryActions, type Frame, sentenceCard } from './sentenceView';

/** Largest number of decisions that can be undone. */
const MAX_UNDO = 200;

/** Where decisions are kept over a reload, and how they are sent. */
interface DecisionHost {
  readonly state: AdjudicationPageState;
  keep(change: Partial<AdjudicationPageState>): void;
  readonly post: (message: { readonly type: 'steps'; readonly steps: readonly Step[] }) => void;
}

/**
 * The person's decisions: those that are not known to be written, what takes written ones back, and the reason for the
 * next one.
 */
class Decisions {
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

export type AdjudicationHost = Host<ToAdjudicationPage, FromAdjudicationPage, AdjudicationPageState>;

/** The sentence that is shown, with the chosen place, and what a person does with it. */
export class SentenceDesk {
  readonly decisions: Decisions;
  shown: ShownSentence | undefined;
  /** The number of the chosen place, from 0. */
  place: number | undefined;

  constructor(
    private readonly host: AdjudicationHost,
    private readonly frame: Frame,
    readonly strings: AdjudicationStrings,
    /** The exercise's name. */
    private readonly exercise: string,
  ) {
    this.decisions = new Decisions(host);
  }

  /** The number of the shown sentence, from 0; -1 if there is none. */
  get index(): number {
    return this.shown?.sentence?.index ?? this.host.state.sentence ?? -1;
  }

  show(to: Stop['to'], index: number, all = this.host.state.all ?? false): void {
    this.host.post({ type: 'show', stop: { to, index, all } });
  }

  toggle(setting: 'all' | 'stays'): void {
    this.host.keep({ [setting]: !this.host.state[setting] });
    this.draw();
  }

  /** Send a decision, or say why there is none. */
  decideOr({ decision, problem }: KeyDecision): void {
    if (decision) {
      this.decide(decision);
    } else {
      this.frame.say(problem === 'absent' ? this.strings.absentAnnotator : this.strings[problem]);
    }
  }

  /** Send a decision. One about a sentence waits for the one before it, so that no key falls on a sentence not seen yet. */
  decide(decision: AdjudicationDecision): void {
    if (!this.decisions.decide(decision)) {
      this.frame.say(this.strings.isWriting);
    }
  }

  undo(): void {
    if (this.decisions.pending.length > 0) {
      this.frame.say(this.strings.isWriting);
    } else if (!this.decisions.undo()) {
      this.frame.say(this.strings.noUndo);
    }
  }

  movePlace(step: number): void {
    const count = this.shown?.sentence?.places.length ?? 0;
    if (count > 0) {
      const from = this.place ?? (step > 0 ? -1 : count);
      this.select((from + step + count) % count);
    }
  }

  select(place: number | undefined): void {
    if (place !== this.place) {
      this.place = place;
      this.draw();
      focusOn(place === undefined ? 'sentence' : `place-${place}`);
    }
  }

  /** Let the person write. */
  write(draft: Draft): void {
    this.host.keep({ draft });
    this.draw();
    const input = document.querySelector<HTMLInputElement>('#entry');
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }

  /** Draw everything again; the element with the key has the keyboard then. */
  draw(focused = focusedKey()): void {
    const { strings, shown, frame } = this;
    if (!shown) {
      return;
    }
    const { sentence, annotators } = shown;
    frame.head.replaceChildren(...progressHead(this.exercise, shown, this.host.state, strings, this.headActions()));
    frame.showPending(this.decisions.pending.length, strings);
    const showAll = (): void => {
      this.host.keep({ all: true });
      this.show('next', -1);
    };
    const content = sentence ? this.card(sentence, shown) : [emptyState(shown, strings, showAll)];
    frame.content.replaceChildren(...content);
    frame.showKeys(strings, annotators.length > 1);
    focusOn(focused);
  }

  private closeEntry(): void {
    const place = this.host.state.draft?.place;
    this.host.keep({ draft: undefined });
    this.draw();
    focusOn(place === undefined ? 'sentence' : `place-${place}`);
  }

  private saveDraft(draft: Draft, text: string): void {
    const sentence = this.shown?.sentence;
    if (!sentence) {
      return;
    }
    if (draft.kind === 'words' && this.decisions.pending.length > 0) {
      this.frame.say(this.strings.isWriting);
      return;
    }
    this.closeEntry();
    if (draft.kind === 'words') {
      this.decide({ action: 'own', words: text, ...targetOf(sentence, draft.place) });
    } else if (this.decisions.last && text) {
      this.decide({ ...this.decisions.last, reason: text });
    } else {
      this.decisions.reason = text;
      this.draw();
    }
  }

  private headActions(): HeadActions {
    return {
      step: (to) => {
        this.show(to, this.index);
      },
      jump: (index) => {
        this.show('at', index);
      },
      toggle: (setting) => {
        this.toggle(setting);
      },
      takeMajority: () => {
        this.host.post({ type: 'askMajority' });
      },
      export: () => {
        this.host.post({ type: 'export' });
      },
      leave: () => {
        focusOn('sentence');
      },
    };
  }

  private card(sentence: AdjudicationSentence, { annotators, documents, counts }: ShownSentence): HTMLElement[] {
    const { strings, place, decisions } = this;
    const { draft } = this.host.state;
    return sentenceCard({
      ...{ sentence, strings, annotators, documents, place, draft, total: counts.sentences },
      reason: decisions.reason,
      isForNext: decisions.last === undefined,
      select: (chosen) => {
        this.select(chosen);
      },
      take: (annotator, chosen) => {
        this.decideOr(takenFrom(annotator, sentence, chosen));
      },
      open: ({ uri, range }) => {
        this.host.post({ type: 'openPlace', uri, range, view: null });
      },
      entry: draft ? this.entryActions(draft) : undefined,
    });
  }

  private entryActions(draft: Draft): EntryActions {
    return {
      keep: (text) => {
        this.host.keep({ draft: { ...draft, text } });
      },
      save: (text) => {
        this.saveDraft(draft, text);
      },
      cancel: () => {
        this.closeEntry();
      },
    };
  }
}
