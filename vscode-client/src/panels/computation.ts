import { randomUUID } from 'node:crypto';

import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { Reader } from '../protocol/readers';
import { DelayedTask } from './delayedTask';
import { failureOf, withoutServer } from './failures';
import type { Condition } from './messages';

/** Milliseconds without a newly marked document or a changed file before a result is computed again. */
const MARK_DELAY = 1500;

/** The requests that a panel shows the answer of. */
export type ResultMethod =
  'markscheme/classQuestions' | 'markscheme/overview' | 'markscheme/progress' | 'markscheme/questions';

/** What is computed, and where it is shown. */
export interface ComputationOptions<Answer> {
  readonly panel: vscode.WebviewPanel;
  readonly connection: Connection;
  readonly method: ResultMethod;
  /** The folder or document; `null` for the workspace. */
  readonly uri: string | null;
  /** Return the request's parameters beside the folder. */
  readonly parameters?: () => object;
  /** Return the answer if it has the form of the contract. */
  readonly read: Reader<Answer>;
  readonly unreadable: string;
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
    const refreshSoon = (): void => {
      this.refreshSoon();
    };
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
    this.running?.cancel();
    this.running = undefined;
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
    const { connection, method, uri, parameters, read, unreadable, update } = this.options;
    const workDoneToken = randomUUID();
    const progress = connection.onProgress(workDoneToken, (report) => {
      if (isCurrent() && report.kind !== 'end') {
        const part = report.percentage === undefined ? null : Math.min(1, Math.max(0, report.percentage / 100));
        update({ type: 'computing', part, message: report.message ?? '' });
      }
    });
    try {
      const answer = read(await connection.request(method, { uri, workDoneToken, ...parameters?.() }, token));
      if (!answer) {
        throw new Error(unreadable);
      }
      return answer;
    } finally {
      progress.dispose();
    }
  }
}
