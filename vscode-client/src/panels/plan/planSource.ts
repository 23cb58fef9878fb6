import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { Plan } from '../../protocol/contract';
import { readPlan, type Awaited, type Place, type ShownPlan, type ToPlanPage } from '../messages';
import { planStrings } from './planStrings';
import { normal, type StudentNames } from './studentNames';
import { reasonOf } from '../../reason';

/** How long a person waits before they are told what for. */
const PATIENCE = 300;

/** Asks the server for plans: the newest question counts, and what comes of it is said to the page. */
export class PlanSource implements vscode.Disposable {
  private asking: vscode.CancellationTokenSource | undefined;
  private last: ToPlanPage | undefined;
  private plans = 0;

  /** The plan that the page shows. */
  shown: ShownPlan | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly names: StudentNames,
    private readonly say: (message: ToPlanPage) => void,
  ) {}

  /**
   * Shows the plan at a place.
   *
   * A plan that is shown stays while the cursor is in a document without any.
   */
  async show(place: Place | undefined): Promise<void> {
    this.dispose();
    const asking = new vscode.CancellationTokenSource();
    this.asking = asking;
    if (!place) {
      this.tell({ type: 'nothing' });
      return;
    }
    if (this.connection.state !== 'running') {
      this.tell(this.withoutServer());
      return;
    }
    const patience = setTimeout(() => void this.tellWaiting(asking.token), PATIENCE);
    try {
      const plan = await this.asked(place, asking.token);
      if (!asking.token.isCancellationRequested) {
        this.answered(plan, place);
      }
    } catch (error) {
      if (!asking.token.isCancellationRequested) {
        const message = reasonOf(error);
        this.tell({ type: 'failed', message, remedy: 'retry' });
      }
    } finally {
      clearTimeout(patience);
      asking.dispose();
    }
  }

  /** The page has been made anew. */
  repeat(): void {
    if (this.last) {
      this.say(this.last);
    }
  }

  /** Nothing is kept that is not of the place that is asked for next. */
  forget(): void {
    this.shown = undefined;
  }

  /** Names have come. */
  rename(): void {
    if (this.shown && this.last === this.shown) {
      const { student, exercise } = this.names.of(normal(this.shown.plan.uri));
      if (student !== this.shown.student || exercise !== this.shown.exercise) {
        this.shown = { ...this.shown, student, exercise };
        this.tell(this.shown);
      }
    }
  }

  dispose(): void {
    this.asking?.cancel();
    this.asking = undefined;
  }

  private async asked(place: Place, token: vscode.CancellationToken): Promise<Plan | null> {
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

  private answered(plan: Plan | null, place: Place): void {
    if (plan) {
      this.plans += 1;
      const { student, exercise } = this.names.of(normal(plan.uri));
      this.shown = { type: 'plan', id: this.plans, student, exercise, place, plan };
      this.tell(this.shown);
    } else if (this.shown && normal(this.shown.plan.uri) !== normal(place.uri)) {
      this.tell(this.shown);
    } else {
      this.shown = undefined;
      this.tell({ type: 'nothing' });
    }
  }

  private withoutServer(): ToPlanPage {
    if (this.connection.state === 'starting') {
      return { type: 'waiting', awaited: 'server' };
    }
    const message = this.connection.failure ?? vscode.l10n.t('Markscheme’s server does not run.');
    return { type: 'failed', message, remedy: 'start' };
  }

  private async tellWaiting(token: vscode.CancellationToken): Promise<void> {
    const tell = (awaited: Awaited): void => {
      if (!token.isCancellationRequested && this.asking?.token === token) {
        this.say({ type: 'waiting', awaited });
      }
    };
    tell('plan');
    try {
      const status = await this.connection.request('markscheme/status', { start: false });
      tell(status?.encoderLoaded ? 'plan' : 'engine');
    } catch {
      // What is waited for is a matter of words; the plan itself is still asked for.
    }
  }

  private tell(message: ToPlanPage): void {
    this.last = message;
    this.say(message);
  }
}
