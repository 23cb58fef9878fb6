import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

import { errorTypeInWords, kindText } from '../../marks/kindText';

import type { ClassPlace } from '../../protocol/contract';
import { CARET, CATEGORIES, type Kind, REWRITTEN, VERDICTS } from '../../protocol/vocabularies';
import type { PlacesFilter } from '../../protocol/methods';
import type { OtherMessage, ResultPageState, ShownPlaces, ShownResult } from '../messages';
import { ComputedPage, type ResultHost } from './computed';
import { keepScroll } from './host';
import { numbers } from './numbers';
import { Button, chosenClass, focusOn, KindSign, type NamedClass } from './view';

/** Number of sentences shown until the person asks for more. */
const PAGE_LENGTH = 100;

const KINDS: readonly Kind[] = [...VERDICTS, ...CATEGORIES];

function kindOf(place: { readonly verdict?: string | null; readonly category?: string | null }): Kind | undefined {
  return KINDS.find(({ id }) => id === (place.verdict ?? place.category));
}

/** A class: its folder, and its students with their names as people read them. */
interface NumberedClass extends NamedClass {
  readonly people: readonly { readonly name: string; readonly label: string }[];
}

/**
 * A page of a class's numbers: what the server computed, or in its place the places behind one of its numbers.
 */
export abstract class ResultPage<
  Class extends NumberedClass,
  Shown extends ShownResult<{ readonly classes: readonly Class[] }>,
> extends ComputedPage<Shown> {
  /** The places that were asked for last. Those of an earlier answer stay until there is a new one. */
  private places: ShownPlaces | undefined;
  /** Whether a result was drawn. */
  private isDrawn = false;

  constructor(
    root: HTMLElement,
    protected override readonly host: ResultHost<ResultPageState>,
  ) {
    super(root, host, 'select, button');
    keepScroll(host);
  }

  /** Return what a person can choose and do about a class, with the button that computes the result again. */
  protected abstract classActions(ofClass: Class, shown: Shown, refresh: VNode): ComponentChildren;

  /** Return what the page shows of a class, or where there is none. */
  protected abstract classContent(ofClass: Class | undefined, shown: Shown): ComponentChildren;

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

  protected override actions(shown: Shown, refresh: VNode): ComponentChildren {
    const ofClass = this.classOf(shown);
    return ofClass ? this.classActions(ofClass, shown, refresh) : refresh;
  }

  protected override content(shown: Shown): ComponentChildren {
    const ofClass = this.classOf(shown);
    const { wanted } = this.host.state;
    if (!ofClass || !wanted) {
      return this.classContent(ofClass, shown);
    }
    const back = (): void => {
      this.places = undefined;
      this.choose({});
      focusOn(keyOf(wanted));
    };
    return (
      <PlaceList
        {...{ wanted, answer: this.places, back }}
        label={ofClass.people.find(({ name }) => name === wanted.student)?.label}
        open={({ uri, range, view }) => this.host.run('markscheme.goTo', uri, range, view)}
      />
    );
  }

  /** Take an answer, unless it is for another number than the chosen one. */
  protected override receiveOther(answer: OtherMessage): void {
    const { wanted } = this.host.state;
    if (answer.type === 'places' && wanted && keyOf(wanted) === keyOf(answer.wanted)) {
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

  private classOf({ result }: Shown): Class | undefined {
    return chosenClass(result.classes, this.host.state.folder);
  }

  /** Request the places, if a number is chosen. */
  private request(): void {
    const { wanted } = this.host.state;
    if (wanted) {
      this.places = this.places && keyOf(this.places.wanted) === keyOf(wanted) ? this.places : undefined;
      this.host.post({ type: 'places', wanted });
    }
  }
}

/** A number whose places are wanted; a part that is `undefined` stays open. */
type Wanted = Pick<PlacesFilter, 'folder'> & {
  readonly [Part in keyof PlacesFilter]?: PlacesFilter[Part] | undefined;
};

/** Return what names a number: the key of its button, to which the keyboard returns from its places. */
function keyOf(wanted: Wanted): string {
  const parts = ['folder', 'assignment', 'student', 'verdict', 'category', 'group', 'type', 'outcome'] as const;
  return ['places', ...parts.map((part) => wanted[part] ?? '')].join('|');
}

/** A number, or a name, that shows its places; `words` say what it counts. */
export function PlacesButton(props: {
  wanted: Wanted;
  text: string;
  words: string;
  drillInto: (wanted: PlacesFilter) => void;
}) {
  const { wanted, text, words, drillInto } = props;
  const title = l10n.t('{0}: show the sentences', words);
  const parts = Object.entries(wanted).filter(([, part]) => part !== undefined);
  const show = (): void => drillInto(Object.fromEntries(parts) as unknown as PlacesFilter);
  return (
    <Button class="link number" data-key={keyOf(wanted)} aria-label={title} title={title} onClick={show}>
      {text}
    </Button>
  );
}

/** What the list of places shows, and what a person does with it. */
interface PlaceListProps {
  readonly wanted: PlacesFilter;
  /** The student's name as people read it. */
  readonly label: string | undefined;
  /** The answer; `undefined` until it is there. */
  readonly answer: ShownPlaces | undefined;
  readonly back: () => void;
  readonly open: (place: ClassPlace) => void;
}

/** The places behind a number, each with its student and its sentence. */
function PlaceList(props: PlaceListProps) {
  const { answer, back } = props;
  return (
    <>
      <div class="places-head">
        <Button class="plain" data-key="back" onClick={back}>
          {l10n.t('Back to the class')}
        </Button>
        <h2 tabIndex={-1} data-key="places-title">
          {titleOf(props)}
        </h2>
      </div>
      {!answer || answer.problem ? (
        <p class="note">{answer?.problem ?? l10n.t('Looking for the sentences…')}</p>
      ) : answer.places.length ? (
        <Sentences {...props} places={answer.places} />
      ) : (
        <p>{l10n.t('There are no such sentences any more.')}</p>
      )}
    </>
  );
}

function titleOf({ wanted, label, answer }: PlaceListProps): string {
  const kind = kindOf(wanted);
  const count = answer && !answer.problem ? numbers.count(answer.places.length) : undefined;
  return [
    label,
    wanted.group,
    wanted.type === undefined ? undefined : errorTypeInWords(wanted.type),
    kind ? kindText(kind.id).title : undefined,
    wanted.assignment,
    count === undefined ? undefined : count === '1' ? l10n.t('{0} place', count) : l10n.t('{0} places', count),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function Sentences(props: PlaceListProps & { places: readonly ClassPlace[] }) {
  const { places } = props;
  const [length, setLength] = useState(PAGE_LENGTH);
  return (
    <>
      <ol class="sentences" aria-label={l10n.t('Sentences')}>
        {places.slice(0, length).map((place) => (
          <Sentence {...props} place={place} />
        ))}
      </ol>
      <Button class="plain" hidden={length >= places.length} onClick={() => setLength(length + PAGE_LENGTH)}>
        {l10n.t('Show more')}
      </Button>
    </>
  );
}

function Sentence({ wanted, open, place }: PlaceListProps & { place: ClassPlace }) {
  const kind = kindOf(place);
  return (
    <li>
      <div class="whose">
        <strong>{place.label}</strong>
        <Note text={wanted.assignment === undefined ? place.assignment : ''} />
        {kind && (
          <span class="kind">
            <KindSign kind={kind} />
            {kindText(kind.id).title}
          </span>
        )}
        <Note text={wanted.group === undefined ? place.group : ''} />
      </div>
      <Button class="sentence" title={l10n.t('Open {0}’s document here', place.label)} onClick={() => open(place)}>
        {place.before}
        <PlaceMark place={place} kind={kind} />
        {place.after}
      </Button>
      <p class="versions">
        <span>{place.rewritten ? l10n.t('Rewritten freely: read it yourself') : place.change}</span>
        {place.references.map(({ names, text }) => (
          <span class="teacher">
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
