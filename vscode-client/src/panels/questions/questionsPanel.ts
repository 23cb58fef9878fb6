import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { isView } from '../../exercises/views';
import { toRange } from '../../marks/places';
import type { QuestionQueue } from '../../protocol/contract';
import { readQuestionQueue } from '../../protocol/readers';
import { Computation } from '../computation';
import { reportFailure } from '../failures';
import type { FolderPanel } from '../folderPanels';
import type { Condition, RemedyRequest, Scope } from '../messages';
import { LastMessages } from '../lastMessages';
import { PanelPage } from '../panelPage';
import { normalUri } from '../uris';
import type { QuestionAction } from './keys';
import type { AnswerOutbox } from './answerSteps';
import {
  readFromQuestionsPage,
  type FromQuestionsPage,
  type Lack,
  type ShownQueue,
  type ToQuestionsPage,
} from './questionMessages';
import { questionStrings } from './questionStrings';

/** Number of questions that are listed at first. */
const FIRST_QUESTIONS = 400;

/** Number of questions that are listed at most. */
const MAX_QUESTIONS = 20_000;

/** The panel of one folder's questions. The page has the person's answers; the outbox sends them. */
export class QuestionsPanel implements FolderPanel {
  private readonly page: PanelPage<FromQuestionsPage, ToQuestionsPage>;
  private readonly computation: Computation<QuestionQueue>;
  private readonly subscriptions: vscode.Disposable;
  private answered = false;
  private limit = FIRST_QUESTIONS;
  private readonly messages = new LastMessages<ShownQueue, Condition>((message) => {
    this.page.post(message);
  });

  constructor(
    readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly outbox: AnswerOutbox,
    private readonly scope: Scope,
  ) {
    this.computation = new Computation({
      ...{ panel, connection, uri: scope.uri, method: 'markscheme/questions', read: readQuestionQueue },
      parameters: () => ({ answered: this.answered, limit: this.limit }),
      unreadable: questionStrings().unreadable,
      show: (queue) => void this.show(queue),
      update: (condition) => {
        this.messages.update(condition);
      },
    });
    this.page = new PanelPage(panel, extension, {
      name: 'questions',
      title: panel.title,
      read: readFromQuestionsPage,
      receive: (message) => {
        this.receive(message);
      },
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
        void this.computation.compute();
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
    this.page.post({ type: 'words', language: vscode.env.language, strings: questionStrings(), scope });
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
