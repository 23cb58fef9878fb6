/** The panels of questions, and how a person's answers reach the server. */

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { isView } from '../../marks/views';
import { toRange } from '../../frontEditor';
import type { AnnotatorQuestion, AnsweredQuestion, FileLocation, QuestionQueue } from '../../protocol/contract';
import { normalUri } from '../folderPanels';
import { Outbox, type StepKind } from '../outbox';
import { reportFailure } from '../panelPage';
import { registerResultPanel } from '../resultPanel';
import {
  FIRST_QUESTIONS,
  GIVEN,
  MAX_QUESTIONS,
  QUESTION_KEYS,
  type QuestionAction,
  type ShownQueue,
  type Step,
  stepOf,
} from './questionList';

export type AnswerOutbox = Outbox<Step, AnnotatorQuestion>;

export const ANSWER_STEPS: StepKind<Step, AnnotatorQuestion> = {
  memory: 'markscheme.pendingAnswers',
  commandOf: ({ uri, key, answer, choice, note }) => {
    if (answer === null) {
      return ['markscheme.undoAnswer', [uri, key]];
    }
    const given = { key, answer, ...(choice === null ? {} : { choice }), ...(note ? { note } : {}) };
    return ['markscheme.answerQuestion', [uri, given]];
  },
  resultIn: (answer) => (answer as AnsweredQuestion | undefined)?.question,
  noticeIn: (answer) => (answer as AnsweredQuestion | undefined)?.replaced.join('. '),
};

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
  const cursor = new CursorAnswers(connection, outbox);
  const panels = registerResultPanel<QuestionQueue>(context, connection, {
    page: 'questions',
    viewType: 'markscheme.questions',
    command: 'markscheme.showQuestions',
    method: 'markscheme/questions',
    parameters: FIRST_QUESTIONS,
    title: l10n.t('Open Questions'),
    titleOf: (folder) => l10n.t('Open Questions: {0}', folder),
    more: async ({ open, answered }, { uri }) => ({
      lack: open + answered === 0 ? await lackOf(connection, uri) : null,
    }),
    outbox,
  });
  const run = async (action: QuestionAction): Promise<void> => {
    if (!panels.post({ type: 'act', action })) {
      await cursor.act(action);
    }
  };
  return vscode.Disposable.from(
    outbox,
    panels,
    vscode.commands.registerCommand('markscheme.openBeside', openBeside),
    ...QUESTION_KEYS.actions.map((action) => vscode.commands.registerCommand(COMMANDS[action], () => run(action))),
  );
}

/** Return what a folder lacks for questions; `null` if nothing. */
async function lackOf(connection: Connection, uri: string | null): Promise<ShownQueue['lack']> {
  const all = (await connection.request('markscheme/exercises', {})) ?? [];
  const exercises = all.filter(
    ({ uri: own, folder }) => uri === null || isIn(own, uri) || isIn(folder, uri) || isIn(uri, own),
  );
  if (exercises.length === 0) {
    return all.length === 0 || uri === null ? 'exercise' : null;
  }
  if (exercises.every(({ references }) => references.length === 0)) {
    return 'reference';
  }
  return exercises.every(({ hypotheses }) => hypotheses.length === 0) ? 'hypothesis' : null;
}

/** Whether a file or folder is a folder, or in it. */
function isIn(uri: string, folder: string): boolean {
  const [inner, outer] = [normalUri(uri), normalUri(folder)];
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** Open a place in the editor group beside the questions, which stay in sight. */
async function openBeside({ uri, range }: FileLocation): Promise<void> {
  const target = vscode.Uri.parse(uri);
  if (isView(target)) {
    await vscode.commands.executeCommand('markscheme.goTo', '', range, uri);
    return;
  }
  const open = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === target.toString());
  const viewColumn = open?.viewColumn ?? vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(target, { selection: toRange(range), viewColumn });
}

/** Milliseconds for which the status bar says what was saved. */
const MESSAGE_TIME = 4000;

/** Answers to the most urgent question at the cursor of an editor. */
class CursorAnswers {
  /** The question that was answered last. */
  private last: AnnotatorQuestion | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly outbox: AnswerOutbox,
  ) {}

  async act(action: QuestionAction): Promise<void> {
    if (action === 'next') {
      await this.goToNext();
    } else if (action !== 'previous' && action !== 'open') {
      await reportFailure(action === 'undo' ? this.undo() : this.give(action));
    }
  }

  /** Go to the most urgent question after the one that was answered last. */
  private async goToNext(): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri.toString() ?? null;
    const parameters = [uri?.startsWith('file:') ? uri : null, ...(this.last ? [this.last.key] : [])];
    if (!(await vscode.commands.executeCommand('markscheme.nextQuestion', ...parameters))) {
      void vscode.window.showInformationMessage(l10n.t('No question is open.'));
    }
  }

  private async give(answer: keyof typeof GIVEN): Promise<void> {
    const question = await this.question();
    if (!question) {
      void vscode.window.showInformationMessage(l10n.t('No open question is at the cursor.'));
      return;
    }
    const note = answer === 'note' ? await writeNote(question.prompt) : '';
    if (note !== undefined) {
      await this.send(question, stepOf(question, { answer, note }), GIVEN[answer]);
      this.last = question;
    }
  }

  /** Take back the answer that was given last. */
  private async undo(): Promise<void> {
    const { last } = this;
    if (!last) {
      void vscode.window.showInformationMessage(l10n.t('There is no answer of yours to take back here.'));
      return;
    }
    this.last = undefined;
    await this.send(last, stepOf(last, { answer: null }), l10n.t('Taken back.'));
  }

  private async send({ prompt }: AnnotatorQuestion, step: Step, words: string): Promise<void> {
    await this.outbox.send(step);
    vscode.window.setStatusBarMessage(`${words} ${prompt}`, MESSAGE_TIME);
  }

  /** Return the most urgent open question of which a place is at the cursor. */
  private async question(): Promise<AnnotatorQuestion | undefined> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      return undefined;
    }
    const uri = editor.document.uri.toString();
    const queue = await this.connection.request('markscheme/questions', { uri, limit: MAX_QUESTIONS });
    return queue?.questions.find(({ place, versions }) =>
      [place, ...versions.map((version) => version.place)].some(
        (each) => each && normalUri(each.uri) === uri && toRange(each.range).intersection(editor.selection),
      ),
    );
  }
}

/** Ask for the words of a note; `undefined` if the person leaves it. */
export async function writeNote(prompt: string): Promise<string | undefined> {
  const title = l10n.t('Note to the Adjudicator');
  const note = (await vscode.window.showInputBox({ title, prompt }))?.trim();
  return note === '' ? undefined : note;
}
