import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { readAdjudication } from '../../protocol/readers';
import type { Adjudication, AdjudicationParams, AdjudicationState, Exercise } from '../../protocol/contract';
import { DelayedTask, failureOf, isUnanswered, PanelPage, reportFailure, withoutServer } from '../panelPage';
import type { FolderPanel } from '../folderPanels';
import type { Folder, RemedyRequest } from '../messages';
import type { FromAdjudicationPage, Stop, ToAdjudicationPage } from './adjudicationMessages';
import { namedAnnotators, namedDocuments } from './adjudicationNames';
import { adjudicationStrings } from './adjudicationStrings';
import { exportAdjudicated } from './adjudicationExport';
import { confirmedMajority } from './majority';
import type { DecisionOutbox } from './decisionSteps';

/** Milliseconds without a change of files before the sentence is read again. */
const FILE_DELAY = 600;

/**
 * The panel of one exercise. The page keeps the person's place and the decisions that are not written; the panel reads
 * sentences, and the outbox sends decisions.
 */
export class AdjudicationPanel implements FolderPanel {
  private readonly page: PanelPage<FromAdjudicationPage, ToAdjudicationPage>;
  private readonly subscriptions: vscode.Disposable;
  private readonly refresh = new DelayedTask(FILE_DELAY, () => void this.showAgain());
  private request: vscode.CancellationTokenSource | undefined;
  private stop: Stop = { to: 'next', index: -1, all: false };
  private exercises: Promise<readonly Exercise[]> | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly outbox: DecisionOutbox,
    private readonly exercise: Folder,
  ) {
    this.page = new PanelPage(panel, extension, {
      name: 'adjudication',
      title: panel.title,
      receive: (message) => {
        this.receive(message);
      },
      retry: () => void this.show(this.stop),
    });
    this.subscriptions = vscode.Disposable.from(
      this.page,
      this.refresh,
      { dispose: () => this.request?.cancel() },
      outbox.onDidSettle((outcome) => {
        this.page.post(outcome);
        // A sentence that was requested before a decision may not have the decision.
        if (this.request) {
          void this.show(this.stop);
        }
      }),
      connection.onDidChangeState(() => {
        this.exercises = undefined;
        void this.show(this.stop);
      }),
      connection.onDidChangeExercises(() => {
        this.exercises = undefined;
        this.refresh.start();
      }),
    );
  }

  focus(): void {
    this.page.post({ type: 'focus' });
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private receive(message: Exclude<FromAdjudicationPage, RemedyRequest>): void {
    switch (message.type) {
      case 'ready':
        this.page.post({
          type: 'words',
          language: vscode.env.language,
          strings: adjudicationStrings(),
          folder: this.exercise,
        });
        break;
      case 'show':
        void this.show(message.stop);
        break;
      case 'steps':
        this.outbox.add(message.steps);
        break;
      case 'askMajority':
        void reportFailure(this.askMajority());
        break;
      case 'export':
        void reportFailure(exportAdjudicated(this.connection, this.exercise.uri));
        break;
      case 'openPlace':
        void vscode.commands.executeCommand('markscheme.goTo', message.uri, message.range, message.view);
        break;
    }
  }

  private async askMajority(): Promise<void> {
    if (await confirmedMajority(this.connection, this.exercise.uri)) {
      this.page.post({ type: 'takeMajority' });
    }
  }

  /** Read the shown sentence again after files have changed. */
  private async showAgain(): Promise<void> {
    if (this.panel.visible && this.connection.state === 'running') {
      await this.show(this.stop);
    }
  }

  /** Show a sentence. A newer request cancels this one, and its late answer is dropped. */
  private async show(stop: Stop): Promise<void> {
    this.stop = stop;
    this.request?.cancel();
    this.request = undefined;
    if (this.connection.state !== 'running') {
      this.page.post(withoutServer(this.connection));
      return;
    }
    const request = new vscode.CancellationTokenSource();
    this.request = request;
    this.page.post({ type: 'reading' });
    try {
      const adjudication = await this.readAt(stop, request.token);
      this.exercises ??= this.connection.request('markscheme/exercises', {}).then((exercises) => exercises ?? []);
      const exercises = await this.exercises;
      if (this.request === request) {
        this.post(adjudication, exercises);
      }
    } catch (error) {
      if (this.request === request) {
        this.page.post(isUnanswered(error) ? withoutServer(this.connection) : failureOf(error));
      }
    } finally {
      if (this.request === request) {
        this.request = undefined;
      }
      request.dispose();
    }
  }

  private post({ annotators, counts, problems, sentences }: Adjudication, exercises: readonly Exercise[]): void {
    const [sentence = null] = sentences;
    if (sentence) {
      this.stop = { ...this.stop, to: 'at', index: sentence.index };
    }
    this.page.post({
      ...{ type: 'sentence', sentence, counts, problems },
      annotators: namedAnnotators(annotators, exercises, this.exercise.uri),
      documents: namedDocuments(exercises),
    });
  }

  private async readAt(stop: Stop, token: vscode.CancellationToken): Promise<Adjudication> {
    if (stop.to === 'at') {
      return await this.read({ offset: Math.max(0, stop.index) }, token);
    }
    const states = stop.all ? {} : { states: ['open', 'tags'] satisfies AdjudicationState[] };
    if (stop.to === 'next') {
      return await this.read({ ...states, after: stop.index }, token);
    }
    // The nearest one before a sentence is the last one of those that begin with the sentence.
    const around = { ...states, after: stop.index - 1 };
    const { matching } = await this.read({ ...around, limit: 0 }, token);
    return await this.read({ ...around, offset: Math.max(0, matching - 1) }, token);
  }

  private async read(params: Partial<AdjudicationParams>, token: vscode.CancellationToken): Promise<Adjudication> {
    const answer = await this.connection.request(
      'markscheme/adjudication',
      { uri: this.exercise.uri, limit: 1, ...params },
      token,
    );
    const adjudication = readAdjudication(answer);
    if (!adjudication) {
      throw new Error(adjudicationStrings().unreadable);
    }
    return adjudication;
  }
}
