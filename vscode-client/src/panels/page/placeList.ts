import { fillTemplate } from '../../template';
import type { ClassPlace } from '../../protocol/contract';
import { CARET, CATEGORIES, REWRITTEN, VERDICTS, type Kind } from '../../protocol/kinds';
import type { PlacesFilter } from '../../protocol/methods';
import { errorTypeInWords } from '../../marks/errorTypes';
import { button, element, type Child } from './elements';
import type { Numbers } from '../numbers';
import type { ShownPlaces } from '../messages';
import type { PlaceStrings } from '../placeStrings';
import { kindSign } from './kindSign';

/** Number of sentences shown until the person asks for more. */
const PAGE_LENGTH = 100;

const KINDS: readonly Kind[] = [...VERDICTS, ...CATEGORIES];

/** What the list of places shows, and what a person does with it. */
export interface PlaceView {
  readonly wanted: PlacesFilter;
  /** The student's name as people read it. */
  readonly label: string | undefined;
  /** The answer; `undefined` until it is there. */
  readonly answer: ShownPlaces | undefined;
  readonly strings: PlaceStrings;
  readonly numbers: Numbers;
  readonly back: () => void;
  readonly opened: (place: ClassPlace) => void;
}

/** Return the places behind a number, each with its student and its sentence. */
export function placeList(view: PlaceView): HTMLElement[] {
  const { strings, answer } = view;
  const title = element('h2', { attributes: { tabindex: '-1', 'data-key': 'places-title' } }, titleOf(view));
  const back = button(strings.back, view.back, { class: 'plain', attributes: { 'data-key': 'back' } });
  const head = element('div', { class: 'places-head' }, back, title);
  if (!answer) {
    return [head, element('p', { class: 'note' }, strings.searching)];
  }
  if (answer.problem) {
    return [head, element('p', { class: 'note' }, answer.problem)];
  }
  return [head, ...(answer.places.length ? sentences(view, answer.places) : [element('p', {}, strings.noPlaces)])];
}

function titleOf({ wanted, label, answer, strings, numbers }: PlaceView): string {
  const kind = KINDS.find(({ id }) => id === (wanted.verdict ?? wanted.category));
  const count = answer && !answer.problem ? numbers.count(answer.places.length) : undefined;
  return [
    label,
    wanted.group,
    wanted.type === undefined ? undefined : errorTypeInWords(wanted.type, strings.types),
    kind ? strings.kinds[kind.id].title : undefined,
    wanted.assignment,
    count === undefined ? undefined : fillTemplate(count === '1' ? strings.onePlace : strings.places, count),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function sentences(view: PlaceView, places: readonly ClassPlace[]): HTMLElement[] {
  const list = element('ol', { class: 'sentences', attributes: { 'aria-label': view.strings.sentences } });
  const add = (): void => {
    const next = places.slice(list.childElementCount, list.childElementCount + PAGE_LENGTH);
    list.append(...next.map((place) => sentence(view, place)));
    more.hidden = list.childElementCount >= places.length;
  };
  const more = button(view.strings.morePlaces, add, { class: 'plain' });
  add();
  return [list, more];
}

function sentence({ strings, wanted, opened }: PlaceView, place: ClassPlace): HTMLElement {
  const kind = KINDS.find(({ id }) => id === (place.verdict ?? place.category));
  const open = (): void => {
    opened(place);
  };
  const words = fillTemplate(strings.openPlace, place.label);
  return element(
    'li',
    {},
    element(
      'div',
      { class: 'whose' },
      element('strong', {}, place.label),
      wanted.assignment === undefined ? element('span', { class: 'note' }, place.assignment) : undefined,
      kind ? element('span', { class: 'kind' }, ...kindSign(kind), strings.kinds[kind.id].title) : undefined,
      place.group && wanted.group === undefined ? element('span', { class: 'note' }, place.group) : undefined,
    ),
    element(
      'button',
      { class: 'sentence', attributes: { type: 'button', title: words }, on: { click: open } },
      place.before,
      marked(place, kind),
      place.after,
    ),
    element('p', { class: 'versions' }, ...versions(place, strings)),
  );
}

/** Return the words of the place, framed by the shape and the colour of their kind; a caret where words are missing. */
function marked(place: ClassPlace, kind: Kind | undefined): HTMLElement {
  const name = place.rewritten ? REWRITTEN.name : (kind?.name ?? '');
  return element('mark', { class: `place ${name}` }, place.words || (kind?.gap ?? CARET));
}

/** Return what the student did, and what the teachers have. */
function versions({ rewritten, change, references }: ClassPlace, strings: PlaceStrings): Child[] {
  return [
    element('span', {}, rewritten ? strings.rewritten : change),
    ...references.flatMap(({ names, text }) => [
      element('span', { class: 'teacher' }, element('span', { class: 'note' }, `${names}: `), text),
    ]),
  ];
}
