import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { onDidChangeVocabulary, vocabularyOf } from '../../marks/markText';
import type { Overview } from '../../protocol/contract';
import type { Scope } from '../messages';
import { registerResultPanel } from '../resultPanel';
import {
  type ClassAction,
  type ClassRequest,
  type OverviewRequest,
  overviewStrings,
  type ShownOverview,
} from './overviewMessages';

/** The command of each thing that a person does with a class. */
const COMMANDS: Readonly<Record<ClassAction, string>> = {
  decide: 'markscheme.showAnswersToDecide',
  giveBack: 'markscheme.giveBack',
  markScheme: 'markscheme.editScheme',
};

/** Register the command that shows the overview, one panel a folder. */
export function registerOverviewPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  return registerResultPanel(context, connection, {
    page: 'overview',
    viewType: 'markscheme.overview',
    command: 'markscheme.showOverview',
    // The walkthrough ticks its step by this: it does not see a command that the extension runs.
    contextKey: 'markscheme.overviewShown',
    method: 'markscheme/overview',
    strings: overviewStrings,
    titleOf: (folder) => vscode.l10n.t('Class overview: {0}', folder),
    shownAs,
    onDidChangeShown: onDidChangeVocabulary,
    act,
  });
}

function shownAs(overview: Overview, { uri }: Scope): ShownOverview {
  const vocabulary = vocabularyOf(uri === null ? undefined : vscode.Uri.parse(uri));
  return { type: 'result', result: overview, vocabulary: vocabulary.name };
}

/** Open a document, or run a command on a class, if the overview names it. */
function act(request: OverviewRequest, overview: Overview | undefined): void {
  switch (request.type) {
    case 'open':
      openStudent(request.uri, overview);
      break;
    case 'decide':
    case 'giveBack':
    case 'markScheme':
      runOnClass(request, overview);
      break;
  }
}

function openStudent(uri: string, overview: Overview | undefined): void {
  const students = overview?.exercises.flatMap((exercise) => exercise.students);
  const student = students?.find((one) => one.uri === uri);
  if (student) {
    void vscode.commands.executeCommand('markscheme.openStudent', student.uri, student.view);
  }
}

function runOnClass({ type, uri, student }: ClassRequest, overview: Overview | undefined): void {
  if (overview?.classes.some((shown) => shown.uri === uri)) {
    void vscode.commands.executeCommand(COMMANDS[type], vscode.Uri.parse(uri), student);
  }
}
