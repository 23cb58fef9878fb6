import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { reasonOf } from '../reason';
import type { Failed, Remedy } from './messages';

/** Return what a page shows while no server is running: that it starts, or why it does not run. */
export function withoutServer({ state, failure }: Connection): { readonly type: 'waiting' } | Failed {
  if (state === 'starting') {
    return { type: 'waiting' };
  }
  const message = failure ?? vscode.l10n.t('Markscheme’s server is not running.');
  return { type: 'failed', message, remedy: 'start' };
}

/** Return what a page shows after a request that failed, which the person can repeat. */
export function failureOf(error: unknown): Failed {
  return { type: 'failed', message: reasonOf(error), remedy: 'retry' };
}

/** Show the person why an action failed. */
export async function reportFailure(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    void vscode.window.showErrorMessage(reasonOf(error));
  }
}

/** Do what the person has chosen about a failure; `retry` repeats the request. */
export function applyRemedy(remedy: Remedy, retry: () => void): void {
  switch (remedy) {
    case 'retry':
      retry();
      break;
    case 'start':
      void vscode.commands.executeCommand('markscheme.restartServer');
      break;
  }
}
