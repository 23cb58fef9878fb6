import type { MarkedStudent } from '../classList';
import { layOutDots, median } from '../distribution';
import { fillTemplate } from '../../template';
import { CATEGORIES, categoryName, shareOf } from '../../../protocol/categories';
import { element, type Child } from '../../page/elements';
import { categoryLabel, type OverviewView } from './overviewView';

/** Size of a strip for which dots are laid out, in pixels, and levels above and below the middle. */
const WIDTH = 420;
const DIAMETER = 8;
const LEVELS = 2;

interface Strip {
  readonly name: string;
  readonly class: string;
  readonly label: readonly Child[];
  readonly words: (value: number) => string;
  readonly value: (student: MarkedStudent) => number;
}

/** Return the distributions of a class's score and shares: a strip of dots each, with the median. */
export function spread(view: OverviewView, students: readonly MarkedStudent[]): HTMLElement {
  const strips = stripsOf(view);
  const words = strips.map((strip) => summary(view, strip, students)).join(' ');
  return element(
    'figure',
    { class: 'spread' },
    element(
      'div',
      { class: 'strips', attributes: { role: 'img', 'aria-label': words } },
      ...strips.flatMap((strip) => stripOf(view, strip, students)),
      element('span', { class: 'axis' }, ...[0, 0.25, 0.5, 0.75, 1].map((at) => tick(at, view))),
    ),
    element('figcaption', { class: 'note' }, view.strings.distributionNote),
  );
}

function stripsOf({ strings, numbers }: OverviewView): Strip[] {
  return [
    {
      name: strings.score,
      class: 'score',
      label: [strings.score],
      words: (value) => numbers.decimal(value),
      value: ({ marks }) => marks.scores.score,
    },
    ...CATEGORIES.map((category) => ({
      name: strings.categories[category],
      class: categoryName(category),
      label: categoryLabel(category, strings),
      words: (value: number) => numbers.percent(value),
      value: ({ marks }: MarkedStudent) => shareOf(marks.scores, category),
    })),
  ];
}

function stripOf({ strings }: OverviewView, strip: Strip, students: readonly MarkedStudent[]): HTMLElement[] {
  const values = students.map(strip.value);
  const middle = median(values) ?? 0;
  const dots = layOutDots(values, WIDTH, DIAMETER, LEVELS).map(({ index, x, level }) =>
    element('span', {
      class: 'dot',
      attributes: { title: `${students[index]?.name ?? ''}: ${strip.words(values[index] ?? 0)}` },
      style: { '--at': String(x / WIDTH), '--level': String(level) },
    }),
  );
  return [
    element('span', { class: 'strip-label' }, ...strip.label),
    element(
      'span',
      { class: `strip ${strip.class}` },
      ...dots,
      element('span', { class: 'median', style: { '--at': String(middle) } }),
    ),
    element('span', { class: 'strip-median number' }, fillTemplate(strings.median, strip.words(middle))),
  ];
}

function tick(at: number, { numbers }: OverviewView): HTMLElement {
  return element('span', { class: 'tick', style: { '--at': String(at) } }, numbers.decimal(at));
}

function summary({ strings }: OverviewView, strip: Strip, students: readonly MarkedStudent[]): string {
  const values = students.map(strip.value);
  return fillTemplate(
    strings.distributionWords,
    strip.name,
    strip.words(Math.min(...values)),
    strip.words(Math.max(...values)),
    strip.words(median(values) ?? 0),
  );
}
