import { element } from '../../page/elements';

/** A box that something wide scrolls in; the keyboard can scroll it too, as soon as there is something to scroll. */
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
