/** Messages between the extension and the overview's page. */

import * as l10n from '@vscode/l10n';

import { markTemplates } from '../../marks/markText';
import type { Overview } from '../../protocol/contract';
import type { VocabularyName } from '../../protocol/vocabularies';
import type { ShownResult } from '../messages';
import { placeStrings, stateStrings } from '../words';

export interface ShownOverview extends ShownResult<Overview> {
  readonly vocabulary: VocabularyName;
}

/** What a person does with a class, by its folder; `student`: whose answers come first. */
export interface ClassRequest {
  readonly type: 'decide' | 'giveBack' | 'markScheme';
  readonly uri: string;
  readonly student?: string;
}

/** Opens a student's document; `view` is the text of a file without lines. */
export interface OpenRequest {
  readonly type: 'open';
  readonly uri: string;
  readonly view?: string;
}

/** What the overview's page alone asks for. */
export type OverviewRequest = OpenRequest | ClassRequest;

export type OverviewStrings = ReturnType<typeof overviewStrings>;

/** Return everything that the overview's page says, in the person's language. */
export function overviewStrings() {
  return {
    title: l10n.t('Class overview'),
    wholeWorkspace: l10n.t('All exercises'),
    classOf: l10n.t('Class'),
    assignment: l10n.t('Assignment'),
    allAssignments: l10n.t('All assignments'),
    refresh: l10n.t('Refresh'),
    markScheme: l10n.t('Mark Scheme…'),
    toDecideInAll: l10n.t('To decide: {0}'),
    decideHint: l10n.t(
      'Answers that no teacher has and nobody has decided. Equal ones are asked about once. Then all marks are final.',
    ),
    giveBack: l10n.t('Give Back…'),
    students: l10n.t('Students'),
    references: l10n.t('Teachers’ corrections'),
    referenceAuthors: l10n.t('Corrected by {0}'),
    mark: l10n.t('Mark'),
    medianMark: l10n.t('Median mark'),
    distributionWords: l10n.t('{0}: from {1} to {2}, median {3}.'),
    // What places earn is a mark only by a mark scheme.
    marks: {
      verdicts: {
        title: l10n.t('Places'),
        hint: l10n.t('Points that the places earn, of the points that there were to earn'),
        median: l10n.t('Median of places'),
        distribution: l10n.t('Distribution of places'),
        distributionNote: l10n.t(
          'Each dot is a student; the line is the median. Correct, partly, different and missed are shares of the places that need a correction. Not needed is a share of all changes that the student made. Students who rewrote freely have nothing to compare.',
        ),
      },
      cleme2: {
        title: l10n.t('Score'),
        hint: l10n.t('CLEME2.0’s score, 0 to 1'),
        median: l10n.t('Median score'),
        distribution: l10n.t('Distribution of scores'),
        distributionNote: l10n.t(
          'Each dot is a student; the line is the median. Hits, wrong and under are shares of the places that should be changed. Over is a share of all changes that the student made.',
        ),
      },
    },
    student: l10n.t('Student'),
    toDecideHead: l10n.t('To decide'),
    toDecideHint: l10n.t('Places whose answer nobody has decided yet'),
    toDecidePlaces: l10n.t('{0} places, {1} different answers'),
    decideOf: l10n.t('{0}: {1}. Decide'),
    shares: l10n.t('Shares'),
    errors: l10n.t('Errors'),
    errorsHint: l10n.t('Wrong, under- and over-corrections in total'),
    outOf: l10n.t(
      'Places are out of those that this student’s text has to correct. That differs from text to text, so compare the bars.',
    ),
    schemeMarkHint: l10n.t('The mark by the mark scheme, with its band'),
    placesTogether: l10n.t('All places'),
    ...markTemplates(),
    nothingToMark: l10n.t('nothing to mark'),
    notComparable: l10n.t('not comparable: rewritten freely'),
    open: l10n.t('Open {0}’s document'),
    unmarked: l10n.t('Without marks'),
    everybody: l10n.t('All students'),
    noMark: l10n.t('no mark'),
    estimated: l10n.t('Estimated, without a teacher’s correction'),
    estimatedNote: l10n.t(
      'Estimated by a model, without a teacher’s correction: how good the sentences are, 0 to 1, before and after the student’s corrections. These are not marks, and no other figure on this page includes these essays.',
    ),
    estimateOfOne: l10n.t('{0} edit to check'),
    estimateOfMany: l10n.t('{0} edits to check'),
    estimates: l10n.t('Show the estimates'),
    leftOut: l10n.t('Left out'),
    notices: l10n.t('About the files'),
    noReason: l10n.t('Unknown reason.'),
    median: l10n.t('median {0}'),
    legend: l10n.t('What the signs say'),
    errorTypes: l10n.t('Most frequent errors'),
    errorType: l10n.t('Type'),
    howOften: l10n.t('How often'),
    noErrorTypes: l10n.t('No errors.'),
    allTypes: l10n.t('Show all {0} types'),
    fewTypes: l10n.t('Show the {0} most frequent'),
    accepted: l10n.t('Accepted alternatives'),
    alternative: l10n.t('Alternative'),
    acceptedBy: l10n.t('Accepted by'),
    usedBy: l10n.t('Used by'),
    noAccepted: l10n.t('No alternative is accepted here.'),
    ...placeStrings(),
    ...stateStrings(),
    noExercises: l10n.t('No exercise found here.'),
    noExercisesHint: l10n.t(
      'An exercise has a learner’s text, students’ corrections of it, and teachers’ corrections, for example week-3.src.txt, week-3.hyp.lena.txt and week-3.ref.kim.txt.',
    ),
    noStudents: l10n.t('There are no students’ corrections here yet.'),
    signature: l10n.t('How this was computed'),
  };
}
