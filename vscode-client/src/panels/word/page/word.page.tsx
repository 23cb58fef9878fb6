import * as l10n from '@vscode/l10n';
import '../../page/panel.css';
import './word.css';

import { type ComponentChildren, Fragment, render } from 'preact';

import type { Failed } from '../../messages';
import { Host, keepScroll } from '../../page/host';
import { Button, FailureBox } from '../../page/view';
import type {
  FromWordPage,
  ShownCard,
  ShownHints,
  ShownLenses,
  ShownText,
  ToWordPage,
  WordButton,
  WordPageState,
} from '../wordMessages';
import { CardContent } from './card';
import { Line } from './line';

/** Milliseconds for which the pointer rests on a place before its card is shown. */
const HOVER_DELAY = 300;

/** Milliseconds to bring the pointer from a place to its card. */
const LEAVE_DELAY = 300;

/** Pixels between a place and its card. */
const CARD_GAP = 6;

type Condition = Failed | { readonly type: 'waiting' };

/** The page of a Word document. It shows the extension's messages and posts the person's actions. */
class WordPage {
  private text: ShownText | undefined;
  /** What is shown in place of a text. */
  private condition: Condition | undefined;
  /** The lenses and the hints of the last marks, which stay until the new ones are there. */
  private lenses: ShownLenses | undefined;
  private hints: ShownHints | undefined;
  private card: ShownCard | undefined;
  /** The place that the person is at. */
  private current: number | undefined;
  /** The place whose card is shown or awaited. */
  private wanted: number | undefined;
  /** Whether the keyboard goes into the card when it is shown. */
  private enters = false;
  private timer: number | undefined;
  /** What is read aloud. */
  private status = '';

  constructor(
    private readonly root: HTMLElement,
    private readonly host: Host<ToWordPage, FromWordPage, WordPageState>,
  ) {
    root.addEventListener('keydown', (event) => this.press(event));
    root.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && !this.box?.contains(relatedTarget as Node) && numberOf(relatedTarget) === undefined) {
        this.hideCard();
      }
    });
    window.addEventListener('resize', () => this.placeCard());
    host.listen((message) => {
      this.update(message);
      this.redraw();
    });
    keepScroll(host);
    host.post({ type: 'ready', chosen: host.state.chosen });
  }

  private update(message: ToWordPage): void {
    switch (message.type) {
      case 'text':
        this.show(message);
        break;
      case 'lenses':
      case 'hints':
        this.showBeside(message);
        break;
      case 'card':
        this.showCard(message);
        break;
      case 'go':
        this.go(message.range, message.takesFocus);
        break;
      case 'notice':
        this.status = message.text;
        break;
      case 'waiting':
      case 'failed':
        this.showCondition(message);
        break;
    }
  }

  private showBeside(message: ShownLenses | ShownHints): void {
    if (message.id !== this.text?.id) {
      return;
    }
    if (message.type === 'lenses') {
      this.lenses = message;
    } else {
      this.hints = message;
    }
  }

  private showCondition(condition: Condition): void {
    this.hideCard();
    this.text = undefined;
    this.condition = condition;
    this.status = condition.type === 'failed' ? condition.message : this.status;
  }

  /** Show a text; the place that had the keyboard keeps it. */
  private show(text: ShownText): void {
    const last = this.text;
    if (last?.lines.join('\n') !== text.lines.join('\n')) {
      this.lenses = this.hints = undefined;
    }
    this.text = text;
    this.condition = undefined;
    this.current = undefined;
    this.hideCard();
    const focused = this.focusedPlace;
    if (focused !== undefined) {
      this.visit(focused);
    }
    if (!last) {
      window.scrollTo(0, this.host.state.scroll ?? 0);
    }
  }

  private redraw(): void {
    const { text, condition } = this;
    render(
      <>
        <header class="top">{text ? this.top(text) : <h1 class="visually-hidden">{document.title}</h1>}</header>
        <div class="remarks">
          {text?.remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
          {text?.canSetUp && this.button('setUp', l10n.t('Set up an exercise…'), 'primary')}
        </div>
        <div
          class="sheet"
          onPointerOver={({ target }) => this.hover(target)}
          onPointerOut={({ target }) => this.leave(target)}
          onFocusIn={({ target }) => this.visit(numberOf(target))}
          onClick={({ target }) => this.elementOf(numberOf(target))?.focus()}
        >
          {text ? this.lines(text) : condition && this.conditionBox(condition)}
        </div>
        <p class="visually-hidden" role="status">
          {this.status}
        </p>
      </>,
      this.root,
    );
  }

  private conditionBox(condition: Condition): ComponentChildren {
    return condition.type === 'failed' ? (
      <FailureBox title={l10n.t('This document can’t be shown')} failure={condition} post={this.host.post} />
    ) : (
      <p class="waiting">{l10n.t('Opening the document…')}</p>
    );
  }

  private button(button: WordButton, label: string, look?: string): ComponentChildren {
    return (
      <Button class={look} onClick={() => this.host.post({ type: 'press', button })}>
        {label}
      </Button>
    );
  }

  /** Return the heading, and what a person can choose and do. */
  private top({ title, caption, choices, chosen, places }: ShownText): ComponentChildren {
    const choose = (uri: string): void => {
      this.host.keep({ chosen: uri });
      this.host.post({ type: 'choose', uri });
    };
    return (
      <>
        <div class="heading">
          <h1>{title}</h1>
          <p>{caption}</p>
        </div>
        <div class="tools">
          {choices.length > 1 && (
            <label>
              {l10n.t('Text')}
              <select onChange={({ currentTarget }) => choose(currentTarget.value)}>
                {choices.map(({ uri, label }) => (
                  <option key={uri} value={uri} selected={uri === chosen}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          )}
          <div class="actions">
            {places.length > 0 && this.button('previous', l10n.t('Previous finding'))}
            {places.length > 0 && this.button('next', l10n.t('Next finding'))}
            {this.button('openText', l10n.t('Open as text'))}
          </div>
          {places.length > 0 && (
            <span class="note">
              {l10n.t('Read-only. What you decide here is kept beside the corrections; the document stays as it is.')}
            </span>
          )}
        </div>
      </>
    );
  }

  /** Return the lines, each below its lenses, and the card. */
  private lines({ lines, places }: ShownText): ComponentChildren {
    const { current, card } = this;
    const hints = this.hints?.hints ?? NO_HINTS;
    const isEmpty = lines.join('').trim() === '';
    return (
      <>
        <h2 class="visually-hidden">{l10n.t('Text of the document')}</h2>
        {isEmpty ? (
          <p>{l10n.t('This document has no text.')}</p>
        ) : (
          lines.map((text, line) => (
            <Fragment key={line}>
              {this.lensesOf(line)}
              <Line {...{ text, line, places, hints, current, described: card?.place }} />
            </Fragment>
          ))
        )}
        <div
          {...{ class: 'card', role: 'dialog', tabIndex: -1, hidden: !card }}
          aria-label={card && places[card.place]?.label}
          onPointerEnter={() => clearTimeout(this.timer)}
        >
          {card && <CardContent {...{ key: `${card.id}-${card.place}`, card, ...this.cardActions(card) }} />}
        </div>
      </>
    );
  }

  private lensesOf(line: number): ComponentChildren {
    const { id = 0, lenses = [] } = this.lenses ?? {};
    const pick = (number: number): void => this.host.post({ type: 'pick', list: 'lenses', id, number });
    const buttons = lenses.map((lens, number) =>
      lens.line === line ? (
        <Button key={number} title={lens.tooltip || undefined} onClick={() => pick(number)}>
          {lens.title}
        </Button>
      ) : null,
    );
    return buttons.some(Boolean) && <div class="lenses">{buttons}</div>;
  }

  /** Return what a person does in a card; the keyboard goes back to the place of what is decided. */
  private cardActions({ id, place }: ShownCard) {
    const goBack = (): void => this.elementOf(place)?.focus({ preventScroll: true });
    return {
      act: (number: number): void => {
        goBack();
        this.host.post({ type: 'pick', list: 'actions', id, number });
      },
      follow: (link: string): void => {
        if (link.startsWith('command:')) {
          goBack();
        }
        this.host.post({ type: 'follow', id, link });
      },
    };
  }

  private hover(target: EventTarget | null): void {
    const place = numberOf(target);
    if (place !== undefined) {
      this.later(HOVER_DELAY, () => this.request(place));
    }
  }

  private leave(target: EventTarget | null): void {
    if (numberOf(target) !== undefined || this.box?.contains(target as Node)) {
      this.later(LEAVE_DELAY, () => {
        if (!this.box?.matches(':hover, :focus-within') && this.focusedPlace === undefined) {
          this.hideCard();
        }
      });
    }
  }

  private later(milliseconds: number, work: () => void): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(work, milliseconds);
  }

  private press(event: KeyboardEvent): void {
    const place = this.focusedPlace;
    if (event.key === 'Escape' && this.card) {
      event.preventDefault();
      if (this.box?.contains(document.activeElement)) {
        this.elementOf(this.card.place)?.focus();
      }
      this.hideCard();
    } else if (place !== undefined && ['Enter', ' '].includes(event.key)) {
      event.preventDefault();
      this.enters = true;
      this.request(place);
      this.enterCard();
    }
  }

  /** Bring the keyboard into the card that is shown, if it is to go there. */
  private enterCard(): void {
    if (this.enters && this.card && this.box) {
      this.enters = false;
      (this.box.querySelector<HTMLElement>('.choices button') ?? this.box.querySelector('button') ?? this.box).focus();
    }
  }

  /** The person is at a place, if there is one: request its card. */
  private visit(place: number | undefined): void {
    if (place !== undefined) {
      this.at(place);
      this.request(place);
    }
  }

  private at(place: number): void {
    this.current = place;
    this.redraw();
    if (this.text) {
      this.host.post({ type: 'at', id: this.text.id, place });
    }
  }

  private request(place: number): void {
    if (this.text && this.wanted !== place) {
      this.wanted = place;
      this.card = undefined;
      this.redraw();
      this.host.post({ type: 'card', id: this.text.id, place });
    }
  }

  private showCard(card: ShownCard): void {
    if (card.id === this.text?.id && card.place === this.wanted) {
      this.card = card;
      this.redraw();
      this.placeCard();
      this.enterCard();
    }
  }

  /** Put the card below its place, or above it where it would be cut off below and has room above. */
  private placeCard(): void {
    const { box } = this;
    const anchor = this.elementOf(this.card?.place);
    if (!box || !anchor) {
      return;
    }
    const sheet = rectOf(box.parentElement);
    const rect = anchor.getClientRects()[0] ?? rectOf(anchor);
    const height = box.offsetHeight + CARD_GAP;
    const isCut = rect.bottom + height > window.innerHeight;
    const isAbove = isCut && rect.top - height > rectOf(this.root.querySelector('.top')).bottom;
    const left = Math.max(0, Math.min(rect.left - sheet.left, sheet.width - box.offsetWidth));
    box.style.setProperty('--left', `${left}px`);
    box.style.setProperty('--top', `${(isAbove ? rect.top - height : rect.bottom + CARD_GAP) - sheet.top}px`);
  }

  private hideCard(): void {
    clearTimeout(this.timer);
    this.card = undefined;
    this.wanted = undefined;
    this.enters = false;
    this.redraw();
  }

  private go({ start }: ShownText['places'][number]['range'], takesFocus: boolean): void {
    const number = this.text?.places.findIndex(
      ({ range }) => range.start.line === start.line && range.start.character === start.character,
    );
    const place = this.elementOf(number);
    const goal = place ?? this.root.querySelector<HTMLElement>(`[data-line="${start.line}"]`);
    goal?.scrollIntoView({ block: 'center' });
    if (place && takesFocus) {
      place.focus({ preventScroll: true });
    } else if (place && number !== undefined) {
      this.at(number);
    }
  }

  private get box(): HTMLElement | null {
    return this.root.querySelector('.card');
  }

  private get focusedPlace(): number | undefined {
    return numberOf(document.activeElement);
  }

  private elementOf(place: number | undefined): HTMLElement | null {
    return place === undefined ? null : this.root.querySelector<HTMLElement>(`[data-place="${place}"]`);
  }
}

const NO_HINTS: ShownHints['hints'] = [];

function rectOf(node: Element | null): DOMRect {
  return node?.getBoundingClientRect() ?? new DOMRect();
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
