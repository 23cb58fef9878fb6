import * as vscode from 'vscode';

import { errorTypeNames } from '../marks/errorTypeNames';
import { kindTexts } from '../marks/kindText';

export type PlaceStrings = ReturnType<typeof allStrings>;

/** Return what a page says about the places behind a number, in the person's language. */
export function placeStrings(): PlaceStrings {
  return allStrings();
}

function allStrings() {
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
