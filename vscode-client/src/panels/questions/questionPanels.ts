import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { Outbox } from '../desk/outbox';
import { registerFolderPanels } from '../folderPanels';
import type { Scope } from '../messages';
import { folderOfArgument } from '../panelTarget';
import { scopeOf } from '../uris';
import { ANSWER_STEPS } from './answerSteps';
import { answerAtCursor, goToNextQuestion } from './cursorQuestion';
import { QUESTION_ACTIONS, type QuestionAction } from './keys';
import { readQuestionsPageState } from './questionMessages';
import { QuestionsPanel } from './questionsPanel';
import { questionStrings } from './questionStrings';

/** The command of each action; people can give it other keys, on the page and in texts. */
const COMMANDS: Readonly<Record<QuestionAction, string>> = {
  accept: 'markscheme.acceptQuestion',
  reject: 'markscheme.rejectQuestion',
  optional: 'markscheme.makeQuestionOptional',
  stands: 'markscheme.letQuestionStand',
  skip: 'markscheme.skipQuestion',
  note: 'markscheme.noteQuestion',
  undo: 'markscheme.undoQuestion',
  next: 'markscheme.goToNextQuestion',
  previous: 'markscheme.goToPreviousQuestion',
  open: 'markscheme.openQuestion',
};

/** Register the panels of questions, one a folder, and the commands that answer a question there or at the cursor. */
export function registerQuestionPanels(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  const outbox = new Outbox(connection, context.workspaceState, ANSWER_STEPS);
  const panels = new Set<QuestionsPanel>();
  const wholeWorkspace = (): string => questionStrings().wholeWorkspace;
  const run = async (action: QuestionAction): Promise<void> => {
    const active = [...panels].find(({ panel }) => panel.active);
    if (active) {
      active.act(action);
    } else if (action === 'next') {
      await goToNextQuestion();
    } else if (action !== 'previous' && action !== 'open') {
      await answerAtCursor(connection, outbox, action);
    }
  };
  return vscode.Disposable.from(
    outbox,
    registerFolderPanels<Scope>(connection, {
      viewType: 'markscheme.questions',
      command: 'markscheme.showQuestions',
      choose: (argument) => scopeOf(folderOfArgument(argument) ?? null, wholeWorkspace()),
      restore: (state) => scopeOf(readQuestionsPageState(state)?.scope ?? null, wholeWorkspace()),
      titleOf: ({ uri, name }) => (uri === null ? questionStrings().title : vscode.l10n.t('Open Questions: {0}', name)),
      open: (panel, scope) => {
        const content = new QuestionsPanel(panel, context.extensionUri, connection, outbox, scope);
        panels.add(content);
        panel.onDidDispose(() => panels.delete(content));
        return content;
      },
    }),
    ...QUESTION_ACTIONS.map((action) => vscode.commands.registerCommand(COMMANDS[action], () => run(action))),
  );
}
