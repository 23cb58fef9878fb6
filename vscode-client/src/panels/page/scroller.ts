import { element } from './elements';

/** Return a box in which wide content scrolls. The keyboard can scroll it too while the content is wider than the box. */
export function scroller(label: string, wide: HTMLElement): HTMLElement {
  const box = element('div', { class: 'scroller' }, wide);
  new ResizeObserver(() => {
    const scrolls = box.scrollWidth > box.clientWidth;
    for (const [name, value] of Object.entries({ tabindex: '0', role: 'region', 'aria-label': label })) {
      if (scrolls) {
        box.setAttribute(name, value);
      } else {
        box.removeAttribute(name);
      }
    }
  }).observe(box);
  return box;
}
