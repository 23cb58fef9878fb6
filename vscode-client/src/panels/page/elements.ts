/** What an element is made with; text comes in as text only. */
export interface Making {
  readonly class?: string | undefined;
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  /** Custom properties of CSS, set through the object model, which a strict CSP allows. */
  readonly style?: Readonly<Record<`--${string}`, string>>;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
}

export type Child = Node | string | undefined;

const SVG = 'http://www.w3.org/2000/svg';

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  making: Making = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return made(document.createElement(tag), making, children);
}

/** The same in SVG. */
export function drawn<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  making: Making = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return made(document.createElementNS(SVG, tag), making, children);
}

function made<Made extends HTMLElement | SVGElement>(node: Made, making: Making, children: readonly Child[]): Made {
  if (making.class) {
    node.setAttribute('class', making.class);
  }
  for (const [name, value] of Object.entries(making.attributes ?? {})) {
    if (value !== undefined) {
      node.setAttribute(name, String(value));
    }
  }
  for (const [name, value] of Object.entries(making.style ?? {})) {
    node.style.setProperty(name, value);
  }
  for (const [event, listener] of Object.entries(making.on ?? {})) {
    node.addEventListener(event, listener);
  }
  node.append(...children.filter((child): child is Node | string => child !== undefined));
  return node;
}

/** A button with a word on it. */
export function button(label: string, press: () => void, making: Making = {}): HTMLButtonElement {
  const { attributes, on, ...rest } = making;
  return element(
    'button',
    { ...rest, attributes: { type: 'button', ...attributes }, on: { ...on, click: press } },
    label,
  );
}
