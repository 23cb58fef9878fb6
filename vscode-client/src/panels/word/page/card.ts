import { button, element } from '../../page/elements';
import type { ShownCard } from '../wordMessages';
import type { WordStrings } from '../wordStrings';
import { markdownElements } from './markdown';

/** What the person does in the card. */
export interface CardListener {
  readonly act: (number: number) => void;
  readonly follow: (link: string) => void;
}

/** Return the content of a place's card. */
export function cardContent(
  { messages, markdown, actions }: ShownCard,
  strings: WordStrings,
  { act, follow }: CardListener,
): HTMLElement[] {
  const said = element(
    'div',
    { class: 'said', attributes: { id: 'said' } },
    ...messages.map((message) => element('p', {}, message)),
    ...markdownElements(markdown, follow),
  );
  if (actions.length === 0) {
    return [said];
  }
  const items = actions.map((title, number) =>
    element(
      'li',
      {},
      button(title, () => {
        act(number);
      }),
    ),
  );
  return [said, element('ul', { class: 'choices', attributes: { 'aria-label': strings.decide } }, ...items)];
}
