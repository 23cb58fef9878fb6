import * as vscode from 'vscode';

import { registerCommands } from './commands/commands';
import { Connection, type ConnectionState, DOCUMENTS } from './connection';
import { mayBelongToExercise, needsServer } from './exerciseFiles';
import type { Node } from './exercises/exerciseNodes';
import { ExerciseTree, showDecisions } from './exercises/exerciseTree';
import { Comparison } from './exercises/sideBySide';
import { FrontEditor } from './frontEditor';
import { Deciding } from './marks/deciding';
import { drawMarks } from './marks/decorations';
import { MarkStore } from './marks/markStore';
import { ViewProblems } from './marks/views';
import { middlewareWith } from './middleware';
import { registerAdjudicationPanels } from './panels/adjudication/adjudicationPanel';
import { registerDecidePanel } from './panels/decide/decidePanel';
import { registerOverviewPanel } from './panels/overview/overviewPanel';
import { registerPlanPanel } from './panels/plan/planPanel';
import { registerProgressPanel } from './panels/progress/progressPanel';
import { registerQuestionPanels } from './panels/questions/questionsPanel';
import { registerSchemePanel } from './panels/scheme/schemePanel';
import { registerSetUpPanel } from './panels/setup/setUpPanel';
import { WordEditors } from './panels/word/wordEditor';
import type { DocumentAnswer } from './protocol/methods';
import { Finder } from './server/finder';
import { LanguageModel } from './server/languageModel';
import { registerServerCommands } from './server/serverCommands';
import { ServerInstallation } from './server/serverInstallation';
import { StatusBar } from './statusBar';

/** The panels that need the connection alone. */
const PANELS = [
  ...[registerAdjudicationPanels, registerPlanPanel, registerOverviewPanel],
  ...[registerProgressPanel, registerQuestionPanels, registerSetUpPanel],
];

/** Create the extension's parts. The server starts when a document or a person needs it. */
export async function activate(context: vscode.ExtensionContext): Promise<ExtensionApi> {
  const log = vscode.window.createOutputChannel('Markscheme', { log: true });
  const trace = vscode.window.createOutputChannel('Markscheme Trace', { log: true });
  const finder = new Finder(context, log);
  const model = new LanguageModel(context.secrets);
  const problems = new ViewProblems();
  const marks = new MarkStore();
  const connection = new Connection(finder, model, middlewareWith(problems, marks), log, trace);
  const comparison = new Comparison(connection);
  const front = new FrontEditor();
  const status = new ServerInstallation(context, connection, finder, log);
  const tree = new ExerciseTree(connection, marks, context.workspaceState, status);
  const view = vscode.window.createTreeView('markscheme.exercises', { treeDataProvider: tree, showCollapseAll: true });
  const words = new WordEditors({ extension: context.extensionUri, connection, marks, problems }, front);
  context.subscriptions.push(
    ...[words, log, trace, connection, problems, marks, comparison, front, finder, status, tree],
    view,
    marks.follow(connection),
    drawMarks(marks, DOCUMENTS),
    new Deciding(connection, marks, front, words),
    new StatusBar(connection, marks, front, status),
    showDecisions(connection, tree, view, front),
    registerServerCommands(context, { connection, finder, model, installation: status, view }),
    registerCommands(context, { connection, comparison, tree, log, front, status, words }),
    ...PANELS.map((register) => register(context, connection)),
    registerDecidePanel(context, connection, tree),
    registerSchemePanel(context, connection, front),
    view.onDidChangeVisibility(({ visible }) => void (visible && connection.start())),
    connection.onDidChangeState((state) => {
      if (state !== 'running') {
        problems.clear();
      }
    }),
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      if (connection.state === 'stopped' && (await mayBelongToExercise(document))) {
        await connection.start();
      }
    }),
  );
  if (await needsServer()) {
    void connection.start();
  }
  return {
    version: 2,
    get state() {
      return connection.state;
    },
    onDidChangeState: connection.onDidChangeState,
    onDidChangeMarks: marks.onDidChange,
    marksOf: (uri) => marks.of(uri),
    exercises: tree,
  };
}

/**
 * The API for other extensions, which the tests use too:
 *
 * ```ts
 * const api = await vscode.extensions.getExtension<ExtensionApi>('markscheme.markscheme')?.activate();
 * ```
 */
export interface ExtensionApi {
  /** Increases with each incompatible change. */
  readonly version: 2;
  readonly state: ConnectionState;
  readonly onDidChangeState: vscode.Event<ConnectionState>;
  /** A document has other marks, or none any more. */
  readonly onDidChangeMarks: vscode.Event<vscode.Uri>;
  /** Return the newest marks of an open document, or its estimate; `undefined` until it has one. */
  marksOf(uri: vscode.Uri): DocumentAnswer | undefined;
  /** The content of the view "Exercises": exercises, students, sentences, findings. */
  readonly exercises: vscode.TreeDataProvider<Node>;
}
