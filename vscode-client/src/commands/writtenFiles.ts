/** Commands that write files: what they are about, their progress, where the files go, and what a person reads then. */

import { randomUUID } from 'node:crypto';
import * as path from 'node:path';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { exists, folderOfConfiguration, REPORT_FOLDER, REPORT_SUFFIXES } from '../exerciseFiles';
import { type Node, toDecideTitle } from '../exercises/exerciseNodes';
import type { FrontEditor } from '../frontEditor';
import { fileOfView, isView } from '../marks/views';
import type { ClassQuestions } from '../protocol/contract';
import type { CommandAnswers, CommandName } from '../protocol/methods';
import { reasonOf } from '../words';

/** What a command is about: a document or a folder, and of a folder one assignment. */
export interface Subject {
  readonly uri: vscode.Uri;
  readonly assignment: string | undefined;
}

/** What a command was called with: a document or a folder, a row of the tree, or nothing; a page names a folder in text. */
export type Argument = vscode.Uri | string | Node | undefined;

/** Return the file or the folder that a command's argument names. */
export function fileOf(argument: Argument): vscode.Uri | undefined {
  if (argument === undefined || argument instanceof vscode.Uri) {
    return argument;
  }
  const uri = typeof argument === 'string' ? argument : (argument.student?.uri ?? argument.exercise?.uri);
  return uri === undefined ? undefined : vscode.Uri.parse(uri);
}

/** Return what a command's argument names, or else the document in front, or else the workspace's folder. */
export async function subjectOf(argument: Argument, front: FrontEditor): Promise<Subject | undefined> {
  const uri = fileOf(argument) ?? front.uri ?? (await workspaceFolder());
  const isAssignment = typeof argument === 'object' && 'exercise' in argument && !argument.student;
  const assignment = isAssignment ? argument.exercise.name : undefined;
  return uri && { uri: isView(uri) ? fileOfView(uri) : uri, assignment };
}

/** Return the workspace's folder; of several, the one that the person picks. */
export async function workspaceFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('Open the folder with the texts of your class first.'));
    return undefined;
  }
  const placeHolder = l10n.t('Choose the folder with the texts of your class');
  const folder = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick({ placeHolder });
  return folder?.uri;
}

/** Whether the subject is a document, not a folder. */
export async function isFile(uri: vscode.Uri): Promise<boolean> {
  return (await vscode.workspace.fs.stat(uri)).type === vscode.FileType.File;
}

/** A command of the server's that takes long: its name, what it is about, and its last argument. */
interface LongCommand<Name extends CommandName> {
  readonly name: Name;
  /** What a person reads while it runs. */
  readonly title: string;
  readonly parameters: readonly unknown[];
  readonly options: object;
}

/**
 * Run a command with a notification of its progress, which a person can cancel; `undefined` if it was cancelled.
 *
 * A failure is shown in words, and the person can try again.
 */
export async function runLong<Name extends CommandName>(
  connection: Connection,
  { name, title, parameters, options }: LongCommand<Name>,
): Promise<CommandAnswers[Name] | undefined> {
  const shown = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const retry = l10n.t('Retry');
  for (;;) {
    try {
      return await vscode.window.withProgress(shown, async (progress, token) => {
        const workDoneToken = randomUUID();
        let reached = 0;
        const subscription = connection.onProgress(workDoneToken, (value) => {
          if (value.kind !== 'end') {
            const increment = Math.max(0, (value.percentage ?? 0) - reached);
            reached += increment;
            progress.report({ increment, ...(value.message === undefined ? {} : { message: value.message }) });
          }
        });
        try {
          return await connection.run(name, [...parameters, { ...options, workDoneToken }], token);
        } catch (error) {
          if (token.isCancellationRequested) {
            return undefined;
          }
          throw error;
        } finally {
          subscription.dispose();
        }
      });
    } catch (error) {
      if ((await vscode.window.showErrorMessage(reasonOf(error), retry)) !== retry) {
        return undefined;
      }
    }
  }
}

/** What is not finished of the texts that leave the house. */
type Unfinished = Pick<ClassQuestions, 'open' | 'unmarked'>;

/** The largest number of students without a mark that are named. */
const MOST_NAMES = 8;

/**
 * Say how much is to be decided and who has no mark, and return whether the person goes on all the same; `goOn` is what
 * that button says. Nothing is asked where all is finished. Without `students`, all are meant.
 */
export async function isReady(
  connection: Connection,
  uri: string,
  goOn: string,
  students: readonly string[] = [],
): Promise<boolean> {
  const whole = await connection.request('markscheme/classQuestions', { uri, limit: 0 });
  if (!whole) {
    return true;
  }
  const isMeant = ({ student }: { readonly student: string }): boolean =>
    students.length === 0 || students.includes(student);
  const unmarked = whole.unmarked.filter(isMeant);
  // Of each student, all open places; of the class, one decision for equal ones.
  const own = whole.marks.filter(isMeant).reduce((sum, mark) => sum + mark.open, 0);
  const open = students.length === 0 ? whole.open : own;
  const [first] = unmarked;
  if (open === 0 && !first) {
    return true;
  }
  const look = l10n.t('Look at One');
  const { message, detail } = unfinishedText({ open, unmarked });
  const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, look, goOn);
  if (chosen === look) {
    await (open > 0 || !first
      ? vscode.commands.executeCommand('markscheme.showAnswersToDecide', vscode.Uri.parse(uri))
      : vscode.commands.executeCommand('markscheme.openStudent', first.uri, null));
  }
  return chosen === goOn;
}

export function unfinishedText({ open, unmarked }: Unfinished): { readonly message: string; readonly detail: string } {
  const none =
    unmarked.length === 1 ? l10n.t('1 student has no mark.') : l10n.t('{0} students have no mark.', unmarked.length);
  const names = unmarked.slice(0, MOST_NAMES).map(({ label, reason }) => `${label}: ${reason}`);
  const more = unmarked.length - names.length;
  return {
    message: [...(open > 0 ? [`${toDecideTitle(open)}.`] : []), ...(unmarked.length > 0 ? [none] : [])].join(' '),
    detail: [
      ...(open > 0 ? [l10n.t('Marks can change until it is decided.')] : []),
      ...names,
      ...(more > 0 ? [l10n.t('{0} more', more)] : []),
    ].join('\n'),
  };
}

/** The largest number of notes that a message names. */
const MOST_NOTES = 3;

/** A button of a message. */
interface Action extends vscode.MessageItem {
  readonly act: () => Thenable<unknown>;
}

/** Say what was written, with buttons to open it, and to do something more about it. */
export async function showWritten(
  message: string,
  files: readonly string[],
  folder: string | undefined,
  remedies: readonly Action[] = [],
): Promise<void> {
  const [first, ...others] = files.map((file) => vscode.Uri.parse(file));
  const place = first ?? (folder === undefined ? undefined : vscode.Uri.parse(folder));
  // Other programs can open files where VS Code runs beside them.
  const isLocal = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  const run = (command: string, uri: vscode.Uri): Thenable<unknown> => vscode.commands.executeCommand(command, uri);
  const show = (uri: vscode.Uri): Action => ({
    title: l10n.t('Show in Folder'),
    act: () => run(isLocal ? 'revealFileInOS' : 'revealInExplorer', uri),
  });
  const open = (uri: vscode.Uri): Action => ({
    title: l10n.t('Open'),
    act: () => (isLocal ? vscode.env.openExternal(uri) : run('vscode.open', uri)),
  });
  const chosen = await vscode.window.showInformationMessage(
    message,
    ...[...remedies, ...(place ? [show(place)] : []), ...(first && others.length === 0 ? [open(first)] : [])],
  );
  await chosen?.act();
}

/** Return a message with its first notes, and how many more there are. */
export function withNotes(message: string, notes: readonly string[]): string {
  const more = notes.length - MOST_NOTES;
  const sentences = notes.slice(0, MOST_NOTES).map((note) => (/[.!?…]$/.test(note) ? note : `${note}.`));
  return [message, ...sentences, ...(more > 0 ? [l10n.t('There are {0} more notes like these.', more)] : [])].join(' ');
}

/** Let a person choose a file, and have the server write the report of a document or of a folder's students to it. */
export async function saveReport(uri: vscode.Uri): Promise<void> {
  const document = isView(uri) ? fileOfView(uri) : uri;
  const { name } = path.parse(document.fsPath);
  const target = await chooseReportFile(document, `${name}.report.${REPORT_SUFFIXES.text}`, {
    filters: { [l10n.t('Text')]: [REPORT_SUFFIXES.text], JSON: [REPORT_SUFFIXES.json] },
    title: l10n.t('Save a report'),
  });
  if (!target) {
    return;
  }
  await vscode.commands.executeCommand('markscheme.exportReport', document.toString(), target.toString());
  const open = l10n.t('Open');
  const message = l10n.t('The report was saved as {0}.', path.basename(target.fsPath));
  if ((await vscode.window.showInformationMessage(message, open)) === open) {
    await vscode.window.showTextDocument(target);
  }
}

/**
 * Let a person choose the file for a report or a figure about a document or a folder.
 *
 * The file that is proposed is in the folder of reports, beside the `markscheme.toml` above or else in the workspace's
 * folder. The folder is made for it, and removed again if the person saves nothing there.
 */
export async function chooseReportFile(
  subject: vscode.Uri,
  name: string,
  options: Pick<vscode.SaveDialogOptions, 'filters' | 'title'>,
): Promise<vscode.Uri | undefined> {
  const parent =
    (await folderOfConfiguration(vscode.Uri.joinPath(subject, REPORT_FOLDER))) ??
    vscode.workspace.getWorkspaceFolder(subject)?.uri ??
    vscode.Uri.joinPath(subject, '..');
  const folder = vscode.Uri.joinPath(parent, REPORT_FOLDER);
  const isNew = !(await exists(folder));
  await vscode.workspace.fs.createDirectory(folder);
  const target = await vscode.window.showSaveDialog({ ...options, defaultUri: vscode.Uri.joinPath(folder, name) });
  if (isNew && !target?.path.startsWith(`${folder.path}/`)) {
    await removeEmpty(folder);
  }
  return target;
}

/** Remove a folder, unless something is in it. */
async function removeEmpty(folder: vscode.Uri): Promise<void> {
  try {
    if ((await vscode.workspace.fs.readDirectory(folder)).length === 0) {
      await vscode.workspace.fs.delete(folder);
    }
  } catch {
    // It stays: another program is using it.
  }
}
