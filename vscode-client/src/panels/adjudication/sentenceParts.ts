import { groupsOf } from '../desk';
import type { TokenEdit, AdjudicationPlace, AdjudicationRuling, AdjudicationSentence } from '../../protocol/contract';

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
    return seen ? [{ name, number: position + 1, seen }] : [];
  });
  const groups = groupsOf(present, ({ name, seen }) => JSON.stringify([seen.words, changesOf(sentence, name)]));
  return groups.map(([, people]) => ({
    annotators: people.map(({ name, number }) => ({ name, number })),
    changed: people.some(({ seen }) => seen.changed),
  }));
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
