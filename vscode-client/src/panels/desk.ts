import type { AnnotatorQuestion } from '../protocol/contract';

/** The keys with which a person decides at a page: one table says what each key does, and which key a page shows. */

/** A key as the browser reports it. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The keys of each action, as the browser names them; a page shows the first. Letters stand without Shift. */
type KeyTable<Action extends string> = Readonly<Record<Action, readonly [string, ...string[]]>>;

/** What pressed keys do on one page. Ctrl+Z, and Cmd+Z on a Mac, do what the action `undo` does. */
export class Keys<Action extends string> {
  private readonly actions: readonly (Action | 'undo')[];

  constructor(private readonly table: KeyTable<Action | 'undo'>) {
    this.actions = Object.keys(table) as (Action | 'undo')[];
  }

  /**
   * Return what a pressed key does; `undefined` if nothing.
   *
   * @param isOffered tells whether an action can be done now; two actions may share a key if never both are offered.
   */
  actionOf(
    { key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey,
    isOffered: (action: Action | 'undo') => boolean = () => true,
  ): Action | 'undo' | undefined {
    const name = key.toLowerCase();
    if (ctrlKey || metaKey) {
      return name === 'z' && !altKey && !shiftKey ? 'undo' : undefined;
    }
    const hasKey = (action: Action | 'undo'): boolean => this.table[action].some((each) => each.toLowerCase() === name);
    return altKey ? undefined : this.actions.find((action) => hasKey(action) && isOffered(action));
  }

  /** Return the key that a page shows for an action. */
  shown(action: Action | 'undo'): string {
    const [first] = this.table[action];
    return first.length === 1 ? first.toUpperCase() : first;
  }
}

/** Return the index that a number key chooses, from 0; `undefined` for another key. */
export function choiceOf({ key, ctrlKey, metaKey, altKey }: PressedKey): number | undefined {
  return /^[1-9]$/.test(key) && !ctrlKey && !metaKey && !altKey ? Number(key) - 1 : undefined;
}

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

/** Return items in groups of those with an equal key, in the order of each group's first one. */
export function groupsOf<Item, Key extends string | null>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): (readonly [Key, readonly Item[]])[] {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups];
}
