import { setTimeout as pause } from 'node:timers/promises';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';

import type { Connection } from '../connection';
import { exists } from '../exerciseFiles';
import type { ExerciseTree } from '../exercises/exerciseTree';
import type { Comparison } from '../exercises/sideBySide';
import { askForDocument, type FrontEditor, showCard, toRange } from '../frontEditor';
import { ALL_PLACES } from '../marks/decorations';
import { reportFailure } from '../panels/panelPage';
import type { WordEditors } from '../panels/word/wordEditor';
import { ReportedError } from '../server/finder';
import type { ServerInstallation } from '../server/serverInstallation';
import { reasonOf } from '../words';
import { giveBack } from './feedback';
import { exportForGradebook, importClass } from './gradebook';
import { placeDialogs } from './placeDialogs';
import { type Argument, fileOf, saveReport, type Subject, subjectOf } from './writtenFiles';

/** The parts of the extension that the commands use. */
interface CommandSubjects {
  readonly connection: Connection;
  readonly comparison: Comparison;
  readonly tree: ExerciseTree;
  readonly log: vscode.LogOutputChannel;
  readonly front: FrontEditor;
  readonly status: ServerInstallation;
  readonly words: WordEditors;
}

/** Register the commands that open no panel. A person sees why one failed. */
export function registerCommands(context: vscode.ExtensionContext, subjects: CommandSubjects): vscode.Disposable {
  const { connection, comparison, tree, log, front, words } = subjects;
  const { workspaceState } = context;
  const withDocument = (act: (uri: vscode.Uri) => Promise<void>) => async (argument: Argument) => {
    const uri = fileOf(argument) ?? front.uri;
    if (uri) {
      await act(uri);
    } else {
      askForDocument();
    }
  };
  const withSubject = (act: (subject: Subject) => Promise<void>) => async (argument: Argument) => {
    const subject = await subjectOf(argument, front);
    await (subject && act(subject));
  };
  const commands: Record<string, (...parameters: never[]) => unknown> = {
    ...placeDialogs(connection, front),
    goToNextFinding: () => goToFinding(subjects, 'markscheme/nextFinding'),
    goToPreviousFinding: () => goToFinding(subjects, 'markscheme/previousFinding'),
    toggleAllPlaces,
    toggleProse,
    goTo: (uri: string, range: Range, view: string | null) =>
      words.openPlace(vscode.Uri.parse(view ?? uri), toRange(range)),
    openStudent: (uri: string, view: string | null) =>
      view === null
        ? vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(uri))
        : words.show(vscode.Uri.parse(view), undefined, true),
    compareWithReference: withDocument((uri) => comparison.withReference(uri)),
    compareWithSource: withDocument((uri) => comparison.withSource(uri)),
    saveReport: withDocument(saveReport),
    giveBack: withSubject((subject) => giveBack(subject, connection, workspaceState)),
    exportForGradebook: withSubject((subject) => exportForGradebook(subject, connection, workspaceState)),
    importClass: async () => {
      await connection.start(true);
      await importClass(connection);
    },
    restartServer: () => restartServer(subjects),
    showLog: () => log.show(),
    openExample: () => openExample(context, connection),
    openWalkthrough: (step?: string) => openWalkthrough(context.extension.id, step),
    refreshExercises: () => tree.refresh(),
    sortExercisesByOpen: () => tree.sortBy('open'),
    sortExercisesByName: () => tree.sortBy('name'),
    sortExercisesByScore: () => tree.sortBy('score'),
    sortExercisesByFindings: () => tree.sortBy('findings'),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(`markscheme.${name}`, (...parameters: never[]) =>
        reportFailure(Promise.resolve().then(() => command(...parameters) as Promise<void>)),
      ),
    ),
  );
}

/** Select the next or the previous finding, seen from the cursor, and show its hover card. */
async function goToFinding(
  { connection, front, words }: CommandSubjects,
  method: 'markscheme/nextFinding' | 'markscheme/previousFinding',
): Promise<void> {
  const { editor } = front;
  if (words.active) {
    await words.active.goToFinding(method);
  } else if (editor) {
    const textDocument = { uri: editor.document.uri.toString() };
    const location = await connection.request(method, { textDocument, position: editor.selection.start });
    if (location) {
      await showCard(editor, toRange(location.range));
    } else {
      void vscode.window.showInformationMessage(l10n.t('This document has no more findings.'));
    }
  }
}

/** Start the server again. Where none is installed, set it up. */
async function restartServer({ connection, status, log }: CommandSubjects): Promise<void> {
  try {
    await connection.restart(true);
    if (status.kind === 'absent' || status.kind === 'failed') {
      await vscode.commands.executeCommand('markscheme.setUpMarking');
    }
  } catch (error) {
    const showLog = l10n.t('Show Log');
    if (
      !(error instanceof ReportedError) &&
      (await vscode.window.showErrorMessage(reasonOf(error), showLog)) === showLog
    ) {
      log.show();
    }
  }
}

/** Open a student's letter in a copy of the example exercise, which a person may change. */
async function openExample(context: vscode.ExtensionContext, connection: Connection): Promise<void> {
  const bundled = vscode.Uri.joinPath(context.extensionUri, 'dist', 'example', 'letter');
  const copy = vscode.Uri.joinPath(context.globalStorageUri, 'example', 'letter');
  const student = vscode.Uri.joinPath(copy, 'letter.hyp.jonas.txt');
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
const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/**
 * Open the extension's walkthrough, at one of its steps if one is named.
 *
 * VS Code opens no walkthrough while another one is open at one of its steps, as its own is at the first start. So that
 * one is left first, in each group of editors. The API has no input for such a page, nor for some others; there, the
 * command to go back does nothing.
 */
async function openWalkthrough(extension: string, step?: string): Promise<void> {
  const pages = vscode.window.tabGroups.all.filter(({ activeTab }) => activeTab && activeTab.input === undefined);
  for (const { viewColumn } of pages) {
    const ordinal = ORDINALS[viewColumn - 1] ?? 'First';
    await vscode.commands.executeCommand(`workbench.action.focus${ordinal}EditorGroup`);
    await vscode.commands.executeCommand('welcome.goBack');
    await pause(LEAVING);
  }
  const category = `${extension}#start`;
  const walkthrough = step === undefined ? category : { category, step };
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
}
