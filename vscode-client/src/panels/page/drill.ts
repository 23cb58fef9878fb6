import type { PlacesFilter } from '../../protocol/methods';
import type { ResultRequest, ShownPlaces } from '../messages';
import type { Numbers } from '../numbers';
import type { PlaceStrings } from '../placeStrings';
import { focusOn } from './focus';
import type { Host } from './host';
import { placeList } from './placeList';

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

/** The places behind a number, which a page shows in place of its result. */
export class Drill {
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

/** Whether two filters name the same number. */
function isSameFilter(one: PlacesFilter | undefined, other: PlacesFilter | undefined): boolean {
  const parts = ['folder', 'assignment', 'student', 'verdict', 'category', 'group', 'type', 'outcome'] as const;
  return one !== undefined && other !== undefined && parts.every((part) => one[part] === other[part]);
}
