/** Panels that show something that the server computes for a folder or the workspace, one panel each. */

import { randomUUID } from 'node:crypto';

import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { PlacesFilter } from '../protocol/methods';
import { reasonOf } from '../words';
import { folderOfArgument, type FolderPanel, registerFolderPanels, scopeOf } from './folderPanels';
import type {
  ComputedPageState,
  Condition,
  Folder,
  ResultMessage,
  ResultRequest,
  Scope,
  ShownPlaces,
  ShownResult,
} from './messages';
import type { Outbox } from './outbox';
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

/** A kind of panels that show a result of the server. */
interface ResultKind<Result> {
  readonly page: PageName;
  readonly viewType: string;
  readonly command: string;
  readonly contextKey?: string;
  /** The server's request for the result. */
  readonly method: `markscheme/${'classQuestions' | 'overview' | 'progress' | 'questions'}`;
  /** The request's parameters beside the folder, which the page receives, too. The page can ask for others. */
  readonly parameters?: object;
  /** Return the class that a document or a folder belongs to. */
  readonly classOf?: (uri: string) => Folder | undefined;
  /** The title of the page, and of the workspace's panel. */
  readonly title: string;
  /** Return the title of a folder's panel. */
  readonly titleOf: (folder: string) => string;
  /** Return the title when there is a result. */
  readonly titleWith?: (folder: string, result: Result) => string;
  /** Return what the page needs beside the result. */
  readonly more?: (result: Result, scope: Scope) => object | Promise<object>;
  /** Call a listener when `more` may return something else for a result. */
  readonly onDidChangeMore?: (listener: () => void) => vscode.Disposable;
  /** Takes the decisions that the page sends, and tells what became of them. */
  readonly outbox?: Pick<Outbox<never, unknown>, 'add' | 'onDidSettle'>;
}

/**
 * Register the command of a kind of panels, one panel a folder. Its `post` posts a message to the panel in front and
 * returns whether there is one.
 */
export function registerResultPanel<Result>(
  context: vscode.ExtensionContext,
  connection: Connection,
  kind: ResultKind<Result>,
): vscode.Disposable & { post(message: ResultMessage): boolean } {
  const panels = new Set<ResultPanel<Result>>();
  const registration = registerFolderPanels<Scope>(connection, {
    ...kind,
    choose: (argument) => {
      const given = folderOfArgument(argument) ?? null;
      return (given === null ? undefined : kind.classOf?.(given)) ?? scopeOf(given);
    },
    restore: (state) => scopeOf((state as ComputedPageState | undefined)?.scope ?? null),
    titleOf: ({ uri, name }) => (uri === null ? kind.title : kind.titleOf(name)),
    open: (panel, scope) => {
      const content = new ResultPanel(panel, context.extensionUri, connection, scope, kind);
      panels.add(content);
      panel.onDidDispose(() => panels.delete(content));
      return content;
    },
  });
  const post = (message: ResultMessage): boolean => {
    const front = [...panels].find(({ page }) => page.panel.active);
    front?.page.post(message);
    return front !== undefined;
  };
  return Object.assign(registration, { post });
}

/**
 * The panel of one scope. It computes the result on request, and after marks have changed while it is visible, tells its
 * page how far that is, and does what the page asks for.
 */
class ResultPanel<Result> implements FolderPanel {
  readonly page: PanelPage<ResultRequest, ResultMessage>;
  private readonly messages = new LastMessages<ShownResult<Result>, Condition>((message) => this.page.post(message));
  private readonly refresh = new DelayedTask(MARK_DELAY, () => void this.compute());
  private readonly subscriptions: vscode.Disposable;
  private running: vscode.CancellationTokenSource | undefined;
  /** Whether the shown result is older than what it was computed from. */
  private isStale = true;
  private parameters: object;

  constructor(
    panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly scope: Scope,
    private readonly kind: ResultKind<Result>,
  ) {
    this.parameters = kind.parameters ?? {};
    this.page = new PanelPage(panel, extension, {
      name: kind.page,
      title: panel.title,
      receive: (message) => this.receive(message),
      retry: () => void this.compute(),
    });
    const refreshSoon = (): void => this.refreshSoon();
    const subscriptions: ({ dispose(): unknown } | undefined)[] = [
      this.page,
      this.refresh,
      connection.onDidPublish(refreshSoon),
      connection.onDidChangeExercises(refreshSoon),
      connection.onDidChangeState(() => {
        this.isStale = true;
        if (panel.visible) {
          void this.compute();
        }
      }),
      panel.onDidChangeViewState(() => {
        if (this.isStale) {
          this.refreshSoon();
        }
      }),
      kind.onDidChangeMore?.(() => {
        const { shown } = this.messages;
        if (shown && !this.running) {
          void this.show(shown.result);
        }
      }),
      kind.outbox?.onDidSettle((outcome) => {
        this.page.post(outcome);
        // A result that was requested before a decision does not have the decision.
        this.messages.forget();
        this.cancel();
        this.refreshSoon();
      }),
    ];
    this.subscriptions = vscode.Disposable.from(...subscriptions.filter((each) => each !== undefined));
  }

  focus(): void {
    this.page.post({ type: 'focus' });
  }

  dispose(): void {
    this.cancel();
    this.subscriptions.dispose();
  }

  private receive(message: Exclude<ResultRequest, { type: 'remedy' | 'run' }>): void {
    switch (message.type) {
      case 'ready':
        this.begin();
        break;
      case 'refresh':
        // The page may ask for more while the result is being computed again.
        if (message.parameters || !this.running) {
          this.parameters = message.parameters ?? this.parameters;
          void this.compute();
        }
        break;
      case 'cancel':
        this.cancel();
        this.messages.restore({ type: 'cancelled' });
        break;
      case 'places':
        void this.showPlaces(message.wanted);
        break;
      case 'steps':
        this.kind.outbox?.add(message.steps as never);
        break;
    }
  }

  /** Post the scope and the newest messages to a page that is new, or was hidden. */
  private begin(): void {
    const { scope, kind } = this;
    this.page.post({ type: 'scope', title: kind.title, scope });
    this.messages.repeat();
    if (!this.running && (this.isStale || this.messages.isEmpty)) {
      void this.compute();
    }
  }

  /** Compute the result in place of one that is being computed. */
  private async compute(): Promise<void> {
    const { connection, messages, scope, kind } = this;
    this.refresh.dispose();
    this.cancel();
    this.isStale = connection.state !== 'running';
    if (this.isStale) {
      messages.update(withoutServer(connection));
      return;
    }
    const running = new vscode.CancellationTokenSource();
    this.running = running;
    const update = (condition: Condition): void => {
      if (this.running === running) {
        messages.update(condition);
      }
    };
    update({ type: 'computing', part: null, message: '' });
    const workDoneToken = randomUUID();
    const progress = connection.onProgress(workDoneToken, (report) => {
      if (report.kind !== 'end') {
        const part = report.percentage === undefined ? null : Math.min(1, Math.max(0, report.percentage / 100));
        update({ type: 'computing', part, message: report.message ?? '' });
      }
    });
    try {
      const parameters = { uri: scope.uri, workDoneToken, ...this.parameters };
      const result = answered(await connection.request(kind.method, parameters, running.token)) as Result;
      if (this.running === running) {
        await this.show(result);
      }
    } catch (error) {
      update(failureOf(error));
    } finally {
      progress.dispose();
      running.dispose();
      this.running = this.running === running ? undefined : this.running;
    }
  }

  private cancel(): void {
    this.running?.cancel();
    this.running = undefined;
  }

  /** Compute again after a while, once; a hidden panel does so when it is shown again. */
  private refreshSoon(): void {
    this.isStale = true;
    if (this.page.panel.visible) {
      this.refresh.start();
    }
  }

  private async show(result: Result): Promise<void> {
    const { kind, scope, parameters } = this;
    const { panel } = this.page;
    panel.title = kind.titleWith?.(scope.name, result) ?? panel.title;
    this.messages.show({ type: 'result', result, ...parameters, ...(await kind.more?.(result, scope)) });
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
