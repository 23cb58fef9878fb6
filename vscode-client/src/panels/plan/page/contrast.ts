/** Contrast of text and background, after WCAG 2.2. */

/** sRGB channels, 0 to 255. */
export type Colour = readonly [number, number, number];

/** The least contrast of readable text: WCAG's AA, and a little more for rounding. */
const MIN_CONTRAST = 4.6;

/** Return WCAG's contrast ratio of two colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/**
 * Return the largest part of `colour` in a mixture with `ground` on which `text` is readable, 0 to `most`.
 *
 * Where the theme's text is not readable on the ground itself, return `most`.
 */
export function strongestMixture(colour: Colour, ground: Colour, text: Colour, most: number): number {
  const steps = 50;
  if (contrast(ground, text) < MIN_CONTRAST) {
    return most;
  }
  for (let step = 1; step <= steps; step += 1) {
    if (contrast(mixed(colour, ground, (most * step) / steps), text) < MIN_CONTRAST) {
      return (most * (step - 1)) / steps;
    }
  }
  return most;
}

/** Mix two colours in sRGB, as CSS does. */
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
