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

import type { Requests } from './protocol/contract';
import type { LanguageModel } from './server/languageModel';
import type { ServerCommand, ServerFinder } from './server/serverCommand';
import { reasonOf } from './reason';

export type ConnectionState = 'stopped' | 'starting' | 'running' | 'failed';

/** How often the server may die within three minutes before it is left alone. */
const DEATHS = 5;
const DEATHS_WITHIN = 3 * 60_000;

/** The running server: started, restarted when it dies, stopped; and its own requests. */
export class Connection implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private pending: Promise<void> = Promise.resolve();
  private readonly deaths: number[] = [];
  private readonly stateChanged = new vscode.EventEmitter<ConnectionState>();
  private readonly marked = new vscode.EventEmitter<vscode.Uri>();

  /** The server has started, stopped or failed. */
  readonly onDidChangeState = this.stateChanged.event;
  /** The server has published the marks of a document, be they new or not. */
  readonly onDidMark = this.marked.event;

  state: ConnectionState = 'stopped';
  /** The server that runs or ran last. */
  server: ServerCommand | undefined;
  /** Why it does not run. */
  failure: string | undefined;

  constructor(
    private readonly finder: ServerFinder,
    private readonly model: LanguageModel,
    private readonly middleware: Middleware,
    private readonly log: vscode.LogOutputChannel,
    private readonly trace: vscode.LogOutputChannel,
  ) {}

  /** Starts the server if it does not run; a failure is told once and kept in {@link failure}. */
  start(): Promise<void> {
    return this.inTurn(() => this.started(false));
  }

  stop(): Promise<void> {
    return this.inTurn(() => this.stopped());
  }

  /** Looks for the server anew, so a changed setting or a new installation counts; `wanted` if a person asked for it. */
  restart(wanted: boolean): Promise<void> {
    return this.inTurn(async () => {
      await this.stopped();
      this.deaths.length = 0;
      await this.started(wanted);
    });
  }

  /** One of the server's own requests; `undefined` while no server runs. */
  async request<M extends keyof Requests>(
    method: M,
    params: Requests[M]['params'],
    token?: vscode.CancellationToken,
  ): Promise<Requests[M]['result'] | undefined> {
    if (!this.client || this.state !== 'running') {
      return undefined;
    }
    // A token that is not given must not be counted among the parameters.
    return await (token
      ? this.client.sendRequest<Requests[M]['result']>(method, params, token)
      : this.client.sendRequest<Requests[M]['result']>(method, params));
  }

  /** Listens to the progress of a request that was asked with this token. */
  onProgress(
    token: string,
    listener: (progress: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd) => void,
  ): vscode.Disposable {
    return this.client?.onProgress(WorkDoneProgress.type, token, listener) ?? vscode.Disposable.from();
  }

  /** URIs and ranges between VS Code's and the protocol's forms. */
  get converters(): Pick<LanguageClient, 'code2ProtocolConverter' | 'protocol2CodeConverter'> | undefined {
    return this.client;
  }

  dispose(): void {
    void this.stop();
    this.stateChanged.dispose();
    this.marked.dispose();
  }

  private inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.pending.then(step);
    this.pending = turn.catch(() => undefined);
    return turn;
  }

  private async started(wanted: boolean): Promise<void> {
    if (this.state === 'running') {
      return;
    }
    this.changeTo('starting');
    try {
      this.server = await this.finder.find(wanted);
      if (!this.server) {
        this.changeTo('stopped');
        return;
      }
      this.client = this.newClient(this.server, await this.model.environment(this.server));
      await this.client.start();
      this.changeTo('running');
    } catch (error) {
      this.failure = reasonOf(error);
      this.log.error(`The server could not be started: ${this.failure}`);
      this.client = undefined;
      this.changeTo('failed');
      throw error;
    }
  }

  private async stopped(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.changeTo('stopped');
    if (client?.needsStop()) {
      await client.dispose(2000);
    }
  }

  private newClient(server: ServerCommand, model: Readonly<Record<string, string>>): LanguageClient {
    const executable = {
      command: server.command,
      args: [...server.arguments, 'serve', '--stdio'],
      // The client merges nothing into what it is given: without VS Code's own variables the server would have none.
      options: { env: { ...process.env, ...server.environment, ...model } },
    };
    const client = new LanguageClient(
      'markscheme',
      'Markscheme',
      { run: executable, debug: executable },
      this.clientOptions(),
    );
    client.onDidChangeState(({ newState }) => {
      if (client === this.client) {
        this.follow(newState);
      }
    });
    return client;
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
      documentSelector: [
        { scheme: 'file', language: 'plaintext' },
        { scheme: 'file', language: 'markdown' },
        { scheme: 'file', pattern: '**/*.{m2,hyp,src,ref}' },
        { scheme: 'file', pattern: '**/*.{src,hyp,ref}.*' },
        { scheme: 'file', pattern: '**/markscheme.toml' },
      ],
      outputChannel: this.log,
      traceOutputChannel: this.trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: this.errorHandler(),
      middleware: {
        ...this.middleware,
        handleDiagnostics: (uri, diagnostics, next) => {
          next(uri, diagnostics);
          this.marked.fire(uri);
        },
      },
    };
  }

  private errorHandler(): ErrorHandler {
    return {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => {
        const now = Date.now();
        this.deaths.push(now);
        const recent = this.deaths.filter((death) => now - death < DEATHS_WITHIN);
        if (recent.length < DEATHS) {
          this.log.warn('The server has ended unexpectedly; it is started again.');
          return { action: CloseAction.Restart, handled: true };
        }
        this.failure = vscode.l10n.t('The server has ended {0} times in three minutes.', recent.length);
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
