import * as vscode from 'vscode';

import { Connection } from './connection';
import { MarkStore } from './marks/markStore';
import { registerOverviewPanel } from './panels/overviewPanel';
import { registerPlanPanel } from './panels/planPanel';
import { Finder } from './server/finder';

/** Puts the parts together; nothing heavy happens before a document needs it. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('Markscheme', { log: true });
  const trace = vscode.window.createOutputChannel('Markscheme Trace', { log: true });
  const connection = new Connection(new Finder(), {}, log, trace);
  const marks = new MarkStore(connection);
  context.subscriptions.push(log, trace, connection, marks);
  context.subscriptions.push(registerPlanPanel(context, connection), registerOverviewPanel(context, connection));
  await connection.start();
}
