import { element } from '../../page/elements';
import type { ShownHint } from '../wordMessages';

/** Write hints into the lines of a sheet, behind their places, in place of the hints that are there. */
export function drawHints(sheet: HTMLElement, hints: readonly ShownHint[]): void {
  sheet.querySelectorAll('.hint').forEach((node) => {
    node.remove();
  });
  sheet.normalize();
  for (const hint of hints) {
    const line = sheet.querySelector<HTMLElement>(`[data-line="${hint.line}"]`);
    if (line) {
      insert(line, hint);
    }
  }
}

/** Insert a hint behind the characters of a line; a place that ends there comes before it. */
function insert(line: HTMLElement, { character, text, tooltip }: ShownHint): void {
  // Places are read aloud with what the hint says.
  const node = element(
    'span',
    { class: 'hint', attributes: { 'aria-hidden': 'true', title: tooltip || undefined } },
    text,
  );
  let rest = character;
  for (const child of [...line.childNodes]) {
    const length = lengthOf(child);
    if (rest < length && child instanceof Text) {
      line.insertBefore(node, child.splitText(rest));
      return;
    }
    if (rest < length || (rest === 0 && !isGap(child))) {
      line.insertBefore(node, rest === 0 ? child : child.nextSibling);
      return;
    }
    rest -= length;
  }
  line.append(node);
}

/** Return the number of the line's characters that a node shows. Labels, hints and signs are none of them. */
function lengthOf(node: ChildNode): number {
  if (node instanceof Text) {
    return node.length;
  }
  const isWords = node instanceof HTMLElement && node.classList.contains('place') && !isGap(node);
  return isWords && node.firstChild instanceof Text ? node.firstChild.length : 0;
}

/** Whether a node is a place without words, which a hint at the same place follows. */
function isGap(node: ChildNode): boolean {
  return node instanceof HTMLElement && (node.classList.contains('gap') || node.classList.contains('hint'));
}
