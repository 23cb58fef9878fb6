import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  WorkDoneProgress,
  type ErrorHandler,
  type LanguageClientOptions,
  type Middleware,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from 'vscode-languageclient/node';

import type { Check } from './protocol/checks';
import {
  ANSWERS,
  COMMAND_ANSWERS,
  type CommandAnswers,
  type CommandName,
  NOTIFICATIONS,
  type Notifications,
  type Requests,
} from './protocol/methods';
import { DOCUMENT_GLOBS } from './exerciseFiles';
import type { LanguageModel } from './server/languageModel';
import type { ServerCommand, ServerFinder } from './server/serverCommand';
import { OPEN_LINK, VIEW_SCHEME } from './marks/views';
import { MARKS_CAPABILITY } from './marks/markStore';
import { reasonOf } from './words';

export type ConnectionState = 'stopped' | 'starting' | 'running' | 'failed';

/** Number of times that the server may end within {@link END_PERIOD} milliseconds before it is not started again. */
const MAX_ENDS = 5;
const END_PERIOD = 3 * 60_000;

/** The commands that hover cards may link to. */
export const LINKED_COMMANDS = ['markscheme.decideAt', 'markscheme.moreActions', OPEN_LINK];

/** The documents that the server looks at. */
export const DOCUMENTS = [
  { scheme: 'file', language: 'plaintext' },
  { scheme: 'file', language: 'markdown' },
  { scheme: VIEW_SCHEME },
  ...DOCUMENT_GLOBS.map((pattern) => ({ scheme: 'file', pattern })),
] as const;

/** Milliseconds for the server to shut down. */
const SHUTDOWN_GRACE = 2000;

/** The language client: starts the server, restarts it when it ends unexpectedly, stops it, and sends it requests. */
export class Connection implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private pending: Promise<void> = Promise.resolve();
  private readonly ends: number[] = [];
  private readonly stateChanged = new vscode.EventEmitter<ConnectionState>();
  private readonly published = new vscode.EventEmitter<vscode.Uri>();
  private readonly exercisesChanged = new vscode.EventEmitter<void>();
  private readonly decided = new vscode.EventEmitter<Notifications['markscheme/decided']>();
  private readonly marksChanged = new vscode.EventEmitter<Notifications['markscheme/marksChanged']>();

  /** The server has started, stopped or failed. */
  readonly onDidChangeState = this.stateChanged.event;
  /** The server has published a document's diagnostics, whether they are new or not. */
  readonly onDidPublish = this.published.event;
  /** Files of exercises came, went or changed. */
  readonly onDidChangeExercises = this.exercisesChanged.event;
  /** A decision was written or taken back, wherever it was taken. */
  readonly onDidDecide = this.decided.event;
  /** The server has sent a document's new marks. */
  readonly onDidChangeMarks = this.marksChanged.event;

  state: ConnectionState = 'stopped';
  /** The server that is running or ran last. */
  server: ServerCommand | undefined;
  /** Why it is not running. */
  failure: string | undefined;

  constructor(
    private readonly finder: ServerFinder,
    private readonly model: LanguageModel,
    private readonly middleware: Middleware,
    private readonly log: vscode.LogOutputChannel,
    private readonly trace: vscode.LogOutputChannel,
  ) {}

  /**
   * Start the server if it is not running. A failure is thrown, and kept in {@link failure}.
   *
   * `isRequested` says that a person asked for it.
   */
  start(isRequested = false): Promise<void> {
    return this.inTurn(() => this.startNow(isRequested));
  }

  stop(): Promise<void> {
    return this.inTurn(() => this.stopNow());
  }

  /** Search for the server again and start it. `isRequested` says that a person asked for it. */
  restart(isRequested: boolean): Promise<void> {
    return this.inTurn(async () => {
      await this.stopNow();
      this.ends.length = 0;
      await this.startNow(isRequested);
    });
  }

  /** Send a request of Markscheme's; `undefined` while no server is running. */
  async request<M extends keyof Requests>(
    method: M,
    params: Requests[M]['params'],
    token?: vscode.CancellationToken,
  ): Promise<Requests[M]['result'] | undefined> {
    return await this.send(method, params, ANSWERS[method], token);
  }

  /**
   * Run a command of the server's; `undefined` while no server is running. Unlike a command that VS Code runs, it can be
   * cancelled, and its answer is checked.
   */
  async run<Name extends CommandName>(
    command: Name,
    parameters: readonly unknown[],
    token?: vscode.CancellationToken,
  ): Promise<CommandAnswers[Name] | undefined> {
    const params = { command, arguments: parameters };
    return await this.send('workspace/executeCommand', params, COMMAND_ANSWERS[command], token);
  }

  /** Listen to the progress of the request with this token. */
  onProgress(
    token: string,
    listener: (progress: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd) => void,
  ): vscode.Disposable {
    return this.client?.onProgress(WorkDoneProgress.type, token, listener) ?? vscode.Disposable.from();
  }

  dispose(): void {
    void this.stop();
    this.stateChanged.dispose();
    this.published.dispose();
    this.exercisesChanged.dispose();
    this.decided.dispose();
    this.marksChanged.dispose();
  }

  /** Send a request, and check its answer. */
  private async send<Answer>(
    method: string,
    params: object,
    check: Check<Answer>,
    token: vscode.CancellationToken | undefined,
  ): Promise<Answer | undefined> {
    if (!this.client || this.state !== 'running') {
      return undefined;
    }
    // An undefined token must not be passed: the client would send it as a parameter.
    const answer = await (token
      ? this.client.sendRequest<unknown>(method, params, token)
      : this.client.sendRequest<unknown>(method, params));
    const read = v.safeParse(check, answer);
    if (!read.success) {
      this.log.error(unreadableText(method, read.issues[0]));
      throw new Error(
        vscode.l10n.t('The server’s answer can’t be read: the versions of the server and the extension do not match.'),
      );
    }
    return read.output;
  }

  private inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.pending.then(step);
    this.pending = turn.catch(() => undefined);
    return turn;
  }

  private async startNow(isRequested: boolean): Promise<void> {
    if (this.state === 'running') {
      return;
    }
    this.changeTo('starting');
    try {
      this.server = await this.finder.find(isRequested);
      if (!this.server) {
        this.changeTo('stopped');
        return;
      }
      this.client = this.newClient(this.server, await this.model.environment(this.server));
      await this.client.start();
      this.changeTo('running');
    } catch (error) {
      this.failure = reasonOf(error);
      this.log.error(`Can't start the server: ${this.failure}`);
      this.client = undefined;
      this.changeTo('failed');
      throw error;
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.changeTo('stopped');
    if (client?.needsStop()) {
      try {
        await client.dispose(SHUTDOWN_GRACE);
      } catch (error) {
        // The client kills a server that does not end in time. A restart goes on then.
        this.log.warn(`The server did not end by itself: ${reasonOf(error)}`);
      }
    }
  }

  private newClient(server: ServerCommand, model: Readonly<Record<string, string>>): LanguageClient {
    const executable = {
      command: server.command,
      args: [...server.arguments, 'serve', '--stdio'],
      // The client replaces the environment: VS Code's own variables must be in it.
      options: { env: { ...process.env, ...server.environment, ...model } },
    };
    const client = new LanguageClient(
      'markscheme',
      'Markscheme',
      { run: executable, debug: executable },
      this.clientOptions(),
    );
    client.registerFeature(MARKS_CAPABILITY);
    client.onDidChangeState(({ newState }) => {
      if (client === this.client) {
        this.follow(newState);
      }
    });
    this.listen(client, 'markscheme/exercisesChanged', () => {
      this.exercisesChanged.fire();
    });
    this.listen(client, 'markscheme/decided', (decided) => {
      this.decided.fire(decided);
    });
    this.listen(client, 'markscheme/marksChanged', (marks) => {
      this.marksChanged.fire(marks);
    });
    return client;
  }

  /** Call a listener with each notification of the newest client that fits the contract. */
  private listen<Method extends keyof Notifications>(
    client: LanguageClient,
    method: Method,
    listener: (params: Notifications[Method]) => void,
  ): void {
    const check: Check<Notifications[Method]> = NOTIFICATIONS[method];
    client.onNotification(method, (params: unknown) => {
      const read = v.safeParse(check, params);
      if (!read.success) {
        this.log.error(unreadableText(method, read.issues[0]));
      } else if (client === this.client) {
        listener(read.output);
      }
    });
  }

  private follow(state: State): void {
    switch (state) {
      case State.Running:
        this.changeTo('running');
        break;
      case State.Starting:
      case State.StartFailed:
      case State.Stopped:
        this.changeTo(state === State.Starting ? 'starting' : 'stopped');
        break;
    }
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [...DOCUMENTS],
      markdown: { isTrusted: { enabledCommands: LINKED_COMMANDS } },
      outputChannel: this.log,
      traceOutputChannel: this.trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: this.errorHandler(),
      middleware: {
        ...this.middleware,
        handleDiagnostics: (uri, diagnostics, next) => {
          const handle = this.middleware.handleDiagnostics;
          if (handle) {
            handle(uri, diagnostics, next);
          } else {
            next(uri, diagnostics);
          }
          this.published.fire(uri);
        },
      },
    };
  }

  private errorHandler(): ErrorHandler {
    return {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => {
        const now = Date.now();
        this.ends.push(now);
        const recent = this.ends.filter((end) => now - end < END_PERIOD);
        if (recent.length < MAX_ENDS) {
          this.log.warn('The server ended unexpectedly. Starting it again.');
          return { action: CloseAction.Restart, handled: true };
        }
        this.failure = vscode.l10n.t('The server ended {0} times in three minutes.', recent.length);
        this.changeTo('failed');
        return { action: CloseAction.DoNotRestart };
      },
    };
  }

  private changeTo(state: ConnectionState): void {
    if (state === this.state) {
      return;
    }
    this.state = state;
    if (state === 'running') {
      this.failure = undefined;
    }
    void vscode.commands.executeCommand('setContext', 'markscheme.running', state === 'running');
    this.stateChanged.fire(state);
  }
}

/** Return where a message does not fit the contract, without what it says: logs hold no text of documents. */
function unreadableText(method: string, issue: v.BaseIssue<unknown>): string {
  return `Can't read what the server sent (${method}): ${v.getDotPath(issue) ?? 'the whole'} is not ${String(issue.expected)}`;
}
