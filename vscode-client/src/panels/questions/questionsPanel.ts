/** The panels of questions, and how a person's answers reach the server. */

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { isView } from '../../marks/views';
import { toRange } from '../../frontEditor';
import type { AnnotatorQuestion, AnsweredQuestion, QuestionQueue } from '../../protocol/contract';
import { folderOfArgument, type FolderPanel, normalUri, registerFolderPanels, scopeOf } from '../folderPanels';
import type { Condition, RemedyRequest, Scope } from '../messages';
import { Outbox, type StepKind } from '../outbox';
import { LastMessages, PanelPage, reportFailure } from '../panelPage';
import { Computation } from '../resultPanel';
import { QUESTION_KEYS, type QuestionAction, type QuestionsPageState, type Step, stepOf } from './questionList';
import { type FromQuestionsPage, type Lack, GIVEN, type ShownQueue, type ToQuestionsPage } from './questionMessages';

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
  const panels = new Set<QuestionsPanel>();
  const run = async (action: QuestionAction): Promise<void> => {
    const active = [...panels].find(({ panel }) => panel.active);
    if (active) {
      active.act(action);
    } else {
      await cursor.act(action);
    }
  };
  return vscode.Disposable.from(
    outbox,
    registerFolderPanels<Scope>(connection, {
      viewType: 'markscheme.questions',
      command: 'markscheme.showQuestions',
      choose: (argument) => scopeOf(folderOfArgument(argument) ?? null),
      restore: (state) => scopeOf((state as QuestionsPageState | undefined)?.scope ?? null),
      titleOf: ({ uri, name }) => (uri === null ? l10n.t('Open Questions') : l10n.t('Open Questions: {0}', name)),
      open: (panel, scope) => {
        const content = new QuestionsPanel(panel, context.extensionUri, connection, outbox, scope);
        panels.add(content);
        panel.onDidDispose(() => panels.delete(content));
        return content;
      },
    }),
    ...QUESTION_KEYS.actions.map((action) => vscode.commands.registerCommand(COMMANDS[action], () => run(action))),
  );
}

/** Number of questions that are listed at first. */
const FIRST_QUESTIONS = 400;

/** Number of questions that are listed, or searched for those at the cursor, at most. */
const MAX_QUESTIONS = 20_000;

/** The panel of one folder's questions. The page has the person's answers; the outbox sends them. */
class QuestionsPanel implements FolderPanel {
  private readonly page: PanelPage<FromQuestionsPage, ToQuestionsPage>;
  private readonly computation: Computation<QuestionQueue>;
  private readonly subscriptions: vscode.Disposable;
  private answered = false;
  private limit = FIRST_QUESTIONS;
  private readonly messages = new LastMessages<ShownQueue, Condition>((message) => this.page.post(message));

  constructor(
    readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly outbox: AnswerOutbox,
    private readonly scope: Scope,
  ) {
    this.computation = new Computation({
      ...{ panel, connection, uri: scope.uri, method: 'markscheme/questions' },
      parameters: () => ({ answered: this.answered, limit: this.limit }),
      show: (queue) => void this.show(queue),
      update: (condition) => this.messages.update(condition),
    });
    this.page = new PanelPage(panel, extension, {
      name: 'questions',
      title: panel.title,
      receive: (message) => this.receive(message),
      retry: () => void this.computation.compute(),
    });
    const settled = outbox.onDidSettle((outcome) => {
      this.page.post(outcome);
      // A queue that was requested before an answer does not have the answer.
      if (this.computation.isRunning) {
        void this.computation.compute();
      }
    });
    this.subscriptions = vscode.Disposable.from(this.page, this.computation, settled);
  }

  focus(): void {
    this.page.post({ type: 'focus' });
  }

  /** Do what a key of the page does. */
  act(action: QuestionAction): void {
    this.page.post({ type: 'act', action });
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private receive(message: Exclude<FromQuestionsPage, RemedyRequest>): void {
    switch (message.type) {
      case 'ready':
        this.begin();
        break;
      case 'steps':
        this.outbox.add(message.steps);
        break;
      case 'ask':
        this.answered = message.answered;
        this.limit = message.all ? MAX_QUESTIONS : FIRST_QUESTIONS;
        void this.computation.compute();
        break;
      case 'refresh':
        // The page may ask for more questions while they are being computed again.
        if (!this.computation.isRunning) {
          void this.computation.compute();
        }
        break;
      case 'cancel':
        this.computation.cancel();
        this.messages.restore({ type: 'cancelled' });
        break;
      case 'openPlace':
        void reportFailure(openBeside(vscode.Uri.parse(message.uri), toRange(message.range)));
        break;
      case 'chooseAuthor':
        void vscode.commands.executeCommand('workbench.action.openSettings', 'markscheme.author');
        break;
    }
  }

  /** Post the words and the newest messages to a page that is new, or was hidden. */
  private begin(): void {
    const { scope } = this;
    this.page.post({ type: 'scope', title: l10n.t('Open Questions'), scope });
    this.messages.repeat();
    if (!this.computation.isRunning) {
      void this.computation.compute();
    }
  }

  private async show(queue: QuestionQueue): Promise<void> {
    const { answered } = this;
    const lack = queue.open + queue.answered === 0 ? await this.lack() : null;
    this.messages.show({ type: 'result', result: queue, answered, lack });
  }

  /** Return what the folder lacks for questions; `null` if nothing. */
  private async lack(): Promise<Lack | null> {
    const all = (await this.connection.request('markscheme/exercises', {})) ?? [];
    const { uri } = this.scope;
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
}

/** Whether a file or folder is a folder, or in it. */
function isIn(uri: string, folder: string): boolean {
  const [inner, outer] = [normalUri(uri), normalUri(folder)];
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** Open a place in the editor group beside the questions, which stay in sight. */
async function openBeside(uri: vscode.Uri, place: vscode.Range): Promise<void> {
  if (isView(uri)) {
    await vscode.commands.executeCommand('markscheme.goTo', '', place, uri.toString());
    return;
  }
  const key = uri.toString();
  const open = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === key);
  const viewColumn = open?.viewColumn ?? vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(uri, { selection: place, viewColumn });
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
