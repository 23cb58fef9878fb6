import MarkdownIt from 'markdown-it';

import { CATEGORIES, DOUBT, type Look, lowerEdge, REWRITTEN, VERDICTS } from '../../../protocol/vocabularies';
import { button, element } from '../../page/elements';
import type { MarkedPlace, ShownCard, ShownHint, WordStrings } from '../wordMessages';

const LOOKS: ReadonlyMap<string, Look> = new Map(
  [...VERDICTS, ...CATEGORIES, REWRITTEN, DOUBT].map((look) => [look.name, look]),
);

/** The look of a place that is no finding. */
const OTHER: Look = {
  name: 'other',
  icon: '',
  frame: { style: 'dotted', width: '0 0 2px 0' },
  gap: '·',
  lane: 'Left',
};

/** A stretch of a line: at most one place covers it. An empty stretch is a place without words. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly place: number | undefined;
}

/** The part of a place on one line. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly place: number;
}

/** Return a line's text with its places in frames; the narrower one where places overlap. */
export function markedLine(text: string, line: number, places: readonly MarkedPlace[]): Node[] {
  return stretches(text.length, partsOf(line, text.length, places)).map(({ start, end, place }) => {
    const marked = place === undefined ? undefined : places[place];
    const words = text.slice(start, end);
    if (place === undefined || !marked) {
      return document.createTextNode(words);
    }
    const isFirst = marked.range.start.line === line && marked.range.start.character === start;
    return frame(words, place, marked, isFirst);
  });
}

/** Return the element of a place's words; only its first one takes the keyboard and is read aloud with its label. */
function frame(
  words: string,
  place: number,
  { look: name, emphasis, label }: MarkedPlace,
  isFirst: boolean,
): HTMLElement {
  const look = LOOKS.get(name) ?? OTHER;
  const control = isFirst ? { role: 'button', tabindex: '0', 'aria-haspopup': 'dialog' } : {};
  return element(
    'span',
    {
      class: ['place', emphasis, ...(words ? [] : ['gap'])].join(' '),
      attributes: { 'data-place': place, ...control },
      style: {
        '--look': `var(--vscode-markscheme-${look.name}, var(--muted))`,
        '--look-background': `var(--vscode-markscheme-${look.name}Background, transparent)`,
        '--look-style': look.frame.style,
        '--look-width': widthOf(look, emphasis, words !== ''),
      },
    },
    words || element('span', { attributes: { 'aria-hidden': 'true' } }, look.gap),
    isFirst ? element('span', { class: 'visually-hidden' }, ` (${label}) `) : undefined,
  );
}

/** Return the width of a place's border; a sign has one only if it is the same on all sides. */
function widthOf({ frame: { width } }: Look, emphasis: MarkedPlace['emphasis'], hasWords: boolean): string {
  const isFramed = emphasis === 'frame' && (hasWords || !width.includes(' '));
  const isUnderlined = emphasis === 'line' && hasWords;
  return isFramed ? width : isUnderlined ? `0 0 ${lowerEdge(width)}` : '0';
}

function partsOf(line: number, length: number, places: readonly MarkedPlace[]): Part[] {
  return places.flatMap(({ range }, place) => {
    if (range.start.line > line || range.end.line < line) {
      return [];
    }
    const start = range.start.line === line ? range.start.character : 0;
    const end = range.end.line === line ? range.end.character : length;
    return [{ start: Math.min(start, length), end: Math.min(end, length), place }];
  });
}

/** Cut a line at the ends of its parts; the narrowest part has a stretch. */
function stretches(length: number, parts: readonly Part[]): Stretch[] {
  const gaps = parts.filter(({ start, end }) => start === end);
  const wide = parts.filter(({ start, end }) => start < end);
  const cuts = [...new Set([0, length, ...parts.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  const pieces: Stretch[] = [];
  cuts.forEach((start, number) => {
    pieces.push(...gaps.filter((gap) => gap.start === start));
    const end = cuts[number + 1];
    if (end === undefined) {
      return;
    }
    const [narrowest] = wide
      .filter((part) => part.start <= start && end <= part.end)
      .sort((one, other) => one.end - one.start - (other.end - other.start));
    const last = pieces.at(-1);
    if (last?.end === start && last.start < last.end && last.place === narrowest?.place) {
      pieces[pieces.length - 1] = { ...last, end };
    } else {
      pieces.push({ start, end, place: narrowest?.place });
    }
  });
  return pieces;
}

/** Write hints into the lines of a sheet, behind their places, in place of the hints that are there. */
export function drawHints(sheet: HTMLElement, hints: readonly ShownHint[]): void {
  sheet.querySelectorAll('.hint').forEach((node) => {
    node.remove();
  });
  sheet.normalize();
  for (const hint of hints) {
    const line = sheet.querySelector<HTMLElement>(`[data-line="${hint.line}"]`);
    if (line) {
      insert(line, hint);
    }
  }
}

/** Insert a hint behind the characters of a line; a place that ends there comes before it. */
function insert(line: HTMLElement, { character, text, tooltip }: ShownHint): void {
  // Places are read aloud with what the hint says.
  const node = element(
    'span',
    { class: 'hint', attributes: { 'aria-hidden': 'true', title: tooltip || undefined } },
    text,
  );
  let rest = character;
  for (const child of [...line.childNodes]) {
    const length = lengthOf(child);
    if (rest < length && child instanceof Text) {
      line.insertBefore(node, child.splitText(rest));
      return;
    }
    if (rest < length || (rest === 0 && !isGap(child))) {
      line.insertBefore(node, rest === 0 ? child : child.nextSibling);
      return;
    }
    rest -= length;
  }
  line.append(node);
}

/** Return the number of the line's characters that a node shows. Labels, hints and signs are none of them. */
function lengthOf(node: ChildNode): number {
  if (node instanceof Text) {
    return node.length;
  }
  const isWords = node instanceof HTMLElement && node.classList.contains('place') && !isGap(node);
  return isWords && node.firstChild instanceof Text ? node.firstChild.length : 0;
}

/** Whether a node is a place without words, which a hint at the same place follows. */
function isGap(node: ChildNode): boolean {
  return node instanceof HTMLElement && (node.classList.contains('gap') || node.classList.contains('hint'));
}

/** What the person does in the card. */
interface CardListener {
  readonly act: (number: number) => void;
  readonly follow: (link: string) => void;
}

/** Return the content of a place's card: what is said, and below it the buttons that do something. */
export function cardContent(
  { messages, markdown, actions }: ShownCard,
  strings: WordStrings,
  { act, follow }: CardListener,
): HTMLElement[] {
  const body = markdownElements(markdown, follow);
  const offers = new Map(body.map((node) => [node, commandsOf(node)]));
  const said = element(
    'div',
    { class: 'said', attributes: { id: 'said' } },
    ...messages.map((message) => element('p', {}, message)),
    ...body.filter((node) => offers.get(node)?.length === 0),
  );
  const choices = [
    ...[...offers.values()].flat(),
    ...actions.map((title, number) =>
      button(title, () => {
        act(number);
      }),
    ),
  ];
  if (choices.length === 0) {
    return [said];
  }
  const items = choices.map((choice) => element('li', {}, choice));
  return [said, element('ul', { class: 'choices actions', attributes: { 'aria-label': strings.decide } }, ...items)];
}

/** Return the buttons of a paragraph that has nothing but links to commands, with dots between them. */
function commandsOf(node: Node): HTMLElement[] {
  const buttons = [...node.childNodes].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child.classList.contains(COMMAND),
  );
  const others = [...node.childNodes].filter((child) => !buttons.includes(child as HTMLElement));
  return others.every((child) => child instanceof Text && child.data.trim() === '·') ? buttons : [];
}

/** Elements that a card may have. Whatever else Markdown has, such as pictures, is left out or shown as text. */
const TAGS = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'hr', 'br', 'blockquote']);

const markdown = new MarkdownIt('commonmark', { html: false }).disable(['image', 'autolink', 'html_inline']);

// The extension decides which links it follows.
markdown.validateLink = () => true;

type Token = ReturnType<typeof markdown.parse>[number];

/** The class of a button that is a link to a command. */
const COMMAND = 'command';

/**
 * Return Markdown as elements; a link becomes a button.
 *
 * No text becomes HTML: the elements are made one by one, with text in them.
 */
function markdownElements(text: string, follow: (link: string) => void): Node[] {
  const root = document.createDocumentFragment();
  append(root, markdown.parse(text, {}), follow);
  return [...root.childNodes];
}

function append(root: Node, tokens: readonly Token[], follow: (link: string) => void): void {
  let parent = root;
  for (const token of tokens) {
    const node = nodeOf(token, follow);
    if (token.children) {
      append(parent, token.children, follow);
    } else if (token.nesting < 0) {
      parent = isElement(token) ? (parent.parentNode ?? root) : parent;
    } else {
      parent.appendChild(node);
      parent = token.nesting > 0 && isElement(token) ? node : parent;
    }
  }
}

function isElement({ tag }: Token): boolean {
  return tag === 'a' || TAGS.has(tag);
}

function nodeOf(token: Token, follow: (link: string) => void): Node {
  if (token.tag === 'a') {
    const link = token.attrGet('href') ?? '';
    const isCommand = link.startsWith('command:');
    return button(
      '',
      () => {
        follow(link);
      },
      isCommand ? { class: COMMAND } : {},
    );
  }
  if (!TAGS.has(token.tag)) {
    return document.createTextNode(token.type === 'softbreak' ? '\n' : token.content);
  }
  const node = document.createElement(token.tag);
  node.textContent = token.nesting === 0 ? token.content : '';
  return node;
}
