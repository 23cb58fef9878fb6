import { isDeepStrictEqual } from 'node:util';

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { Plan } from '../../protocol/contract';
import { failureOf, withoutServer } from '../failures';
import type { Place } from '../messages';
import type { Awaited, ShownPlan, ToPlanPage } from './planMessages';
import { vocabularyOf } from '../../marks/vocabularyText';
import { readPlan } from '../../protocol/readers';
import { planStrings } from './planStrings';
import { normalUri } from '../uris';
import type { StudentNames } from './studentNames';

/** Milliseconds to wait for a plan before the page shows what it waits for. */
const WAITING_DELAY = 300;

/** Requests plans from the server and posts them, or what it waits for, to the page. A new request cancels the last. */
export class PlanSource implements vscode.Disposable {
  private pending: vscode.CancellationTokenSource | undefined;
  private last: ToPlanPage | undefined;
  private plans = 0;

  /** The plan that the page shows. */
  shown: ShownPlan | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly names: StudentNames,
    private readonly post: (message: ToPlanPage) => void,
  ) {}

  /**
   * Shows the plan at a place.
   *
   * The plan on the page stays while the cursor is in a document without a plan.
   */
  async show(place: Place | undefined): Promise<void> {
    this.dispose();
    const request = new vscode.CancellationTokenSource();
    this.pending = request;
    if (!place) {
      this.update({ type: 'nothing' });
      return;
    }
    if (this.connection.state !== 'running') {
      const message = withoutServer(this.connection);
      this.update(message.type === 'waiting' ? { ...message, awaited: 'server' } : message);
      return;
    }
    const timer = setTimeout(() => void this.showWaiting(request.token), WAITING_DELAY);
    try {
      const plan = await this.request(place, request.token);
      if (!request.token.isCancellationRequested) {
        this.showAnswer(plan, place);
      }
    } catch (error) {
      if (!request.token.isCancellationRequested) {
        this.update(failureOf(error));
      }
    } finally {
      clearTimeout(timer);
      request.dispose();
    }
  }

  /** Post the last message again, to a page that is loaded again. */
  repeat(): void {
    if (this.last) {
      this.post(this.last);
    }
  }

  /** Forget the plan on the page, so that it does not stay if the next place has none. */
  forget(): void {
    this.shown = undefined;
  }

  /** Post the plan again if the student has another name now, or the settings name another vocabulary. */
  rename(): void {
    if (this.shown && this.last === this.shown) {
      const shown = { ...this.shown, ...this.labels(this.shown.plan) };
      if (!isDeepStrictEqual(shown, this.shown)) {
        this.shown = shown;
        this.update(shown);
      }
    }
  }

  dispose(): void {
    this.pending?.cancel();
    this.pending = undefined;
  }

  private async request(place: Place, token: vscode.CancellationToken): Promise<Plan | null> {
    await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
    const { line, character } = place;
    const params = { textDocument: { uri: place.uri }, position: { line, character } };
    const answer = await this.connection.request('markscheme/plan', params, token);
    if (!answer) {
      return null;
    }
    const plan = readPlan(answer);
    if (!plan) {
      throw new Error(planStrings().unreadable);
    }
    return plan;
  }

  private showAnswer(plan: Plan | null, place: Place): void {
    if (plan) {
      this.plans += 1;
      this.shown = { type: 'plan', id: this.plans, ...this.labels(plan), place, plan };
      this.update(this.shown);
    } else if (this.shown && normalUri(this.shown.plan.uri) !== normalUri(place.uri)) {
      this.update(this.shown);
    } else {
      this.shown = undefined;
      this.update({ type: 'nothing' });
    }
  }

  private labels({ uri }: Plan): Pick<ShownPlan, 'student' | 'exercise' | 'vocabulary'> {
    return { ...this.names.of(normalUri(uri)), vocabulary: vocabularyOf(vscode.Uri.parse(uri)).name };
  }

  private async showWaiting(token: vscode.CancellationToken): Promise<void> {
    const show = (awaited: Awaited): void => {
      if (!token.isCancellationRequested && this.pending?.token === token) {
        this.post({ type: 'waiting', awaited });
      }
    };
    show('plan');
    try {
      const status = await this.connection.request('markscheme/status', { start: false });
      show(status?.encoderLoaded ? 'plan' : 'engine');
    } catch {
      // The state is only for the waiting text; the request for the plan goes on.
    }
  }

  private update(message: ToPlanPage): void {
    this.last = message;
    this.post(message);
  }
}
