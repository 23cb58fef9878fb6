import * as vscode from 'vscode';

import { errorTypeNames, kindTexts } from '../marks/kindText';

export type StateStrings = ReturnType<typeof stateStrings>;

export type NotSavedStrings = ReturnType<typeof notSavedStrings>;

/** Return what a page says about the computation of what it shows, in the person's language. */
export function stateStrings() {
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
  };
}

/** Return what a page says about decisions that could not be saved. */
export function notSavedStrings() {
  return {
    notSaved: vscode.l10n.t('Not saved: {0} {1}'),
    more: vscode.l10n.t('and {0} more'),
    showQuestion: vscode.l10n.t('Show the Question'),
    dismiss: vscode.l10n.t('Close'),
  };
}

export type PlaceStrings = ReturnType<typeof placeStrings>;

/** Return what a page says about the places behind a number, in the person's language. */
export function placeStrings() {
  return {
    kinds: kindTexts(),
    types: errorTypeNames(),
    showPlaces: vscode.l10n.t('{0}: show the sentences'),
    back: vscode.l10n.t('Back to the class'),
    searching: vscode.l10n.t('Looking for the sentences…'),
    sentences: vscode.l10n.t('Sentences'),
    noPlaces: vscode.l10n.t('There are no such sentences any more.'),
    onePlace: vscode.l10n.t('{0} place'),
    places: vscode.l10n.t('{0} places'),
    morePlaces: vscode.l10n.t('Show more'),
    openPlace: vscode.l10n.t('Open {0}’s document here'),
    rewritten: vscode.l10n.t('Rewritten freely: read it yourself'),
  };
}
