import type { AnnotatorQuestion } from '../../protocol/contract';

/** A sentence cut at a place in it; `place` is empty where words are added. */
export interface CutSentence {
  readonly before: string;
  readonly place: string;
  readonly after: string;
}

/** Return a question's sentence cut at its place; `undefined` if the place is the whole sentence, or not in it. */
export function placeInSentence(
  question: Pick<AnnotatorQuestion, 'sentence' | 'before' | 'place' | 'sentencePlace'>,
): CutSentence | undefined {
  const { sentence, before } = question;
  return cutAt(sentence, extentOf(question) ?? extentOfWords(sentence, before));
}

/** Return a sentence cut at some words; `undefined` if they are all of it, or stand in no place or in several. */
export function cutAtWords(sentence: string, words: string): CutSentence | undefined {
  return cutAt(sentence, extentOfWords(sentence, words));
}

function cutAt(sentence: string, extent: Extent | undefined): CutSentence | undefined {
  if (!extent || (extent.start === 0 && extent.end === sentence.length)) {
    return undefined;
  }
  return {
    before: sentence.slice(0, extent.start),
    place: sentence.slice(extent.start, extent.end),
    after: sentence.slice(extent.end),
  };
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Return the place by its range, which must be on the sentence's first line, as the file has the sentence on one line. */
function extentOf({
  sentence,
  before,
  place,
  sentencePlace,
}: Pick<AnnotatorQuestion, 'sentence' | 'before' | 'place' | 'sentencePlace'>): Extent | undefined {
  if (!place || place.uri !== sentencePlace?.uri) {
    return undefined;
  }
  const { start, end } = place.range;
  const first = sentencePlace.range.start;
  if (start.line !== first.line || end.line !== first.line) {
    return undefined;
  }
  const extent = { start: start.character - first.character, end: end.character - first.character };
  const words = sentence.slice(extent.start, extent.end);
  return extent.start >= 0 && withoutSpaces(words) === withoutSpaces(before) ? extent : undefined;
}

/** Return the only place of some words: as whole words, or else, for parts of words such as *n’t*, as they stand. */
function extentOfWords(sentence: string, words: string): Extent | undefined {
  const places = words ? [...placesOf(sentence, words)] : [];
  const whole = places.filter(({ start, end }) => !isLetter(sentence[start - 1]) && !isLetter(sentence[end]));
  const [place, ...others] = whole.length > 0 ? whole : places;
  return others.length === 0 ? place : undefined;
}

function* placesOf(sentence: string, words: string): Generator<Extent> {
  for (let start = sentence.indexOf(words); start >= 0; start = sentence.indexOf(words, start + 1)) {
    yield { start, end: start + words.length };
  }
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}
