import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

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
import { ComputedPage, type ComputedStrings } from './computed';
import { type Host, keepScroll } from './host';
import { Button, focusOn, KindSign } from './view';

/** Number of sentences shown until the person asks for more. */
const PAGE_LENGTH = 100;

const KINDS: readonly Kind[] = [...VERDICTS, ...CATEGORIES];

function kindOf(place: { readonly verdict?: string | null; readonly category?: string | null }): Kind | undefined {
  return KINDS.find(({ id }) => id === (place.verdict ?? place.category));
}

/** The words of each page of a class's numbers. */
interface ResultStrings extends ComputedStrings, PlaceStrings {}

type ResultHost<Strings, Shown> = Host<ResultMessage<Strings> | Shown, ResultRequest | RemedyRequest, ResultPageState>;

/**
 * A page of a class's numbers: what the server computed, or in its place the places behind one of its numbers.
 */
export abstract class ResultPage<Strings extends ResultStrings, Shown extends ShownResult> extends ComputedPage<
  Strings,
  Shown,
  ShownPlaces
> {
  /** The places that were asked for last. Those of an earlier answer stay until there is a new one. */
  private places: ShownPlaces | undefined;

  constructor(
    root: HTMLElement,
    protected override readonly host: ResultHost<Strings, Shown>,
  ) {
    super(root, host, 'select, button');
    keepScroll(host);
  }

  /** Return the key of a number's button, to which the keyboard returns from its places. */
  protected abstract keyOf(wanted: PlacesFilter): string;

  /** Keep a choice of the person, who leaves the places by it, and draw the page. */
  protected choose(change: object): void {
    this.host.keep({ wanted: undefined, ...change });
    this.redraw();
  }

  /** Show the places behind a number, and give their title the keyboard. */
  protected readonly drillInto = (wanted: PlacesFilter): void => {
    this.host.keep({ wanted, scroll: window.scrollY });
    this.request();
    this.redraw();
    window.scrollTo(0, 0);
    focusOn('places-title');
  };

  /** Return the list of the places behind a number; `people` have the names of students as people read them. */
  protected placesOf(
    wanted: PlacesFilter,
    people: readonly { readonly name: string; readonly label: string }[],
    strings: Strings,
  ): ComponentChildren {
    const back = (): void => {
      this.places = undefined;
      this.choose({});
      focusOn(this.keyOf(wanted));
    };
    return (
      <PlaceList
        wanted={wanted}
        label={people.find(({ name }) => name === wanted.student)?.label}
        answer={this.places}
        strings={strings}
        numbers={this.numbers}
        back={back}
        open={({ uri, range, view }) => this.host.post({ type: 'openPlace', uri, range, view })}
      />
    );
  }

  /** Take an answer, unless it is for another number than the chosen one. */
  protected override receiveOther(answer: ShownPlaces): void {
    if (isSameFilter(answer.wanted, this.host.state.wanted)) {
      this.places = answer;
    }
  }

  /** Request the places again: they may differ where the numbers are equal, and an earlier request may have failed. */
  protected override renew(): void {
    this.request();
  }

  protected override redraw(): void {
    const isFirst = this.shown !== undefined && !this.isDrawn;
    super.redraw();
    if (isFirst) {
      this.isDrawn = true;
      window.scrollTo(0, this.host.state.scroll ?? 0);
    }
  }

  /** Whether a result was drawn. */
  private isDrawn = false;

  /** Request the places, if a number is chosen. */
  private request(): void {
    const { wanted } = this.host.state;
    if (wanted) {
      this.places = isSameFilter(this.places?.wanted, wanted) ? this.places : undefined;
      this.host.post({ type: 'places', wanted });
    }
  }
}

/** Whether two filters name the same number. */
function isSameFilter(one: PlacesFilter | undefined, other: PlacesFilter | undefined): boolean {
  const parts = ['folder', 'assignment', 'student', 'verdict', 'category', 'group', 'type', 'outcome'] as const;
  return one !== undefined && other !== undefined && parts.every((part) => one[part] === other[part]);
}

/** What the list of places shows, and what a person does with it. */
interface PlaceListProps {
  readonly wanted: PlacesFilter;
  /** The student's name as people read it. */
  readonly label: string | undefined;
  /** The answer; `undefined` until it is there. */
  readonly answer: ShownPlaces | undefined;
  readonly strings: PlaceStrings;
  readonly numbers: Numbers;
  readonly back: () => void;
  readonly open: (place: ClassPlace) => void;
}

/** The places behind a number, each with its student and its sentence. */
function PlaceList(props: PlaceListProps) {
  const { answer, strings, back } = props;
  return (
    <>
      <div class="places-head">
        <Button class="plain" data-key="back" onClick={back}>
          {strings.back}
        </Button>
        <h2 tabIndex={-1} data-key="places-title">
          {titleOf(props)}
        </h2>
      </div>
      {!answer || answer.problem ? (
        <p class="note">{answer?.problem ?? strings.searching}</p>
      ) : answer.places.length ? (
        <Sentences {...props} places={answer.places} />
      ) : (
        <p>{strings.noPlaces}</p>
      )}
    </>
  );
}

function titleOf({ wanted, label, answer, strings, numbers }: PlaceListProps): string {
  const kind = kindOf(wanted);
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

function Sentences(props: PlaceListProps & { places: readonly ClassPlace[] }) {
  const { places, strings } = props;
  const [length, setLength] = useState(PAGE_LENGTH);
  return (
    <>
      <ol class="sentences" aria-label={strings.sentences}>
        {places.slice(0, length).map((place, index) => (
          <Sentence key={index} {...props} place={place} />
        ))}
      </ol>
      <Button class="plain" hidden={length >= places.length} onClick={() => setLength(length + PAGE_LENGTH)}>
        {strings.morePlaces}
      </Button>
    </>
  );
}

function Sentence({ strings, wanted, open, place }: PlaceListProps & { place: ClassPlace }) {
  const kind = kindOf(place);
  return (
    <li>
      <div class="whose">
        <strong>{place.label}</strong>
        <Note text={wanted.assignment === undefined ? place.assignment : ''} />
        {kind && (
          <span class="kind">
            <KindSign kind={kind} />
            {strings.kinds[kind.id].title}
          </span>
        )}
        <Note text={wanted.group === undefined ? place.group : ''} />
      </div>
      <Button class="sentence" title={fillTemplate(strings.openPlace, place.label)} onClick={() => open(place)}>
        {place.before}
        <PlaceMark place={place} kind={kind} />
        {place.after}
      </Button>
      <p class="versions">
        <span>{place.rewritten ? strings.rewritten : place.change}</span>
        {place.references.map(({ names, text }, index) => (
          <span key={index} class="teacher">
            <span class="note">{names}: </span>
            {text}
          </span>
        ))}
      </p>
    </li>
  );
}

/** The words of the place, framed by the shape and the colour of their kind; a caret where words are missing. */
function PlaceMark({ place, kind }: { place: ClassPlace; kind: Kind | undefined }) {
  const look = place.rewritten ? REWRITTEN.name : (kind?.name ?? '');
  return <mark class={`place ${look}`}>{place.words || (kind?.gap ?? CARET)}</mark>;
}

function Note({ text }: { text: string | null | undefined }) {
  return text ? <span class="note">{text}</span> : null;
}
