import { randomUUID } from 'node:crypto';

import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { PlacesFilter } from '../protocol/methods';
import { reasonOf } from '../words';
import { folderOfArgument, type FolderPanel, registerFolderPanels, scopeOf } from './folderPanels';
import {
  type Condition,
  type Folder,
  isResultRequest,
  type Outcome,
  type RemedyRequest,
  type ResultMessage,
  type ResultPageState,
  type ResultRequest,
  type Scope,
  type ShownPlaces,
  type ShownResult,
} from './messages';
import {
  answered,
  DelayedTask,
  failureOf,
  isUnanswered,
  LastMessages,
  type PageName,
  PanelPage,
  withoutServer,
} from './panelPage';

/** Milliseconds without a newly marked document or a changed file before a result is computed again. */
const MARK_DELAY = 1500;

/** The requests that a panel shows the answer of. */
type ResultMethod =
  'markscheme/classQuestions' | 'markscheme/overview' | 'markscheme/progress' | 'markscheme/questions';

/** What is computed, and where it is shown. */
interface ComputationOptions<Answer> {
  readonly panel: vscode.WebviewPanel;
  readonly connection: Connection;
  readonly method: ResultMethod;
  /** The folder or document; `null` for the workspace. */
  readonly uri: string | null;
  /** Return the request's parameters beside the folder. */
  readonly parameters?: () => object;
  readonly show: (answer: Answer) => void;
  readonly update: (condition: Condition) => void;
}

/** What a panel computes on request and after marks have changed while it is visible, one computation at a time. */
export class Computation<Answer> implements vscode.Disposable {
  private readonly subscriptions: { dispose(): unknown }[];
  private readonly refresh = new DelayedTask(MARK_DELAY, () => void this.compute());
  private running: vscode.CancellationTokenSource | undefined;
  private stale = true;

  constructor(private readonly options: ComputationOptions<Answer>) {
    const { connection, panel } = options;
    const refreshSoon = (): void => this.refreshSoon();
    this.subscriptions = [
      this.refresh,
      { dispose: () => this.running?.cancel() },
      connection.onDidPublish(refreshSoon),
      connection.onDidChangeExercises(refreshSoon),
      connection.onDidChangeState(() => {
        this.stale = true;
        if (panel.visible) {
          void this.compute();
        }
      }),
      panel.onDidChangeViewState(() => {
        if (panel.visible && this.stale) {
          this.refreshSoon();
        }
      }),
    ];
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** Whether the shown result is older than what it was computed from. */
  get isStale(): boolean {
    return this.stale;
  }

  async compute(): Promise<void> {
    const { connection, show, update } = this.options;
    this.refresh.dispose();
    this.cancel();
    if (connection.state !== 'running') {
      this.stale = true;
      update(withoutServer(connection));
      return;
    }
    this.stale = false;
    const running = new vscode.CancellationTokenSource();
    this.running = running;
    const isCurrent = (): boolean => this.running === running && !running.token.isCancellationRequested;
    update({ type: 'computing', part: null, message: '' });
    try {
      const answer = await this.request(running.token, isCurrent);
      if (isCurrent()) {
        show(answer);
      }
    } catch (error) {
      if (isCurrent()) {
        update(failureOf(error));
      }
    } finally {
      if (this.running === running) {
        this.running = undefined;
      }
      running.dispose();
    }
  }

  cancel(): void {
    this.running?.cancel();
    this.running = undefined;
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Compute again after a while, once. */
  refreshSoon(): void {
    this.stale = true;
    if (this.options.panel.visible) {
      this.refresh.start();
    }
  }

  private async request(token: vscode.CancellationToken, isCurrent: () => boolean): Promise<Answer> {
    const { connection, method, uri, parameters, update } = this.options;
    const workDoneToken = randomUUID();
    const progress = connection.onProgress(workDoneToken, (report) => {
      if (isCurrent() && report.kind !== 'end') {
        const part = report.percentage === undefined ? null : Math.min(1, Math.max(0, report.percentage / 100));
        update({ type: 'computing', part, message: report.message ?? '' });
      }
    });
    try {
      const params = { uri, workDoneToken, ...parameters?.() };
      return answered(await connection.request(method, params, token)) as Answer;
    } finally {
      progress.dispose();
    }
  }
}

/**
 * A kind of panels that show a result of the server for a folder or the workspace. `Request` is what its page alone
 * asks for.
 */
interface ResultKind<Result, Shown extends ShownResult<Result>, Request> {
  readonly page: PageName;
  readonly viewType: string;
  readonly command: string;
  readonly contextKey?: string | undefined;
  readonly method: ResultMethod;
  /** The request's parameters beside the folder. */
  readonly parameters?: object;
  /** Return the class that a document or a folder belongs to. */
  readonly classOf?: (uri: string) => Folder | undefined;
  /** The title of the page, and of the workspace's panel. */
  readonly title: string;
  /** Return the title of a folder's panel. */
  readonly titleOf: (folder: string) => string;
  /** Return the title when there is a result. */
  readonly titleWith?: (folder: string, result: Result) => string;
  /** Return the message that shows a result. */
  readonly shownAs: (result: Result, scope: Scope) => Shown;
  /** Call a listener when `shownAs` may return another message for a result. */
  readonly onDidChangeShown?: (listener: () => void) => vscode.Disposable;
  /** Tells the page what became of the decisions that it sent. */
  readonly onDidSettle?: vscode.Event<Outcome<unknown>>;
  /** Do what the page alone asks for. `result` is the one that it shows. */
  readonly act: (request: Request, result: Result | undefined) => void;
}

/** Register the command of a kind of panels, one panel a folder. */
export function registerResultPanel<
  Result,
  Shown extends ShownResult<Result>,
  Request extends { readonly type: string },
>(
  context: vscode.ExtensionContext,
  connection: Connection,
  kind: ResultKind<Result, Shown, Request>,
): vscode.Disposable {
  const { viewType, command, contextKey, title } = kind;
  return registerFolderPanels<Scope>(connection, {
    ...{ viewType, command, contextKey },
    choose: (argument) => {
      const given = folderOfArgument(argument) ?? null;
      const own = given === null ? undefined : kind.classOf?.(given);
      return own ?? scopeOf(given);
    },
    restore: (state) => scopeOf((state as ResultPageState | undefined)?.scope ?? null),
    titleOf: ({ uri, name }) => (uri === null ? title : kind.titleOf(name)),
    open: (panel, scope) => new ResultPanel(panel, context.extensionUri, connection, scope, kind),
  });
}

/** The panel of one scope. It computes the result, tells its page how far that is, and does what the page asks for. */
class ResultPanel<
  Result,
  Shown extends ShownResult<Result>,
  Request extends { readonly type: string },
> implements FolderPanel {
  private readonly page: PanelPage<ResultRequest | RemedyRequest | Request, ResultMessage | Shown | Outcome<unknown>>;
  private readonly computation: Computation<Result>;
  private readonly subscriptions: vscode.Disposable;
  private readonly messages = new LastMessages<Shown, ResultMessage>((message) => this.page.post(message));

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly scope: Scope,
    private readonly kind: ResultKind<Result, Shown, Request>,
  ) {
    this.computation = new Computation({
      ...{ panel, connection, uri: scope.uri, method: kind.method },
      parameters: () => kind.parameters ?? {},
      show: (result) => this.showResult(result),
      update: (condition) => this.messages.update(condition),
    });
    this.page = new PanelPage(panel, extension, {
      name: kind.page,
      title: panel.title,
      receive: (message) => {
        if (isResultRequest(message)) {
          this.receive(message);
        } else {
          kind.act(message, this.messages.shown?.result);
        }
      },
      retry: () => void this.computation.compute(),
    });
    const changes = kind.onDidChangeShown?.(() => {
      const { shown } = this.messages;
      if (shown && !this.computation.isRunning) {
        this.showResult(shown.result);
      }
    });
    const settled = kind.onDidSettle?.((outcome) => {
      this.page.post(outcome);
      // A result that was requested before a decision does not have the decision.
      this.messages.forget();
      this.computation.cancel();
      this.computation.refreshSoon();
    });
    const listeners = [changes, settled].filter((listener) => listener !== undefined);
    this.subscriptions = vscode.Disposable.from(this.page, this.computation, ...listeners);
  }

  focus(): void {
    this.page.post({ type: 'focus' });
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private receive(message: ResultRequest): void {
    switch (message.type) {
      case 'ready':
        this.begin();
        break;
      case 'refresh':
        void this.computation.compute();
        break;
      case 'cancel':
        this.computation.cancel();
        this.messages.restore({ type: 'cancelled' });
        break;
      case 'places':
        void this.showPlaces(message.wanted);
        break;
      case 'openPlace':
        void vscode.commands.executeCommand('markscheme.goTo', message.uri, message.range, message.view);
        break;
    }
  }

  /** Post the scope and the newest messages to a page that is new, or was hidden. */
  private begin(): void {
    const { scope, kind } = this;
    this.page.post({ type: 'scope', title: kind.title, scope });
    this.messages.repeat();
    if (!this.computation.isRunning && (this.computation.isStale || this.messages.isEmpty)) {
      void this.computation.compute();
    }
  }

  private showResult(result: Result): void {
    const { kind, panel, scope } = this;
    panel.title = kind.titleWith?.(scope.name, result) ?? panel.title;
    this.messages.show(kind.shownAs(result, scope));
  }

  /**
   * Post the places behind a number, or why there are none; nothing if no server has answered. The page requests them
   * again with the result that is computed when the server runs.
   */
  private async showPlaces(wanted: PlacesFilter): Promise<void> {
    const post = (places: ShownPlaces['places'], problem: string): void =>
      this.page.post({ type: 'places', wanted, places, problem });
    try {
      const answer = await this.connection.request('markscheme/places', { uri: this.scope.uri, ...wanted });
      if (answer) {
        post(answer.places, '');
      }
    } catch (error) {
      if (!isUnanswered(error)) {
        post([], reasonOf(error));
      }
    }
  }
}
