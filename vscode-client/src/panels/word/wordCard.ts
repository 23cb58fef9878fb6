import * as vscode from 'vscode';

import { LINKED_COMMANDS, type Connection } from '../../connection';
import { isView } from '../../exercises/views';
import { OPEN_LINK } from '../../marks/cardLinks';
import { toRange } from '../../marks/places';
import type { ViewProblems } from '../../marks/viewProblems';
import type { MarkedPlace } from './wordMessages';

/** What there is to say and to do about a place of a view. */
export interface WordCard {
  /** The problems at the place, where there is no card. */
  readonly messages: readonly string[];
  /** The card, as text editors show it; its links decide. */
  readonly markdown: string;
  /** What the light bulb has, where no link of the card does anything. */
  readonly actions: readonly vscode.CodeAction[];
}

/** Follow a link of a card: to a command that cards may name, or to a place. A link of another kind does nothing. */
export async function followLink(card: WordCard, link: string): Promise<void> {
  const uri = vscode.Uri.parse(link);
  if (!card.markdown.includes(link)) {
    return;
  }
  if (uri.scheme === 'command' && LINKED_COMMANDS.includes(uri.path)) {
    const parameters: unknown = JSON.parse(uri.query || '[]');
    await vscode.commands.executeCommand(uri.path, ...(Array.isArray(parameters) ? (parameters as unknown[]) : []));
  } else if (uri.scheme === 'file' || isView(uri)) {
    await vscode.commands.executeCommand(OPEN_LINK, link);
  }
}

/** Request the card of a place. */
export async function cardOf(
  connection: Connection,
  problems: ViewProblems,
  uri: vscode.Uri,
  { range }: MarkedPlace,
): Promise<WordCard> {
  const hover = await connection.request('textDocument/hover', {
    textDocument: { uri: uri.toString() },
    position: range.start,
  });
  const markdown = hover?.contents.value ?? '';
  if (LINKED_COMMANDS.some((command) => markdown.includes(`](command:${command}`))) {
    return { messages: [], markdown, actions: [] };
  }
  const place = toRange(range);
  const messages = problems.of(uri).filter((problem) => markdown === '' && problem.range.isEqual(place));
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[] | undefined>(
    'vscode.executeCodeActionProvider',
    uri,
    place,
    vscode.CodeActionKind.QuickFix.value,
  );
  return {
    messages: messages.map(({ message }) => message),
    markdown,
    actions: (actions ?? []).filter(({ command }) => command?.command.startsWith('markscheme.')),
  };
}
