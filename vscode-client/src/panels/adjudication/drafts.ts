/** The words that a person begins with when writing own words. */

import type { AdjudicationDecision, AdjudicationSentence } from '../../protocol/contract';
import type { Draft } from './adjudicationMessages';

/** Return the draft of own words for a place, or for the whole sentence: what stands there now. */
export function wordsDraft(sentence: AdjudicationSentence, place: number | undefined): Draft {
  const chosen = place === undefined ? undefined : sentence.places[place];
  if (!chosen) {
    return { kind: 'words', sentence: sentence.index, text: sentence.result };
  }
  const words = chosen.rulings.length === 1 ? chosen.rulings[0]?.words : undefined;
  return { kind: 'words', sentence: sentence.index, place, text: words ?? chosen.source };
}

/** Return the draft with the own words of a decision that was refused; `undefined` if it has none. */
export function refusedDraft(decision: AdjudicationDecision, sentence: AdjudicationSentence): Draft | undefined {
  const { words, place } = decision;
  if (words == null) {
    return undefined;
  }
  const index = sentence.places.findIndex(({ start, end }) => start === place?.start && end === place.end);
  return { kind: 'words', sentence: sentence.index, text: words, ...(index >= 0 ? { place: index } : {}) };
}
