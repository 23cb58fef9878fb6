import type * as vscode from 'vscode';

import type { Connection, ConnectionState } from './connection';
import type { MarkStore } from './marks/markStore';
import type { DocumentAnswer } from './protocol/methods';
import type { Node } from './exercises/exerciseNodes';

/**
 * The API for other extensions, which the tests use too:
 *
 * ```ts
 * const api = await vscode.extensions.getExtension<ExtensionApi>('markscheme.markscheme')?.activate();
 * ```
 */
export interface ExtensionApi {
  /** Increases with each incompatible change. */
  readonly version: 2;
  /** State of the server. */
  readonly state: ConnectionState;
  readonly onDidChangeState: vscode.Event<ConnectionState>;
  /** A document has other marks, or none any more. */
  readonly onDidChangeMarks: vscode.Event<vscode.Uri>;
  /** Return the newest marks of an open document, or its estimate; `undefined` until it has one. */
  marksOf(uri: vscode.Uri): DocumentAnswer | undefined;
  /** The content of the view "Exercises": exercises, students, sentences, findings. */
  readonly exercises: vscode.TreeDataProvider<Node>;
}

/** Return the API of the extension's parts. */
export function apiOf(
  connection: Connection,
  marks: MarkStore,
  exercises: vscode.TreeDataProvider<Node>,
): ExtensionApi {
  return {
    version: 2,
    get state() {
      return connection.state;
    },
    onDidChangeState: connection.onDidChangeState,
    onDidChangeMarks: marks.onDidChange,
    marksOf: (uri) => marks.of(uri),
    exercises,
  };
}
