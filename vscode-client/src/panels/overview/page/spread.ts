import { kindsWithShares } from '../../../protocol/vocabularies';
import { fillTemplate } from '../../../words';
import { type Child, element } from '../../page/elements';
import { kindLabel, type MarkedStudent, type OverviewView } from './classList';

/** Medians of a class's numbers, and a layout of dots that do not cover each other. */

/** Return the middle value, or the mean of the two in the middle; `undefined` if there are no values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[middle - 1];
  if (upper === undefined) {
    return undefined;
  }
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

/** A dot of a strip: the value's index, its place along the strip, and its level: 0 in the middle, ±1, ±2… beside it. */
interface Dot {
  readonly index: number;
  readonly x: number;
  readonly level: number;
}

/**
 * Lay out dots in a row, each exactly at its value, and move one up or down where it would cover another.
 *
 * `values` are 0 to 1. The strip's `width` and the dots' `diameter` have one unit. Levels stay within `±levels`; where
 * all are taken, dots cover each other in the middle.
 */
export function layOutDots(values: readonly number[], width: number, diameter: number, levels: number): Dot[] {
  const order = values.map((value, index) => ({ index, x: value * width }));
  order.sort((one, other) => one.x - other.x || one.index - other.index);
  const last = new Map<number, number>();
  return order.map(({ index, x }) => {
    const level = levelsFromMiddle(levels).find((one) => x - (last.get(one) ?? -Infinity) >= diameter) ?? 0;
    last.set(level, x);
    return { index, x, level };
  });
}

function levelsFromMiddle(levels: number): number[] {
  return [0, ...Array.from({ length: levels }, (_, index) => [-(index + 1), index + 1]).flat()];
}

/** Size of a strip for which dots are laid out, in pixels, and levels above and below the middle. */
const WIDTH = 420;

const DIAMETER = 8;

const LEVELS = 2;

interface Strip {
  readonly name: string;
  readonly class: string;
  readonly label: readonly Child[];
  readonly words: (value: number) => string;
  /** Return a student's value, 0 to 1; `null` for a student without one. */
  readonly value: (student: MarkedStudent) => number | null;
}

/** Return the distributions of a class's marks and shares: a strip of dots each, with the median. */
export function spread(view: OverviewView, students: readonly MarkedStudent[]): HTMLElement {
  const strips = stripsOf(view);
  const words = strips
    .map((strip) => summary(view, strip, students))
    .filter(Boolean)
    .join(' ');
  return element(
    'figure',
    { class: 'spread' },
    element(
      'div',
      { class: 'strips', attributes: { role: 'img', 'aria-label': words } },
      ...strips.flatMap((strip) => stripOf(view, strip, students)),
      element('span', { class: 'axis' }, ...[0, 0.25, 0.5, 0.75, 1].map((at) => tick(at, view))),
    ),
    element('figcaption', { class: 'note' }, view.markWords.distributionNote),
  );
}

function stripsOf({ strings, numbers, vocabulary, markWords }: OverviewView): Strip[] {
  return [
    {
      name: markWords.title,
      class: 'score',
      label: [markWords.title],
      words: (value) => markWords.value(value),
      value: ({ marks }) => vocabulary.markOf(marks),
    },
    ...kindsWithShares(vocabulary).map((kind) => ({
      name: strings.kinds[kind.id].heading,
      class: kind.name,
      label: kindLabel(kind, strings),
      words: (value: number) => numbers.percent(value),
      value: ({ marks }: MarkedStudent) => vocabulary.shareOf(marks, kind),
    })),
  ];
}

/** Return the students that have a value, with it. */
function valuesOf(
  strip: Strip,
  students: readonly MarkedStudent[],
): { readonly name: string; readonly value: number }[] {
  return students.flatMap((student) => {
    const value = strip.value(student);
    return value === null ? [] : [{ name: student.label, value }];
  });
}

function stripOf({ strings }: OverviewView, strip: Strip, students: readonly MarkedStudent[]): HTMLElement[] {
  const shown = valuesOf(strip, students);
  const values = shown.map(({ value }) => value);
  const middle = median(values);
  const dots = layOutDots(values, WIDTH, DIAMETER, LEVELS).map(({ index, x, level }) =>
    element('span', {
      class: 'dot',
      attributes: { title: `${shown[index]?.name ?? ''}: ${strip.words(values[index] ?? 0)}` },
      style: { '--at': String(x / WIDTH), '--level': String(level) },
    }),
  );
  return [
    element('span', { class: 'strip-label' }, ...strip.label),
    element(
      'span',
      { class: `strip ${strip.class}` },
      ...dots,
      middle === undefined ? undefined : element('span', { class: 'median', style: { '--at': String(middle) } }),
    ),
    element(
      'span',
      { class: 'strip-median number' },
      middle === undefined ? undefined : fillTemplate(strings.median, strip.words(middle)),
    ),
  ];
}

/** Return a tick of the axis, in the unit of the marks. */
function tick(at: number, { markWords }: OverviewView): HTMLElement {
  return element('span', { class: 'tick', style: { '--at': String(at) } }, markWords.value(at));
}

function summary({ strings }: OverviewView, strip: Strip, students: readonly MarkedStudent[]): string {
  const values = valuesOf(strip, students).map(({ value }) => value);
  const middle = median(values);
  if (middle === undefined) {
    return '';
  }
  return fillTemplate(
    strings.distributionWords,
    strip.name,
    strip.words(Math.min(...values)),
    strip.words(Math.max(...values)),
    strip.words(middle),
  );
}
