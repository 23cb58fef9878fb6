import type { Failed, Remedy, RemedyRequest } from '../messages';
import { button, element } from './elements';

/** What a person can do about a state. */
export interface Action {
  readonly label: string;
  readonly press: () => void;
}

/** The page's words about failures. */
export interface FailureStrings extends Readonly<Record<Remedy, string>> {
  readonly failedTitle: string;
}

/** Return the message of a failure, with the button for what the person can do about it. */
export function failureBox(
  { message, remedy }: Failed,
  strings: FailureStrings,
  post: (request: RemedyRequest) => void,
): HTMLElement {
  return messageBox(strings.failedTitle, message, remedyAction(remedy, strings, post));
}

/** Return the button for what a person can do about a failure. */
export function remedyAction(remedy: Remedy, strings: FailureStrings, post: (request: RemedyRequest) => void): Action {
  const press = (): void => {
    post({ type: 'remedy', remedy });
  };
  return { label: strings[remedy], press };
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
