import type { PlacesFilter } from '../../protocol/methods';
import type {
  RemedyRequest,
  ResultMessage,
  ResultPageState,
  ResultRequest,
  ShownPlaces,
  ShownResult,
} from '../messages';
import type { PlaceStrings } from '../placeStrings';
import { ComputedPage, type ComputedStrings } from './computedPage';
import { Drill } from './drill';
import { focusedKey, focusOn } from './focus';
import { keepScroll, type Host } from './host';

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
