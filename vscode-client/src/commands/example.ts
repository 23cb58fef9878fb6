import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { exists } from '../existence';

const EXAMPLE = ['example', 'letter'];
const STUDENT = 'letter.hyp.jonas.txt';

/** Open a student's letter in a copy of the example exercise, which a person may change. */
export async function openExample(context: vscode.ExtensionContext, connection: Connection): Promise<void> {
  const bundled = vscode.Uri.joinPath(context.extensionUri, 'dist', ...EXAMPLE);
  const copy = vscode.Uri.joinPath(context.globalStorageUri, ...EXAMPLE);
  const student = vscode.Uri.joinPath(copy, STUDENT);
  if (!(await exists(student))) {
    await vscode.workspace.fs.copy(bundled, copy, { overwrite: true });
  }
  await vscode.window.showTextDocument(student, { preview: false });
  await connection.start();
}
