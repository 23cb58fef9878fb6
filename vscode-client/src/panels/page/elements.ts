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
function remedyAction(remedy: Remedy, strings: FailureStrings, post: (request: RemedyRequest) => void): Action {
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
