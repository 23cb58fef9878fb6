/** The links on the server's cards to the texts of Word documents, which VS Code does not follow by itself. */

import { VIEW_SCHEME } from '../exercises/views';

/** The command that opens the place of a link; it is given the link. */
export const OPEN_LINK = 'markscheme.openLink';

/** The end of a link in Markdown, to a view. The server percent-encodes spaces and brackets. */
const VIEW_LINK = new RegExp(`\\]\\((${VIEW_SCHEME}:[^\\s()]*)\\)`, 'g');

/** Return a card with its links to views as commands: VS Code shows a link of an extension's own scheme as plain words. */
export function withViewCommands(markdown: string): string {
  return markdown.replaceAll(
    VIEW_LINK,
    (_, link: string) => `](command:${OPEN_LINK}?${encodeURIComponent(JSON.stringify([link]))})`,
  );
}
