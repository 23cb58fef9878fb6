import { errorTypeInWords, fillTemplate } from '../../words';
import type { ClassPlace } from '../../protocol/contract';
import { CARET, CATEGORIES, type Kind, REWRITTEN, VERDICTS } from '../../protocol/vocabularies';
import type { PlacesFilter } from '../../protocol/methods';
import type {
  RemedyRequest,
  ResultMessage,
  ResultPageState,
  ResultRequest,
  ShownPlaces,
  ShownResult,
} from '../messages';
import type { Numbers } from '../numbers';
import type { PlaceStrings } from '../words';
import { ComputedPage, type ComputedStrings } from './computedPage';
import { button, type Child, element, focusedKey, focusOn, kindSign } from './elements';
import { type Host, keepScroll } from './host';

/** Number of sentences shown until the person asks for more. */
const PAGE_LENGTH = 100;

const KINDS: readonly Kind[] = [...VERDICTS, ...CATEGORIES];

/** What the list of places shows, and what a person does with it. */
interface PlaceView {
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
function placeList(view: PlaceView): HTMLElement[] {
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

interface DrillState {
  readonly wanted?: PlacesFilter | undefined;
  readonly scroll?: number | undefined;
}

/** What the list of places shows besides the places, and what leaves it. */
interface DrillView {
  /** The student's name as people read it. */
  readonly label: string | undefined;
  readonly strings: PlaceStrings;
  readonly numbers: Numbers;
  readonly back: () => void;
}

/** Whether two filters name the same number. */
function isSameFilter(one: PlacesFilter | undefined, other: PlacesFilter | undefined): boolean {
  const parts = ['folder', 'assignment', 'student', 'verdict', 'category', 'group', 'type', 'outcome'] as const;
  return one !== undefined && other !== undefined && parts.every((part) => one[part] === other[part]);
}

/** The places behind a number, which a page shows in place of its result. */
class Drill {
  private answer: ShownPlaces | undefined;

  /** `draw` draws the page again. */
  constructor(
    private readonly host: Host<unknown, ResultRequest, DrillState>,
    private readonly draw: () => void,
  ) {}

  /** Show the places behind a number, and give their title the keyboard. */
  open(wanted: PlacesFilter): void {
    this.host.keep({ wanted, scroll: window.scrollY });
    this.request();
    this.draw();
    window.scrollTo(0, 0);
    focusOn('places-title');
  }

  /** Request the places, if a number is chosen. Those of the last answer stay until there is a new one. */
  request(): void {
    const { wanted } = this.host.state;
    if (wanted) {
      this.answer = isSameFilter(this.answer?.wanted, wanted) ? this.answer : undefined;
      this.host.post({ type: 'places', wanted });
    }
  }

  /** Show an answer. One for another number than the chosen one is dropped; an equal one is not drawn again. */
  receive(answer: ShownPlaces): void {
    if (isSameFilter(answer.wanted, this.host.state.wanted)) {
      const isSame = JSON.stringify(answer) === JSON.stringify(this.answer);
      this.answer = answer;
      if (!isSame) {
        this.draw();
      }
    }
  }

  /** Return to the result. */
  close(): void {
    this.host.keep({ wanted: undefined });
    this.answer = undefined;
    this.draw();
  }

  list(wanted: PlacesFilter, view: DrillView): HTMLElement[] {
    return placeList({
      ...view,
      wanted,
      answer: this.answer,
      opened: ({ uri, range, view }) => {
        this.host.post({ type: 'openPlace', uri, range, view });
      },
    });
  }
}

/** The words of each page of a class's numbers. */
interface ResultStrings extends ComputedStrings, PlaceStrings {}

type ResultHost<Strings, Shown> = Host<ResultMessage<Strings> | Shown, ResultRequest | RemedyRequest, ResultPageState>;

/**
 * A page of a class's numbers: what the server computed, or the places behind one of its numbers. A page of one kind says
 * what its actions and its parts are.
 */
export abstract class ResultPage<Strings extends ResultStrings, Shown extends ShownResult> extends ComputedPage<
  Strings,
  Shown,
  ShownPlaces
> {
  private readonly drill: Drill;
  /** The drawn result as text. */
  private drawn = '';

  constructor(
    root: HTMLElement,
    protected override readonly host: ResultHost<Strings, Shown>,
  ) {
    super(root, host, 'select, button');
    this.drill = new Drill(host, () => {
      this.draw();
    });
    keepScroll(host);
  }

  /** Return what the page shows of a result. */
  protected abstract parts(shown: Shown, strings: Strings): HTMLElement[];

  /** Return the key of a number's button, to which the keyboard returns from its places. */
  protected abstract keyOf(wanted: PlacesFilter): string;

  /** Show the places behind a number. */
  protected readonly drillInto = (wanted: PlacesFilter): void => {
    this.drill.open(wanted);
  };

  /** Return the list of the places behind a number; `people` have the names of students as people read them. */
  protected placesOf(
    wanted: PlacesFilter,
    people: readonly { readonly name: string; readonly label: string }[],
    strings: Strings,
  ): HTMLElement[] {
    return this.drill.list(wanted, {
      label: people.find(({ name }) => name === wanted.student)?.label,
      strings,
      numbers: this.numbers,
      back: () => {
        this.drill.close();
        focusOn(this.keyOf(wanted));
      },
    });
  }

  /** Draw the heading and the parts again after a choice of the person, who leaves the places by it. */
  protected drawChoice(): void {
    this.host.keep({ wanted: undefined });
    this.drawHead();
    this.draw();
  }

  /** Draw the parts again. */
  protected draw(): void {
    const { strings, shown } = this;
    if (strings && shown) {
      const focused = focusedKey();
      this.content.replaceChildren(...this.parts(shown, strings));
      focusOn(focused);
    }
  }

  protected override isWanted(): boolean {
    return true;
  }

  protected override receiveOther(places: ShownPlaces): void {
    this.drill.receive(places);
  }

  /**
   * Show a result; an equal one is not drawn again, so that selection and scrolling stay.
   *
   * The places behind a number are requested each time: they may differ where the numbers are equal, and an earlier
   * request may have failed.
   */
  protected override renew(shown: Shown, isFirst: boolean): void {
    this.drill.request();
    const fresh = JSON.stringify(shown);
    if (fresh !== this.drawn) {
      this.drawn = fresh;
      this.draw();
    }
    if (isFirst) {
      window.scrollTo(0, this.host.state.scroll ?? 0);
    }
  }
}
