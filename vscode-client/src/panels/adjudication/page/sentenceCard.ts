import { fillTemplate } from '../../../words';
import { element } from '../../page/elements';
import type { Draft } from '../adjudicationMessages';
import { placeDetail } from './placeDetail';
import { resultSection } from './resultSection';
import { sentenceHead } from './sentenceHead';
import { labelsOf, openButtons, type SentenceView } from './sentenceView';
import { sourceLine } from './sourceLine';
import { textEntry, type EntryActions } from './textEntry';
import { versionTable } from './versionTable';

/** A sentence with what the person is writing about it. */
export interface CardView extends SentenceView {
  /** The number of all sentences. */
  readonly total: number;
  readonly draft: Draft | undefined;
  /** The reason that the next decision gets. */
  readonly reason: string;
  /** Whether a reason that is written now is for the next decision, and not for the last one. */
  readonly isForNext: boolean;
  /** What the person does with the draft. */
  readonly entry: EntryActions | undefined;
}

/** Return the parts of a sentence: its source, everybody's versions, the chosen place, and the result. */
export function sentenceCard(view: CardView): HTMLElement[] {
  const { sentence, strings, draft, reason, isForNext, entry, total } = view;
  const parts = [
    sentenceHead(sentence, total, strings),
    sourceLine(view),
    versionTable(view),
    sentence.absent.length > 0
      ? element('p', { class: 'note' }, fillTemplate(strings.absent, labelsOf(sentence.absent, view)))
      : undefined,
    placeDetail(view),
    entry && draft?.sentence === sentence.index ? textEntry(draft, strings, isForNext, entry) : undefined,
    reason ? element('p', { class: 'note' }, fillTemplate(strings.keptReason, reason)) : undefined,
    resultSection(view),
    openButtons(view, sentence.documents, strings.openHint),
  ];
  return parts.filter((part) => part !== undefined);
}
