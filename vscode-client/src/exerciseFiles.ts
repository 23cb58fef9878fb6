/**
 * Files of exercises: their names, and where they lie.
 *
 * Globs and patterns decide only which files, and which of their changes, reach the server. They decide nothing about a
 * document's format: the server recognises it and reports what depends on it, such as whether the file has lines.
 */

import * as path from 'node:path';

import * as vscode from 'vscode';

/** Globs of files that are sent to the server, besides plain text and Markdown. */
export const DOCUMENT_GLOBS: readonly string[] = [
  '**/*.{m2,ann,uagec,hyp,src,ref}',
  '**/*.{src,hyp,ref}.*',
  '**/markscheme.toml',
];

/** A glob of files that show that a workspace has an exercise. */
const EXERCISE_GLOB = '{**/markscheme.toml,**/*.hyp.*,**/*.hyp,**/*.ref.*,**/*.ref0}';

/** The file that lists a folder's exercises. */
const CONFIGURATION = 'markscheme.toml';

/** The folder of reports and figures, in which the server searches no exercise. */
export const REPORT_FOLDER = 'markscheme-reports';

/** Suffixes of the files that the server writes reports to. */
export const REPORT_SUFFIXES = { text: 'txt', json: 'json' } as const;

const EXERCISE_FILE = /\.(src|hyp|ref\d*)(\.[^/]*)?$/;

/** Whether a path is named as an exercise's file is: `week-3.hyp.lena.txt`, `report.src`, `markscheme.toml`. */
export function isNamedAsExercise(path: string): boolean {
  return EXERCISE_FILE.test(path) || path.endsWith(`/${CONFIGURATION}`);
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
  if (uri.scheme !== 'file') {
    return false;
  }
  return isNamedAsExercise(uri.path) || (await folderOfConfiguration(uri)) !== undefined;
}

/** Return the nearest folder above a document that has a `markscheme.toml`. */
export async function folderOfConfiguration(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  for (let folder = path.posix.dirname(uri.path); ; folder = path.posix.dirname(folder)) {
    try {
      await vscode.workspace.fs.stat(uri.with({ path: path.posix.join(folder, CONFIGURATION) }));
      return uri.with({ path: folder });
    } catch {
      if (folder === path.posix.dirname(folder)) {
        return undefined;
      }
    }
  }
}

/** Return whether there is a file or a folder with a URI. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
