import { button, element } from './elements';

/** Something to do about a situation. */
export interface Deed {
  readonly label: string;
  readonly press: () => void;
}

/** What stands in a page that has nothing to show: what is the matter, and what can be done. */
export function situation(title: string, text: string, deed?: Deed): HTMLElement {
  return element(
    'section',
    { class: 'situation' },
    element('h2', {}, title),
    text ? element('p', {}, text) : undefined,
    deed ? button(deed.label, deed.press, { class: 'primary' }) : undefined,
  );
}
