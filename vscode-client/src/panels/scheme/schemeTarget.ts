import * as vscode from 'vscode';
import * as v from 'valibot';

import type { Folder } from '../messages';
import { folderOfArgument } from '../panelTarget';
import { folderOf } from '../uris';

const CONFIGURATION = 'markscheme.toml';

/** Folders without the classes of a person. */
const EXCLUDED = '**/{node_modules,.git,.venv,venv,markscheme-reports}/**';

const named = v.object({ exercise: v.object({ name: v.string() }) });

/** Return the name of the assignment in a command's argument: that of an exercise of the tree. */
export function assignmentOf(argument: unknown): string | undefined {
  const exercise = v.safeParse(named, argument);
  return exercise.success ? exercise.output.exercise.name : undefined;
}

/**
 * Return the class folder that holds the `markscheme.toml` of a command's argument or of the text in front, or else one
 * that the person picks. A person without any is offered to set one up.
 */
export async function classFolder(argument: unknown, front: vscode.Uri | undefined): Promise<Folder | undefined> {
  const files = await vscode.workspace.findFiles(`**/${CONFIGURATION}`, EXCLUDED);
  const folders = files.map((file) => folderOf(vscode.Uri.joinPath(file, '..').toString()));
  const wanted = folderOfArgument(argument);
  if (wanted !== undefined) {
    return governing(folders, wanted) ?? only(folders.filter(({ uri }) => isInside(uri, wanted))) ?? offerSetUp(wanted);
  }
  const near = front && governing(folders, front.toString());
  if (near ?? folders.length <= 1) {
    return near ?? folders[0] ?? offerSetUp(undefined);
  }
  return pick(folders);
}

/** Return the innermost of some folders that holds a file or a folder, or is it. */
function governing(folders: readonly Folder[], uri: string): Folder | undefined {
  const around = folders.filter((folder) => isInside(uri, folder.uri));
  return around.sort((a, b) => b.uri.length - a.uri.length)[0];
}

function isInside(uri: string, folder: string): boolean {
  const [inner, outer] = [vscode.Uri.parse(uri).path, vscode.Uri.parse(folder).path];
  return `${inner}/`.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

function only(folders: readonly Folder[]): Folder | undefined {
  return folders.length === 1 ? folders[0] : undefined;
}

async function pick(folders: readonly Folder[]): Promise<Folder | undefined> {
  const items = folders.map((folder) => ({
    folder,
    label: folder.name,
    description: vscode.workspace.asRelativePath(vscode.Uri.parse(folder.uri)),
  }));
  const sorted = items.sort((a, b) => a.label.localeCompare(b.label));
  const placeHolder = vscode.l10n.t('Choose the class whose mark scheme you want to see');
  return (await vscode.window.showQuickPick(sorted, { placeHolder }))?.folder;
}

async function offerSetUp(folder: string | undefined): Promise<undefined> {
  const setUp = vscode.l10n.t('Set Up Marking…');
  const message = vscode.l10n.t('A mark scheme belongs to a class that is set up. Set up marking first.');
  if ((await vscode.window.showInformationMessage(message, setUp)) === setUp) {
    await vscode.commands.executeCommand('markscheme.setUp', folder);
  }
  return undefined;
}
