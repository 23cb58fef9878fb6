/** Colours that text can be read on, after WCAG 2.2. */

/** sRGB, each in 0 to 255. */
export type Colour = readonly [number, number, number];

/** The least contrast of text (WCAG's AA), and a little more for rounding. */
const ENOUGH = 4.6;

/** WCAG's contrast ratio of two colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/**
 * The largest part of `colour` in a mixture with `ground` on which `text` can still be read, in 0 to `most`.
 *
 * Where text can't be read on the ground itself, that is the theme's own doing, and the answer is `most`.
 */
export function strongestMixture(colour: Colour, ground: Colour, text: Colour, most: number): number {
  const steps = 50;
  if (contrast(ground, text) < ENOUGH) {
    return most;
  }
  for (let step = 1; step <= steps; step += 1) {
    if (contrast(mixed(colour, ground, (most * step) / steps), text) < ENOUGH) {
      return (most * (step - 1)) / steps;
    }
  }
  return most;
}

/** As CSS mixes in sRGB. */
export function mixed(colour: Colour, ground: Colour, part: number): Colour {
  const channel = (index: 0 | 1 | 2): number => colour[index] * part + ground[index] * (1 - part);
  return [channel(0), channel(1), channel(2)];
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
