/** Medians of a class's numbers, and a layout of dots that do not cover each other. */

import * as l10n from '@vscode/l10n';
import { type ComponentChildren, Fragment } from 'preact';

import { kindText } from '../../../marks/kindText';
import { kindsWithShares } from '../../../protocol/vocabularies';
import { numbers } from '../../page/numbers';
import { type MarkedStudent, type OverviewView, valueText } from './classList';
import { KindLabel, MARK_WORDS } from './kinds';

/** Return the middle value, or the mean of the two in the middle; `undefined` if there are no values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
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
  const fromMiddle = [0, ...Array.from({ length: levels }, (_, index) => [-(index + 1), index + 1]).flat()];
  const last = new Map<number, number>();
  return order.map(({ index, x }) => {
    const level = fromMiddle.find((one) => x - (last.get(one) ?? -Infinity) >= diameter) ?? 0;
    last.set(level, x);
    return { index, x, level };
  });
}

/** Size of a strip for which dots are laid out, in pixels, and levels above and below the middle. */
const WIDTH = 420;

const DIAMETER = 8;

const LEVELS = 2;

/** The distribution of one number of a class. */
interface Strip {
  readonly name: string;
  readonly look: string;
  readonly label: ComponentChildren;
  readonly words: (value: number) => string;
  /** The students who have a value, 0 to 1, with it. */
  readonly students: readonly (readonly [string, number])[];
}

/** The distributions of a class's marks and shares: a strip of dots each, with the median. */
export function Spread(view: OverviewView) {
  const { vocabulary } = view;
  const strips = stripsOf(view).map((strip) => {
    const values = strip.students.map(([, value]) => value);
    return { ...strip, values, middle: median(values) };
  });
  const summaries = strips.flatMap(({ name, words, values, middle }) =>
    middle === undefined
      ? []
      : l10n.t(
          '{0}: from {1} to {2}, median {3}.',
          name,
          words(Math.min(...values)),
          words(Math.max(...values)),
          words(middle),
        ),
  );
  return (
    <figure class="spread">
      <div class="strips" role="img" aria-label={summaries.join(' ')}>
        {strips.map(({ look, label, words, students, values, middle }) => (
          <Fragment key={look}>
            <span class="strip-label">{label}</span>
            <span class={`strip ${look}`}>
              {layOutDots(values, WIDTH, DIAMETER, LEVELS).map(({ index, x, level }) => {
                const [name, value] = students[index] ?? ['', 0];
                const style = { '--at': x / WIDTH, '--level': level };
                return <span key={index} class="dot" title={`${name}: ${words(value)}`} style={style} />;
              })}
              {middle !== undefined && <span class="median" style={{ '--at': middle }} />}
            </span>
            <span class="strip-median number">{middle !== undefined && l10n.t('median {0}', words(middle))}</span>
          </Fragment>
        ))}
        <span class="axis">
          {[0, 0.25, 0.5, 0.75, 1].map((at) => (
            <span key={at} class="tick" style={{ '--at': at }}>
              {valueText(vocabulary, at)}
            </span>
          ))}
        </span>
      </div>
      <figcaption class="note">{MARK_WORDS[vocabulary.name].distributionNote}</figcaption>
    </figure>
  );
}

function stripsOf({ vocabulary, marked }: OverviewView): Strip[] {
  const { title } = MARK_WORDS[vocabulary.name];
  const students = (valueOf: (student: MarkedStudent) => number | null) =>
    marked.flatMap((student) => {
      const value = valueOf(student);
      return value === null ? [] : [[student.label, value] as const];
    });
  return [
    {
      ...{ name: title, look: 'score', label: title },
      words: (value) => valueText(vocabulary, value),
      students: students(({ marks }) => vocabulary.markOf(marks)),
    },
    ...kindsWithShares(vocabulary).map((kind) => ({
      ...{ name: kindText(kind.id).heading, look: kind.name, label: <KindLabel kind={kind} /> },
      words: numbers.percent,
      students: students(({ marks }) => vocabulary.shareOf(marks, kind)),
    })),
  ];
}
