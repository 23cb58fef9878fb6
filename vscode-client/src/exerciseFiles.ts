/**
 * Files of exercises: their names, and where they lie.
 *
 * Globs and patterns decide only which files, and which of their changes, reach the server. They decide nothing about a
 * document's format: the server recognises it and reports what depends on it, such as whether the file has lines.
 */

import * as vscode from 'vscode';

/** Globs of files that are sent to the server, besides plain text and Markdown. */
export const DOCUMENT_GLOBS: readonly string[] = [
  '**/*.{m2,ann,uagec,hyp,src,ref}',
  '**/*.{src,hyp,ref}.*',
  '**/markscheme.toml',
];

/** A glob of files that show that a workspace has an exercise. */
const EXERCISE_GLOB = '{**/markscheme.toml,**/*.hyp.*,**/*.hyp,**/*.ref.*,**/*.ref0}';

const CONFIGURATION = 'markscheme.toml';

/** The folder of reports and figures, in which the server searches no exercise. */
export const REPORT_FOLDER = 'markscheme-reports';

/** Suffixes of the files that the server writes reports to. */
export const REPORT_SUFFIXES = { text: 'txt', json: 'json' } as const;

/** Whether a path is named as an exercise's file is: `week-3.hyp.lena.txt`, `report.src`, `markscheme.toml`. */
export function isNamedAsExercise(path: string): boolean {
  return /\.(src|hyp|ref\d*)(\.[^/]*)?$/.test(path) || path.endsWith(`/${CONFIGURATION}`);
}

/** Return the student's name in a file's name, `lena` in `week-3.hyp.lena.txt`, or the whole name. */
export function studentInName(file: string): string {
  return /\.hyp\.?([^.]+)/.exec(file)?.[1] ?? file;
}

/** Whether the workspace has an exercise, or an open document may belong to one. */
export async function needsServer(): Promise<boolean> {
  const open = await Promise.all(vscode.workspace.textDocuments.map(mayBelongToExercise));
  return open.includes(true) || (await vscode.workspace.findFiles(EXERCISE_GLOB, undefined, 1)).length > 0;
}

/** Whether a document is named as an exercise's, or has a `markscheme.toml` in its folder or above it. */
export async function mayBelongToExercise({ uri }: vscode.TextDocument): Promise<boolean> {
  const isFile = uri.scheme === 'file';
  return isFile && (isNamedAsExercise(uri.path) || (await folderOfConfiguration(uri)) !== undefined);
}

/** Return the nearest folder above a document that has a `markscheme.toml`. */
export async function folderOfConfiguration(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  const folder = vscode.Uri.joinPath(uri, '..');
  if (folder.path === uri.path) {
    return undefined;
  }
  return (await exists(vscode.Uri.joinPath(folder, CONFIGURATION))) ? folder : await folderOfConfiguration(folder);
}

export async function exists(uri: vscode.Uri): Promise<boolean> {
  return await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
