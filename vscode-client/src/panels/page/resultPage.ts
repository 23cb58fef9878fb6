import type { PlacesFilter } from '../../protocol/methods';
import type {
  Condition,
  RemedyRequest,
  ResultMessage,
  ResultPageState,
  ResultRequest,
  Scope,
  ShownResult,
} from '../messages';
import { Numbers } from '../numbers';
import type { PlaceStrings } from '../placeStrings';
import type { StateStrings } from '../stateStrings';
import { ConditionNotice } from './conditionNotice';
import { Drill } from './drill';
import { button, element } from './elements';
import { AwaitedFocus, focusedKey, focusOn } from './focus';
import { keepScroll, type Host } from './host';

/** The words of each page of a result. */
interface ResultStrings extends StateStrings, PlaceStrings {
  readonly title: string;
  readonly refresh: string;
}

type ResultHost<Strings, Shown> = Host<ResultMessage<Strings> | Shown, ResultRequest | RemedyRequest, ResultPageState>;

/**
 * A page that shows a result of the server: a heading with actions, how far the computation is, and the result or the
 * places behind one of its numbers. A page of one kind says what its actions and its parts are.
 */
export abstract class ResultPage<Strings extends ResultStrings, Shown extends ShownResult> {
  protected language = 'en';
  protected numbers = new Numbers('en');
  /** The newest result; `undefined` until there is one. */
  protected shown: Shown | undefined;
  private strings: Strings | undefined;
  private scope: Scope = { uri: null, name: '' };
  /** The drawn result as text. */
  private drawn = '';
  private condition: Condition | undefined;
  private readonly focus = new AwaitedFocus('select, button');
  private readonly drill: Drill;
  private readonly head = element('header', { class: 'heading' });
  private readonly content = element('div', { class: 'content' });
  private readonly notice: ConditionNotice;

  constructor(
    root: HTMLElement,
    protected readonly host: ResultHost<Strings, Shown>,
  ) {
    this.notice = new ConditionNotice(host.post);
    this.drill = new Drill(host, () => {
      this.draw();
    });
    root.append(this.notice.bar, this.head, this.notice.box, this.content, this.notice.status);
    host.listen((message) => {
      this.receive(message);
    });
    keepScroll(host);
    host.post({ type: 'ready' });
  }

  /** Return what a person can choose and do in the heading, with the button that computes the result again. */
  protected abstract actions(shown: Shown, strings: Strings, refresh: HTMLElement): HTMLElement[];

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

  private receive(message: ResultMessage<Strings> | Shown): void {
    if (message.type === 'words') {
      this.strings = message.strings;
      this.language = message.language;
      this.numbers = new Numbers(message.language);
      this.scope = message.scope;
      document.documentElement.lang = message.language;
      this.host.keep({ scope: message.scope.uri });
    } else if (this.strings) {
      this.update(message, this.strings);
      this.focus.take();
    }
  }

  private update(message: Exclude<ResultMessage<Strings>, { type: 'words' }> | Shown, strings: Strings): void {
    switch (message.type) {
      case 'result':
        this.show(message, strings);
        break;
      case 'places':
        this.drill.receive(message);
        break;
      case 'focus':
        this.focus.request();
        break;
      case 'computing':
      case 'cancelled':
      case 'waiting':
      case 'failed':
        this.change(message, strings);
        break;
    }
  }

  /**
   * Show a result; an equal one is not drawn again, so that selection and scrolling stay.
   *
   * The places behind a number are requested each time: they may differ where the numbers are equal, and an earlier
   * request may have failed.
   */
  private show(shown: Shown, strings: Strings): void {
    const isFirst = !this.shown;
    const waited = this.condition !== undefined;
    this.condition = undefined;
    this.shown = shown;
    this.drawHead();
    this.notice.clear(waited ? strings.updated : undefined);
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

  private change(condition: Condition, strings: Strings): void {
    const isSame = this.condition?.type === condition.type;
    this.condition = condition;
    if (!isSame) {
      this.drawHead();
    }
    this.notice.show(condition, strings, this.shown !== undefined);
  }

  private drawHead(): void {
    const { strings, shown } = this;
    if (!strings) {
      return;
    }
    const focused = focusedKey();
    const actions = shown ? this.actions(shown, strings, this.refreshButton(strings)) : [];
    this.head.replaceChildren(
      element('h1', {}, strings.title),
      element('p', {}, this.scope.name),
      ...(actions.length > 0 ? [element('div', { class: 'actions' }, ...actions)] : []),
    );
    focusOn(focused);
  }

  /** Return the button that computes the result again, or stops the computation. */
  private refreshButton(strings: Strings): HTMLElement {
    const refresh = (): void => {
      this.host.post({ type: 'refresh' });
    };
    return this.condition?.type === 'computing'
      ? this.notice.cancelButton(strings)
      : button(strings.refresh, refresh, { class: 'plain', attributes: { 'data-key': 'action' } });
  }
}
