import * as vscode from 'vscode';

import { LINKED_COMMANDS, type Connection } from '../../connection';
import { isView } from '../../exercises/views';
import { toRange } from '../../marks/places';
import type { ViewProblems } from '../../marks/viewProblems';
import type { MarkedPlace } from './wordMessages';

/** What there is to say and to do about a place of a view: what an editor shows in a hover, and under its light bulb. */
export interface WordCard {
  readonly messages: readonly string[];
  readonly markdown: string;
  readonly actions: readonly vscode.CodeAction[];
}

/** Follow a link of a card: to a command that the server may name, or to a place. A link of another kind does nothing. */
export async function followLink(card: WordCard, link: string): Promise<void> {
  const uri = vscode.Uri.parse(link);
  if (!card.markdown.includes(link)) {
    return;
  }
  if (uri.scheme === 'command' && LINKED_COMMANDS.includes(uri.path)) {
    const parameters: unknown = JSON.parse(uri.query || '[]');
    await vscode.commands.executeCommand(uri.path, ...(Array.isArray(parameters) ? (parameters as unknown[]) : []));
  } else if (uri.scheme === 'file' || isView(uri)) {
    await vscode.commands.executeCommand('markscheme.openPlace', uri.with({ fragment: '' }), startIn(uri));
  }
}

/** Return the place in a URI's fragment, such as `L3,5`; lines and columns from 1. */
function startIn({ fragment }: vscode.Uri): vscode.Range {
  const [, line = '1', column = '1'] = /^L(\d+)(?:,(\d+))?$/.exec(fragment) ?? [];
  const start = new vscode.Position(Number(line) - 1, Number(column) - 1);
  return new vscode.Range(start, start);
}

/** Request the card of a place. */
export async function cardOf(
  connection: Connection,
  problems: ViewProblems,
  uri: vscode.Uri,
  place: MarkedPlace,
): Promise<WordCard> {
  const range = toRange(place.range);
  const diagnostics = problems.of(uri).filter((diagnostic) => diagnostic.range.isEqual(range));
  const [hover, actions] = await Promise.all([
    connection.request('textDocument/hover', {
      textDocument: { uri: uri.toString() },
      position: place.range.start,
    }),
    vscode.commands.executeCommand<vscode.CodeAction[] | undefined>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    ),
  ]);
  const markdown = hover ? hover.contents.value : '';
  return {
    // The card says what a problem says, and more.
    messages: markdown === '' ? diagnostics.map(({ message }) => message) : [],
    markdown,
    actions: (actions ?? []).filter(({ command }) => command !== undefined && isOffered(command.command, markdown)),
  };
}

/** Whether the card's menu has a command: one of the server's, and none that the card above links to. */
function isOffered(command: string, markdown: string): boolean {
  const isLinked = LINKED_COMMANDS.includes(command) && markdown.includes(`command:${command}`);
  return command.startsWith('markscheme.') && !isLinked;
}
