import '../../page/panel.css';
import './word.css';

import { button, element, failureBox } from '../../page/elements';
import { Host, keepScroll } from '../../page/host';
import type {
  FromWordPage,
  ShownCard,
  ShownHints,
  ShownLenses,
  ShownText,
  ToWordPage,
  WordButton,
  WordPageState,
  WordStrings,
} from '../wordMessages';
import { cardContent, drawHints, markedLine } from './markedLine';

/** Milliseconds for which the pointer rests on a place before its card is shown. */
const HOVER_DELAY = 300;

/** Milliseconds to bring the pointer from a place to its card. */
const LEAVE_DELAY = 300;

/** Pixels between a place and its card. */
const CARD_GAP = 6;

/** The page of a Word document. It shows the extension's messages and posts the person's actions. */
class WordPage {
  private strings: WordStrings | undefined;
  private text: ShownText | undefined;
  private lenses: ShownLenses | undefined;
  private hints: ShownHints | undefined;
  private card: ShownCard | undefined;
  /** The place whose card is shown or awaited. */
  private wanted: number | undefined;
  /** Whether the keyboard goes into the card when it is shown. */
  private enters = false;
  private timer: number | undefined;
  private readonly top = element('header', { class: 'top' });
  private readonly remarks = element('div', { class: 'remarks' });
  private readonly sheet = element('div', { class: 'sheet' });
  private readonly status = element('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  private readonly box = element('div', { class: 'card', attributes: { role: 'dialog', hidden: '', tabindex: '-1' } });

  constructor(
    private readonly root: HTMLElement,
    private readonly host: Host<ToWordPage, FromWordPage, WordPageState>,
  ) {
    root.append(this.top, this.remarks, this.sheet, this.status);
    this.listenToSheet();
    host.listen((message) => {
      this.receive(message);
    });
    keepScroll(host);
    host.post({ type: 'ready', chosen: host.state.chosen });
  }

  private receive(message: ToWordPage): void {
    if (message.type === 'words') {
      this.strings = message.strings;
      document.documentElement.lang = message.language;
    } else if (this.strings) {
      this.update(message, this.strings);
    }
  }

  private update(message: Exclude<ToWordPage, { type: 'words' }>, strings: WordStrings): void {
    switch (message.type) {
      case 'text':
        this.show(message, strings);
        break;
      case 'lenses':
        this.showLenses(message);
        break;
      case 'hints':
        this.showHints(message);
        break;
      case 'card':
        this.showCard(message, strings);
        break;
      case 'go':
        this.go(message.range, message.takesFocus);
        break;
      case 'notice':
        this.status.textContent = message.text;
        break;
      case 'waiting':
      case 'failed':
        this.showCondition(message, strings);
        break;
    }
  }

  private showCondition(condition: ToWordPage & { type: 'waiting' | 'failed' }, strings: WordStrings): void {
    this.text = undefined;
    this.hideCard();
    this.top.replaceChildren(element('h1', { class: 'visually-hidden' }, document.title));
    this.remarks.replaceChildren();
    if (condition.type === 'waiting') {
      this.sheet.replaceChildren(element('p', { class: 'waiting' }, strings.waiting));
      return;
    }
    this.sheet.replaceChildren(failureBox(condition, strings, this.host.post));
    this.status.textContent = condition.message;
  }

  /** Show a text; the place that had the keyboard keeps it. */
  private show(text: ShownText, strings: WordStrings): void {
    const last = this.text;
    const focused = this.focusedPlace();
    this.text = text;
    this.hideCard();
    this.top.replaceChildren(this.heading(text), this.tools(text, strings));
    this.drawRemarks(text, strings);
    this.drawLines(text, strings);
    if (last?.lines.join('\n') === text.lines.join('\n')) {
      this.drawBeside();
    }
    const before = focused === undefined ? undefined : last?.places[focused];
    if (before) {
      this.elementAt(before.range.start)?.focus({ preventScroll: true });
    }
    if (!last) {
      window.scrollTo(0, this.host.state.scroll ?? 0);
    }
  }

  /** Draw the lenses and the hints of the last marks, which stay until the new ones are there. */
  private drawBeside(): void {
    if (this.lenses) {
      this.drawLenses(this.lenses);
    }
    if (this.hints) {
      drawHints(this.sheet, this.hints.hints);
    }
  }

  private drawLines(text: ShownText, strings: WordStrings): void {
    const isEmpty = text.lines.join('').trim() === '';
    this.sheet.replaceChildren(
      element('h2', { class: 'visually-hidden' }, strings.text),
      ...(isEmpty
        ? [element('p', {}, strings.empty)]
        : text.lines.map((line, number) => this.line(line, number, text))),
      this.box,
    );
  }

  private heading({ title, caption }: ShownText): HTMLElement {
    return element('div', { class: 'heading' }, element('h1', {}, title), element('p', {}, caption));
  }

  private tools({ choices, chosen, places }: ShownText, strings: WordStrings): HTMLElement {
    const post = (name: WordButton) => (): void => {
      this.host.post({ type: 'press', button: name });
    };
    const steps =
      places.length > 0 ? [button(strings.previous, post('previous')), button(strings.next, post('next'))] : [];
    const options = choices.map(({ uri, label }) =>
      element('option', { attributes: { value: uri, selected: uri === chosen ? '' : undefined } }, label),
    );
    const choose = (event: Event): void => {
      this.host.keep({ chosen: (event.target as HTMLSelectElement).value });
      this.host.post({ type: 'choose', uri: (event.target as HTMLSelectElement).value });
    };
    return element(
      'div',
      { class: 'tools' },
      choices.length > 1
        ? element('label', {}, strings.choose, element('select', { on: { change: choose } }, ...options))
        : undefined,
      element('div', { class: 'actions' }, ...steps, button(strings.openText, post('openText'))),
      places.length > 0 ? element('span', { class: 'note' }, strings.readOnly) : undefined,
    );
  }

  private drawRemarks({ remarks, canSetUp }: ShownText, strings: WordStrings): void {
    const setUp = canSetUp
      ? button(
          strings.setUp,
          () => {
            this.host.post({ type: 'press', button: 'setUp' });
          },
          { class: 'primary' },
        )
      : undefined;
    this.remarks.replaceChildren(...remarks.map((remark) => element('p', {}, remark)), ...(setUp ? [setUp] : []));
  }

  private line(line: string, number: number, { places }: ShownText): HTMLElement {
    return element('p', { attributes: { 'data-line': number } }, ...markedLine(line, number, places));
  }

  private showLenses(shown: ShownLenses): void {
    if (shown.id === this.text?.id) {
      this.lenses = shown;
      this.drawLenses(shown);
    }
  }

  private showHints(shown: ShownHints): void {
    if (shown.id === this.text?.id) {
      this.hints = shown;
      drawHints(this.sheet, shown.hints);
    }
  }

  /** Draw lenses above their lines. */
  private drawLenses({ id, lenses }: ShownLenses): void {
    this.sheet.querySelectorAll('.lenses').forEach((node) => {
      node.remove();
    });
    lenses.forEach(({ line, title, tooltip }, number) => {
      const paragraph = this.sheet.querySelector(`[data-line="${line}"]`);
      const before = paragraph?.previousElementSibling;
      const row = before?.classList.contains('lenses') ? before : element('div', { class: 'lenses' });
      const press = (): void => {
        this.host.post({ type: 'pick', list: 'lenses', id, number });
      };
      row.append(button(title, press, { attributes: { title: tooltip || undefined } }));
      paragraph?.before(row);
    });
  }

  // Places

  private listenToSheet(): void {
    const placeOf = (event: Event): number | undefined => numberOf(event.target);
    this.sheet.addEventListener('pointerover', (event) => {
      const place = placeOf(event);
      if (place !== undefined) {
        this.later(HOVER_DELAY, () => {
          this.request(place);
        });
      }
    });
    this.sheet.addEventListener('pointerout', (event) => {
      if (placeOf(event) !== undefined || this.box.contains(event.target as Node)) {
        this.later(LEAVE_DELAY, () => {
          if (!this.box.matches(':hover, :focus-within') && this.focusedPlace() === undefined) {
            this.hideCard();
          }
        });
      }
    });
    this.box.addEventListener('pointerenter', () => {
      clearTimeout(this.timer);
    });
    this.sheet.addEventListener('focusin', (event) => {
      const place = placeOf(event);
      if (place !== undefined) {
        this.at(place);
        this.request(place);
      }
    });
    this.sheet.addEventListener('click', (event) => {
      const place = placeOf(event);
      if (place !== undefined) {
        this.elementOf(place)?.focus();
      }
    });
    window.addEventListener('resize', () => {
      const anchor = this.card && this.elementOf(this.card.place);
      if (anchor) {
        this.placeCard(anchor);
      }
    });
    this.root.addEventListener('keydown', (event) => {
      this.press(event);
    });
    this.root.addEventListener('focusout', (event) => {
      const next = event.relatedTarget as Node | null;
      if (next && !this.box.contains(next) && numberOf(next) === undefined) {
        this.hideCard();
      }
    });
  }

  private press(event: KeyboardEvent): void {
    const place = this.focusedPlace();
    if (event.key === 'Escape' && !this.box.hidden) {
      event.preventDefault();
      this.leaveCard();
    } else if (place !== undefined && ['Enter', ' '].includes(event.key)) {
      event.preventDefault();
      this.enterCard(place);
    }
  }

  /** Hide the card; the keyboard goes back to its place. */
  private leaveCard(): void {
    if (this.card && this.box.contains(document.activeElement)) {
      this.elementOf(this.card.place)?.focus();
    }
    this.hideCard();
  }

  /** Bring the keyboard into a place's card, as soon as the card is there. */
  private enterCard(place: number): void {
    if (this.card?.place === place && !this.box.hidden) {
      this.focusCard();
    } else {
      this.enters = true;
      this.request(place);
    }
  }

  private focusCard(): void {
    this.enters = false;
    const first = this.box.querySelector<HTMLElement>('.choices button') ?? this.box.querySelector('button');
    (first ?? this.box).focus();
  }

  private later(milliseconds: number, work: () => void): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(work, milliseconds);
  }

  private at(place: number): void {
    this.sheet.querySelectorAll('.current').forEach((node) => {
      node.classList.remove('current');
    });
    this.elementOf(place)?.classList.add('current');
    if (this.text) {
      this.host.post({ type: 'at', id: this.text.id, place });
    }
  }

  private request(place: number): void {
    if (this.text && this.wanted !== place) {
      this.wanted = place;
      this.card = undefined;
      this.host.post({ type: 'card', id: this.text.id, place });
    }
  }

  private showCard(card: ShownCard, strings: WordStrings): void {
    const anchor = this.elementOf(card.place);
    if (card.id !== this.text?.id || card.place !== this.wanted || !anchor) {
      return;
    }
    this.card = card;
    const { id } = card;
    this.box.replaceChildren(
      ...cardContent(card, strings, {
        act: (number) => {
          anchor.focus({ preventScroll: true });
          this.host.post({ type: 'pick', list: 'actions', id, number });
        },
        follow: (link) => {
          if (link.startsWith('command:')) {
            anchor.focus({ preventScroll: true });
          }
          this.host.post({ type: 'follow', id, link });
        },
      }),
    );
    this.box.setAttribute('aria-label', this.text.places[card.place]?.label ?? '');
    this.box.hidden = false;
    this.placeCard(anchor);
    anchor.setAttribute('aria-describedby', 'said');
    if (this.enters) {
      this.focusCard();
    }
  }

  /** Put the card below its place, or above it where it would be cut off below and has room above. */
  private placeCard(anchor: HTMLElement): void {
    const [sheet, rect] = [
      this.sheet.getBoundingClientRect(),
      anchor.getClientRects()[0] ?? anchor.getBoundingClientRect(),
    ];
    const height = this.box.offsetHeight + CARD_GAP;
    const isCut = rect.bottom + height > window.innerHeight;
    const isAbove = isCut && rect.top - height > this.top.getBoundingClientRect().bottom;
    const left = Math.max(0, Math.min(rect.left - sheet.left, sheet.width - this.box.offsetWidth));
    this.box.style.setProperty('--left', `${left}px`);
    this.box.style.setProperty('--top', `${(isAbove ? rect.top - height : rect.bottom + CARD_GAP) - sheet.top}px`);
  }

  private hideCard(): void {
    clearTimeout(this.timer);
    this.box.hidden = true;
    this.card = undefined;
    this.wanted = undefined;
    this.enters = false;
    this.sheet.querySelectorAll('[aria-describedby]').forEach((node) => {
      node.removeAttribute('aria-describedby');
    });
  }

  private go({ start }: ShownText['places'][number]['range'], takesFocus: boolean): void {
    const place = this.elementAt(start);
    const goal = place ?? this.sheet.querySelector<HTMLElement>(`[data-line="${start.line}"]`);
    goal?.scrollIntoView({ block: 'center' });
    if (place && takesFocus) {
      place.focus({ preventScroll: true });
    } else if (place) {
      this.at(numberOf(place) ?? 0);
    }
  }

  private focusedPlace(): number | undefined {
    return numberOf(document.activeElement);
  }

  private elementOf(place: number): HTMLElement | undefined {
    return this.sheet.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? undefined;
  }

  private elementAt({ line, character }: { line: number; character: number }): HTMLElement | undefined {
    const place = this.text?.places.findIndex(
      ({ range }) => range.start.line === line && range.start.character === character,
    );
    return place === undefined ? undefined : this.elementOf(place);
  }
}

/** Return the number of the place that a node is in. */
function numberOf(node: EventTarget | null): number | undefined {
  const place = node instanceof Element ? node.closest<HTMLElement>('[data-place]') : null;
  return place ? Number(place.dataset.place) : undefined;
}

const root = document.getElementById('page');
if (root) {
  new WordPage(root, new Host());
}
