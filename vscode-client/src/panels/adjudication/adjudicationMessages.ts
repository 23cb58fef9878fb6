/** Messages between the extension and the page on which a person decides between annotators. */

import * as l10n from '@vscode/l10n';

import type {
  AdjudicationCounts,
  AdjudicationDecision,
  AdjudicationResult,
  AdjudicationSentence,
  RestoredSentence,
} from '../../protocol/contract';
import type { DeskStep, Failed, Focus, FolderWords, OpenPlace, Outcome, RemedyRequest } from '../messages';

/** An annotator, with the name as people read it, and the URIs of the annotator's documents. */
export interface NamedAnnotator {
  readonly name: string;
  readonly label: string;
  readonly documents: readonly string[];
}

/** A sentence, or none where no sentence is like the wanted one, with how far everything is. */
export interface ShownSentence {
  readonly type: 'sentence';
  readonly sentence: AdjudicationSentence | null;
  readonly counts: AdjudicationCounts;
  readonly annotators: readonly NamedAnnotator[];
  readonly problems: readonly string[];
}

export type ToAdjudicationPage =
  | FolderWords<AdjudicationStrings>
  | ShownSentence
  | Outcome<AdjudicationResult>
  | Condition
  /** The person confirmed to take the majority's versions in all open sentences. */
  | { readonly type: 'takeMajority' }
  | Focus;

/** Why a newer sentence is not shown yet. */
export type Condition = { readonly type: 'reading' | 'waiting' } | Failed;

/** Which sentence to show: one by its number from 0, or the nearest one before or behind it. */
export interface Stop {
  readonly to: 'next' | 'previous' | 'at';
  /** -1: before the first sentence. */
  readonly index: number;
  /** Whether `next` and `previous` stop at sentences that are not open, too. */
  readonly all: boolean;
}

export type FromAdjudicationPage =
  /** `askMajority`: how many sentences have a majority, and whether to take it there. */
  | { readonly type: 'ready' | 'askMajority' | 'export' }
  | { readonly type: 'show'; readonly stop: Stop }
  | { readonly type: 'steps'; readonly steps: readonly Step[] }
  | OpenPlace
  | RemedyRequest;

/** Words that a person is writing. */
export interface Draft {
  readonly kind: 'words' | 'reason';
  /** The number of the sentence, from 0. */
  readonly sentence: number;
  /** The number of the place, from 0; the whole sentence without it. */
  readonly place?: number | undefined;
  readonly text: string;
}

/** What the page keeps over a reload. */
export interface AdjudicationPageState {
  /** The URI of a document of the exercise. */
  readonly uri?: string | undefined;
  readonly name?: string | undefined;
  /** The number of the sentence that is shown, from 0. */
  readonly sentence?: number | undefined;
  readonly all?: boolean | undefined;
  /** Whether the next open sentence is not shown by itself. */
  readonly stays?: boolean | undefined;
  /** The decisions that are not known to be written, the oldest first. */
  readonly pending?: readonly Step[] | undefined;
  /** What takes back the decisions, the newest one last. */
  readonly undo?: readonly (readonly RestoredSentence[])[] | undefined;
  readonly draft?: Draft | undefined;
}

export interface Step extends DeskStep {
  /** The URI of a document of the exercise. */
  readonly uri: string;
  readonly decision: AdjudicationDecision;
}

export type AdjudicationStrings = ReturnType<typeof allStrings>;

/** Return everything that the page of adjudication says, in the person's language. */
export function adjudicationStrings(): AdjudicationStrings {
  return allStrings();
}

function allStrings() {
  return {
    title: l10n.t('Adjudicate'),
    progress: l10n.t('{0} of {1} sentences open'),
    detail: l10n.t('{0} agreed, {1} decided'),
    tags: l10n.t('{0} in which only a tag is open'),
    unseen: l10n.t('{0} seen by nobody'),
    all: l10n.t('All sentences'),
    allHint: l10n.t('Next and previous stop at agreed and decided sentences, too'),
    advance: l10n.t('Go on by itself'),
    advanceHint: l10n.t('Show the next open sentence as soon as one is decided'),
    previous: l10n.t('Previous'),
    next: l10n.t('Next'),
    number: l10n.t('Sentence'),
    reading: l10n.t('Comparing annotators…'),
    waiting: l10n.t('Markscheme’s server is starting…'),
    pendingOne: l10n.t('1 decision is not written yet. It is kept, and is written when the server answers.'),
    pendingMany: l10n.t('{0} decisions are not written yet. They are kept, and are written when the server answers.'),
    problems: l10n.t('What can’t be used'),
    takeMajority: l10n.t('Take the Majority…'),
    takeMajorityHint: l10n.t('Take the majority’s versions in all open sentences'),
    export: l10n.t('Export…'),
    exportHint: l10n.t('Write the adjudicated text to a file'),
    failedTitle: l10n.t('The annotators can’t be compared'),
    retry: l10n.t('Retry'),
    start: l10n.t('Start the Server'),
    ...sentenceStrings(),
    ...decisionStrings(),
    ...keyStrings(),
  };
}

function sentenceStrings() {
  return {
    heading: l10n.t('Sentence {0} of {1}'),
    states: {
      agreed: l10n.t('agreed'),
      open: l10n.t('open'),
      decided: l10n.t('decided'),
      tags: l10n.t('only a tag is open'),
      unseen: l10n.t('seen by nobody'),
    },
    decidedBy: l10n.t('decided by {0}'),
    decidedByOn: l10n.t('decided by {0} on {1}'),
    decidedOn: l10n.t('decided on {0}'),
    source: l10n.t('Source'),
    versions: l10n.t('The annotators’ sentences'),
    annotators: l10n.t('Annotators'),
    sentence: l10n.t('Sentence'),
    unchanged: l10n.t('no change'),
    absent: l10n.t('Not seen by {0}.'),
    result: l10n.t('Result'),
    placeOne: l10n.t('1 open place'),
    placeMany: l10n.t('{0} open places'),
    placeLabel: l10n.t('Place {0}, {1}: “{2}”, {3} versions'),
    gapLabel: l10n.t('Place {0}, {1}: between words, {3} versions'),
    place: l10n.t('Place {0}'),
    placesHint: l10n.t('Tab or the arrow keys go to a place: a number key then takes a version of it.'),
    leftAsSource: l10n.t('as in the source'),
    deleted: l10n.t('(deleted)'),
    nothing: l10n.t('(nothing)'),
    detects: l10n.t('marks an error, without a correction'),
    majority: l10n.t('majority'),
    tagBy: l10n.t('{0} by {1}'),
    noTag: l10n.t('no tag'),
    choice: l10n.t('further choice of {0}'),
    equal: l10n.t('The exercise counts these versions as equal: {0}.'),
    open: l10n.t('Open'),
    openHint: l10n.t('Open {0} at this sentence'),
    openPlaceHint: l10n.t('Open {0} at this place'),
    openAnnotator: l10n.t('Open {0}’s document at this sentence'),
  };
}

function decisionStrings() {
  return {
    take: l10n.t('Take {0}’s sentence'),
    takePlace: l10n.t('Take {0}’s version of place {1}'),
    decisions: l10n.t('Decisions'),
    change: {
      replaces: l10n.t('“{0}” → “{1}”'),
      inserts: l10n.t('“{1}” is added'),
      removes: l10n.t('“{0}” is deleted'),
    },
    addsNothing: l10n.t('nothing is added'),
    stays: l10n.t('“{0}” stays'),
    wholeStays: l10n.t('The sentence stays as it is'),
    marks: l10n.t('“{0}” is marked as an error'),
    origins: {
      annotators: l10n.t('from {0}'),
      agreed: l10n.t('agreed by {0}'),
      own: l10n.t('adjudicator’s words'),
      left: l10n.t('left'),
    },
    leftAs: l10n.t('left as by {0}'),
    by: l10n.t('by {0}'),
    on: l10n.t('on {0}'),
    words: l10n.t('Your words for the sentence'),
    placeWords: l10n.t('Your words for place {0}'),
    reason: l10n.t('Reason for this decision'),
    nextReason: l10n.t('Reason for the next decision about this sentence'),
    save: l10n.t('Save'),
    cancel: l10n.t('Cancel'),
    entryHint: l10n.t('Enter saves, Escape cancels.'),
    keptReason: l10n.t('The next decision about this sentence gets the reason: {0}'),
    written: l10n.t('Written.'),
    majorityTaken: l10n.t('The majority’s versions are taken. Undo takes all of them back.'),
    undone: l10n.t('Taken back.'),
    unchangedDecision: l10n.t('This is decided so already.'),
    refused: l10n.t('Not written: {0}'),
    noUndo: l10n.t('There is nothing to undo.'),
    noAnnotator: l10n.t('No annotator has this number.'),
    absentAnnotator: l10n.t('This annotator has not seen the sentence.'),
    noMajority: l10n.t('No version is that of more than half of the annotators.'),
    nothingDecided: l10n.t('Nothing is decided here.'),
    isWriting: l10n.t('The last decision about this sentence is being written.'),
  };
}

function keyStrings() {
  return {
    oneTitle: l10n.t('There is only one annotator'),
    one: l10n.t('To decide between annotators, an exercise needs at least two references.'),
    agreedTitle: l10n.t('The annotators agree'),
    agreed: l10n.t('They have the same corrections in all {0} sentences. There is nothing to decide.'),
    doneTitle: l10n.t('Everything is decided'),
    done: l10n.t('No sentence is open: {0} are decided, and the annotators agree on {1}.'),
    noSentenceTitle: l10n.t('There is no sentence'),
    noSentence: l10n.t('The exercise has no sentences.'),
    showAll: l10n.t('Show All Sentences'),
    keys: l10n.t('Keys'),
    close: l10n.t('Close'),
    keyTake: l10n.t('take the sentence of annotator 1 to 9; at a place, the version'),
    keyPlaces: l10n.t('go through the places; Escape goes back to the sentence'),
    keyMajority: l10n.t('take the majority’s versions'),
    keyLeave: l10n.t('leave the source'),
    keyWords: l10n.t('write your own words'),
    keyReason: l10n.t('give a reason'),
    keyWithdraw: l10n.t('take back what is decided here'),
    keyUndo: l10n.t('undo your last decision'),
    keyNext: l10n.t('next open sentence'),
    keyPrevious: l10n.t('previous open sentence'),
    keyAll: l10n.t('stop at all sentences, or at open ones only'),
    keyNumber: l10n.t('go to a sentence by its number'),
    keyHelp: l10n.t('list the keys'),
    shortTake: l10n.t('take'),
    shortPlaces: l10n.t('places'),
    shortMajority: l10n.t('majority'),
    shortLeave: l10n.t('leave'),
    shortWords: l10n.t('own words'),
    shortReason: l10n.t('reason'),
    shortUndo: l10n.t('undo'),
    shortNext: l10n.t('next'),
    shortPrevious: l10n.t('previous'),
    shortHelp: l10n.t('all keys'),
  };
}
