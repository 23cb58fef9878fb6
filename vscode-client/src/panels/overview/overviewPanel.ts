import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { onDidChangeVocabulary, vocabularyOf } from '../../marks/markText';
import type { Overview } from '../../protocol/contract';
import type { Scope } from '../messages';
import { registerResultPanel } from '../resultPanel';
import { type ClassRequest, type OverviewRequest, type ShownOverview } from './overviewMessages';

/** The command of each thing that a person does with a class. */
const COMMANDS: Readonly<Record<ClassRequest['type'], string>> = {
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
    title: l10n.t('Class overview'),
    titleOf: (folder) => l10n.t('Class overview: {0}', folder),
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
  if (request.type === 'open') {
    const { uri, view = null } = request;
    const students = overview?.exercises.flatMap((exercise) => exercise.students);
    if (students?.some((student) => student.uri === uri && student.view === view)) {
      void vscode.commands.executeCommand('markscheme.openStudent', uri, view);
    }
  } else if (overview?.classes.some(({ uri }) => uri === request.uri)) {
    void vscode.commands.executeCommand(COMMANDS[request.type], vscode.Uri.parse(request.uri), request.student);
  }
}
