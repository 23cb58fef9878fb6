/** Messages between the extension and the page of progress. */

import * as l10n from '@vscode/l10n';

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
    title: l10n.t('Progress'),
    wholeWorkspace: l10n.t('All exercises'),
    classOf: l10n.t('Class'),
    whose: l10n.t('Show'),
    everybody: l10n.t('All students'),
    theClass: l10n.t('The class, by kind of error'),
    byGroup: l10n.t('{0}, by kind of error'),
    group: l10n.t('Kind of error'),
    allGroups: l10n.t('All kinds'),
    refresh: l10n.t('Refresh'),
    save: l10n.t('Save as CSV…'),
    ...placeStrings(),
    ...stateStrings(),
    student: l10n.t('Student'),
    classRow: l10n.t('The class'),
    allRow: l10n.t('All kinds'),
    together: l10n.t('Together'),
    change: l10n.t('First to last'),
    changeHint: l10n.t('How much the share of errors found grew from the first text to the last, in points of 100'),
    better: l10n.t('▲ {0} points'),
    worse: l10n.t('▼ {0} points'),
    same: l10n.t('as before'),
    found: l10n.t('{0} of {1}'),
    foundWords: l10n.t('{0}, {1}: found {2} of {3}, missed {4}'),
    nothing: l10n.t('none'),
    absent: l10n.t('–'),
    nothingWords: l10n.t('nothing to correct'),
    absentWords: l10n.t('not handed in, or not comparable'),
    legend: l10n.t('How to read the bars'),
    legendFound: l10n.t('found: corrected, wholly or in part'),
    legendMissed: l10n.t('missed: left, or changed to something else'),
    legendNothing: l10n.t('there was nothing of this kind to correct'),
    order: l10n.t(
      'A full bar is every error of the text. Texts have no date: they stand in the order of markscheme.toml, and those with numbers in their names, such as weeks, in the order of the numbers. Of several versions of a text, the last one counts.',
    ),
    missing: l10n.t('What is missing'),
    noClass: l10n.t('There is no progress to show yet.'),
    noClassHint: l10n.t('Progress needs students’ texts with a teacher’s correction, of one exercise or more.'),
  };
}
