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
  const found = extentOf(question) ?? extentOfWords(sentence, before);
  if (!found || (found.start === 0 && found.end === sentence.length)) {
    return undefined;
  }
  return {
    before: sentence.slice(0, found.start),
    place: sentence.slice(found.start, found.end),
    after: sentence.slice(found.end),
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

/** Return the only place of some words. */
function extentOfWords(sentence: string, words: string): Extent | undefined {
  const start = words ? sentence.indexOf(words) : -1;
  return start >= 0 && start === sentence.lastIndexOf(words) ? { start, end: start + words.length } : undefined;
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}
