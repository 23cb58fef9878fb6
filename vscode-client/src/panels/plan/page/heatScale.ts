import { strongestMixture, type Colour } from './contrast';
import { MEASURES } from '../planFlow';
import { element } from '../../page/elements';

/** The largest part of a scale's colour in a cell. */
const MAX_PART = 0.8;

/** Make the colour scales as strong as readable text allows, now and whenever the theme changes. */
export function keepHeatReadable(): void {
  const measure = (): void => {
    for (const one of MEASURES) {
      const [scale, ground, text] = resolvedColours([`--scale-${one}`, '--raised', '--text']);
      if (scale && ground && text) {
        const part = strongestMixture(scale, ground, text, MAX_PART);
        document.documentElement.style.setProperty(`--strongest-${one}`, `${(part * 100).toFixed(1)}%`);
      }
    }
  };
  measure();
  new MutationObserver(measure).observe(document.body, { attributes: true, attributeFilter: ['class'] });
}

/** Return the colours of custom properties in this theme. They are painted and read back, which works for every CSS notation. */
function resolvedColours(names: readonly string[]): (Colour | undefined)[] {
  const probe = element('span', { attributes: { hidden: '' } });
  document.body.append(probe);
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colours = names.map((name) => {
    probe.style.setProperty('color', `var(${name})`);
    if (!context) {
      return undefined;
    }
    context.fillStyle = getComputedStyle(probe).color;
    context.clearRect(0, 0, 1, 1);
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue] as const;
  });
  probe.remove();
  return colours;
}
