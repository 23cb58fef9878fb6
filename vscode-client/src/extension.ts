import * as vscode from 'vscode';

import { apiOf, type ExtensionApi } from './api';
import { Connection } from './connection';
import { MarkStore } from './marks/markStore';
import { Finder } from './server/finder';

/** Puts the parts together; nothing heavy happens before a document needs it. */
export async function activate(context: vscode.ExtensionContext): Promise<ExtensionApi> {
  const log = vscode.window.createOutputChannel('Markscheme', { log: true });
  const trace = vscode.window.createOutputChannel('Markscheme Trace', { log: true });
  const connection = new Connection(new Finder(), {}, log, trace);
  const marks = new MarkStore(connection);
  context.subscriptions.push(log, trace, connection, marks);
  await connection.start();
  return apiOf(connection, marks);
}
