import { strongestMixture, type Colour } from './contrast';
import { MEASURES } from '../planFlow';
import { element } from '../../page/elements';

/** The most of a scale's colour that a cell ever has. */
const MOST = 0.8;

/** Makes the scales as strong as the theme's text allows, now and whenever the theme changes. */
export function keepHeatReadable(): void {
  const measure = (): void => {
    for (const one of MEASURES) {
      const [scale, ground, text] = resolved([`--scale-${one}`, '--raised', '--text']);
      if (scale && ground && text) {
        const part = strongestMixture(scale, ground, text, MOST);
        document.documentElement.style.setProperty(`--strongest-${one}`, `${(part * 100).toFixed(1)}%`);
      }
    }
  };
  measure();
  new MutationObserver(measure).observe(document.body, { attributes: true, attributeFilter: ['class'] });
}

/** What custom properties come to in this theme: painted, and looked at, as only that knows every notation. */
function resolved(names: readonly string[]): (Colour | undefined)[] {
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
