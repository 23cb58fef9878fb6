/** What the extension and the page of adjudication share: their messages, decisions, and how a sentence is shown. */

import type {
  AdjudicationCounts,
  AdjudicationDecision,
  AdjudicationResult,
  AdjudicationRuling,
  AdjudicationSentence,
  RestoredSentence,
  TokenEdit,
  TokenSpan,
} from '../../protocol/contract';
import { groupsOf, Keys } from '../desk';
import type { DeskStep, Failed, Focus, OpenPlace, Outcome, RemedyRequest, ShownFolder } from '../messages';

/** An annotator, with the name as people read it, and the URIs of the annotator's documents. */
export interface NamedAnnotator {
  readonly name: string;
  readonly label: string;
  readonly documents: readonly string[];
}

/** A sentence, or none where no sentence is like the wanted one, with how far everything is. */
export interface ShownSentence {
  readonly type: 'sentence';
  readonly sentence: AdjudicationSentence | null;
  readonly counts: AdjudicationCounts;
  readonly annotators: readonly NamedAnnotator[];
  readonly problems: readonly string[];
}

export type ToAdjudicationPage =
  | ShownFolder
  | ShownSentence
  | Outcome<AdjudicationResult>
  | Condition
  /** The person confirmed to take the majority's versions in all open sentences. */
  | { readonly type: 'takeMajority' }
  | Focus;

/** Why a newer sentence is not shown yet. */
export type Condition = { readonly type: 'reading' | 'waiting' } | Failed;

/** Which sentence to show: one by its number from 0, or the nearest one before or behind it. */
export interface Stop {
  readonly to: 'next' | 'previous' | 'at';
  /** -1: before the first sentence. */
  readonly index: number;
  /** Whether `next` and `previous` stop at sentences that are not open, too. */
  readonly all: boolean;
}

export type FromAdjudicationPage =
  /** `askMajority`: how many sentences have a majority, and whether to take it there. */
  | { readonly type: 'ready' | 'askMajority' | 'export' }
  | { readonly type: 'show'; readonly stop: Stop }
  | { readonly type: 'steps'; readonly steps: readonly Step[] }
  | OpenPlace
  | RemedyRequest;

/** Words that a person is writing. */
export interface Draft {
  readonly kind: 'words' | 'reason';
  /** The number of the sentence, from 0. */
  readonly sentence: number;
  /** The number of the place, from 0; the whole sentence without it. */
  readonly place?: number | undefined;
  readonly text: string;
}

/** What the page keeps over a reload. */
export interface AdjudicationPageState {
  /** The URI of a document of the exercise. */
  readonly uri?: string | undefined;
  readonly name?: string | undefined;
  /** The number of the sentence that is shown, from 0. */
  readonly sentence?: number | undefined;
  readonly all?: boolean | undefined;
  /** Whether the next open sentence is not shown by itself. */
  readonly stays?: boolean | undefined;
  /** The decisions that are not known to be written, the oldest first. */
  readonly pending?: readonly Step[] | undefined;
  /** What takes back the decisions, the newest one last. */
  readonly undo?: readonly (readonly RestoredSentence[])[] | undefined;
  readonly draft?: Draft | undefined;
}

export interface Step extends DeskStep {
  /** The URI of a document of the exercise. */
  readonly uri: string;
  readonly decision: AdjudicationDecision;
}

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
  const isChosen = place !== undefined;
  const places = isChosen ? sentence.places.slice(place, place + 1) : sentence.places;
  if (action === 'majority') {
    return majorityOf(places, isChosen, target);
  }
  const isDecided = (!isChosen && sentence.state === 'decided') || places.some(({ state }) => state === 'decided');
  if (action === 'withdraw' && !isDecided) {
    return { problem: 'nothingDecided' };
  }
  return action === 'leave' || action === 'withdraw' ? { decision: { action, ...target } } : undefined;
}

function majorityOf(places: AdjudicationSentence['places'], isChosen: boolean, target: Target): KeyDecision {
  const versions = places.flatMap((each) => (isChosen || each.state === 'open' ? each.versions : []));
  const version = versions.find(({ majority }) => majority);
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
  if (annotator === undefined || sentence.absent.includes(annotator)) {
    return { problem: annotator === undefined ? 'noAnnotator' : 'absent' };
  }
  return { decision: { action: 'take', annotator, ...targetOf(sentence, place) } };
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
  const words = chosen?.rulings.length === 1 ? chosen.rulings[0]?.words : undefined;
  const text = chosen ? (words ?? chosen.source) : sentence.result;
  return { kind: 'words', sentence: sentence.index, place: chosen && place, text };
}

/** Return the draft with the own words of a decision that was refused; `undefined` if it has none. */
export function refusedDraft(decision: AdjudicationDecision, sentence: AdjudicationSentence): Draft | undefined {
  const { words, place: span } = decision;
  const index = sentence.places.findIndex(({ start, end }) => start === span?.start && end === span.end);
  const place = index < 0 ? undefined : index;
  return words == null ? undefined : { kind: 'words', sentence: sentence.index, text: words, place };
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

type Change = Pick<TokenEdit, 'start' | 'end' | 'replacement' | 'type'>;

/** Return a sentence with some changes of it, which must not overlap, cut at the ends of the places. */
export function sentenceParts(
  tokens: readonly string[],
  changes: readonly Change[],
  places: readonly TokenSpan[],
): SentencePart[] {
  const parts: SentencePart[] = [];
  const placeAt = (start: number, end: number): number | undefined => {
    const place = places.findIndex((span) => span.start <= start && end <= span.end);
    return place < 0 ? undefined : place;
  };
  const add = (kind: SentencePart['kind'], text: string, place: number | undefined): void => {
    const last = parts.at(-1);
    if (last?.kind === 'same' && kind === 'same' && last.place === place) {
      parts[parts.length - 1] = { ...last, text: `${last.text} ${text}` };
    } else if (text || kind === 'gap') {
      parts.push({ kind, text, place });
    }
  };
  const order = [...changes].sort((one, other) => one.start - other.start || one.end - other.end);
  for (let at = 0; at <= tokens.length;) {
    const own = order.filter(({ start }) => start === at);
    const gap = places.findIndex(({ start, end }) => start === at && end === at);
    if (gap >= 0 && own[0]?.end !== at) {
      add('gap', '', gap);
    }
    for (const { end, replacement, type } of own) {
      const [source, place] = [tokens.slice(at, end).join(' '), placeAt(at, end)];
      if (type === DETECTION) {
        add(source ? 'marked' : 'gap', source, place);
      } else {
        add('removed', source, place);
        add('added', replacement.join(' '), place);
      }
    }
    const next = Math.max(at, ...own.map(({ end }) => end));
    if (next === at) {
      tokens.slice(at, at + 1).forEach((token) => add('same', token, placeAt(at, at + 1)));
    }
    at = Math.max(next, at + 1);
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
interface SentenceGroup {
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
