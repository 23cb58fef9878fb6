/** Messages between the extension and the page of progress. */

import * as vscode from 'vscode';

import type { Progress } from '../../protocol/contract';
import type { ShownResult } from '../messages';
import { placeStrings, stateStrings } from '../words';

export type ShownProgress = ShownResult<Progress>;

/** Saves the progress of a class, by its folder, as a file. */
export interface SaveRequest {
  readonly type: 'save';
  readonly uri: string;
}

export type ProgressStrings = ReturnType<typeof progressStrings>;

/** Return everything that the page of progress says, in the person's language. */
export function progressStrings() {
  return {
    title: vscode.l10n.t('Progress'),
    wholeWorkspace: vscode.l10n.t('All exercises'),
    classOf: vscode.l10n.t('Class'),
    whose: vscode.l10n.t('Show'),
    everybody: vscode.l10n.t('All students'),
    theClass: vscode.l10n.t('The class, by kind of error'),
    byGroup: vscode.l10n.t('{0}, by kind of error'),
    group: vscode.l10n.t('Kind of error'),
    allGroups: vscode.l10n.t('All kinds'),
    refresh: vscode.l10n.t('Refresh'),
    save: vscode.l10n.t('Save as CSV…'),
    ...placeStrings(),
    ...stateStrings(),
    student: vscode.l10n.t('Student'),
    classRow: vscode.l10n.t('The class'),
    allRow: vscode.l10n.t('All kinds'),
    together: vscode.l10n.t('Together'),
    change: vscode.l10n.t('First to last'),
    changeHint: vscode.l10n.t(
      'How much the share of errors found grew from the first text to the last, in points of 100',
    ),
    better: vscode.l10n.t('▲ {0} points'),
    worse: vscode.l10n.t('▼ {0} points'),
    same: vscode.l10n.t('as before'),
    found: vscode.l10n.t('{0} of {1}'),
    foundWords: vscode.l10n.t('{0}, {1}: found {2} of {3}, missed {4}'),
    nothing: vscode.l10n.t('none'),
    absent: vscode.l10n.t('–'),
    nothingWords: vscode.l10n.t('nothing to correct'),
    absentWords: vscode.l10n.t('not handed in, or not comparable'),
    legend: vscode.l10n.t('How to read the bars'),
    legendFound: vscode.l10n.t('found: corrected, wholly or in part'),
    legendMissed: vscode.l10n.t('missed: left, or changed to something else'),
    legendNothing: vscode.l10n.t('there was nothing of this kind to correct'),
    order: vscode.l10n.t(
      'A full bar is every error of the text. Texts have no date: they stand in the order of markscheme.toml, and those with numbers in their names, such as weeks, in the order of the numbers. Of several versions of a text, the last one counts.',
    ),
    missing: vscode.l10n.t('What is missing'),
    noClass: vscode.l10n.t('There is no progress to show yet.'),
    noClassHint: vscode.l10n.t('Progress needs students’ texts with a teacher’s correction, of one exercise or more.'),
  };
}
