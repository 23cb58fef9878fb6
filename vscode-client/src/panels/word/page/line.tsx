import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

import { CATEGORIES, DOUBT, type Look, lowerEdge, REWRITTEN, VERDICTS } from '../../../protocol/vocabularies';
import type { MarkedPlace, ShownHint } from '../wordMessages';

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

/** A line of the text with what is shown in it. */
interface LineProps {
  readonly text: string;
  readonly line: number;
  readonly places: readonly MarkedPlace[];
  readonly hints: readonly ShownHint[];
  /** The place that the person is at. */
  readonly current: number | undefined;
  /** The place that the card says something about. */
  readonly described: number | undefined;
}

/** A line's text with its places in frames, the narrower one where places overlap, and with hints behind them. */
export function Line({ text, line, places, hints, current, described }: LineProps) {
  const stretches = useMemo(() => stretchesOf(text, line, places, hints), [text, line, places, hints]);
  const waiting = hints.filter((hint) => hint.line === line).sort((one, other) => one.character - other.character);
  const seen = new Set<number>();
  const content: ComponentChildren[] = [];
  const addHints = (end: number): void => {
    const count = waiting.filter(({ character }) => character <= end).length;
    content.push(...waiting.splice(0, count).map((hint) => <Hint {...hint} />));
  };
  for (const { start, end, place } of stretches) {
    const marked = place === undefined ? undefined : places[place];
    // A place without words stands before the hint at it.
    if (!marked || start < end) {
      addHints(start);
    }
    if (place === undefined || !marked) {
      content.push(text.slice(start, end));
      continue;
    }
    const isFirst = marked.range.start.line === line && !seen.has(place);
    seen.add(place);
    content.push(
      <Frame
        {...{ key: `${place}-${start}`, words: text.slice(start, end), place, marked, isFirst }}
        isCurrent={isFirst && place === current}
        isDescribed={isFirst && place === described}
      />,
    );
  }
  addHints(Infinity);
  return <p data-line={line}>{content}</p>;
}

/** The words of a place; only its first ones take the keyboard and are read aloud with its label. */
function Frame(props: {
  words: string;
  place: number;
  marked: MarkedPlace;
  isFirst: boolean;
  isCurrent: boolean;
  isDescribed: boolean;
}) {
  const { words, place, marked, isFirst, isCurrent, isDescribed } = props;
  const { emphasis, label } = marked;
  const look = LOOKS.get(marked.look) ?? OTHER;
  const control = isFirst ? ({ role: 'button', tabIndex: 0, 'aria-haspopup': 'dialog' } as const) : {};
  const style = {
    '--look': `var(--vscode-markscheme-${look.name}, var(--muted))`,
    '--look-background': `var(--vscode-markscheme-${look.name}Background, transparent)`,
    '--look-style': look.frame.style,
    '--look-width': widthOf(look, emphasis, words !== ''),
  };
  const classes = ['place', emphasis, words ? '' : 'gap', isCurrent ? 'current' : ''].filter(Boolean).join(' ');
  const described = isDescribed ? 'said' : undefined;
  return (
    <span class={classes} data-place={place} aria-describedby={described} style={style} {...control}>
      {words || <span aria-hidden="true">{look.gap}</span>}
      {isFirst && <span class="visually-hidden"> ({label}) </span>}
    </span>
  );
}

/** What a reference has at a place. Places are read aloud with what the hint says. */
function Hint({ text, tooltip }: ShownHint) {
  return (
    <span class="hint" aria-hidden="true" title={tooltip || undefined}>
      {text}
    </span>
  );
}

/** Return the width of a place's border; a sign has one only if it is the same on all sides. */
function widthOf({ frame: { width } }: Look, emphasis: MarkedPlace['emphasis'], hasWords: boolean): string {
  const isFramed = emphasis === 'frame' && (hasWords || !width.includes(' '));
  const isUnderlined = emphasis === 'line' && hasWords;
  return isFramed ? width : isUnderlined ? `0 0 ${lowerEdge(width)}` : '0';
}

/** Cut a line at the ends of its places and at its hints; the narrowest place has a stretch. */
function stretchesOf(
  text: string,
  line: number,
  places: readonly MarkedPlace[],
  hints: readonly ShownHint[],
): readonly Stretch[] {
  const parts = places.flatMap(({ range: { start, end } }, place) => {
    const first = start.line === line ? start.character : 0;
    const last = end.line === line ? end.character : text.length;
    const isHere = start.line <= line && line <= end.line;
    return isHere ? [{ start: Math.min(first, text.length), end: Math.min(last, text.length), place }] : [];
  });
  const behind = hints.filter((hint) => hint.line === line).map(({ character }) => Math.min(character, text.length));
  const ends = [0, text.length, ...behind, ...parts.flatMap(({ start, end }) => [start, end])];
  const cuts = [...new Set(ends)].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  cuts.forEach((start, number) => {
    stretches.push(...parts.filter((gap) => gap.start === start && gap.end === start));
    const end = cuts[number + 1];
    if (end === undefined) {
      return;
    }
    const [narrowest] = parts
      .filter((part) => part.start <= start && end <= part.end)
      .sort((one, other) => one.end - one.start - (other.end - other.start));
    const place = narrowest?.place;
    const last = stretches.at(-1);
    if (place !== undefined && last?.place === place && last.end === start) {
      stretches[stretches.length - 1] = { ...last, end };
    } else {
      stretches.push({ start, end, place });
    }
  });
  return stretches;
}
