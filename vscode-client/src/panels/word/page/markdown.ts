import MarkdownIt from 'markdown-it';

import { button } from '../../page/elements';

/** Elements that a card may have. Whatever else Markdown has, such as pictures, is left out or shown as text. */
const TAGS = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'hr', 'br', 'blockquote']);

const markdown = new MarkdownIt('commonmark', { html: false }).disable(['image', 'autolink', 'html_inline']);
// The extension decides which links it follows.
markdown.validateLink = () => true;

type Token = ReturnType<typeof markdown.parse>[number];

/** The class of a button that is a link to a command. */
export const COMMAND = 'command';

/**
 * Return Markdown as elements; a link becomes a button.
 *
 * No text becomes HTML: the elements are made one by one, with text in them.
 */
export function markdownElements(text: string, follow: (link: string) => void): Node[] {
  const root = document.createDocumentFragment();
  append(root, markdown.parse(text, {}), follow);
  return [...root.childNodes];
}

function append(root: Node, tokens: readonly Token[], follow: (link: string) => void): void {
  let parent = root;
  for (const token of tokens) {
    const node = nodeOf(token, follow);
    if (token.children) {
      append(parent, token.children, follow);
    } else if (token.nesting < 0) {
      parent = isElement(token) ? (parent.parentNode ?? root) : parent;
    } else {
      parent.appendChild(node);
      parent = token.nesting > 0 && isElement(token) ? node : parent;
    }
  }
}

function isElement({ tag }: Token): boolean {
  return tag === 'a' || TAGS.has(tag);
}

function nodeOf(token: Token, follow: (link: string) => void): Node {
  if (token.tag === 'a') {
    const link = token.attrGet('href') ?? '';
    const isCommand = link.startsWith('command:');
    return button(
      '',
      () => {
        follow(link);
      },
      isCommand ? { class: COMMAND } : {},
    );
  }
  if (!TAGS.has(token.tag)) {
    return document.createTextNode(token.type === 'softbreak' ? '\n' : token.content);
  }
  const node = document.createElement(token.tag);
  node.textContent = token.nesting === 0 ? token.content : '';
  return node;
}
