/** What the pages share on which a person decides with one key each. */

import type { AnnotatorQuestion } from '../protocol/contract';
import type { DeskStep, StepsRequest } from './messages';

/** Where steps are kept over a reload, with what else a page keeps, and how they are sent. */
export interface DeskHost<State> {
  readonly state: State;
  keep(change: Partial<State>): void;
  post(message: StepsRequest): void;
}

/** The steps of a person that the server has not confirmed. A page that is loaded again sends them again. */
export class PendingSteps<Step extends DeskStep, State extends { readonly pending?: readonly Step[] | undefined }> {
  constructor(protected readonly host: DeskHost<State>) {}

  /** The steps, the oldest first. */
  get pending(): readonly Step[] {
    return this.host.state.pending ?? [];
  }

  /** Send all steps again. */
  resend(): void {
    if (this.pending.length > 0) {
      this.host.post({ type: 'steps', steps: this.pending });
    }
  }

  /** Send a step, which is kept until it is dropped. */
  send(step: Step): Step {
    this.keepSteps([...this.pending, step]);
    this.host.post({ type: 'steps', steps: [step] });
    return step;
  }

  /** Forget a step, which is settled or failed, and return it; `undefined` if it is another page's. */
  drop(id: string): Step | undefined {
    const step = this.pending.find((each) => each.id === id);
    this.keepSteps(this.pending.filter((each) => each !== step));
    return step;
  }

  private keepSteps(pending: readonly Step[]): void {
    this.host.keep({ pending } as Partial<State>);
  }
}

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
  readonly actions: readonly (Action | 'undo')[];

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

/**
 * Return a question's sentence cut at its place; `undefined` if the place is the whole sentence, or not in it.
 *
 * The place's range must be on the sentence's first line, as the file has the sentence on one line, and have its words.
 */
export function placeInSentence({
  sentence,
  before,
  place,
  sentencePlace,
}: Pick<AnnotatorQuestion, 'sentence' | 'before' | 'place' | 'sentencePlace'>): CutSentence | undefined {
  if (place && place.uri === sentencePlace?.uri) {
    const { start: first } = sentencePlace.range;
    const [from, to] = [place.range.start, place.range.end].map(({ line, character }) =>
      line === first.line ? character - first.character : -1,
    ) as [number, number];
    const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');
    if (from >= 0 && to >= 0 && withoutSpaces(sentence.slice(from, to)) === withoutSpaces(before)) {
      return cutAt(sentence, from, to);
    }
  }
  return cutAtWords(sentence, before);
}

/**
 * Return a sentence cut at some words, as whole words or else, for parts of words such as *n’t*, as they stand;
 * `undefined` if they are all of it, or stand in no place or in several.
 */
export function cutAtWords(sentence: string, words: string): CutSentence | undefined {
  const places: number[] = [];
  for (let at = words ? sentence.indexOf(words) : -1; at >= 0; at = sentence.indexOf(words, at + 1)) {
    places.push(at);
  }
  const isLetter = (at: number): boolean => /[\p{L}\p{N}]/u.test(sentence[at] ?? '');
  const whole = places.filter((at) => !isLetter(at - 1) && !isLetter(at + words.length));
  const [place, ...others] = whole.length > 0 ? whole : places;
  return place === undefined || others.length > 0 ? undefined : cutAt(sentence, place, place + words.length);
}

function cutAt(sentence: string, start: number, end: number): CutSentence | undefined {
  return end - start === sentence.length
    ? undefined
    : { before: sentence.slice(0, start), place: sentence.slice(start, end), after: sentence.slice(end) };
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
