import * as l10n from '@vscode/l10n';

import { errorTypeNames, kindTexts } from '../marks/kindText';

export type StateStrings = ReturnType<typeof stateStrings>;

export type NotSavedStrings = ReturnType<typeof notSavedStrings>;

/** Return what a page says about the computation of what it shows, in the person's language. */
export function stateStrings() {
  return {
    computing: l10n.t('Marking the class…'),
    waitingServer: l10n.t('Markscheme’s server is starting…'),
    cancel: l10n.t('Cancel'),
    cancelledTitle: l10n.t('Cancelled'),
    cancelled: l10n.t('Marking was stopped before the end.'),
    retry: l10n.t('Retry'),
    start: l10n.t('Start the Server'),
    failedTitle: l10n.t('The class can’t be marked'),
    updated: l10n.t('Up to date.'),
  };
}

/** Return what a page says about decisions that could not be saved. */
export function notSavedStrings() {
  return {
    notSaved: l10n.t('Not saved: {0} {1}'),
    more: l10n.t('and {0} more'),
    showQuestion: l10n.t('Show the Question'),
    dismiss: l10n.t('Close'),
  };
}

export type PlaceStrings = ReturnType<typeof placeStrings>;

/** Return what a page says about the places behind a number, in the person's language. */
export function placeStrings() {
  return {
    kinds: kindTexts(),
    types: errorTypeNames(),
    showPlaces: l10n.t('{0}: show the sentences'),
    back: l10n.t('Back to the class'),
    searching: l10n.t('Looking for the sentences…'),
    sentences: l10n.t('Sentences'),
    noPlaces: l10n.t('There are no such sentences any more.'),
    onePlace: l10n.t('{0} place'),
    places: l10n.t('{0} places'),
    morePlaces: l10n.t('Show more'),
    openPlace: l10n.t('Open {0}’s document here'),
    rewritten: l10n.t('Rewritten freely: read it yourself'),
  };
}
