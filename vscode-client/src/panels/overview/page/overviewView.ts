import type { Sort } from '../classList';
import type { OverviewStrings } from '../overviewStrings';
import type { Numbers } from '../../numbers';
import type { OverviewExercise } from '../../../protocol/contract';
import type { Kind } from '../../../protocol/kinds';
import type { Vocabulary } from '../../../protocol/vocabularies';
import { element, type Child } from '../../page/elements';
import type { MarkWords } from './markWords';

/** What the page shows: an exercise, an order of students, a vocabulary, and the language's strings and numbers. */
export interface OverviewView {
  readonly exercise: OverviewExercise;
  readonly vocabulary: Vocabulary;
  readonly markWords: MarkWords;
  readonly sort: Sort;
  readonly allTypes: boolean;
  readonly language: string;
  readonly strings: OverviewStrings;
  readonly numbers: Numbers;
}

/** Return the heading of a kind, with its colour and its sign before it. */
export function kindLabel(kind: Kind, strings: OverviewStrings): Child[] {
  return [
    element('span', { class: `swatch ${kind.name}`, attributes: { 'aria-hidden': 'true' } }),
    kind.sign
      ? element('span', { class: `sign ${kind.name}`, attributes: { 'aria-hidden': 'true' } }, kind.sign)
      : undefined,
    strings.kinds[kind.id].heading,
  ];
}

/** Return a bar with one part for each kind, 0 to 1 each. */
export function stackedBar(parts: readonly (readonly [Kind, number])[]): HTMLElement {
  return element(
    'span',
    { class: 'stack', attributes: { 'aria-hidden': 'true' } },
    ...parts
      .filter(([, part]) => part > 0)
      .map(([{ name }, part]) => element('span', { class: name, style: { '--part': String(part) } })),
  );
}

/** Return an explanation of the colours and signs. */
export function legend({ strings, vocabulary }: OverviewView): HTMLElement {
  return element(
    'ul',
    { class: 'legend', attributes: { 'aria-label': strings.legend } },
    ...vocabulary.kinds.map((kind) =>
      element(
        'li',
        {},
        element('strong', {}, ...kindLabel(kind, strings)),
        element('span', { class: 'note' }, strings.kinds[kind.id].hint),
      ),
    ),
  );
}
