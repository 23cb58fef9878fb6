import * as vscode from 'vscode';

export type WordStrings = ReturnType<typeof allStrings>;

/** Return everything that the page of a Word document says, in the person's language. */
export function wordStrings(): WordStrings {
  return allStrings();
}

function allStrings() {
  return {
    readOnly: vscode.l10n.t(
      'Read-only. What you decide here is kept beside the corrections; the document stays as it is.',
    ),
    next: vscode.l10n.t('Next finding'),
    previous: vscode.l10n.t('Previous finding'),
    openText: vscode.l10n.t('Open as text'),
    setUp: vscode.l10n.t('Set up an exercise…'),
    choose: vscode.l10n.t('Text'),
    text: vscode.l10n.t('Text of the document'),
    noText: vscode.l10n.t('This document has no text that could be shown.'),
    empty: vscode.l10n.t('This document has no text.'),
    decide: vscode.l10n.t('What to do'),
    waiting: vscode.l10n.t('Opening the document…'),
    failedTitle: vscode.l10n.t('This document can’t be shown'),
    retry: vscode.l10n.t('Retry'),
    start: vscode.l10n.t('Start the Server'),
  };
}
