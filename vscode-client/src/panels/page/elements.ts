import type { Kind } from '../../protocol/vocabularies';
import type { Failed, Remedy, RemedyRequest } from '../messages';

/** Attributes, styles and listeners of a new element. Text is never read as HTML. */
export interface ElementOptions {
  readonly class?: string | undefined;
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  /** Custom CSS properties. They are set through the object model, which a strict content security policy allows. */
  readonly style?: Readonly<Record<`--${string}`, string>>;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
}

export type Child = Node | string | undefined;

/** Return a new HTML element. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: ElementOptions = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return filledElement(document.createElement(tag), options, children);
}

function filledElement<Element extends HTMLElement>(
  node: Element,
  options: ElementOptions,
  children: readonly Child[],
): Element {
  if (options.class) {
    node.setAttribute('class', options.class);
  }
  for (const [name, value] of Object.entries(options.attributes ?? {})) {
    if (value !== undefined) {
      node.setAttribute(name, String(value));
    }
  }
  for (const [name, value] of Object.entries(options.style ?? {})) {
    node.style.setProperty(name, value);
  }
  for (const [event, listener] of Object.entries(options.on ?? {})) {
    node.addEventListener(event, listener);
  }
  node.append(...children.filter((child): child is Node | string => child !== undefined));
  return node;
}

/** Return a button with a label. */
export function button(label: string, press: () => void, options: ElementOptions = {}): HTMLButtonElement {
  const { attributes, on, ...rest } = options;
  return element(
    'button',
    { ...rest, attributes: { type: 'button', ...attributes }, on: { ...on, click: press } },
    label,
  );
}

/** Return the key of the focused element, by which it is found again after a redraw. */
export function focusedKey(): string | undefined {
  return document.activeElement?.getAttribute('data-key') ?? undefined;
}

/** Give the element with a key the focus, unless it has it. */
export function focusOn(key: string | undefined): void {
  if (key !== undefined && focusedKey() !== key) {
    document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
}

/** The keyboard that the extension gives the page: the first control takes it as soon as there is one. */
export class AwaitedFocus {
  private isAwaited = false;

  /** `controls` is a selector of the elements that can take the keyboard. */
  constructor(private readonly controls: string) {}

  request(): void {
    this.isAwaited = true;
  }

  take(): void {
    const first = this.isAwaited ? document.querySelector<HTMLElement>(`main :is(${this.controls})`) : null;
    if (first) {
      this.isAwaited = false;
      first.focus();
    }
  }
}

/** Whether a key is pressed in a field in which a person writes, where it has no other meaning. */
export function isWriting({ target }: Event): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea');
}

/** What a person can do about a state. */
interface Action {
  readonly label: string;
  readonly press: () => void;
}

/** The page's words about failures. */
interface FailureStrings extends Readonly<Record<Remedy, string>> {
  readonly failedTitle: string;
}

/** Return the message of a failure, with the button for what the person can do about it. */
export function failureBox(
  { message, remedy }: Failed,
  strings: FailureStrings,
  post: (request: RemedyRequest) => void,
): HTMLElement {
  return messageBox(strings.failedTitle, message, remedyAction(remedy, strings, post));
}

/** Return the button for what a person can do about a failure. */
export function remedyAction(remedy: Remedy, strings: FailureStrings, post: (request: RemedyRequest) => void): Action {
  const press = (): void => {
    post({ type: 'remedy', remedy });
  };
  return { label: strings[remedy], press };
}

/** Return the content of a page that has nothing to show: its state, and a button if there is something to do. */
export function messageBox(title: string, text: string, action?: Action): HTMLElement {
  return element(
    'section',
    { class: 'message-box' },
    element('h2', {}, title),
    text ? element('p', {}, text) : undefined,
    action ? button(action.label, action.press, { class: 'primary' }) : undefined,
  );
}

/** A class that can be chosen: its folder's name and URI. */
interface NamedClass {
  readonly name: string;
  readonly uri: string;
}

/** Return the class with a folder, or else the first one. */
export function chosenClass<Class extends NamedClass>(
  classes: readonly Class[],
  folder: string | undefined,
): Class | undefined {
  return classes.find(({ uri }) => uri === folder) ?? classes[0];
}

/** Return the list to choose a class from; none if there is one class. */
export function classChoice(
  label: string,
  classes: readonly NamedClass[],
  shown: NamedClass,
  choose: (folder: string | undefined) => void,
): HTMLElement[] {
  if (classes.length < 2) {
    return [];
  }
  const listener = (index: number): void => {
    choose(classes[index]?.uri);
  };
  return [choice(label, 'class', classNames(classes), classes.indexOf(shown), listener)];
}

/** Return the names of classes; folders of one name with the folder that they are in. */
function classNames(classes: readonly NamedClass[]): string[] {
  return classes.map(({ name, uri }) => {
    const isUnique = classes.filter((other) => other.name === name).length === 1;
    return isUnique ? name : decodeURIComponent(uri.split('/').slice(-2).join('/'));
  });
}

/** Return a list with a label to choose one name from. */
export function choice(
  label: string,
  key: string,
  names: readonly string[],
  chosen: number,
  choose: (index: number) => void,
): HTMLElement {
  const select = element(
    'select',
    {
      attributes: { 'data-key': key },
      on: {
        change: () => {
          choose(select.selectedIndex);
        },
      },
    },
    ...names.map((name, index) =>
      element('option', { attributes: { selected: index === chosen ? '' : undefined } }, name),
    ),
  );
  return element('label', { class: 'exercises' }, element('span', {}, label), select);
}

/** Return a box in which wide content scrolls. The keyboard can scroll it too while the content is wider than the box. */
export function scroller(label: string, wide: HTMLElement): HTMLElement {
  const box = element('div', { class: 'scroller' }, wide);
  new ResizeObserver(() => {
    const scrolls = box.scrollWidth > box.clientWidth;
    for (const [name, value] of Object.entries({ tabindex: '0', role: 'region', 'aria-label': label })) {
      if (scrolls) {
        box.setAttribute(name, value);
      } else {
        box.removeAttribute(name);
      }
    }
  }).observe(box);
  return box;
}

/** The head of a column by which a table can be sorted. */
interface SortHead {
  /** The class of the column's cells. */
  readonly name: string;
  readonly key: string | number;
  readonly label: readonly Child[];
  readonly hint?: string | undefined;
  /** The order of the table; `undefined` if there is none. */
  readonly sort: { readonly key: string | number; readonly descending: boolean } | undefined;
  readonly press: () => void;
}

/** Return a cell with a button that sorts the table, and an arrow if the table is sorted by the column. */
export function sortHead({ name, key, label, hint, sort, press }: SortHead): HTMLTableCellElement {
  const direction = sort?.key !== key ? 'none' : sort.descending ? 'descending' : 'ascending';
  const arrow = { none: '', ascending: '▲', descending: '▼' }[direction];
  return element(
    'th',
    { class: name, attributes: { scope: 'col', 'aria-sort': direction } },
    element(
      'button',
      { class: 'sort', attributes: { type: 'button', title: hint, 'data-key': `sort-${key}` }, on: { click: press } },
      ...label,
      element('span', { class: 'arrow', attributes: { 'aria-hidden': 'true' } }, arrow),
    ),
  );
}

/** Return a kind's colour and its sign. */
export function kindSign(kind: Kind): Child[] {
  return [
    element('span', { class: `swatch ${kind.name}`, attributes: { 'aria-hidden': 'true' } }),
    kind.sign
      ? element('span', { class: `sign ${kind.name}`, attributes: { 'aria-hidden': 'true' } }, kind.sign)
      : undefined,
  ];
}
