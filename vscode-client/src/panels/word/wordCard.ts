import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { toRange } from '../../marks/places';
import { diagnosticsOf } from './wordText';
import type { MarkedPlace } from './wordMessages';

/** What there is to say and to do about a place of a view: what an editor shows in a hover, and under its light bulb. */
export interface WordCard {
  readonly messages: readonly string[];
  readonly related: readonly vscode.DiagnosticRelatedInformation[];
  readonly markdown: string;
  readonly actions: readonly vscode.CodeAction[];
}

/** Request the card of a place. */
export async function cardOf(connection: Connection, uri: vscode.Uri, place: MarkedPlace): Promise<WordCard> {
  const range = toRange(place.range);
  const diagnostics = diagnosticsOf(uri).filter((diagnostic) => diagnostic.range.isEqual(range));
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
  return {
    messages: diagnostics.map(({ message }) => message),
    related: diagnostics.flatMap(({ relatedInformation = [] }) => relatedInformation),
    markdown: hover ? hover.contents.value : '',
    actions: (actions ?? []).filter(({ command }) => command?.command.startsWith('markscheme.')),
  };
}
