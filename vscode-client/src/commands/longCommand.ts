import { randomUUID } from 'node:crypto';

import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { CommandAnswers, CommandName } from '../protocol/methods';
import { reasonOf } from '../reason';

/** A command of the server's that takes long: its name, what it is about, and its last argument. */
export interface LongCommand<Name extends CommandName> {
  readonly name: Name;
  /** What a person reads while it runs. */
  readonly title: string;
  readonly parameters: readonly unknown[];
  readonly options: object;
}

/**
 * Run a command with a notification of its progress, which a person can cancel; `undefined` if it was cancelled.
 *
 * A failure is shown in words, and the person can try again.
 */
export async function runLong<Name extends CommandName>(
  connection: Connection,
  command: LongCommand<Name>,
): Promise<CommandAnswers[Name] | undefined> {
  for (;;) {
    const cancelling = new vscode.CancellationTokenSource();
    try {
      return await attempt(connection, command, cancelling);
    } catch (error) {
      if (cancelling.token.isCancellationRequested) {
        return undefined;
      }
      const retry = vscode.l10n.t('Retry');
      if ((await vscode.window.showErrorMessage(reasonOf(error), retry)) !== retry) {
        return undefined;
      }
    } finally {
      cancelling.dispose();
    }
  }
}

function attempt<Name extends CommandName>(
  connection: Connection,
  { name, title, parameters, options }: LongCommand<Name>,
  cancelling: vscode.CancellationTokenSource,
): Thenable<CommandAnswers[Name] | undefined> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    token.onCancellationRequested(() => {
      cancelling.cancel();
    });
    const workDoneToken = randomUUID();
    let reached = 0;
    const subscription = connection.onProgress(workDoneToken, (report) => {
      if (report.kind !== 'end') {
        const increment = Math.max(0, (report.percentage ?? 0) - reached);
        reached += increment;
        progress.report({ increment, ...(report.message === undefined ? {} : { message: report.message }) });
      }
    });
    try {
      return await connection.run(name, [...parameters, { ...options, workDoneToken }], cancelling.token);
    } finally {
      subscription.dispose();
    }
  });
}
