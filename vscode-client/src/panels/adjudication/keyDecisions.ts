import type { AdjudicationDecision, AdjudicationSentence, TokenSpan } from '../../protocol/contract';
import type { AdjudicationAction } from './keys';

/** A decision, or why there is none for a key. */
export type KeyDecision =
  | { readonly decision: AdjudicationDecision; readonly problem?: undefined }
  | { readonly decision?: undefined; readonly problem: 'noAnnotator' | 'absent' | 'noMajority' | 'nothingDecided' };

/**
 * Return what an action decides about a sentence, or about one of its places; `undefined` for an action that decides
 * nothing. `place` is a place's number from 0.
 */
export function decisionOf(
  action: AdjudicationAction,
  sentence: AdjudicationSentence,
  place: number | undefined,
): KeyDecision | undefined {
  const target = targetOf(sentence, place);
  const decisions: Partial<Record<AdjudicationAction, () => KeyDecision>> = {
    majority: () => majorityOf(sentence, place, target),
    leave: () => ({ decision: { action: 'leave', ...target } }),
    withdraw: () => withdrawal(sentence, place, target),
  };
  return decisions[action]?.();
}

/** Return the decision that takes an annotator's version of a sentence, or of one of its places. */
export function takenFrom(
  annotator: string | undefined,
  sentence: AdjudicationSentence,
  place: number | undefined,
): KeyDecision {
  if (annotator === undefined) {
    return { problem: 'noAnnotator' };
  }
  return sentence.absent.includes(annotator)
    ? { problem: 'absent' }
    : { decision: { action: 'take', annotator, ...targetOf(sentence, place) } };
}

/** Return what a decision names: the sentence, and the place in it. */
export function targetOf(
  sentence: AdjudicationSentence,
  place: number | undefined,
): Pick<AdjudicationDecision, 'key'> & { readonly place?: TokenSpan } {
  const span = place === undefined ? undefined : sentence.places[place];
  return { key: sentence.key, ...(span ? { place: { start: span.start, end: span.end } } : {}) };
}

type Target = ReturnType<typeof targetOf>;

function majorityOf(sentence: AdjudicationSentence, place: number | undefined, target: Target): KeyDecision {
  const places = place === undefined ? sentence.places : sentence.places.slice(place, place + 1);
  const versions = places
    .filter(({ state }) => place !== undefined || state === 'open')
    .flatMap(({ versions }) => versions.filter(({ majority }) => majority));
  const [first] = versions;
  const annotator = first?.annotators[0] ?? first?.alternatives[0];
  if (annotator === undefined) {
    return { problem: 'noMajority' };
  }
  return place === undefined
    ? { decision: { action: 'majority', ...target } }
    : { decision: { action: 'take', annotator, ...target } };
}

function withdrawal(sentence: AdjudicationSentence, place: number | undefined, target: Target): KeyDecision {
  const span = place === undefined ? undefined : sentence.places[place];
  const isDecided = span
    ? span.state === 'decided'
    : sentence.state === 'decided' || sentence.places.some(({ state }) => state === 'decided');
  return isDecided ? { decision: { action: 'withdraw', ...target } } : { problem: 'nothingDecided' };
}
