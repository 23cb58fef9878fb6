import * as l10n from '@vscode/l10n';
import MarkdownIt from 'markdown-it';
import { type ComponentChild, h, isValidElement, toChildArray, type VNode } from 'preact';

import { Button } from '../../page/view';
import type { ShownCard } from '../wordMessages';

/** The content of a place's card: what is said, and below it the buttons that do something. */
export function CardContent(props: { card: ShownCard; act: (number: number) => void; follow: (link: string) => void }) {
  const { card, act, follow } = props;
  const body = nodesOf(markdown.parse(card.markdown, {}), follow);
  const choices: ComponentChild[] = [
    ...body.flatMap(commandsOf),
    ...card.actions.map((title, number) => <Button onClick={() => act(number)}>{title}</Button>),
  ];
  return (
    <>
      <div class="said" id="said">
        {card.messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {body.filter((node) => commandsOf(node).length === 0)}
      </div>
      {choices.length > 0 && (
        <ul class="choices actions" aria-label={l10n.t('What to do')}>
          {choices.map((choice, number) => (
            <li key={number}>{choice}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Elements that a card may have. Whatever else Markdown has, such as pictures, is left out or shown as text. */
const TAGS = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'hr', 'br', 'blockquote']);

const markdown = new MarkdownIt('commonmark', { html: false }).disable(['image', 'autolink', 'html_inline']);

// The extension decides which links it follows.
markdown.validateLink = () => true;

type Token = ReturnType<typeof markdown.parse>[number];

/** The class of a button that is a link to a command. */
const COMMAND = 'command';

/** Return Markdown as elements; a link becomes a button. No text becomes HTML. */
function nodesOf(tokens: readonly Token[], follow: (link: string) => void): ComponentChild[] {
  const open: Token[] = [];
  const levels: ComponentChild[][] = [[]];
  const add = (nodes: readonly ComponentChild[]): unknown => levels.at(-1)?.push(...nodes);
  for (const token of tokens) {
    if (token.children) {
      add(nodesOf(token.children, follow));
    } else if (token.nesting > 0) {
      open.push(token);
      levels.push([]);
    } else if (token.nesting < 0) {
      const children = levels.pop() ?? [];
      add(elementOf(open.pop() ?? token, children, follow));
    } else {
      add([TAGS.has(token.tag) ? h(token.tag, {}, token.content) : token.content]);
    }
  }
  return levels.flat();
}

function elementOf(token: Token, children: ComponentChild[], follow: (link: string) => void): ComponentChild[] {
  if (token.tag === 'a') {
    const link = token.attrGet('href') ?? '';
    const attributes = link.startsWith('command:') ? { class: COMMAND } : {};
    return [h(Button, { ...attributes, onClick: () => follow(link) }, ...children)];
  }
  return TAGS.has(token.tag) ? [h(token.tag, {}, ...children)] : children;
}

/** Return the buttons of a paragraph that has nothing but links to commands, with dots between them. */
function commandsOf(node: ComponentChild): VNode[] {
  const children = isValidElement(node) ? toChildArray((node.props as { children?: ComponentChild }).children) : [];
  const buttons = children.filter(
    (child): child is VNode => isValidElement(child) && (child.props as { class?: string }).class === COMMAND,
  );
  const others = children.filter((child) => !buttons.includes(child as VNode));
  return others.every((child) => typeof child === 'string' && child.trim() === '·') ? buttons : [];
}
