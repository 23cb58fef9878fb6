/** What keys decide about a sentence, the words that a person begins with, and how a sentence with changes is shown. */

import type {
  AdjudicationDecision,
  AdjudicationPlace,
  AdjudicationRuling,
  AdjudicationSentence,
  TokenEdit,
  TokenSpan,
} from '../../protocol/contract';
import { groupsOf, Keys } from '../desk';
import type { Draft } from './adjudicationMessages';

/** What the keys do, beside the numbers, which take an annotator's version. */
export const ADJUDICATION_KEYS = new Keys({
  majority: ['m'],
  leave: ['l'],
  withdraw: ['x'],
  words: ['e'],
  reason: ['c'],
  undo: ['u'],
  next: ['n'],
  previous: ['p'],
  nextPlace: ['ArrowRight'],
  previousPlace: ['ArrowLeft'],
  sentence: ['Escape'],
  all: ['a'],
  number: ['g'],
  help: ['?'],
});

export type AdjudicationAction = Parameters<typeof ADJUDICATION_KEYS.shown>[0];

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
  const places = place === undefined ? sentence.places : sentence.places.slice(place, place + 1);
  if (action === 'leave') {
    return { decision: { action, ...target } };
  }
  if (action === 'withdraw') {
    const isDecided =
      (place === undefined && sentence.state === 'decided') || places.some(({ state }) => state === 'decided');
    return isDecided ? { decision: { action, ...target } } : { problem: 'nothingDecided' };
  }
  return action === 'majority' ? majorityOf(places, place !== undefined, target) : undefined;
}

function majorityOf(places: readonly AdjudicationPlace[], isChosen: boolean, target: Target): KeyDecision {
  const open = places.filter(({ state }) => isChosen || state === 'open');
  const version = open.flatMap(({ versions }) => versions).find(({ majority }) => majority);
  const annotator = version?.annotators[0] ?? version?.alternatives[0];
  if (annotator === undefined) {
    return { problem: 'noMajority' };
  }
  return { decision: isChosen ? { action: 'take', annotator, ...target } : { action: 'majority', ...target } };
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

type Target = Pick<AdjudicationDecision, 'key'> & { readonly place?: TokenSpan };

/** Return what a decision names: the sentence, and the place in it. */
export function targetOf(sentence: AdjudicationSentence, place: number | undefined): Target {
  const span = sentence.places[place ?? -1];
  return { key: sentence.key, ...(span ? { place: { start: span.start, end: span.end } } : {}) };
}

/** Return the draft of own words for a place, or for the whole sentence: what stands there now. */
export function wordsDraft(sentence: AdjudicationSentence, place: number | undefined): Draft {
  const chosen = sentence.places[place ?? -1];
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

/** ERRANT's type of an error that is marked without a correction. */
const DETECTION = 'UNK';
/** M2's type of a place that stays as it is. */
const NOOP = 'noop';

/** A stretch of a sentence as it is shown. */
export interface SentencePart {
  /** `gap` is a place between two words at which nothing stands. */
  readonly kind: 'same' | 'removed' | 'added' | 'marked' | 'gap';
  readonly text: string;
  /** The number of the place, from 0; none outside the places. */
  readonly place: number | undefined;
}

type Span = Pick<AdjudicationPlace, 'start' | 'end'>;
type Change = Pick<TokenEdit, 'start' | 'end' | 'replacement' | 'type'>;

/** Return a sentence with some changes of it, which must not overlap, cut at the ends of the places. */
export function sentenceParts(
  tokens: readonly string[],
  changes: readonly Change[],
  places: readonly Span[],
): SentencePart[] {
  const parts: SentencePart[] = [];
  const add = (part: SentencePart): void => {
    const last = parts.at(-1);
    if (last?.kind === 'same' && part.kind === 'same' && last.place === part.place) {
      parts[parts.length - 1] = { ...last, text: `${last.text} ${part.text}` };
    } else if (part.text || part.kind === 'gap') {
      parts.push(part);
    }
  };
  const order = [...changes].sort((one, other) => one.start - other.start || one.end - other.end);
  for (let at = 0; at <= tokens.length;) {
    places.forEach(({ start, end }, place) => {
      if (start === at && end === at && !changes.some((change) => change.start === at && change.end === at)) {
        add({ kind: 'gap', text: '', place });
      }
    });
    let next = at;
    for (const change of order.filter(({ start }) => start === at)) {
      changeParts(tokens, change, places).forEach(add);
      next = Math.max(next, change.end);
    }
    if (next === at) {
      const token = tokens[at];
      if (token !== undefined) {
        add({ kind: 'same', text: token, place: placeAt(places, at, at + 1) });
      }
      next = at + 1;
    }
    at = next;
  }
  return parts;
}

/** Return the changes of an annotator: those at the places, and those that everybody has. */
export function changesOf(sentence: AdjudicationSentence, annotator: string): Change[] {
  const versions = sentence.places.flatMap(({ versions }) =>
    versions.filter(({ annotators }) => annotators.includes(annotator)),
  );
  return [...sentence.agreed, ...versions.flatMap(({ edits }) => edits)];
}

/** Return the changes of the result. */
export function resultChanges(rulings: readonly AdjudicationRuling[]): Change[] {
  return rulings
    .filter(({ start, type }) => start >= 0 && type !== NOOP)
    .map(({ start, end, words, type }) => ({ start, end, type, replacement: words ? words.split(' ') : [] }));
}

/** The annotators whose sentences are alike; `number` is an annotator's, from 1. */
export interface SentenceGroup {
  readonly annotators: readonly { readonly name: string; readonly number: number }[];
  readonly changed: boolean;
}

/** Return the annotators of a sentence with those alike together, in the order of all annotators. */
export function sentenceGroups(sentence: AdjudicationSentence, annotators: readonly string[]): SentenceGroup[] {
  const present = annotators.flatMap((name, position) => {
    const seen = sentence.annotators.find(({ annotator }) => annotator === name);
    return seen ? [{ name, number: position + 1, ...seen }] : [];
  });
  const groups = groupsOf(present, ({ name, words }) => JSON.stringify([words, changesOf(sentence, name)]));
  return groups.map(([, group]) => ({ annotators: group, changed: group.some(({ changed }) => changed) }));
}

function changeParts(tokens: readonly string[], change: Change, places: readonly Span[]): SentencePart[] {
  const { start, end, replacement, type } = change;
  const place = placeAt(places, start, end);
  const source = tokens.slice(start, end).join(' ');
  if (type === DETECTION) {
    return [source ? { kind: 'marked', text: source, place } : { kind: 'gap', text: '', place }];
  }
  return [
    { kind: 'removed', text: source, place },
    { kind: 'added', text: replacement.join(' '), place },
  ];
}

function placeAt(places: readonly Span[], start: number, end: number): number | undefined {
  const place = places.findIndex((span) => span.start <= start && end <= span.end);
  return place < 0 ? undefined : place;
}
