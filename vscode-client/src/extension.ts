import * as vscode from 'vscode';

import { apiOf, type ExtensionApi } from './api';
import { registerCommands } from './commands/commands';
import { Connection, DOCUMENTS } from './connection';
import { FrontEditor } from './frontEditor';
import { Deciding } from './marks/deciding';
import { Decorations } from './marks/decorations';
import { InlayHints } from './marks/inlayHints';
import { MarkFeed, openDocuments } from './marks/markFeed';
import { MarkStore } from './marks/markStore';
import { ViewProblems } from './marks/viewProblems';
import { middlewareWith } from './middleware';
import { needsServer, mayBelongToExercise } from './activation';
import { registerAdjudicationPanels } from './panels/adjudication/adjudicationPanels';
import { registerDecidePanel } from './panels/decide/decidePanel';
import { registerOverviewPanel } from './panels/overview/overviewPanel';
import { registerPlanPanel } from './panels/plan/planPanel';
import { registerProgressPanel } from './panels/progress/progressPanel';
import { registerQuestionPanels } from './panels/questions/questionsPanel';
import { registerSchemePanel } from './panels/scheme/schemePanel';
import { registerSetUpPanel } from './panels/setup/setUpPanel';
import { WordEditors } from './panels/word/wordEditor';
import { Finder } from './server/finder';
import { ServerInstallation } from './server/serverInstallation';
import { LanguageModel } from './server/languageModel';
import { registerServerCommands } from './server/serverCommands';
import { ServerStatus } from './server/serverStatus';
import { registerFirstRun } from './firstRun/firstRun';
import { StatusBar } from './statusBar';
import { Comparison } from './exercises/comparison';
import { ExerciseTexts } from './exercises/exerciseTexts';
import { SideBySide, registerDifferenceCommands } from './exercises/sideBySide';
import { ExerciseTree } from './exercises/exerciseTree';
import { ToDecide } from './exercises/toDecide';

/** Create the extension's parts. The server starts when a document or a person needs it. */
export async function activate(context: vscode.ExtensionContext): Promise<ExtensionApi> {
  const log = vscode.window.createOutputChannel('Markscheme', { log: true });
  const trace = vscode.window.createOutputChannel('Markscheme Trace', { log: true });
  const finder = new Finder(context, log);
  const model = new LanguageModel(context.secrets);
  const problems = new ViewProblems();
  const marks = new MarkStore();
  const connection = new Connection(finder, model, middlewareWith(problems, marks), log, trace);
  const texts = new ExerciseTexts(connection);
  const sides = new SideBySide();
  const front = new FrontEditor();
  const installation = new ServerInstallation(context, connection, finder, log);
  const status = new ServerStatus(connection, finder, installation);
  const tree = new ExerciseTree(connection, marks, context.workspaceState, status);
  const view = vscode.window.createTreeView('markscheme.exercises', { treeDataProvider: tree, showCollapseAll: true });
  const words = new WordEditors({ extension: context.extensionUri, connection, marks, problems }, front);
  context.subscriptions.push(
    ...[words, log, trace, connection, problems, marks, texts, sides, front, installation, status, tree, view],
    new MarkFeed(connection, marks, openDocuments()),
    new Decorations(marks),
    new InlayHints(marks, DOCUMENTS),
    new Deciding({ connection, marks, front, words }),
    new StatusBar(connection, marks, front, status),
    new ToDecide(connection, tree, view, front),
    registerServerCommands(context, connection, finder, model, installation),
    registerFirstRun({ connection, installation, status, view }),
    registerCommands(context, {
      connection,
      comparison: new Comparison(texts, sides),
      tree,
      log,
      front,
      status,
      words,
    }),
    registerDifferenceCommands(sides),
    ...panels(context, connection, front, tree),
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) {
        startQuietly(connection);
      }
    }),
    connection.onDidChangeState((state) => {
      if (state !== 'running') {
        problems.clear();
      }
    }),
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      if (connection.state === 'stopped' && (await mayBelongToExercise(document))) {
        startQuietly(connection);
      }
    }),
  );
  if (await needsServer()) {
    startQuietly(connection);
  }
  return apiOf(connection, marks, tree);
}

/** Register everything that opens a page of its own. */
function panels(
  context: vscode.ExtensionContext,
  connection: Connection,
  front: FrontEditor,
  tree: ExerciseTree,
): vscode.Disposable[] {
  return [
    registerAdjudicationPanels(context, connection),
    registerPlanPanel(context, connection),
    registerOverviewPanel(context, connection),
    registerProgressPanel(context, connection),
    registerQuestionPanels(context, connection),
    registerDecidePanel(context, connection, tree),
    registerSchemePanel(context, connection, front),
    registerSetUpPanel(context, connection),
  ];
}

/** Start the server without failing: the status bar and the log show why it is not running. */
function startQuietly(connection: Connection): void {
  connection.start().catch(() => undefined);
}
