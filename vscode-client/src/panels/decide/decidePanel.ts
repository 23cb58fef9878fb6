/** The panel in which a teacher decides about a class's answers that no teacher has, one key an answer. */

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { ClassQuestions, Ruled } from '../../protocol/contract';
import { Outbox, type StepKind } from '../outbox';
import { toDecideTitle } from '../../exercises/exerciseNodes';
import type { ExerciseTree } from '../../exercises/exerciseTree';
import { registerResultPanel } from '../resultPanel';
import { normalUri } from '../folderPanels';
import type { Step } from './decideQueue';

/** How rulings reach the server. A ruling is taken back by its question, so never another one in its place. */
export const RULING_STEPS: StepKind<Step, Ruled | null> = {
  memory: 'markscheme.pendingRulings',
  commandOf: ({ uri, key, ruling, always, mark, own, also, several }) => {
    if (mark) {
      return ['markscheme.callMarkFinal', [uri, mark]];
    }
    if (several) {
      return ['markscheme.decideSheet', [uri, { key, rulings: several }]];
    }
    if (ruling === null) {
      return ['markscheme.undoDecision', [uri, key, ...(own ? [true] : [])]];
    }
    const more = {
      ...(always ? { always: true } : {}),
      ...(own ? { own_correction: true } : {}),
      ...(also ? { words: also } : {}),
    };
    return ['markscheme.decideAnswer', [uri, { key, ruling, ...more }]];
  },
  resultIn: (answer) => answer as Ruled | null | undefined,
};

/** Register the commands that show the answers to decide, and the own correction to check, one panel a folder. */
export function registerDecidePanel(
  context: vscode.ExtensionContext,
  connection: Connection,
  exercises: ExerciseTree,
): vscode.Disposable {
  const outbox = new Outbox(connection, context.workspaceState, RULING_STEPS);
  const shared = {
    page: 'decide',
    method: 'markscheme/classQuestions',
    classOf: (uri: string) => {
      const { exercise } = exercises.toDecide(vscode.Uri.parse(uri));
      return exercise && { uri: normalUri(exercise.uri), name: exercise.name };
    },
    outbox,
  } as const;
  return vscode.Disposable.from(
    outbox,
    registerResultPanel<ClassQuestions>(context, connection, {
      ...shared,
      viewType: 'markscheme.decide',
      command: 'markscheme.showAnswersToDecide',
      title: l10n.t('To Decide'),
      titleOf: (folder) => l10n.t('To Decide: {0}', folder),
      titleWith: (folder, { open }) => `${toDecideTitle(open)} · ${folder}`,
    }),
    registerResultPanel<ClassQuestions>(context, connection, {
      ...shared,
      viewType: 'markscheme.checkKey',
      command: 'markscheme.checkKey',
      parameters: { own_correction: true },
      title: l10n.t('Check My Key'),
      titleOf: (folder) => l10n.t('Check My Key: {0}', folder),
    }),
  );
}
