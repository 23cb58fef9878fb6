import * as path from 'node:path';

import * as vscode from 'vscode';

/** Names that Markscheme's exercises have: `week-3.hyp.lena.txt`, `report.src`, `quiz.ref0`. */
const NAMED = /\.(src|hyp|ref\d*)(\.[^/]*)?$|(^|\/)markscheme\.toml$/;
const SEARCHED = '{**/markscheme.toml,**/*.hyp.*,**/*.hyp,**/*.ref.*,**/*.ref0}';

/** Whether the workspace holds an exercise, or a document that is open may belong to one. */
export async function isNeeded(): Promise<boolean> {
  const open = await Promise.all(vscode.workspace.textDocuments.map(mayBelongToExercise));
  return open.includes(true) || (await vscode.workspace.findFiles(SEARCHED, undefined, 1)).length > 0;
}

/** By its name, or by a `markscheme.toml` in its folder or above it. */
export async function mayBelongToExercise({ uri }: vscode.TextDocument): Promise<boolean> {
  if (uri.scheme !== 'file') {
    return false;
  }
  return NAMED.test(uri.path) || (await hasConfigurationAbove(uri));
}

async function hasConfigurationAbove(uri: vscode.Uri): Promise<boolean> {
  for (let folder = path.posix.dirname(uri.path); ; folder = path.posix.dirname(folder)) {
    try {
      await vscode.workspace.fs.stat(uri.with({ path: path.posix.join(folder, 'markscheme.toml') }));
      return true;
    } catch {
      if (folder === path.posix.dirname(folder)) {
        return false;
      }
    }
  }
}
