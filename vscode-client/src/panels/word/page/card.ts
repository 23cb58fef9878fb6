import { button, element } from '../../page/elements';
import type { ShownCard } from '../wordMessages';
import type { WordStrings } from '../wordStrings';
import { COMMAND, markdownElements } from './markdown';

/** What the person does in the card. */
export interface CardListener {
  readonly act: (number: number) => void;
  readonly follow: (link: string) => void;
}

/** Return the content of a place's card: what is said, and below it the buttons that do something. */
export function cardContent(
  { messages, markdown, actions }: ShownCard,
  strings: WordStrings,
  { act, follow }: CardListener,
): HTMLElement[] {
  const body = markdownElements(markdown, follow);
  const offers = new Map(body.map((node) => [node, commandsOf(node)]));
  const said = element(
    'div',
    { class: 'said', attributes: { id: 'said' } },
    ...messages.map((message) => element('p', {}, message)),
    ...body.filter((node) => offers.get(node)?.length === 0),
  );
  const choices = [
    ...[...offers.values()].flat(),
    ...actions.map((title, number) =>
      button(title, () => {
        act(number);
      }),
    ),
  ];
  if (choices.length === 0) {
    return [said];
  }
  const items = choices.map((choice) => element('li', {}, choice));
  return [said, element('ul', { class: 'choices actions', attributes: { 'aria-label': strings.decide } }, ...items)];
}

/** Return the buttons of a paragraph that has nothing but links to commands, with dots between them. */
function commandsOf(node: Node): HTMLElement[] {
  const buttons = [...node.childNodes].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child.classList.contains(COMMAND),
  );
  const others = [...node.childNodes].filter((child) => !buttons.includes(child as HTMLElement));
  return others.every((child) => child instanceof Text && child.data.trim() === '·') ? buttons : [];
}
