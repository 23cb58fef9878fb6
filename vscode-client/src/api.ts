import type * as vscode from 'vscode';

import type { Connection, ConnectionState } from './connection';
import type { MarkStore } from './marks/markStore';
import type { DocumentAnswer } from './protocol/contract';
import type { Node } from './exercises/exerciseNodes';

/**
 * What other extensions may use of Markscheme, and tests do:
 *
 * ```ts
 * const api = await vscode.extensions.getExtension<ExtensionApi>('markscheme.markscheme')?.activate();
 * ```
 */
export interface ExtensionApi {
  /** Grows when something here means something else than before. */
  readonly version: 1;
  /** Whether the server runs. */
  readonly state: ConnectionState;
  readonly onDidChangeState: vscode.Event<ConnectionState>;
  /** A document has other marks, or none any more. */
  readonly onDidChangeMarks: vscode.Event<vscode.Uri>;
  /** The newest marks of an open document, or its estimate; `undefined` for one that has neither, or not yet. */
  marksOf(uri: vscode.Uri): DocumentAnswer | undefined;
  /** What the view "Exercises" shows: exercises, students, sentences, findings. */
  readonly exercises: vscode.TreeDataProvider<Node>;
}

/** The extension's parts as others see them. */
export function apiOf(
  connection: Connection,
  marks: MarkStore,
  exercises: vscode.TreeDataProvider<Node>,
): ExtensionApi {
  return {
    version: 1,
    get state() {
      return connection.state;
    },
    onDidChangeState: connection.onDidChangeState,
    onDidChangeMarks: marks.onDidChange,
    marksOf: (uri) => marks.of(uri),
    exercises,
  };
}
