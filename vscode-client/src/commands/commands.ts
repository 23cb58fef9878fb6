import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { FrontEditor } from '../frontEditor';
import { reveal, toRange } from '../marks/places';
import type { Passage } from '../protocol/contract';
import { ToldError } from '../server/serverCommand';
import type { Comparison } from '../exercises/comparison';
import type { Node } from '../exercises/exerciseNodes';
import type { ExerciseTree } from '../exercises/exerciseTree';
import { openExample } from './example';
import { saveReport } from './report';
import { reasonOf } from '../reason';

/** What the commands work on. */
export interface CommandSubjects {
  readonly connection: Connection;
  readonly comparison: Comparison;
  readonly tree: ExerciseTree;
  readonly log: vscode.LogOutputChannel;
  readonly front: FrontEditor;
}

/** Registers every command that needs no panel of its own. */
export function registerCommands(context: vscode.ExtensionContext, subjects: CommandSubjects): vscode.Disposable {
  const { connection, comparison, tree, log, front } = subjects;
  const commands: Record<string, (...given: never[]) => unknown> = {
    goToNextFinding: () => goToFinding(connection, front, 'markscheme/nextFinding'),
    goToPreviousFinding: () => goToFinding(connection, front, 'markscheme/previousFinding'),
    goTo: (uri: string, range: Passage['range'], lines: boolean) => goTo(comparison, uri, range, lines),
    openStudent: (uri: string) => openStudent(comparison, vscode.Uri.parse(uri)),
    compareWithReference: (given?: vscode.Uri | Node) =>
      withDocument(front, given, (uri) => comparison.withReference(uri)),
    compareWithSource: (given?: vscode.Uri | Node) => withDocument(front, given, (uri) => comparison.withSource(uri)),
    saveReport: (given?: vscode.Uri | Node) => withDocument(front, given, saveReport),
    restartServer: () => restartServer(connection),
    showLog: () => {
      log.show();
    },
    openExample: () => openExample(context, connection),
    openWalkthrough: () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`, false),
    refreshExercises: () => {
      tree.refresh();
    },
    sortExercisesByName: () => tree.sortBy('name'),
    sortExercisesByScore: () => tree.sortBy('score'),
    sortExercisesByFindings: () => tree.sortBy('findings'),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(`markscheme.${name}`, command as (...given: unknown[]) => unknown),
    ),
  );
}

/** From the place of the cursor, over the end to the beginning. */
async function goToFinding(
  connection: Connection,
  front: FrontEditor,
  method: 'markscheme/nextFinding' | 'markscheme/previousFinding',
): Promise<void> {
  const { editor } = front;
  if (!editor) {
    return;
  }
  const found = await connection.request(method, {
    textDocument: { uri: editor.document.uri.toString() },
    position: editor.selection.start,
  });
  if (found) {
    const range = toRange(found.range);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  } else {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is nothing left to see in this document.'));
  }
}

/** A Word document's text stands in for it: VS Code can't show the document itself. */
async function openStudent(comparison: Comparison, uri: vscode.Uri): Promise<void> {
  if (uri.path.toLowerCase().endsWith('.docx')) {
    await comparison.openText(uri, new vscode.Range(0, 0, 0, 0));
  } else {
    await vscode.commands.executeCommand('vscode.open', uri, { preserveFocus: true });
  }
}

async function goTo(comparison: Comparison, uri: string, range: Passage['range'], lines: boolean): Promise<void> {
  if (lines) {
    await reveal(vscode.Uri.parse(uri), toRange(range));
  } else {
    await comparison.openText(vscode.Uri.parse(uri), toRange(range));
  }
}

/** The document that a menu or the tree gave, or else the one in front. */
async function withDocument(
  front: FrontEditor,
  given: vscode.Uri | Node | undefined,
  act: (uri: vscode.Uri) => Promise<void>,
): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : (nodeUri(given) ?? front.editor?.document.uri);
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

function nodeUri(node: Node | undefined): vscode.Uri | undefined {
  switch (node?.kind) {
    case 'exercise':
      return vscode.Uri.parse(node.exercise.uri);
    case 'student':
      return vscode.Uri.parse(node.student.uri);
    case 'sentence':
    case 'doubtfulSentence':
      return vscode.Uri.parse(node.parent.student.uri);
    case 'finding':
    case 'doubt':
      return vscode.Uri.parse(node.parent.parent.student.uri);
    case 'problem':
    case undefined:
      return undefined;
  }
}

async function restartServer(connection: Connection): Promise<void> {
  try {
    await connection.restart(true);
  } catch (error) {
    if (error instanceof ToldError) {
      return;
    }
    const showLog = vscode.l10n.t('Show Log');
    const reason = reasonOf(error);
    if ((await vscode.window.showErrorMessage(reason, showLog)) === showLog) {
      await vscode.commands.executeCommand('markscheme.showLog');
    }
  }
}
