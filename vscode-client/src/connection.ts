import * as v from 'valibot';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  WorkDoneProgress,
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
import type { Finder, ServerCommand } from './server/finder';
import type { LanguageModel } from './server/languageModel';
import { OPEN_LINK, VIEW_SCHEME } from './marks/views';
import { MARKS_CAPABILITY } from './marks/markStore';
import { reasonOf } from './words';

export type ConnectionState = 'stopped' | 'starting' | 'running' | 'failed';

/** Number of times that the server is started again when it ends within three minutes. */
const MAX_RESTARTS = 4;

/** The commands that hover cards may link to. */
export const LINKED_COMMANDS = ['markscheme.decideAt', 'markscheme.moreActions', OPEN_LINK];

export const DOCUMENTS = [
  { scheme: 'file', language: 'plaintext' },
  { scheme: 'file', language: 'markdown' },
  { scheme: VIEW_SCHEME },
  ...DOCUMENT_GLOBS.map((pattern) => ({ scheme: 'file', pattern })),
] as const;

/** Milliseconds for the server to shut down. */
const SHUTDOWN_GRACE = 2000;

/** What adapts the server's answers to VS Code. It lists the diagnostics itself. */
export type HostMiddleware = Middleware & Required<Pick<Middleware, 'handleDiagnostics'>>;

/** Starts the server, restarts it when it ends unexpectedly, stops it, and sends it requests. */
export class Connection implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly stateChanged = new vscode.EventEmitter<ConnectionState>();
  private readonly published = new vscode.EventEmitter<vscode.Uri>();
  /** What the server notifies of, by its methods. */
  private readonly notified: { readonly [M in keyof Notifications]: vscode.EventEmitter<Notifications[M]> } = {
    'markscheme/exercisesChanged': new vscode.EventEmitter(),
    'markscheme/decided': new vscode.EventEmitter(),
    'markscheme/marksChanged': new vscode.EventEmitter(),
  };

  /** The server has started, stopped or failed. */
  readonly onDidChangeState = this.stateChanged.event;
  /** The server has published a document's diagnostics, whether they are new or not. */
  readonly onDidPublish = this.published.event;
  /** Files of exercises came, went or changed. */
  readonly onDidChangeExercises = this.notified['markscheme/exercisesChanged'].event;
  /** A decision was written or taken back, wherever it was taken. */
  readonly onDidDecide = this.notified['markscheme/decided'].event;
  /** The server has sent a document's new marks. */
  readonly onDidChangeMarks = this.notified['markscheme/marksChanged'].event;

  state: ConnectionState = 'stopped';
  /** The server that is running or ran last. */
  server: ServerCommand | undefined;
  /** Why it is not running. */
  failure: string | undefined;
  /** Fulfilled when what is going on, such as a start, has ended. */
  pending: Promise<void> = Promise.resolve();

  constructor(
    private readonly finder: Finder,
    private readonly model: LanguageModel,
    private readonly middleware: HostMiddleware,
    private readonly log: vscode.LogOutputChannel,
    private readonly trace: vscode.LogOutputChannel,
  ) {}

  /**
   * Start the server if it is not running. A failure is kept in {@link failure}, and thrown if a person asked for the
   * start.
   */
  start(isRequested = false): Promise<void> {
    return this.inTurn(() => this.startNow(isRequested));
  }

  stop(): Promise<void> {
    return this.inTurn(() => this.stopNow());
  }

  /** Search for the server again and start it. A failure is thrown if a person asked for it. */
  restart(isRequested: boolean): Promise<void> {
    return this.inTurn(async () => {
      await this.stopNow();
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
    vscode.Disposable.from(this.stateChanged, this.published, ...Object.values(this.notified)).dispose();
  }

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
    return this.read(method, check, await this.client.sendRequest(method, params, ...(token ? [token] : [])));
  }

  /** Check what the server sent. The log says where it does not fit, without what it says: logs hold no text of documents. */
  private read<Value>(method: string, check: Check<Value>, value: unknown): Value {
    const read = v.safeParse(check, value);
    if (read.success) {
      return read.output;
    }
    const [issue] = read.issues;
    const place = `${v.getDotPath(issue) ?? 'the whole'} is not ${String(issue.expected)}`;
    this.log.error(`Can't read what the server sent (${method}): ${place}`);
    throw new Error(
      l10n.t('The server’s answer can’t be read: the versions of the server and the extension do not match.'),
    );
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
      if (isRequested) {
        throw error;
      }
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.changeTo('stopped');
    if (client?.needsStop()) {
      // The client kills a server that does not end in time. A restart goes on then.
      const warn = (error: unknown): void => this.log.warn(`The server did not end by itself: ${reasonOf(error)}`);
      await client.dispose(SHUTDOWN_GRACE).catch(warn);
    }
  }

  private newClient(server: ServerCommand, model: Readonly<Record<string, string>>): LanguageClient {
    const executable = {
      command: server.command,
      args: [...server.arguments, 'serve', '--stdio'],
      // The client replaces the environment: VS Code's own variables must be in it.
      options: { env: { ...process.env, ...server.environment, ...model } },
    };
    const client: LanguageClient = new LanguageClient('markscheme', 'Markscheme', executable, {
      documentSelector: [...DOCUMENTS],
      markdown: { isTrusted: { enabledCommands: LINKED_COMMANDS } },
      outputChannel: this.log,
      traceOutputChannel: this.trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: async () => {
          const { action } = await ends.closed();
          return { action, ...(action === CloseAction.Restart ? { handled: true } : { message: this.giveUp() }) };
        },
      },
      middleware: {
        ...this.middleware,
        handleDiagnostics: (uri, diagnostics, next) => {
          this.middleware.handleDiagnostics(uri, diagnostics, next);
          this.published.fire(uri);
        },
      },
    });
    const ends = client.createDefaultErrorHandler(MAX_RESTARTS);
    client.registerFeature(MARKS_CAPABILITY);
    client.onDidChangeState(({ newState: state }) => {
      if (client === this.client) {
        this.changeTo(state === State.Running ? 'running' : state === State.Starting ? 'starting' : 'stopped');
      }
    });
    for (const [method, check] of Object.entries<Check<unknown>>(NOTIFICATIONS)) {
      client.onNotification(method, (params: unknown) => {
        if (client === this.client) {
          const emitter: vscode.EventEmitter<unknown> = this.notified[method as keyof Notifications];
          emitter.fire(this.read(method, check, params));
        }
      });
    }
    return client;
  }

  /** Let a server that ends too often be. */
  private giveUp(): string {
    this.client = undefined;
    this.failure = l10n.t('The server ended {0} times in three minutes.', MAX_RESTARTS + 1);
    this.changeTo('failed');
    return this.failure;
  }

  private changeTo(state: ConnectionState): void {
    if (state === this.state) {
      return;
    }
    this.state = state;
    this.failure = state === 'running' ? undefined : this.failure;
    void vscode.commands.executeCommand('setContext', 'markscheme.running', state === 'running');
    this.stateChanged.fire(state);
  }
}
