import { button, element } from './elements';

/** What a person can do about a state. */
export interface Action {
  readonly label: string;
  readonly press: () => void;
}

/** Return the content of a page that has nothing to show: its state, and a button if there is something to do. */
export function messageBox(title: string, text: string, action?: Action): HTMLElement {
  return element(
    'section',
    { class: 'message-box' },
    element('h2', {}, title),
    text ? element('p', {}, text) : undefined,
    action ? button(action.label, action.press, { class: 'primary' }) : undefined,
  );
}
