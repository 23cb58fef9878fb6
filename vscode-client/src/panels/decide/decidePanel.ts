/** The panel in which a teacher decides about a class's answers that no teacher has, one key an answer. */

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { ClassQuestions, Ruled } from '../../protocol/contract';
import { readClassQuestions, readRuled } from '../../protocol/questionReaders';
import { Outbox, type StepKind } from '../desk/outbox';
import { registerResultPanel } from '../resultPanel';
import {
  readDecidePageState,
  readFromDecidePage,
  readSteps,
  type SentSteps,
  type ShownAnswers,
  type Step,
} from './decideMessages';
import { decideStrings } from './decideStrings';

/** How rulings reach the server. A ruling is taken back by its question, so never another one in its place. */
export const RULING_STEPS: StepKind<Step, Ruled | null> = {
  memory: 'markscheme.pendingRulings',
  readSteps,
  commandOf: ({ uri, key, ruling, always }) =>
    ruling === null
      ? ['markscheme.undoDecision', [uri, key]]
      : ['markscheme.decideAnswer', [uri, { key, ruling, always }]],
  readResult: readRuled,
};

/** Register the command that shows the answers to decide, one panel a folder. */
export function registerDecidePanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  const outbox = new Outbox(connection, context.workspaceState, RULING_STEPS);
  return vscode.Disposable.from(
    outbox,
    registerResultPanel<ClassQuestions, ShownAnswers, SentSteps>(context, connection, {
      page: 'decide',
      viewType: 'markscheme.decide',
      command: 'markscheme.showAnswersToDecide',
      method: 'markscheme/classQuestions',
      readResult: readClassQuestions,
      readMessage: readFromDecidePage,
      readState: readDecidePageState,
      strings: decideStrings,
      titleOf: (folder) => vscode.l10n.t('Answers to Decide: {0}', folder),
      shownAs: (result) => ({ type: 'result', result }),
      onDidSettle: outbox.onDidSettle,
      act: ({ steps }) => {
        outbox.add(steps);
      },
    }),
  );
}
