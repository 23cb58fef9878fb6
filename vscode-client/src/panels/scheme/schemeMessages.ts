/** Messages between the extension and the page of a mark scheme. */

import * as l10n from '@vscode/l10n';

import { markTemplates } from '../../marks/markText';
import type { SchemeFault, SchemeForm, SchemePreview, SchemeTable } from '../../protocol/contract';
import type { Failed, Focus, FolderWords, OpenPlace, RemedyRequest } from '../messages';
import { stateStrings } from '../words';
import type { Draft } from './draft';

/** The mark scheme as it is in the file. `isSaved`: the page's changes are in it now. */
export interface ShownForm {
  readonly type: 'form';
  readonly form: SchemeForm;
  readonly isSaved: boolean;
}

/** What a draft does; `revision` is the page's number of the draft. */
export interface ShownPreview {
  readonly type: 'preview';
  readonly revision: number;
  readonly preview: SchemePreview;
}

/** The file was not written: the table has faults, or `message` says why. */
interface Refused {
  readonly type: 'refused';
  readonly message: string;
  readonly faults: readonly SchemeFault[];
}

export type ToSchemePage =
  | FolderWords<SchemeStrings>
  | ShownForm
  | ShownPreview
  | Refused
  /** `busy`: the server reads or writes the file, or marks the class. `waiting`: it is starting. */
  | { readonly type: 'busy' }
  | { readonly type: 'waiting' }
  | Failed
  | Focus;

/** The table of the page's draft, and the student whose sum is shown; `null` for no table, and for any student. */
export interface Drafted {
  readonly type: 'draft';
  readonly revision: number;
  readonly table: SchemeTable | null;
  readonly student: string | null;
}

export type FromSchemePage =
  /** The page is loaded, or wants the mark scheme of an exercise; `null` for that of the whole file. */
  | { readonly type: 'ready' | 'read'; readonly exercise: number | null }
  | Drafted
  | { readonly type: 'write'; readonly table: SchemeTable | null; readonly digest: string }
  | { readonly type: 'openConfiguration' | 'setUp' }
  | RemedyRequest
  | OpenPlace;

/** What the page keeps over a reload. */
export interface SchemePageState {
  readonly folder?: string | undefined;
  readonly exercise?: number | null | undefined;
  /** The draft with changes that are not saved, and the digest of the file that it was made from. */
  readonly draft?: Draft | null | undefined;
  readonly digest?: string | undefined;
  readonly student?: string | null | undefined;
  readonly scroll?: number | undefined;
}

export type SchemeStrings = ReturnType<typeof allStrings>;

/** Return everything that the page of a mark scheme says, in the person's language. */
export function schemeStrings(): SchemeStrings {
  return allStrings();
}

function allStrings() {
  return { ...stateStrings(), ...markStrings(), ...pointStrings(), ...listStrings(), ...previewStrings() };
}

function markStrings() {
  return {
    title: l10n.t('Mark scheme of “{0}”'),
    lead: l10n.t('Say how what a student did becomes a mark. Beside it you see what that means for your class.'),
    target: l10n.t('For'),
    wholeClass: l10n.t('All exercises of the class'),
    withOwn: l10n.t('{0} (has its own)'),
    targetLocked: l10n.t('Save or undo your changes before you go to another exercise.'),
    none: l10n.t('There is no mark scheme yet, so nobody has a mark. Choose one to begin with.'),
    noneOfExercise: l10n.t('This exercise is marked by the mark scheme of the whole class.'),
    ownScheme: l10n.t('Give This Exercise Its Own'),
    removeOwn: l10n.t('Use the Mark Scheme of the Class Again'),
    remove: l10n.t('Give No Marks'),
    preset: l10n.t('Begin with'),
    ownSettings: l10n.t('my own settings'),
    ownSettingsHint: l10n.t('Every value is yours.'),
    basis: l10n.t('How the mark is made'),
    bases: {
      share: l10n.t('The mark is the share of the errors that the student corrected.'),
      deduct: l10n.t('The mark begins at the best one, and each error that is left takes points.'),
      points: l10n.t('The mark is the sum of the points for each place.'),
    },
    basisExamples: {
      share: l10n.t('Who corrects 15 of 20 errors gets three quarters of the best mark.'),
      deduct: l10n.t('With 20 as the best mark, 3 errors that are left give 17.'),
      points: l10n.t('12 correct places give 12 points, whatever there was to correct.'),
    },
    theMark: l10n.t('The mark'),
    max: l10n.t('Best mark'),
    floor: l10n.t('Lowest mark'),
    rounding: l10n.t('Rounded to'),
    roundingHint: l10n.t('0.5 for half points, 1 for whole ones'),
  };
}

function pointStrings() {
  return {
    pointsTitle: l10n.t('Points for each place'),
    pointNames: {
      correct: l10n.t('Correct'),
      partly_correct: l10n.t('Partly correct'),
      different: l10n.t('Different'),
      missed: l10n.t('Missed'),
      not_needed: l10n.t('Not needed'),
    },
    pointHints: {
      correct: l10n.t('as a teacher has it'),
      partly_correct: l10n.t('some of it is done'),
      different: l10n.t('changed, but not as any teacher has it'),
      missed: l10n.t('an error that is left; 0 or less'),
      not_needed: l10n.t('a change where nothing was wrong; 0 or less'),
    },
    takenTitle: l10n.t('Points that are taken'),
    takenNames: {
      correct: l10n.t('Missed'),
      partly_correct: l10n.t('Partly correct'),
      different: l10n.t('Different'),
      not_needed: l10n.t('Not needed'),
    },
    takenHints: {
      correct: l10n.t('an error that is left'),
      partly_correct: l10n.t('some of it is done'),
      different: l10n.t('changed, but not as any teacher has it'),
      not_needed: l10n.t('a change where nothing was wrong'),
    },
    takenShare: l10n.t('for the part that is left'),
    takenCredit: l10n.t('less, the nearer it is to the teachers’ words'),
    takesNothing: l10n.t('A correct place and an optional change take nothing.'),
    optionalHint: l10n.t('An optional change gives and takes nothing.'),
    asNumber: l10n.t('a number'),
    share: l10n.t('the part that is done'),
    credit: l10n.t('by how near it is to the teachers’ words'),
    kindOfPoints: l10n.t('{0}: how points are given'),
    mistakes: {
      number: l10n.t('Write a number, such as 0.5.'),
      kind: l10n.t('Choose a kind of error.'),
      twice: l10n.t('This kind of error stands twice.'),
      name: l10n.t('Write a name.'),
    },
    oneMistake: l10n.t('1 value is to be corrected before this can be saved.'),
    manyMistakes: l10n.t('{0} values are to be corrected before this can be saved.'),
    elsewhere: l10n.t('This can’t be saved yet'),
  };
}

function listStrings() {
  return {
    focus: l10n.t('Only some kinds of errors'),
    focusHint: l10n.t('Choose what counts. Other places are shown to the student and do not count.'),
    focusAll: l10n.t('Nothing is chosen: all kinds of errors count.'),
    weights: l10n.t('Kinds of errors that count more or less'),
    weightsHint: l10n.t('2 counts double, 0.5 counts half, 0 not at all.'),
    weight: l10n.t('Weight'),
    caps: l10n.t('The most that a kind of error can cost'),
    capsHint: l10n.t('So that one weakness, such as spelling, does not decide the mark.'),
    cap: l10n.t('Points at most'),
    kind: l10n.t('Kind of error'),
    add: l10n.t('Add'),
    addTo: l10n.t('Add: {0}'),
    removeRow: l10n.t('Remove'),
    removeRowOf: l10n.t('Remove row {0}: {1}'),
    rowOf: l10n.t('Row {0}: {1}'),
    lengths: l10n.t('Short and long texts'),
    lengthsHint: l10n.t('Points for the length of a text; with a minus they are taken.'),
    length: l10n.t('Length'),
    fewer: l10n.t('fewer than'),
    more: l10n.t('more than'),
    wordCount: l10n.t('Words'),
    wordPoints: l10n.t('Points'),
    bands: l10n.t('Names for marks'),
    bandsHint: l10n.t(
      'Such as grades. A name holds from its mark up to the next one; the sentence is for the student.',
    ),
    bandFrom: l10n.t('From'),
    bandName: l10n.t('Name'),
    bandText: l10n.t('Sentence for the student'),
  };
}

function previewStrings() {
  return {
    preview: l10n.t('What it means'),
    student: l10n.t('Student'),
    mark: l10n.t('Mark'),
    ...markTemplates(),
    noMark: l10n.t('no mark'),
    sum: l10n.t('How the mark is made up'),
    openPlace: l10n.t('Open this place in the text'),
    noPreview: l10n.t('Correct the values that are marked to see the marks.'),
    noScheme: l10n.t('Without a mark scheme nobody has a mark.'),
    noStudents: l10n.t('Nobody has marks yet. You see them here when texts are handed in and corrected.'),
    class: l10n.t('The class'),
    before: l10n.t('Now'),
    after: l10n.t('With your changes'),
    noneChanges: l10n.t('No mark changes.'),
    oneChanges: l10n.t('1 mark of {0} changes.'),
    someChange: l10n.t('{0} marks of {1} change.'),
    showStudent: l10n.t('Show how the mark of {0} is made up'),
    save: l10n.t('Save'),
    undo: l10n.t('Undo Changes'),
    openFile: l10n.t('Open markscheme.toml'),
    kept: l10n.t('Kept in the file markscheme.toml in “{0}”. Everything else in it stays as it is.'),
    changed: l10n.t('You have changes that are not saved.'),
    saved: l10n.t('Saved. The class is marked again.'),
    changedElsewhere: l10n.t(
      'markscheme.toml was changed somewhere else. Read it again to go on; your changes on this page are then gone.',
    ),
    readAgain: l10n.t('Read It Again'),
    reading: l10n.t('Reading the mark scheme…'),
    failedTitle: l10n.t('The mark scheme can’t be shown'),
    setUp: l10n.t('Set Up Marking…'),
  };
}
