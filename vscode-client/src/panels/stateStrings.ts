import * as vscode from 'vscode';

export type StateStrings = ReturnType<typeof allStrings>;
export type NotSavedStrings = ReturnType<typeof notSavedWords>;

/** Return what a page says about the computation of what it shows, in the person's language. */
export function stateStrings(): StateStrings {
  return allStrings();
}

function allStrings() {
  return {
    computing: vscode.l10n.t('Marking the class…'),
    waitingServer: vscode.l10n.t('Markscheme’s server is starting…'),
    cancel: vscode.l10n.t('Cancel'),
    cancelledTitle: vscode.l10n.t('Cancelled'),
    cancelled: vscode.l10n.t('Marking was stopped before the end.'),
    retry: vscode.l10n.t('Retry'),
    start: vscode.l10n.t('Start the Server'),
    failedTitle: vscode.l10n.t('The class can’t be marked'),
    updated: vscode.l10n.t('Up to date.'),
    unreadable: vscode.l10n.t(
      'The server’s answer can’t be read: the versions of the server and the extension do not match.',
    ),
  };
}

/** Return what a page says about decisions that could not be saved. */
export function notSavedStrings(): NotSavedStrings {
  return notSavedWords();
}

function notSavedWords() {
  return {
    notSaved: vscode.l10n.t('Not saved: {0} {1}'),
    more: vscode.l10n.t('and {0} more'),
    showQuestion: vscode.l10n.t('Show the Question'),
    dismiss: vscode.l10n.t('Close'),
  };
}
