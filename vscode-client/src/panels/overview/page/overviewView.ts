import type { ClassRow, Sort } from '../classList';
import type { OverviewStrings } from '../overviewStrings';
import type { Numbers } from '../../numbers';
import { fillTemplate } from '../../../template';
import type { Overview, OverviewClass, Totals } from '../../../protocol/contract';
import type { Kind } from '../../../protocol/kinds';
import type { PlacesFilter } from '../../../protocol/methods';
import type { Vocabulary } from '../../../protocol/vocabularies';
import { button, element, type Child } from '../../page/elements';
import { kindSign } from '../../page/kindSign';
import type { MarkWords } from './markWords';

/** What a person does with the page. */
export interface OverviewListener {
  sorted(sort: Sort): void;
  opened(uri: string): void;
  /** Decide about a student's answers. */
  decided(student: string): void;
  /** Show the places behind a number. */
  drilled(wanted: PlacesFilter): void;
  /** Show all types of errors, or the most frequent ones. */
  allTypesChosen(all: boolean): void;
}

/** What the page shows: a class with one assignment or all, an order of students, a vocabulary, and the language. */
export interface OverviewView {
  readonly overview: Overview;
  readonly shown: OverviewClass;
  /** The chosen assignment; `undefined` for all. */
  readonly assignment: string | undefined;
  /** The groups, types and alternatives of the chosen assignment, or of all. */
  readonly totals: Totals;
  readonly rows: readonly ClassRow[];
  readonly vocabulary: Vocabulary;
  readonly markWords: MarkWords;
  readonly sort: Sort;
  readonly allTypes: boolean;
  readonly language: string;
  readonly strings: OverviewStrings;
  readonly numbers: Numbers;
  readonly listener: OverviewListener;
}

/** Return the heading of a kind, with its colour and its sign before it; in a narrow page a column has the sign alone. */
export function kindLabel(kind: Kind, strings: OverviewStrings): Child[] {
  return [...kindSign(kind), element('span', { class: 'kind-name' }, strings.kinds[kind.id].heading)];
}

/** The members of a filter of places that one number of the page names. */
export type Cell = Omit<PlacesFilter, 'folder' | 'assignment'>;

/** Return the filter of the places behind a number of what is shown. */
export function placesFilter({ shown, assignment }: OverviewView, cell: Cell): PlacesFilter {
  return { folder: shown.uri, ...(assignment === undefined ? {} : { assignment }), ...cell };
}

/** Return the part of a filter that names a kind. */
export function kindCell(vocabulary: Vocabulary, kind: Kind): Cell {
  return vocabulary.name === 'cleme2' ? { category: kind.id } : { verdict: kind.id };
}

/** Return a number that shows its places; the number alone where there are none. `words` say what it counts. */
export function countButton(view: OverviewView, cell: Cell, count: number, text: string, words: string): Child {
  if (count === 0) {
    return text;
  }
  const show = (): void => {
    view.listener.drilled(placesFilter(view, cell));
  };
  return button(text, show, {
    class: 'link number',
    attributes: {
      'data-key': keyOfCell(cell),
      'aria-label': fillTemplate(view.strings.showPlaces, words),
      title: fillTemplate(view.strings.showPlaces, words),
    },
  });
}

/** Return the key of a number's button, to which the keyboard returns from its places. */
export function keyOfCell({ student, verdict, category, group, type }: Cell): string {
  return ['places', student, verdict ?? category, group ?? type].map((part) => part ?? '').join('|');
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

/** Return an explanation of the colours and signs, for people who ask. */
export function legend({ strings, vocabulary }: OverviewView): HTMLElement {
  const items = vocabulary.kinds.map((kind) =>
    element(
      'li',
      {},
      element('strong', {}, ...kindLabel(kind, strings)),
      element('span', { class: 'note' }, strings.kinds[kind.id].hint),
    ),
  );
  return element('details', {}, element('summary', {}, strings.legend), element('ul', { class: 'legend' }, ...items));
}
