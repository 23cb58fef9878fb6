import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { CommandName } from '../protocol/methods';
import { reasonOf } from '../words';
import type { DeskStep, Outcome } from './messages';
import { isRefusal } from './panelPage';

/** Number of times that a step is sent again after the server ended during it. */
const MAX_INTERRUPTIONS = 5;

/** Milliseconds before a step is sent again. */
const INTERRUPTION_DELAY = 200;

/** Number of outcomes that are kept for a page that was hidden when they came. */
const MAX_OUTCOMES = 500;

type Sender = Pick<Connection, 'state' | 'onDidChangeState' | 'run'>;

/** A kind of steps: where they are kept, and the server's command for each. */
export interface StepKind<Step extends DeskStep, Result> {
  /** The name under which the workspace keeps steps over a reload. */
  readonly memory: string;
  /** Return the command of a step, with its arguments. */
  readonly commandOf: (step: Step) => readonly [name: CommandName, parameters: readonly unknown[]];
  /** Return the result in the command's answer; `undefined` if the server gave none. */
  readonly resultIn: (answer: unknown) => Result | undefined;
  /** Return what the command's answer has to say to the person, if anything. */
  readonly noticeIn?: (answer: unknown) => string | undefined;
}

/**
 * Steps on their way to the server, which gets them one at a time, in their order.
 *
 * A step stays until the server has answered. It is sent again after the server ended, and after the window was reloaded.
 */
export class Outbox<Step extends DeskStep, Result> implements vscode.Disposable {
  private readonly settled = new vscode.EventEmitter<Outcome<Result>>();
  private readonly outcomes = new Map<string, Outcome<Result>>();
  private readonly subscription: vscode.Disposable;
  private steps: readonly Step[];
  private isWorking = false;
  /** Number of times that the first step was sent without an answer. */
  private interruptions = 0;

  /** The server has answered a step. */
  readonly onDidSettle = this.settled.event;

  constructor(
    private readonly sender: Sender,
    private readonly memory: vscode.Memento,
    private readonly kind: StepKind<Step, Result>,
  ) {
    this.steps = memory.get(kind.memory) ?? [];
    this.subscription = sender.onDidChangeState(() => void this.work());
    void this.work();
  }

  /** Send steps, but for those that are on their way. What became of an earlier one is reported again. */
  add(steps: readonly Step[]): void {
    for (const step of steps) {
      const outcome = this.outcomes.get(step.id);
      if (outcome) {
        this.settled.fire(outcome);
      } else if (!this.steps.some(({ id }) => id === step.id)) {
        this.keep([...this.steps, step]);
      }
    }
    void this.work();
  }

  /** Send a step, and return the server's result; throw the server's message if it refuses. */
  async send(step: Step): Promise<Result> {
    return await new Promise((resolve, reject) => {
      const listener = this.onDidSettle((outcome) => {
        if (outcome.id === step.id) {
          listener.dispose();
          if (outcome.type === 'settled') {
            resolve(outcome.result);
          } else {
            reject(new Error(outcome.message));
          }
        }
      });
      this.add([step]);
    });
  }

  dispose(): void {
    this.subscription.dispose();
    this.settled.dispose();
  }

  private async work(): Promise<void> {
    if (this.isWorking) {
      return;
    }
    this.isWorking = true;
    try {
      for (let step = this.steps[0]; step && this.sender.state === 'running'; step = this.steps[0]) {
        const outcome = await this.outcomeOf(step);
        if (outcome) {
          this.report(outcome);
        }
      }
    } finally {
      this.isWorking = false;
    }
  }

  private report(outcome: Outcome<Result>): void {
    this.interruptions = 0;
    this.keep(this.steps.filter(({ id }) => id !== outcome.id));
    this.outcomes.set(outcome.id, outcome);
    for (const old of [...this.outcomes.keys()].slice(0, -MAX_OUTCOMES)) {
      this.outcomes.delete(old);
    }
    this.settled.fire(outcome);
  }

  /** Send a step; return `undefined` if it is to be sent again, since the server did not answer. */
  private async outcomeOf(step: Step): Promise<Outcome<Result> | undefined> {
    const { id } = step;
    let message = l10n.t('The server’s answer can’t be read.');
    try {
      const answer = await this.run(step);
      const result = this.kind.resultIn(answer);
      if (result !== undefined) {
        const notice = this.kind.noticeIn?.(answer);
        if (notice) {
          void vscode.window.showInformationMessage(notice);
        }
        return { type: 'settled', id, result };
      }
    } catch (error) {
      message = reasonOf(error);
      if (isRefusal(error)) {
        return { type: 'refused', id, message };
      }
    }
    this.interruptions += 1;
    if (this.interruptions > MAX_INTERRUPTIONS) {
      return { type: 'refused', id, message };
    }
    await new Promise((resolve) => setTimeout(resolve, INTERRUPTION_DELAY));
    return undefined;
  }

  /** Return the server's answer to a step; `undefined` if the server ends before. */
  private async run(step: Step): Promise<unknown> {
    let listener: vscode.Disposable | undefined;
    const end = new Promise<undefined>((resolve) => {
      listener = this.sender.onDidChangeState((state) => state !== 'running' && resolve(undefined));
    });
    try {
      return await Promise.race([this.sender.run(...this.kind.commandOf(step)), end]);
    } finally {
      listener?.dispose();
    }
  }

  private keep(steps: readonly Step[]): void {
    this.steps = steps;
    void this.memory.update(this.kind.memory, steps);
  }
}
