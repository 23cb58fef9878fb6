/** Messages between the extension and the set-up's page. */

import * as l10n from '@vscode/l10n';

import type { SetUp, SetUpChoices, Variant } from '../../protocol/contract';
import type { Failed, Focus, FolderWords, RemedyRequest } from '../messages';

/**
 * A set-up with the teacher's choices. `revision` is the page's number of those choices. `readOnly`: whether students'
 * files are read-only in the editor; `null` where that can't be chosen.
 */
export interface ShownSetUp {
  readonly type: 'setUp';
  readonly revision: number;
  readonly setUp: SetUp;
  readonly readOnly: boolean | null;
}

/** What the extension does: it reads the folder, waits for the server to start, or writes the file; or what failed. */
export type SetUpState = { readonly type: 'reading' | 'waiting' | 'writing' } | Failed;

/** The page's words, with the choices to begin with. */
export type SetUpWords = FolderWords<SetUpStrings> & { readonly choices: SetUpChoices };

export type ToSetUpPage =
  | SetUpWords
  | ShownSetUp
  | SetUpState
  /** The server has written `markscheme.toml`. */
  | { readonly type: 'written'; readonly summary: string }
  /** What students may choose between, after the file was written. */
  | { readonly type: 'variants'; readonly variants: readonly Variant[] }
  | Focus;

/** The teacher's choices; `revision` increases with each change. */
export interface Chosen {
  readonly type: 'choose';
  readonly revision: number;
  readonly choices: SetUpChoices;
}

/** What the page's buttons do, beside writing. */
export type SetUpButton = 'refresh' | 'openConfiguration' | 'showClass' | 'markScheme' | 'importClass' | 'change';

export type FromSetUpPage =
  /** The page is loaded, with the choices that it has kept. */
  | { readonly type: 'ready'; readonly choices: SetUpChoices | null }
  | Chosen
  | { readonly type: SetUpButton }
  | { readonly type: 'write'; readonly readOnly: boolean | null }
  | RemedyRequest
  /** The names of the variants between which students may choose. */
  | { readonly type: 'allow'; readonly names: readonly string[] }
  /** `path` is that of a row. */
  | { readonly type: 'open'; readonly path: string };

/** What the set-up's page keeps over a reload. */
export interface SetUpPageState {
  readonly folder?: string | undefined;
  readonly choices?: SetUpChoices | undefined;
  readonly onlyUnsure?: boolean | undefined;
  readonly showsFile?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly showsUnused?: boolean | undefined;
  readonly scroll?: number | undefined;
}

export type SetUpStrings = ReturnType<typeof allStrings>;

/** Return everything that the set-up's page says, in the person's language. */
export function setUpStrings(): SetUpStrings {
  return allStrings();
}

function allStrings() {
  return {
    title: l10n.t('Set up marking in “{0}”'),
    lead: l10n.t(
      'Markscheme has read the texts of this folder, and suggests who wrote what. Change what is wrong. Your files stay as they are.',
    ),
    refresh: l10n.t('Look Again'),
    warning: l10n.t('Please note:'),
    questions: l10n.t('Please answer'),
    aboutFiles: l10n.t('About:'),
    moreFiles: l10n.t('and {0} more'),
    roles: roleStrings(),
    ...tableStrings(),
    ...selectionStrings(),
    ...endStrings(),
    ...stateStrings(),
  };
}

function roleStrings() {
  return {
    source: l10n.t('Text to correct'),
    hypothesis: l10n.t('Student’s correction'),
    reference: l10n.t('Teacher’s correction'),
    complete: l10n.t('Text with a teacher’s corrections in it'),
    none: l10n.t('Not used'),
    draft: l10n.t('Student’s draft'),
    revision: l10n.t('Student’s revision'),
  };
}

function tableStrings() {
  return {
    files: l10n.t('Files'),
    file: l10n.t('File'),
    role: l10n.t('What it is'),
    person: l10n.t('Person'),
    exercise: l10n.t('Exercise'),
    why: l10n.t('Why'),
    select: l10n.t('Select'),
    selectFile: l10n.t('Select {0}'),
    selectGroup: l10n.t('Select all files of {0}'),
    open: l10n.t('Open {0} beside'),
    openAnswer: l10n.t('Open'),
    roleOf: l10n.t('What {0} is'),
    personOf: l10n.t('Person of {0}'),
    exerciseOf: l10n.t('Exercise of {0}'),
    correctionsBy: l10n.t('corrections by {0}'),
    allAuthors: l10n.t('all corrections together'),
    changedBy: l10n.t('changed by {0}'),
    undo: l10n.t('Undo'),
    undoFor: l10n.t('Undo your choice for {0}'),
    noName: l10n.t('Name'),
    sure: l10n.t('Sure'),
    likely: l10n.t('Likely'),
    ask: l10n.t('Please check'),
    chosen: l10n.t('Your choice'),
    oneStudent: l10n.t('1 student'),
    students: l10n.t('{0} students'),
    noStudent: l10n.t('no student’s correction yet'),
    noTeacher: l10n.t('no teacher’s correction yet'),
    teachers: l10n.t('corrected by {0}'),
    essays: l10n.t('each with an essay of their own'),
    nothingToMark: l10n.t('nothing to mark here yet'),
    unused: l10n.t('Not used: {0}'),
  };
}

function selectionStrings() {
  return {
    onlyUnsure: l10n.t('Only what is not sure ({0} of {1})'),
    allSure: l10n.t('All files are sure, or your choice.'),
    oneSelected: l10n.t('1 file selected:'),
    selected: l10n.t('{0} files selected:'),
    chooseRole: l10n.t('What they are…'),
    roleOfSelected: l10n.t('What the selected files are'),
    exerciseOfSelected: l10n.t('Exercise of the selected files'),
    chooseExercise: l10n.t('Exercise…'),
    apply: l10n.t('Apply'),
    clear: l10n.t('Clear Selection'),
    names: l10n.t('Names'),
  };
}

function endStrings() {
  return {
    write: l10n.t('Write and Mark'),
    replace: l10n.t('Update and Mark'),
    importClass: l10n.t('Import Submissions…'),
    readOnly: l10n.t('Keep students’ files read-only here, so that no key changes their words'),
    showFile: l10n.t('Show the file that is written'),
    writes: l10n.t('Your choices are kept in the file markscheme.toml in “{0}”. You can change them at any time.'),
    replaces: l10n.t(
      '“{0}” was set up before. Its file markscheme.toml will change where you change something here. All else that you wrote in it stays.',
    ),
    openPresent: l10n.t('Open the Present File'),
    nothingToWrite: l10n.t(
      'Nothing can be marked yet. Choose a text to correct, and a student’s or a teacher’s correction of it.',
    ),
    writtenTitle: l10n.t('Marking is set up'),
    writtenWhere: l10n.t(
      'It is kept in the file markscheme.toml in “{0}”. New files of the same kind join by themselves. To change something, set up the folder again.',
    ),
    variants: l10n.t('What may your students choose?'),
    variantsLead: l10n.t(
      'What you write in one way, they may write in the other. Nobody has to change the one into the other.',
    ),
    variantsReading: l10n.t('Looking what hangs on it in this class…'),
    variantConcerns: l10n.t('In this class: answers {0}, students {1}'),
    variantConcernsNothing: l10n.t('In this class: nothing'),
    showClass: l10n.t('Show the Class'),
    markScheme: l10n.t('Mark Scheme…'),
    openFile: l10n.t('Open markscheme.toml'),
    change: l10n.t('Change the Set-Up'),
  };
}

function stateStrings() {
  return {
    reading: l10n.t('Reading the folder…'),
    writing: l10n.t('Writing…'),
    waitingServer: l10n.t('Markscheme’s server is starting…'),
    failedTitle: l10n.t('The folder can’t be set up'),
    retry: l10n.t('Retry'),
    start: l10n.t('Start the Server'),
  };
}
