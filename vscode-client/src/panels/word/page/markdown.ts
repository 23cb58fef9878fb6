import MarkdownIt from 'markdown-it';

/** Elements that a card may have. Whatever else Markdown has, such as pictures and links, is left out or shown as text. */
const TAGS = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'hr', 'br', 'blockquote']);

const markdown = new MarkdownIt('commonmark', { html: false }).disable(['image', 'link', 'autolink', 'html_inline']);

type Token = ReturnType<typeof markdown.parse>[number];

/** Return Markdown as elements. No text becomes HTML: the elements are made one by one, with text in them. */
export function markdownElements(text: string): Node[] {
  const root = document.createDocumentFragment();
  append(root, markdown.parse(text, {}));
  return [...root.childNodes];
}

function append(root: Node, tokens: readonly Token[]): void {
  let parent = root;
  for (const token of tokens) {
    if (token.children) {
      append(parent, token.children);
    } else if (token.nesting < 0) {
      parent = TAGS.has(token.tag) ? (parent.parentNode ?? root) : parent;
    } else if (TAGS.has(token.tag)) {
      const node = document.createElement(token.tag);
      node.textContent = token.nesting === 0 ? token.content : '';
      parent.appendChild(node);
      parent = token.nesting > 0 ? node : parent;
    } else {
      parent.appendChild(document.createTextNode(token.type === 'softbreak' ? '\n' : token.content));
    }
  }
}
