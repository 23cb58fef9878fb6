import * as path from 'node:path';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { ExportedGrades, ExportOptions, ImportedClass } from '../protocol/contract';
import { FIRST_CHOICE, firstOf, formatQuestion, formats, type Named, openAnswers, openQuestion } from './feedback';
import { isFile, isReady, runLong, showWritten, type Subject, withNotes, workspaceFolder } from './writtenFiles';

/** Where what a person took back the last time is kept. */
const LAST_EXPORT = 'markscheme.export';

/** Something that is taken back to the school's system. */
interface ExportKind extends Named {
  readonly needsTable: boolean;
  readonly hasFeedback: boolean;
  readonly hasWorkbook: boolean;
}

/** Return what can be taken back; the one of the last time first. */
export function exportKinds(last?: string): readonly ExportKind[] {
  const kinds: readonly ExportKind[] = [
    {
      name: 'table',
      label: l10n.t('Moodle’s worksheet or Canvas’s gradebook…'),
      detail: l10n.t('Choose the table (CSV) that the system gave you; a copy is filled in with marks and comments'),
      ...{ needsTable: true, hasFeedback: false, hasWorkbook: false },
    },
    {
      name: 'tableAndFeedback',
      label: l10n.t('Moodle’s worksheet and feedback zip…'),
      detail: l10n.t('The filled worksheet, and a zip with a file for each student to upload'),
      ...{ needsTable: true, hasFeedback: true, hasWorkbook: false },
    },
    {
      name: 'feedback',
      label: l10n.t('Moodle’s feedback zip'),
      detail: l10n.t('For a class that was imported from Moodle: a file for each student to upload'),
      ...{ needsTable: false, hasFeedback: true, hasWorkbook: false },
    },
    {
      name: 'workbook',
      label: l10n.t('Excel workbook'),
      detail: l10n.t('A sheet for the class, one for the kinds of errors, and one for each student'),
      ...{ needsTable: false, hasFeedback: false, hasWorkbook: true },
    },
  ];
  return firstOf(kinds, last);
}

/** Return the last argument of the server's command. */
export function exportOptions(
  { hasFeedback, hasWorkbook }: ExportKind,
  worksheet: string | undefined,
  assignment: string | undefined,
  format: string,
): ExportOptions {
  return {
    ...(assignment === undefined ? {} : { assignment }),
    ...(worksheet === undefined ? {} : { worksheet }),
    ...(hasFeedback ? { feedback: format } : {}),
    ...(hasWorkbook ? { workbook: true } : {}),
  };
}

/** Let a person choose what goes back to the school's system, and have the server write it. */
export async function exportForGradebook(
  subject: Subject,
  connection: Connection,
  memory: vscode.Memento,
): Promise<void> {
  const choices = await connection.request('markscheme/feedbackChoices', { uri: subject.uri.toString() });
  const assignment = subject.assignment ?? (await chosenAssignment(choices?.assignments ?? []));
  const options = assignment === undefined ? undefined : await chosenOptions(assignment, memory);
  if (choices && options) {
    const uri = (await isFile(subject.uri)) ? choices.folder : subject.uri.toString();
    if (await isReady(connection, uri, l10n.t('Export All the Same'))) {
      await writeGrades(uri, connection, options);
    }
  }
}

async function chosenAssignment(assignments: readonly string[]): Promise<string | undefined> {
  const items = assignments.map((name) => ({ name, label: name }));
  return items.length === 1 ? assignments[0] : (await choose(items, l10n.t('Of which exercise?')))?.name;
}

/** Let a person choose what is written, with the files for it; `undefined` if the person leaves it. */
async function chosenOptions(assignment: string, memory: vscode.Memento): Promise<ExportOptions | undefined> {
  const question = l10n.t('What do you take back to the school’s system?');
  const kind = await choose(exportKinds(memory.get(LAST_EXPORT)), question);
  const table = {
    title: l10n.t('The table from Moodle or Canvas'),
    openLabel: l10n.t('Fill In a Copy'),
    filters: { CSV: ['csv'] },
  };
  const worksheet = kind?.needsTable ? await chosenFile(table) : undefined;
  if (!kind || (kind.needsTable && !worksheet)) {
    return undefined;
  }
  await memory.update(LAST_EXPORT, kind.name);
  const format = kind.hasFeedback ? (await choose(formats(), formatQuestion()))?.name : FIRST_CHOICE.format;
  return format === undefined ? undefined : exportOptions(kind, worksheet?.toString(), assignment, format);
}

async function choose<Item extends Named>(items: readonly Item[], placeHolder: string): Promise<Item | undefined> {
  return await vscode.window.showQuickPick(items, { title: l10n.t('Export for the Gradebook'), placeHolder });
}

async function chosenFile(options: vscode.OpenDialogOptions): Promise<vscode.Uri | undefined> {
  return (await vscode.window.showOpenDialog(options))?.[0];
}

async function writeGrades(uri: string, connection: Connection, options: ExportOptions): Promise<void> {
  const exported = await runLong(connection, {
    name: 'markscheme.exportGrades',
    title: l10n.t('Exporting the grades'),
    parameters: [uri],
    options,
  });
  if (!exported) {
    return;
  }
  const files = exported.files.map((file) => file.uri);
  const again = (change: Partial<ExportOptions>): Promise<void> =>
    writeGrades(uri, connection, { ...options, ...change });
  const replace = { title: l10n.t('Replace These'), act: () => again({ overwrite: true }) };
  const otherwise = {
    title: l10n.t('Count Them Otherwise…'),
    act: async () => {
      // A grade can't be a range.
      const counts = openAnswers().flatMap(({ name, ...item }) => (name === 'range' ? [] : [{ ...item, name }]));
      const open = (await choose(counts, openQuestion()))?.name;
      await (open && again({ open }));
    },
  };
  await showWritten(exportMessage(exported), files, undefined, [
    ...(exported.kept.length > 0 ? [replace] : []),
    ...(exported.open > 0 ? [otherwise] : []),
  ]);
}

/** Return what was written and what to do with it, and what stayed. */
export function exportMessage({ files, kept, notices }: Omit<ExportedGrades, 'open'>): string {
  const sentences = files.map(({ uri, text }) => `${path.posix.basename(decodeURIComponent(uri))}: ${text}.`);
  return withNotes(sentences.join(' '), [...kept, ...notices]);
}

/** Let a person choose a zip of submissions and a folder, and have the server make an exercise of it. */
export async function importClass(connection: Connection): Promise<void> {
  const workspace = await workspaceFolder();
  const archive =
    workspace &&
    (await chosenFile({
      title: l10n.t('The zip of all submissions, from Moodle or Canvas'),
      openLabel: l10n.t('Import'),
      filters: { Zip: ['zip'] },
    }));
  const folder = archive && (await chosenTarget(workspace, archive));
  if (!folder) {
    return;
  }
  const imported = await runLong(connection, {
    name: 'markscheme.importSubmissions',
    title: l10n.t('Importing the submissions'),
    parameters: [archive.toString(), folder.toString()],
    options: {},
  });
  await (imported && showImported(imported));
}

/** Say what was imported, and show the set-up where texts to mark against are missing. */
async function showImported(imported: ImportedClass): Promise<void> {
  const message = importMessage(imported);
  if (!imported.complete) {
    await vscode.commands.executeCommand('markscheme.setUp', vscode.Uri.parse(imported.folder));
    void vscode.window.showInformationMessage(message);
    return;
  }
  const overview = l10n.t('Show the Class Overview');
  const setUp = l10n.t('Set Up…');
  const chosen = await vscode.window.showInformationMessage(message, overview, setUp);
  if (chosen !== undefined) {
    const command = chosen === overview ? 'markscheme.showOverview' : 'markscheme.setUp';
    await vscode.commands.executeCommand(command, vscode.Uri.parse(imported.folder));
  }
}

/** Return what was imported, what is left to do, and what was left out. */
export function importMessage({ texts, system, assignment, complete, left_out: leftOut }: ImportedClass): string {
  const count =
    texts === 1
      ? l10n.t('One text from {0} is in the exercise “{1}”.', system, assignment)
      : l10n.t('{0} texts from {1} are in the exercise “{2}”.', texts, system, assignment);
  const next = l10n.t(
    'To mark them, put the text that they corrected and a teacher’s correction of it into the folder, then set it up.',
  );
  return withNotes(complete ? count : `${count} ${next}`, leftOut);
}

/** Return the folder of the exercise: a new one by the zip's name, the workspace's, or another one. */
async function chosenTarget(workspace: vscode.Uri, archive: vscode.Uri): Promise<vscode.Uri | undefined> {
  const name = path.posix.parse(archive.path).name;
  const fresh = {
    label: l10n.t('New folder “{0}”', name),
    detail: l10n.t('In the folder that is open here'),
  };
  const open = { label: l10n.t('The folder that is open here'), detail: path.posix.basename(workspace.path) };
  const other = {
    label: l10n.t('Another folder…'),
    detail: l10n.t('For example the one with the text to correct and your corrections'),
  };
  const chosen = await vscode.window.showQuickPick([fresh, open, other], {
    title: l10n.t('Import Submissions'),
    placeHolder: l10n.t('Where do the texts go?'),
  });
  if (chosen !== other) {
    return chosen === fresh ? vscode.Uri.joinPath(workspace, name) : chosen && workspace;
  }
  return await chosenFile({
    defaultUri: workspace,
    canSelectFolders: true,
    canSelectFiles: false,
    openLabel: l10n.t('Import Here'),
  });
}
