/** Students' files that an editor shows and does not change, by the setting `files.readonlyInclude`. */

import path from 'node:path';

import * as vscode from 'vscode';

import type { SetUpFile } from '../../protocol/contract';
import type { Folder } from '../messages';

type Files = readonly Pick<SetUpFile, 'path' | 'role'>[];

/**
 * Return patterns of the students' files of a folder, relative to its workspace folder: all files with an ending in a
 * folder where only students' files have it, so that new ones join; else each file.
 */
export function readOnlyPatterns(files: Files, below: string): string[] {
  const kindOf = ({ path: name }: Files[number]): string => `${path.posix.dirname(name)}/*${path.posix.extname(name)}`;
  const others = new Set(files.filter(({ role }) => role !== 'hypothesis' && role !== 'none').map(kindOf));
  const patterns = files
    .filter(({ role }) => role === 'hypothesis')
    .map((file) => {
      const folder = escaped(path.posix.join(below, path.posix.dirname(file.path)));
      const name = others.has(kindOf(file))
        ? escaped(path.posix.basename(file.path))
        : `*${path.posix.extname(file.path)}`;
      return path.posix.join(folder, name);
    });
  return [...new Set(patterns)].sort();
}

/** Whether all students' files are read-only; `null` outside of the workspace, whose settings say it, and without any. */
export function areReadOnly(folder: Folder, files: Files): boolean | null {
  const patterns = patternsIn(folder, files);
  const included = configuration(folder).get<Record<string, boolean>>('readonlyInclude') ?? {};
  return patterns.length === 0 ? null : patterns.every((pattern) => included[pattern] === true);
}

/** Make students' files read-only in the folder's settings, or no longer. */
export async function keepReadOnly(folder: Folder, files: Files, readOnly: boolean): Promise<void> {
  const target =
    (vscode.workspace.workspaceFolders?.length ?? 0) > 1
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : vscode.ConfigurationTarget.Workspace;
  const settings = configuration(folder);
  const { workspaceFolderValue, workspaceValue } = settings.inspect<Record<string, boolean>>('readonlyInclude') ?? {};
  const patterns = patternsIn(folder, files);
  const present = Object.entries(workspaceFolderValue ?? workspaceValue ?? {});
  const others = present.filter(([pattern]) => !patterns.includes(pattern));
  const kept = [...others, ...(readOnly ? patterns.map((pattern) => [pattern, true] as const) : [])];
  await settings.update('readonlyInclude', kept.length > 0 ? Object.fromEntries(kept) : undefined, target);
}

function patternsIn({ uri }: Folder, files: Files): string[] {
  const own = vscode.Uri.parse(uri);
  const workspace = vscode.workspace.getWorkspaceFolder(own);
  return workspace ? readOnlyPatterns(files, path.posix.relative(workspace.uri.path, own.path)) : [];
}

function configuration({ uri }: Folder): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('files', vscode.Uri.parse(uri));
}

/** Write a path as a pattern that matches it alone. */
function escaped(name: string): string {
  return name.replace(/[[\]{}*?]/g, '[$&]');
}
