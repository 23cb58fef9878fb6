import { button, element } from '../../page/elements';
import type { ShownCard } from '../wordMessages';
import type { WordStrings } from '../wordStrings';
import { markdownElements } from './markdown';

/** What the person does in the card. */
export interface CardListener {
  act(number: number): void;
  follow(number: number): void;
}

/** Return the content of a place's card. */
export function cardContent(
  { messages, related, markdown, actions }: ShownCard,
  strings: WordStrings,
  listener: CardListener,
): HTMLElement[] {
  const said = element(
    'div',
    { class: 'said', attributes: { id: 'said' } },
    ...messages.map((message) => element('p', {}, message)),
    ...markdownElements(markdown),
  );
  const press = (list: readonly string[], label: string, name: 'act' | 'follow'): HTMLElement[] =>
    list.length > 0
      ? [
          element(
            'ul',
            { class: `choices ${name}`, attributes: { 'aria-label': label } },
            ...list.map((text, number) =>
              element(
                'li',
                {},
                button(text, () => {
                  listener[name](number);
                }),
              ),
            ),
          ),
        ]
      : [];
  return [said, ...press(related, strings.elsewhere, 'follow'), ...press(actions, strings.decide, 'act')];
}
