import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';

import type { Connection } from '../connection';
import type { FrontEditor } from '../frontEditor';
import { reveal, toRange } from '../marks/places';
import { ReportedError } from '../server/serverCommand';
import type { ServerStatus } from '../server/serverStatus';
import { isView } from '../exercises/views';
import type { Comparison } from '../exercises/comparison';
import { fileOf, type Node } from '../exercises/exerciseNodes';
import type { ExerciseTree } from '../exercises/exerciseTree';
import type { WordEditors } from '../panels/word/wordEditor';
import { openExample } from './example';
import { giveBack } from './feedback';
import { exportForGradebook, importClass, orSayWhy } from './gradebook';
import { PlaceDialogs } from './placeDialogs';
import { subjectOf, type Subject } from './subject';
import { toggleAllPlaces, toggleProse } from './textView';
import { openWalkthrough } from './walkthrough';
import { saveReport } from './report';
import { reasonOf } from '../reason';

/** The parts of the extension that the commands use. */
export interface CommandSubjects {
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
