import { setTimeout as pause } from 'node:timers/promises';

import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';

import type { Connection } from '../connection';
import { exists } from '../exerciseFiles';
import { fileOf, type Node } from '../exercises/exerciseNodes';
import type { ExerciseTree } from '../exercises/exerciseTree';
import type { Comparison } from '../exercises/sideBySide';
import { type FrontEditor, reveal, toRange } from '../frontEditor';
import { ALL_PLACES } from '../marks/decorations';
import { isView } from '../marks/views';
import type { WordEditors } from '../panels/word/wordEditor';
import { ReportedError } from '../server/finder';
import type { ServerStatus } from '../server/serverStatus';
import { reasonOf } from '../words';
import { giveBack } from './feedback';
import { exportForGradebook, importClass, orSayWhy } from './gradebook';
import { PlaceDialogs } from './placeDialogs';
import { saveReport, type Subject, subjectOf } from './writtenFiles';

/** The parts of the extension that the commands use. */
interface CommandSubjects {
  readonly connection: Connection;
  readonly comparison: Comparison;
  readonly tree: ExerciseTree;
  readonly log: vscode.LogOutputChannel;
  readonly front: FrontEditor;
  readonly status: ServerStatus;
  readonly words: WordEditors;
}

/** Register the commands that open no panel. */
export function registerCommands(context: vscode.ExtensionContext, subjects: CommandSubjects): vscode.Disposable {
  const { connection, comparison, tree, log, front, status, words } = subjects;
  const dialogs = new PlaceDialogs(connection, front);
  const commands: Record<string, (...parameters: never[]) => unknown> = {
    goToNextFinding: () => goToFinding(subjects, 'markscheme/nextFinding'),
    goToPreviousFinding: () => goToFinding(subjects, 'markscheme/previousFinding'),
    toggleAllPlaces,
    toggleProse,
    goTo: (uri: string, range: Range, view: string | null) => goTo(words, uri, range, view),
    openStudent: (uri: string, view: string | null) => openStudent(words, uri, view),
    compareWithReference: (argument?: vscode.Uri | Node) =>
      withDocument(front, argument, (uri) => comparison.withReference(uri)),
    compareWithSource: (argument?: vscode.Uri | Node) =>
      withDocument(front, argument, (uri) => comparison.withSource(uri)),
    saveReport: (argument?: vscode.Uri | Node) => withDocument(front, argument, saveReport),
    giveBack: (argument?: vscode.Uri | Node) =>
      withSubject(subjects, argument, (subject) => giveBack(subject, connection, context.workspaceState)),
    exportForGradebook: (argument?: vscode.Uri | Node) =>
      withSubject(subjects, argument, (subject) => exportForGradebook(subject, connection, context.workspaceState)),
    importClass: () =>
      orSayWhy(async () => {
        await connection.start(true);
        await importClass(connection);
      }),
    askComment: (subject?: string | vscode.Uri | Node, range?: Range | null) => dialogs.askComment(subject, range),
    askPoints: (subject?: string | vscode.Uri | Node, range?: Range | null) => dialogs.askPoints(subject, range),
    askWholeComment: (subject?: string | vscode.Uri | Node) => dialogs.askWholeComment(subject),
    askWholePoints: (subject?: string | vscode.Uri | Node) => dialogs.askWholePoints(subject),
    restartServer: () => restartServer(connection, status),
    showLog: () => {
      log.show();
    },
    openExample: () => openExample(context, connection),
    openWalkthrough: (step?: string) => openWalkthrough(context.extension.id, step),
    refreshExercises: () => {
      tree.refresh();
    },
    sortExercisesByOpen: () => tree.sortBy('open'),
    sortExercisesByName: () => tree.sortBy('name'),
    sortExercisesByScore: () => tree.sortBy('score'),
    sortExercisesByFindings: () => tree.sortBy('findings'),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(`markscheme.${name}`, command as (...parameters: unknown[]) => unknown),
    ),
  );
}

/**
 * Select the next or the previous finding, seen from the cursor, and show its hover card.
 *
 * With a screen reader, VS Code puts the focus on the card, so that it is read; Escape leads back to the text. The
 * cursor is at the beginning of the finding, where another one that ends there comes second.
 */
async function goToFinding(
  { connection, front, words }: CommandSubjects,
  method: 'markscheme/nextFinding' | 'markscheme/previousFinding',
): Promise<void> {
  if (words.active) {
    await words.active.goToFinding(method);
    return;
  }
  const { editor } = front;
  if (!editor) {
    return;
  }
  const location = await connection.request(method, {
    textDocument: { uri: editor.document.uri.toString() },
    position: editor.selection.start,
  });
  if (location) {
    const range = toRange(location.range);
    editor.selection = new vscode.Selection(range.end, range.start);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    await vscode.commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
  } else {
    void vscode.window.showInformationMessage(vscode.l10n.t('This document has no more findings.'));
  }
}

/** Open a student's document, or the view of a Word document. */
async function openStudent(words: WordEditors, uri: string, view: string | null): Promise<void> {
  if (view === null) {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(uri));
  } else {
    await words.show(vscode.Uri.parse(view), undefined, true);
  }
}

/** Go to a range of a document, or of the view of a Word document. */
async function goTo(words: WordEditors, uri: string, range: Range, view: string | null): Promise<void> {
  const text = vscode.Uri.parse(view ?? uri);
  if (isView(text)) {
    await words.show(text, toRange(range), true);
  } else {
    await reveal(text, toRange(range));
  }
}

/** Act on the document in a command's argument, or else on the one in front; show why it failed. */
async function withDocument(
  front: FrontEditor,
  argument: vscode.Uri | Node | undefined,
  act: (uri: vscode.Uri) => Promise<void>,
): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : (nodeUri(argument) ?? front.uri);
  if (!uri) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a student’s document first.'));
    return;
  }
  try {
    await act(uri);
  } catch (error) {
    void vscode.window.showErrorMessage(reasonOf(error));
  }
}

/** Act on what a command's argument names; show why it failed. */
async function withSubject(
  { front }: CommandSubjects,
  argument: vscode.Uri | Node | undefined,
  act: (subject: Subject) => Promise<void>,
): Promise<void> {
  const subject = await subjectOf(argument, front);
  if (subject) {
    await orSayWhy(() => act(subject));
  }
}

function nodeUri(node: Node | undefined): vscode.Uri | undefined {
  const uri = node && fileOf(node);
  return uri === undefined ? undefined : vscode.Uri.parse(uri);
}

/** Start the server again. Where none is installed, set it up. */
async function restartServer(connection: Connection, status: ServerStatus): Promise<void> {
  try {
    await connection.restart(true);
    if (status.kind === 'absent' || status.kind === 'failed') {
      await vscode.commands.executeCommand('markscheme.setUpMarking');
    }
  } catch (error) {
    if (error instanceof ReportedError) {
      return;
    }
    const showLog = vscode.l10n.t('Show Log');
    const reason = reasonOf(error);
    if ((await vscode.window.showErrorMessage(reason, showLog)) === showLog) {
      await vscode.commands.executeCommand('markscheme.showLog');
    }
  }
}

const EXAMPLE = ['example', 'letter'];
const STUDENT = 'letter.hyp.jonas.txt';

/** Open a student's letter in a copy of the example exercise, which a person may change. */
async function openExample(context: vscode.ExtensionContext, connection: Connection): Promise<void> {
  const bundled = vscode.Uri.joinPath(context.extensionUri, 'dist', ...EXAMPLE);
  const copy = vscode.Uri.joinPath(context.globalStorageUri, ...EXAMPLE);
  const student = vscode.Uri.joinPath(copy, STUDENT);
  if (!(await exists(student))) {
    await vscode.workspace.fs.copy(bundled, copy, { overwrite: true });
  }
  await vscode.window.showTextDocument(student, { preview: false });
  await connection.start();
}

/** VS Code's settings of texts that show them as a page shows prose, as Word documents' pages do. */
const PROSE: Readonly<Record<string, unknown>> = {
  fontFamily: '"Segoe UI", system-ui, "DejaVu Sans", sans-serif',
  lineHeight: 1.9,
  // VS Code breaks lines of a font whose letters have different widths at the right place only by this strategy.
  wrappingStrategy: 'advanced',
};

/** Frame each place, or only those that a person has to look at. */
async function toggleAllPlaces(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('markscheme');
  await settings.update(ALL_PLACES, !settings.get<boolean>(ALL_PLACES, false), vscode.ConfigurationTarget.Global);
}

/** Show plain texts of this folder as prose, or again in the editor's font. */
async function toggleProse(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('editor', { languageId: 'plaintext' });
  const isProse = settings.get('fontFamily') === PROSE.fontFamily;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const target = vscode.workspace.workspaceFolders ? Workspace : Global;
  for (const [name, value] of Object.entries(PROSE)) {
    await settings.update(name, isProse ? undefined : value, target, true);
  }
}

/** Milliseconds for VS Code to leave a walkthrough. */
const LEAVING = 250;

/** Numbers of groups of editors, as VS Code's commands name them. */
const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'] as const;

/**
 * Open the extension's walkthrough, at one of its steps if one is named.
 *
 * VS Code opens no walkthrough while another one is open at one of its steps, as its own is at the first start. So that
 * one is left first.
 */
async function openWalkthrough(extension: string, step?: string): Promise<void> {
  await leaveWalkthroughs();
  const category = `${extension}#start`;
  const walkthrough = step === undefined ? category : { category, step };
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
}

/**
 * Leave the walkthrough in each group of editors that shows one.
 *
 * The API has no input for such a page, nor for some others; there, the command to go back does nothing.
 */
async function leaveWalkthroughs(): Promise<void> {
  const pages = vscode.window.tabGroups.all.filter(({ activeTab }) => activeTab && activeTab.input === undefined);
  for (const { viewColumn } of pages) {
    const ordinal = ORDINALS[viewColumn - 1] ?? ORDINALS[0];
    await vscode.commands.executeCommand(`workbench.action.focus${ordinal}EditorGroup`);
    await vscode.commands.executeCommand('welcome.goBack');
    await pause(LEAVING);
  }
}
