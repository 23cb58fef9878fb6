import * as vscode from 'vscode';
import { ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageclient/node';

import type { Connection } from '../../connection';
import { readAdjudication, readAdjudicationResult } from '../../protocol/adjudicationReaders';
import type { Adjudication, AdjudicationDecision, AdjudicationParams, Exercise } from '../../protocol/contract';
import { reasonOf } from '../../reason';
import { DelayedTask } from '../delayedTask';
import { failureOf, withoutServer } from '../failures';
import { registerFolderPanels, type FolderPanel } from '../folderPanels';
import type { Folder, RemedyRequest } from '../messages';
import { PanelPage } from '../panelPage';
import { normalUri } from '../uris';
import {
  readAdjudicationPageState,
  readFromAdjudicationPage,
  type FromAdjudicationPage,
  type NamedAnnotator,
  type NamedDocument,
  type Step,
  type ToAdjudicationPage,
} from './adjudicationMessages';
import { adjudicationStrings } from './adjudicationStrings';
import { chosenAdjudication } from './adjudicationTarget';

/** Milliseconds without a change of files before the sentence is read again. */
const FILE_DELAY = 600;

/** Codes of requests that no server has answered: the same request may succeed later. */
const UNANSWERED: ReadonlySet<number> = new Set([
  ErrorCodes.MessageReadError,
  ErrorCodes.MessageWriteError,
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.ConnectionInactive,
  ErrorCodes.ServerNotInitialized,
  LSPErrorCodes.RequestCancelled,
  LSPErrorCodes.ServerCancelled,
  LSPErrorCodes.ContentModified,
]);

/** Register the command that opens the panel for deciding between annotators, one panel an exercise. */
export function registerAdjudicationPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  return registerFolderPanels<Folder>({
    viewType: 'markscheme.adjudication',
    command: 'markscheme.showAdjudication',
    choose: (argument) => chosenAdjudication(connection, argument),
    restore: (state) => {
      const { uri, name } = readAdjudicationPageState(state) ?? {};
      return uri === undefined || name === undefined ? undefined : { uri, name };
    },
    titleOf: ({ name }) => vscode.l10n.t('Adjudicate: {0}', name),
    open: (panel, exercise) => new AdjudicationPanel(panel, context.extensionUri, connection, exercise),
  });
}

/**
 * The panel of one exercise. The page keeps the person's place and the decisions that are not written; the panel reads
 * sentences and writes decisions, one after the other.
 */
class AdjudicationPanel implements FolderPanel {
  private readonly page: PanelPage<FromAdjudicationPage, ToAdjudicationPage>;
  private readonly subscriptions: vscode.Disposable;
  private readonly refresh = new DelayedTask(FILE_DELAY, () => void this.showAgain());
  /** The decisions that are being written, by their ids. */
  private readonly writing = new Set<string>();
  private lastWrite: Promise<void> = Promise.resolve();
  private request: vscode.CancellationTokenSource | undefined;
  private step: Step = { to: 'next', index: -1, all: false };
  private exercises: Promise<readonly Exercise[]> | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly exercise: Folder,
  ) {
    this.page = new PanelPage(panel, extension, {
      name: 'adjudication',
      title: panel.title,
      read: readFromAdjudicationPage,
      receive: (message) => {
        this.receive(message);
      },
      retry: () => void this.show(this.step),
    });
    this.subscriptions = vscode.Disposable.from(
      this.page,
      this.refresh,
      { dispose: () => this.request?.cancel() },
      connection.onDidChangeState((state) => {
        this.exercises = undefined;
        if (state === 'running') {
          this.page.post({ type: 'resend' });
        }
        void this.show(this.step);
      }),
      connection.onDidChangeExercises(() => {
        this.exercises = undefined;
        this.refresh.start();
      }),
    );
    connection.start().catch(() => undefined);
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
        void this.show(message.step);
        break;
      case 'decide':
        this.write(message.id, message.decision);
        break;
      case 'openPlace':
        void vscode.commands.executeCommand('markscheme.goTo', message.uri, message.range, message.view);
        break;
    }
  }

  /** Read the shown sentence again after files have changed. */
  private async showAgain(): Promise<void> {
    if (this.panel.visible && this.writing.size === 0 && this.connection.state === 'running') {
      await this.show(this.step);
    }
  }

  /** Show a sentence. A newer request cancels this one, and its late answer is dropped. */
  private async show(step: Step): Promise<void> {
    this.step = step;
    this.request?.cancel();
    if (this.connection.state !== 'running') {
      this.page.post(withoutServer(this.connection));
      return;
    }
    const request = new vscode.CancellationTokenSource();
    this.request = request;
    this.page.post({ type: 'reading' });
    try {
      await this.lastWrite;
      const adjudication = await this.stepTo(step, request.token);
      const { annotators, documents } = await this.namesOf(adjudication);
      if (this.request === request) {
        const sentence = adjudication.sentences[0] ?? null;
        if (sentence) {
          this.step = { ...step, to: 'at', index: sentence.index };
        }
        const { counts, problems } = adjudication;
        this.page.post({ type: 'sentence', sentence, counts, annotators, documents, problems });
      }
    } catch (error) {
      if (this.request === request) {
        this.page.post(isUnanswered(error) ? withoutServer(this.connection) : failureOf(error));
      }
    } finally {
      request.dispose();
    }
  }

  private async stepTo(step: Step, token: vscode.CancellationToken): Promise<Adjudication> {
    if (step.to === 'at') {
      return await this.read({ offset: Math.max(0, step.index) }, token);
    }
    const states = step.all ? {} : { states: ['open' as const] };
    if (step.to === 'next') {
      return await this.read({ ...states, after: step.index }, token);
    }
    // The nearest one before a sentence is the last one of those that begin with the sentence.
    const around = { ...states, after: step.index - 1 };
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

  /** Return the names of annotators and of documents as people read them. */
  private async namesOf({
    annotators,
  }: Adjudication): Promise<{ annotators: NamedAnnotator[]; documents: NamedDocument[] }> {
    this.exercises ??= this.connection.request('markscheme/exercises', {}).then((exercises) => exercises ?? []);
    const exercises = await this.exercises;
    const references = exercises
      .flatMap((each) => each.references)
      .sort((one, other) => this.distance(one.uri) - this.distance(other.uri));
    const texts = exercises.flatMap((each) => [
      ...each.references.map(({ uri, view }) => view ?? uri),
      ...(each.source === null ? [] : [each.source_view ?? each.source]),
    ]);
    return {
      annotators: annotators.map((name) => ({
        name,
        label: references.find((reference) => reference.name === name)?.label ?? name,
      })),
      documents: [...new Set(texts.map(normalUri))].map((uri) => ({ uri, name: nameOf(uri) })),
    };
  }

  /** 0 for documents in the exercise's folder, which come first where exercises have annotators of the same name. */
  private distance(uri: string): number {
    const folder = this.exercise.uri.slice(0, this.exercise.uri.lastIndexOf('/') + 1);
    return normalUri(uri).startsWith(folder) ? 0 : 1;
  }

  /** Write a decision after those before it. A page that was reloaded sends it again; then it is written once. */
  private write(id: string, decision: AdjudicationDecision): void {
    if (this.writing.has(id)) {
      return;
    }
    this.writing.add(id);
    this.lastWrite = this.lastWrite
      .then(() => this.writeNow(id, decision))
      .finally(() => {
        this.writing.delete(id);
      });
  }

  private async writeNow(id: string, decision: AdjudicationDecision): Promise<void> {
    const source = new vscode.CancellationTokenSource();
    try {
      const answer = await this.connection.run('markscheme.adjudicate', [this.exercise.uri, decision], source.token);
      if (answer === undefined) {
        this.page.post(withoutServer(this.connection));
        return;
      }
      const result = readAdjudicationResult(answer);
      this.page.post(
        result ? { type: 'decided', id, result } : { type: 'refused', id, message: adjudicationStrings().unreadable },
      );
    } catch (error) {
      // A decision is refused by the server alone: one that a broken connection lost is kept.
      if (error instanceof ResponseError && !isUnanswered(error)) {
        this.page.post({ type: 'refused', id, message: reasonOf(error) });
      } else {
        // The page keeps the decision, and sends it again when the server runs.
        this.page.post(withoutServer(this.connection));
      }
    } finally {
      source.dispose();
    }
  }
}

/** Whether the server did not answer, and may do so later. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ResponseError && UNANSWERED.has(error.code);
}

function nameOf(uri: string): string {
  return vscode.Uri.parse(uri).path.split('/').at(-1) ?? uri;
}
