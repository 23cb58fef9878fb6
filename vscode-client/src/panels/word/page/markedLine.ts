import { DOUBT, CATEGORIES, REWRITTEN, VERDICTS, lowerEdge, type Look } from '../../../protocol/kinds';
import type { MarkedPlace } from '../wordMessages';
import { element } from '../../page/elements';

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
