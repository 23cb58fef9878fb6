/** Messages between the extension and the set-up's page. */

import * as vscode from 'vscode';

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
    title: vscode.l10n.t('Set up marking in “{0}”'),
    lead: vscode.l10n.t(
      'Markscheme has read the texts of this folder, and suggests who wrote what. Change what is wrong. Your files stay as they are.',
    ),
    refresh: vscode.l10n.t('Look Again'),
    warning: vscode.l10n.t('Please note:'),
    questions: vscode.l10n.t('Please answer'),
    aboutFiles: vscode.l10n.t('About:'),
    moreFiles: vscode.l10n.t('and {0} more'),
    roles: roleStrings(),
    ...tableStrings(),
    ...selectionStrings(),
    ...endStrings(),
    ...stateStrings(),
  };
}

function roleStrings() {
  return {
    source: vscode.l10n.t('Text to correct'),
    hypothesis: vscode.l10n.t('Student’s correction'),
    reference: vscode.l10n.t('Teacher’s correction'),
    complete: vscode.l10n.t('Text with a teacher’s corrections in it'),
    none: vscode.l10n.t('Not used'),
    draft: vscode.l10n.t('Student’s draft'),
    revision: vscode.l10n.t('Student’s revision'),
  };
}

function tableStrings() {
  return {
    files: vscode.l10n.t('Files'),
    file: vscode.l10n.t('File'),
    role: vscode.l10n.t('What it is'),
    person: vscode.l10n.t('Person'),
    exercise: vscode.l10n.t('Exercise'),
    why: vscode.l10n.t('Why'),
    select: vscode.l10n.t('Select'),
    selectFile: vscode.l10n.t('Select {0}'),
    selectGroup: vscode.l10n.t('Select all files of {0}'),
    open: vscode.l10n.t('Open {0} beside'),
    openAnswer: vscode.l10n.t('Open'),
    roleOf: vscode.l10n.t('What {0} is'),
    personOf: vscode.l10n.t('Person of {0}'),
    exerciseOf: vscode.l10n.t('Exercise of {0}'),
    correctionsBy: vscode.l10n.t('corrections by {0}'),
    allAuthors: vscode.l10n.t('all corrections together'),
    changedBy: vscode.l10n.t('changed by {0}'),
    undo: vscode.l10n.t('Undo'),
    undoFor: vscode.l10n.t('Undo your choice for {0}'),
    noName: vscode.l10n.t('Name'),
    sure: vscode.l10n.t('Sure'),
    likely: vscode.l10n.t('Likely'),
    ask: vscode.l10n.t('Please check'),
    chosen: vscode.l10n.t('Your choice'),
    oneStudent: vscode.l10n.t('1 student'),
    students: vscode.l10n.t('{0} students'),
    noStudent: vscode.l10n.t('no student’s correction yet'),
    noTeacher: vscode.l10n.t('no teacher’s correction yet'),
    teachers: vscode.l10n.t('corrected by {0}'),
    essays: vscode.l10n.t('each with an essay of their own'),
    nothingToMark: vscode.l10n.t('nothing to mark here yet'),
    unused: vscode.l10n.t('Not used: {0}'),
  };
}

function selectionStrings() {
  return {
    onlyUnsure: vscode.l10n.t('Only what is not sure ({0} of {1})'),
    allSure: vscode.l10n.t('All files are sure, or your choice.'),
    oneSelected: vscode.l10n.t('1 file selected:'),
    selected: vscode.l10n.t('{0} files selected:'),
    chooseRole: vscode.l10n.t('What they are…'),
    roleOfSelected: vscode.l10n.t('What the selected files are'),
    exerciseOfSelected: vscode.l10n.t('Exercise of the selected files'),
    chooseExercise: vscode.l10n.t('Exercise…'),
    apply: vscode.l10n.t('Apply'),
    clear: vscode.l10n.t('Clear Selection'),
    names: vscode.l10n.t('Names'),
  };
}

function endStrings() {
  return {
    write: vscode.l10n.t('Write and Mark'),
    replace: vscode.l10n.t('Update and Mark'),
    importClass: vscode.l10n.t('Import Submissions…'),
    readOnly: vscode.l10n.t('Keep students’ files read-only here, so that no key changes their words'),
    showFile: vscode.l10n.t('Show the file that is written'),
    writes: vscode.l10n.t(
      'Your choices are kept in the file markscheme.toml in “{0}”. You can change them at any time.',
    ),
    replaces: vscode.l10n.t(
      '“{0}” was set up before. Its file markscheme.toml will change where you change something here. All else that you wrote in it stays.',
    ),
    openPresent: vscode.l10n.t('Open the Present File'),
    nothingToWrite: vscode.l10n.t(
      'Nothing can be marked yet. Choose a text to correct, and a student’s or a teacher’s correction of it.',
    ),
    writtenTitle: vscode.l10n.t('Marking is set up'),
    writtenWhere: vscode.l10n.t(
      'It is kept in the file markscheme.toml in “{0}”. New files of the same kind join by themselves. To change something, set up the folder again.',
    ),
    variants: vscode.l10n.t('What may your students choose?'),
    variantsLead: vscode.l10n.t(
      'What you write in one way, they may write in the other. Nobody has to change the one into the other.',
    ),
    variantsReading: vscode.l10n.t('Looking what hangs on it in this class…'),
    variantConcerns: vscode.l10n.t('In this class: answers {0}, students {1}'),
    variantConcernsNothing: vscode.l10n.t('In this class: nothing'),
    showClass: vscode.l10n.t('Show the Class'),
    markScheme: vscode.l10n.t('Mark Scheme…'),
    openFile: vscode.l10n.t('Open markscheme.toml'),
    change: vscode.l10n.t('Change the Set-Up'),
  };
}

function stateStrings() {
  return {
    reading: vscode.l10n.t('Reading the folder…'),
    writing: vscode.l10n.t('Writing…'),
    waitingServer: vscode.l10n.t('Markscheme’s server is starting…'),
    failedTitle: vscode.l10n.t('The folder can’t be set up'),
    retry: vscode.l10n.t('Retry'),
    start: vscode.l10n.t('Start the Server'),
  };
}
