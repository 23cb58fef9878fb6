/* eslint-disable @typescript-eslint/consistent-indexed-object-style */
/** The JSON of Markscheme's server. Generated from its Python types by `make contract`; do not edit. */
export type AdjudicationAction = 'take' | 'own' | 'leave' | 'majority' | 'withdraw' | 'tag' | 'restore';
export type AdjudicationOrigin = 'annotators' | 'agreed' | 'own' | 'left';
export type AdjudicationState = 'agreed' | 'open' | 'decided' | 'tags' | 'unseen';
export type AnswerName = 'accept' | 'reject' | 'optional' | 'stands' | 'skip' | 'note' | 'partly';
export type Category = 'hit-correction' | 'wrong-correction' | 'under-correction' | 'over-correction';
export type Verdict = 'correct' | 'partly-correct' | 'different' | 'missed' | 'not-needed' | 'optional';
export type MarkLineKind =
  'full' | 'place' | 'given' | 'focus' | 'cap' | 'nothing-right' | 'words' | 'floor' | 'max' | 'rounding';
export type QuestionName =
  'uncovered-correction' | 'contradicting-references' | 'unchanged-reference' | 'uncorrected-error';
export type Weighting = 'none' | 'length' | 'similarity' | 'vector' | 'llm';

/** An accepted correction that students make. */
export interface AcceptedAlternative {
  /** The words that the correction replaces. */
  readonly source: string;

  /** The words of the correction. */
  readonly replacement: string;

  /** ERRANT's type. */
  readonly type: string;

  /** The people who accepted the correction. */
  readonly by: readonly string[];

  /** The students who make the correction. */
  readonly students: readonly string[];
}

/** The answer of `markscheme/adjudication`. */
export interface Adjudication {
  /** The URI of the file of decisions, there or not. */
  readonly file: string;

  /** The names of all annotators. */
  readonly annotators: readonly string[];

  /** Whose name decisions get. */
  readonly author: string;
  readonly counts: AdjudicationCounts;

  /** The number of sentences that were wanted; `sentences` may be a page of them. */
  readonly matching: number;

  /** The sentences of the page. */
  readonly sentences: readonly AdjudicationSentence[];

  /** What can't be used, in words. */
  readonly problems: readonly string[];
}

/** How far it is. */
export interface AdjudicationCounts {
  /** All of them. */
  readonly sentences: number;

  /** Those on which all annotators agree. */
  readonly agreed: number;

  /** Those about which something is to be decided. */
  readonly open: number;

  /** Those that are decided. */
  readonly decided: number;

  /** Those in which only a correction's tag is to be decided. */
  readonly tags: number;

  /** Those that no annotator has seen. */
  readonly unseen: number;

  /** Open places. */
  readonly places: number;
}

/** A sentence with everybody's versions and what is decided. */
export interface AdjudicationSentence {
  /** Its number among all sentences, from 0. */
  readonly index: number;
  readonly key: SentenceKey;

  /** The exercise's name. */
  readonly exercise: string;

  /** How far it is. */
  readonly state: 'agreed' | 'open' | 'decided' | 'tags' | 'unseen';

  /** The source's tokens. */
  readonly tokens: readonly string[];

  /** The places at which annotators differ, in words or about a tag that has no majority, in source order. */
  readonly places: readonly AdjudicationPlace[];

  /** The other corrections that everybody has. */
  readonly agreed: readonly TokenEdit[];

  /** The sentences of those who have seen it. */
  readonly annotators: readonly AnnotatorSentence[];

  /** The names of those who have not seen it. */
  readonly absent: readonly string[];

  /** What stands in the result: what is decided, and what everybody agrees on. */
  readonly rulings: readonly AdjudicationRuling[];

  /** The sentence with these rulings; open places are as in the source. */
  readonly result: string;

  /** Where it stands in the source and in the annotators' documents. */
  readonly documents: readonly FileLocation[];
}

/** Its name in commands. */
export interface SentenceKey {
  /** Its source tokens. */
  readonly source: readonly string[];

  /** Its number among the sentences with the same tokens, from 1. */
  readonly number: number;
}

/** A place at which annotators differ, in words or in a tag. */
export interface AdjudicationPlace {
  /** The first source token. */
  readonly start: number;

  /** The token behind the last one; the same for an insertion. */
  readonly end: number;

  /** The source's tokens, parted by spaces. */
  readonly source: string;

  /** Those of most annotators come first; of as many, those of the first annotator. */
  readonly versions: readonly AdjudicationVersion[];

  /** The tolerances of the exercise (`equal`) under which all versions are equal; empty where they are not. */
  readonly equal: readonly string[];

  /** Whether something is decided here; where only a tag is to be decided, the tag. */
  readonly state: 'open' | 'decided';

  /** What is decided here. */
  readonly rulings: readonly AdjudicationRuling[];

  /** Where it stands in the source and in the annotators' documents. */
  readonly documents: readonly FileLocation[];
}

/** What one or several annotators have at a place. */
export interface AdjudicationVersion {
  /** The tokens that stand there, parted by spaces; empty where they are deleted. */
  readonly words: string;

  /** The corrections and marks, disjoint; none where they left the source. */
  readonly edits: readonly TokenEdit[];

  /** The annotators' names. */
  readonly annotators: readonly string[];

  /** Those for whom it is a further choice. */
  readonly alternatives: readonly string[];

  /** Whether it marks an error without a correction. */
  readonly detects: boolean;

  /** Whether more than half of those who have seen the sentence have it. */
  readonly majority: boolean;

  /** What its annotators call each of the edits, in their order. */
  readonly tags: readonly GivenTag[];
}

/** Source tokens `start` to `end` (half-open, equal for an insertion) become `replacement`. */
export interface TokenEdit {
  /** The first source token. */
  readonly start: number;

  /** The source token behind the last one; `start` for an insertion. */
  readonly end: number;

  /** The tokens in their place; empty for a deletion. */
  readonly replacement: readonly string[];

  /** The error type: ERRANT's, such as `R:VERB:SVA` (Bryant et al., 2017), or that of the corpus. */
  readonly type: string;

  /** The annotator's own tag; `null` where there is none, or nobody asked for it. */
  readonly tag: Tag | null;
}

/** What an annotator calls an error. */
export interface Tag {
  /** The tag as the annotator's file has it; several of one edit are joined by `+`. */
  readonly name: string;

  /** The tag set: `ERRANT`, or the name of the layer or the format that the tags are from. */
  readonly set: string;
}

/** What some annotators call a correction or a mark. */
export interface GivenTag {
  /** Its first source token. */
  readonly start: number;

  /** The token behind its last one; the same for an insertion. */
  readonly end: number;

  /** The tag; empty where they give none. */
  readonly name: string;

  /** The annotators' names. */
  readonly annotators: readonly string[];
}

/** What stands at a place in the result, and why. `source`: the sentence's. */
export interface AdjudicationRuling {
  /** The first source token; -1 for a whole sentence that stays. */
  readonly start: number;

  /** The token behind the last one; -1 for a whole sentence that stays. */
  readonly end: number;

  /** The source's tokens, parted by spaces. */
  readonly source: string;

  /** The tokens in their place; the source's own where nothing changes. */
  readonly words: string;

  /** ERRANT's type; `UNK` for a mark, `noop` where the source stays. */
  readonly type: string;

  /** Whose words they are. */
  readonly origin: 'annotators' | 'agreed' | 'own' | 'left';

  /** The annotators who have the same. */
  readonly annotators: readonly string[];

  /** Who decided; may be empty. */
  readonly author: string;

  /** When, as YYYY-MM-DD. */
  readonly date: string | null;

  /** Why; may be empty. */
  readonly reason: string;
}

/** A place in a file, as an editor opens it. */
export interface FileLocation {
  /** The file's URI; of a file without lines, the URI of the view of its text. */
  readonly uri: string;
  readonly range: Range;
}

/** The place. */
export interface Range {
  readonly start: Position;
  readonly end: Position1;
}

/** The position before the first character. */
export interface Position {
  /** 0-based. */
  readonly line: number;

  /** 0-based, in the session's encoding; in UTF-16 code units in what `review` writes. */
  readonly character: number;
}

/** The position after the last character. */
export interface Position1 {
  /** 0-based. */
  readonly line: number;

  /** 0-based, in the session's encoding; in UTF-16 code units in what `review` writes. */
  readonly character: number;
}

/** One annotator's whole sentence. */
export interface AnnotatorSentence {
  /** The annotator's name. */
  readonly annotator: string;

  /** The corrected sentence: its tokens, parted by spaces. */
  readonly words: string;

  /** Whether the annotator changed or marked anything. */
  readonly changed: boolean;
}

/** The answer of `markscheme/adjudicationChoices`: what a person can choose for an export. */
export interface AdjudicationChoices {
  /** The exercise's name; of several, that of their folder. */
  readonly name: string;

  /** The formats in which the result can be written: M2, which has who decided what, first. */
  readonly formats: readonly ExportFormat[];

  /** The names of all annotators. */
  readonly annotators: readonly string[];
  readonly counts: AdjudicationCounts1;
}

/** A format in which texts with their corrections can be written. */
export interface ExportFormat {
  /** Its name in commands. */
  readonly name: string;

  /** Its name for people. */
  readonly title: string;

  /** The end of its files' names, with the dot; empty where any name does. */
  readonly suffix: string;
}

/** How far it is; where sentences are open, an export needs `open`. */
export interface AdjudicationCounts1 {
  /** All of them. */
  readonly sentences: number;

  /** Those on which all annotators agree. */
  readonly agreed: number;

  /** Those about which something is to be decided. */
  readonly open: number;

  /** Those that are decided. */
  readonly decided: number;

  /** Those in which only a correction's tag is to be decided. */
  readonly tags: number;

  /** Those that no annotator has seen. */
  readonly unseen: number;

  /** Open places. */
  readonly places: number;
}
/**
 * Numbers of sentences.
 *
 * Beside them, the numbers of rulings `by` adjudicator, of corrections that were taken by annotator (`origins`),
 * and of open places by type of error, the most first; a place of several types counts once for each.
 *
 */
export interface AdjudicationCounts2 {
  /** All of them. */
  readonly sentences: number;

  /** Those on which all annotators agree. */
  readonly agreed: number;

  /** Those about which something is to be decided. */
  readonly open: number;

  /** Those that are decided. */
  readonly decided: number;

  /** Those in which only a correction's tag is to be decided. */
  readonly tags: number;

  /** Those that no annotator has seen. */
  readonly unseen: number;

  /** Open places. */
  readonly places: number;
}

/** The second argument of `markscheme.adjudicate`. */
export interface AdjudicationDecision {
  /** What to do. */
  readonly action: 'take' | 'own' | 'leave' | 'majority' | 'withdraw' | 'tag' | 'restore';

  /** The sentence; without it, `majority` is about all open sentences. */
  readonly key?: SentenceKey1 | null;

  /** The place; without it, the whole sentence. */
  readonly place?: TokenSpan | null;

  /** Whose version `take` takes. */
  readonly annotator?: string | null;

  /** The words that `own` puts there, as a person writes them; empty to delete. */
  readonly words?: string | null;

  /** What `tag` calls the one correction at the place that is agreed on or decided. */
  readonly tag?: string | null;

  /** Why, in the person's words. */
  readonly reason?: string | null;

  /** What `restore` puts back: the `undo` of an earlier result. */
  readonly restore?: RestoredSentence[] | null;

  /** Whether nothing is written; the result says what would be. */
  readonly dryRun?: boolean | null;
}

/** Names a sentence, whatever stands before it. */
export interface SentenceKey1 {
  /** Its source tokens. */
  readonly source: readonly string[];

  /** Its number among the sentences with the same tokens, from 1. */
  readonly number: number;
}

/** Source tokens of a sentence, half-open; an insertion's are empty. */
export interface TokenSpan {
  /** The first token, from 0. */
  readonly start: number;

  /** The token behind the last one. */
  readonly end: number;
}

/** What stood in the file of decisions about a sentence. */
export interface RestoredSentence {
  readonly key: SentenceKey2;

  /** The text behind its `S` line; `null` where there was no such line. */
  readonly body: string | null;
}

/** Names a sentence, whatever stands before it. */
export interface SentenceKey2 {
  /** Its source tokens. */
  readonly source: readonly string[];

  /** Its number among the sentences with the same tokens, from 1. */
  readonly number: number;
}

/** The second argument of `markscheme.exportAdjudication`. */
export interface AdjudicationExport {
  /** The URI of the file to write; of a format with several files, that of the source. */
  readonly target: string;

  /** The name of a format; decided by the file's name without it. */
  readonly format?: string | null;

  /** What stands at open places: `majority`, `leave` or `first` with an annotator's name behind a space. */
  readonly open?: string | null;

  /** Whether other files than `target` may be replaced, where a format writes several. */
  readonly overwrite?: boolean | null;

  /** A token of the client's own for the progress; without it the server creates one. */
  readonly workDoneToken?: number | string | null;
}

/** The parameters of `markscheme/adjudication`. */
export interface AdjudicationParams {
  /** A document of the exercise, its folder, or the file of decisions. */
  readonly uri: string;

  /** The states of the sentences that are wanted; all without it. */
  readonly states?: AdjudicationState[] | null;

  /** The only sentence that is wanted. */
  readonly key?: SentenceKey1 | null;

  /** How many of the wanted sentences the page leaves out; 0 without it. */
  readonly offset?: number | null;

  /** The most sentences of the page; 50 without it. */
  readonly limit?: number | null;
  /**
   * The `index` of a sentence: the page begins with the first wanted one behind it, or, behind the last one, with
   * the first of all.
   */
  readonly after?: number | null;

  /** A token of the client's own for the progress; without it the server creates one. */
  readonly workDoneToken?: number | string | null;
}

/** The result of `markscheme.adjudicate`. */
export interface AdjudicationResult {
  /** The URI of the file of decisions. */
  readonly file: string;

  /** The number of sentences whose decisions changed, or would. */
  readonly changed: number;

  /** The number of places that `majority` took, or would. */
  readonly places: number;

  /** The changed sentences as they are now, the first 50 of many; where nothing changed, that of `key`. */
  readonly sentences: readonly AdjudicationSentence[];

  /** What `restore` needs to take this back, byte for byte. */
  readonly undo: readonly RestoredSentence[];

  /** The next open sentence; `null` when none is open. */
  readonly next: SentenceKey1 | null;
  readonly counts: AdjudicationCounts3;
}

/** How far it is. */
export interface AdjudicationCounts3 {
  /** All of them. */
  readonly sentences: number;

  /** Those on which all annotators agree. */
  readonly agreed: number;

  /** Those about which something is to be decided. */
  readonly open: number;

  /** Those that are decided. */
  readonly decided: number;

  /** Those in which only a correction's tag is to be decided. */
  readonly tags: number;

  /** Those that no annotator has seen. */
  readonly unseen: number;

  /** Open places. */
  readonly places: number;
}

/** What other annotators do where one makes a change. */
export interface AgreementAnswers {
  /** The number of changes. */
  readonly changes: number;

  /** The number of answers that make the same change. */
  readonly same: number;

  /** The number of answers that make another change. */
  readonly different: number;

  /** The number of answers that make none. */
  readonly left: number;
}

/** Two types that two annotators give at a part of a unit. `places`: all, those with the same change first. */
export interface AgreementConfusion {
  /** Two main types, in the order of the alphabet, equal where both give the same. */
  readonly types: readonly string[];

  /** The number of pairs of annotators who make the same change and give these types. */
  readonly same_correction: number;

  /** The number of pairs who make different changes of one place and give these types. */
  readonly other_correction: number;
  readonly example?: AgreementExample;
}

/** A place; one with the same change if there is one; where units are asked for. */
export interface AgreementExample {
  /** The exercise's name. */
  readonly exercise: string;

  /** The number of the sentence in all exercises together, from 0. */
  readonly sentence: number;

  /** The sentence's tokens. */
  readonly source: readonly string[];

  /** The first token of the place. */
  readonly start: number;

  /** The token behind the place. */
  readonly end: number;

  /** What two annotators do there. */
  readonly opinions: readonly AgreementOpinion[];
}

/** What one annotator does at an example's place. */
export interface AgreementOpinion {
  /** The annotator's name. */
  readonly annotator: string;

  /** The place's tokens in the annotator's version; `null` where it is left as it is. */
  readonly words: string[] | null;

  /** The main types of the edits there, joined by `+`; empty for none. */
  readonly type: string;
}

/** A place where two annotators differ. */
export interface AgreementExample1 {
  /** The exercise's name. */
  readonly exercise: string;

  /** The number of the sentence in all exercises together, from 0. */
  readonly sentence: number;

  /** The sentence's tokens. */
  readonly source: readonly string[];

  /** The first token of the place. */
  readonly start: number;

  /** The token behind the place. */
  readonly end: number;

  /** What two annotators do there. */
  readonly opinions: readonly AgreementOpinion[];
}

/** Agreement on one kind of error. `places`: where one makes such an edit, and the other something else. */
export interface AgreementKind {
  /** A main type, such as `VERB:SVA`, or a group in words. */
  readonly name: string;

  /** The name in words. */
  readonly words: string;
  readonly answers: AgreementAnswers1;
  readonly alpha: IntervalEstimate;

  /** What others do at each annotator's edits of the kind. */
  readonly annotators: {
    [k: string]: AgreementAnswers;
  };
  readonly example?: AgreementExample2;
}

/** What others do at edits of the kind, those that meet as one. */
export interface AgreementAnswers1 {
  /** The number of changes. */
  readonly changes: number;

  /** The number of answers that make the same change. */
  readonly same: number;

  /** The number of answers that make another change. */
  readonly different: number;

  /** The number of answers that make none. */
  readonly left: number;
}

/** Krippendorff's alpha on whether a unit has an edit of the kind. */
export interface IntervalEstimate {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The lower end of its interval; `null` without resampling, and where too few samples have a value. */
  readonly low: number | null;

  /** The upper end of its interval; `null` where the lower one is. */
  readonly high: number | null;
}

/** An edit of the kind where another annotator does something else; where units are asked for. */
export interface AgreementExample2 {
  /** The exercise's name. */
  readonly exercise: string;

  /** The number of the sentence in all exercises together, from 0. */
  readonly sentence: number;

  /** The sentence's tokens. */
  readonly source: readonly string[];

  /** The first token of the place. */
  readonly start: number;

  /** The token behind the place. */
  readonly end: number;

  /** What two annotators do there. */
  readonly opinions: readonly AgreementOpinion[];
}

/** Two annotators' agreement on a question. `differing`: the indices of the units with two labels. */
export interface AgreementPair {
  /** Their names. */
  readonly annotators: readonly string[];

  /** The number of units that both label. */
  readonly units: number;

  /** The number of these with the same label. */
  readonly same: number;
  readonly kappa: IntervalEstimate1;
  readonly f1: IntervalEstimate2;
}

/** Cohen's kappa; not defined where they label no unit in common, or give one same label alone. */
export interface IntervalEstimate1 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The lower end of its interval; `null` without resampling, and where too few samples have a value. */
  readonly low: number | null;

  /** The upper end of its interval; `null` where the lower one is. */
  readonly high: number | null;
}

/** F1 of their spans; not defined where neither has one in a sentence that both have seen. */
export interface IntervalEstimate2 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The lower end of its interval; `null` without resampling, and where too few samples have a value. */
  readonly low: number | null;

  /** The upper end of its interval; `null` where the lower one is. */
  readonly high: number | null;
}

/** Agreement on one question. `annotators`: the mean of each one's kappas that are defined. */
export interface AgreementQuestion {
  /** Whether a unit is marked as an error; which spans are marked; what it is changed to; of which type that is. */
  readonly question: 'detection' | 'span' | 'correction' | 'type';

  /** The number of units that at least two annotators label. */
  readonly units: number;
  readonly fleiss: IntervalEstimate3;
  readonly alpha: IntervalEstimate4;
  readonly unitized_alpha: IntervalEstimate5;
  readonly mean_kappa: IntervalEstimate6;
  readonly mean_f1: IntervalEstimate7;

  /** Every pair of annotators. */
  readonly pairs: readonly AgreementPair[];
}

/** Fleiss' kappa. */
export interface IntervalEstimate3 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The lower end of its interval; `null` without resampling, and where too few samples have a value. */
  readonly low: number | null;

  /** The upper end of its interval; `null` where the lower one is. */
  readonly high: number | null;
}

/** Krippendorff's alpha for nominal data. */
export interface IntervalEstimate4 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The lower end of its interval; `null` without resampling, and where too few samples have a value. */
  readonly low: number | null;

  /** The upper end of its interval; `null` where the lower one is. */
  readonly high: number | null;
}

/** Krippendorff's alpha for unitizing, over tokens and gaps between them; not defined for `span`. */
export interface IntervalEstimate5 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The lower end of its interval; `null` without resampling, and where too few samples have a value. */
  readonly low: number | null;

  /** The upper end of its interval; `null` where the lower one is. */
  readonly high: number | null;
}

/** The mean of the pairs' kappas that are defined. */
export interface IntervalEstimate6 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The lower end of its interval; `null` without resampling, and where too few samples have a value. */
  readonly low: number | null;

  /** The upper end of its interval; `null` where the lower one is. */
  readonly high: number | null;
}

/** The mean of the pairs' F1 that are defined. */
export interface IntervalEstimate7 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The lower end of its interval; `null` without resampling, and where too few samples have a value. */
  readonly low: number | null;

  /** The upper end of its interval; `null` where the lower one is. */
  readonly high: number | null;
}
/**
 * The output of `agreement --format json`. Numbers are unrounded.
 *
 * `pool`: without hypotheses where these would decide what a passage is; examples have indices of its sentences.
 * `language`: the code of the language whose types have names; `None` for annotators' own tags. `annotated`: the
 * units that are counted in `units`.
 *
 */
export interface AgreementReport {
  /** The mark of a file that Markscheme wrote; not on standard output. */
  readonly generator?: 'Markscheme';

  /** The version of this shape. */
  readonly schema: 1;

  /** The settings and models that made the numbers. */
  readonly signature: string;
  readonly tags: Tags;

  /** The percentiles of the resampled values at which intervals begin and end; `null` without intervals. */
  readonly percentiles: number[] | null;

  /** The number of sentences. */
  readonly sentences: number;

  /** The number of sentences that at least two annotators have seen. */
  readonly shared_sentences: number;

  /** The number of units: chunks of the partition of a sentence by all its annotators. */
  readonly units: number;

  /** The number of units that at least one annotator changes. */
  readonly changed_units: number;

  /** The annotators. */
  readonly annotators: readonly AnnotatorAgreement[];

  /** Agreement beyond chance; empty with fewer than two annotators. */
  readonly questions: readonly AgreementQuestion[];

  /** Each annotator marked against all others; empty with fewer than two. */
  readonly left_out: readonly LeftOutAnnotator[];

  /** What people and hypotheses reach under each metric. */
  readonly ceilings: readonly HumanCeiling[];

  /** The main types; those with the most disagreements come first. */
  readonly types: readonly AgreementKind[];

  /** The groups of types; those with the most disagreements come first. */
  readonly groups: readonly AgreementKind[];

  /** The pairs of types, the most frequent first. */
  readonly confusions: readonly AgreementConfusion[];

  /** What could not be used, and why. */
  readonly problems: readonly string[];

  /** Every sentence with its units; left out unless they are asked for. */
  readonly listed_units?: readonly AgreementSentence[];
}

/** What the types are: the annotators' own tags, or ERRANT's types. */
export interface Tags {
  /** `own`: the annotators' own tags; `errant`: ERRANT's types. */
  readonly used: 'own' | 'errant';

  /** The tag sets of the annotators' files, by first appearance. */
  readonly sets: readonly string[];

  /** The number of the annotators' corrections that have no tag of their own. */
  readonly untagged: number;

  /** Which tags are used, and why, in a sentence for people. */
  readonly words: string;
}

/** What one annotator did in the sentences that the annotator has seen, and how it agrees with the others. */
export interface AnnotatorAgreement {
  /** The annotator's name. */
  readonly name: string;

  /** The number of sentences that the annotator has seen. */
  readonly sentences: number;

  /** The number of edits. */
  readonly edits: number;

  /** The number of units changed. */
  readonly changed: number;

  /** The number of units changed that another annotator has seen and no other marks. */
  readonly alone: number;
  readonly answers: AgreementAnswers2;

  /** The mean kappa with the others, by question. */
  readonly kappas: {
    [k: string]: IntervalEstimate8;
  };
}

/** What other annotators do where one makes a change. */
export interface AgreementAnswers2 {
  /** The number of changes. */
  readonly changes: number;

  /** The number of answers that make the same change. */
  readonly same: number;

  /** The number of answers that make another change. */
  readonly different: number;

  /** The number of answers that make none. */
  readonly left: number;
}

/** A number with its bootstrap interval. */
export interface IntervalEstimate8 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The lower end of its interval; `null` without resampling, and where too few samples have a value. */
  readonly low: number | null;

  /** The upper end of its interval; `null` where the lower one is. */
  readonly high: number | null;
}

/** One annotator marked against all others. */
export interface LeftOutAnnotator {
  /** The annotator's name. */
  readonly annotator: string;

  /** The number of sentences that the annotator and at least one other have seen. */
  readonly sentences: number;

  /** The score under each metric; empty where there is no such sentence. */
  readonly scores: {
    [k: string]: LeftOutScore;
  };

  /** The verdicts; `null` where they were not wanted, or there is no such sentence. */
  readonly verdicts: LeftOutVerdicts | null;
}
/**
 * A hypothesis's score under one metric; counts and weights are summed over sentences.
 *
 * `sentences` are in order, and empty if they were not kept. `weights` is `None` where everything weighs the
 * same. The driver adds the `signature` (:func:`signature`).
 *
 */
export interface LeftOutScore {
  /** Counts, with the members of `score`. */
  readonly counts: {
    [k: string]: number;
  };

  /** Scores, with the members of `score`. */
  readonly scores: {
    [k: string]: number;
  };

  /** The settings and models that made the score. */
  readonly signature: string;
}

/** The verdicts on an annotator's version against all others. */
export interface LeftOutVerdicts {
  /** The number of places with each verdict; verdicts without one are left out. */
  readonly counts: {
    [k: string]: number;
  };

  /** Points earned; at least 0, and at most those due. */
  readonly earned: number;

  /** Points due. */
  readonly due: number;

  /** `earned / due`, in 0 to 1; `null` where nothing was due. */
  readonly share: number | null;
}
/**
 * What people reach under a metric, and hypotheses against the same references (Bryant and Ng, 2015).
 *
 * Both are means over the annotators left out: of each annotator's score against the others, and of a system's score
 * against the same references on the same sentences.
 *
 */
export interface HumanCeiling {
  /** The metric's name. */
  readonly metric: string;

  /** The member of `scores` that is compared. */
  readonly headline: string;

  /** The mean of each score of the annotators, each against all others. */
  readonly people: {
    [k: string]: number;
  };

  /** The hypotheses that share a sentence with an annotator. */
  readonly systems: readonly SystemShare[];
}

/** A hypothesis against the annotators' own score. */
export interface SystemShare {
  /** The hypothesis's name. */
  readonly hypothesis: string;

  /** The mean of each score over the annotators left out. */
  readonly scores: {
    [k: string]: number;
  };

  /** The headline score as a share of the annotators'; `null` where theirs is 0. */
  readonly share: number | null;
}

/** A sentence with its units. */
export interface AgreementSentence {
  /** The exercise's name. */
  readonly exercise: string;

  /** The number of the sentence in all exercises together, from 0. */
  readonly sentence: number;

  /** The sentence's tokens. */
  readonly source: readonly string[];

  /** Its units, in the order of its tokens. */
  readonly units: readonly AgreementUnit[];
}

/** A chunk of a sentence (the index in :attr:`Pool.sentences`). */
export interface AgreementUnit {
  /** The unit's first source token. */
  readonly start: number;

  /** The token behind its last one. */
  readonly end: number;

  /** What each annotator does, in the order of `annotators`; `null` for one who has not seen the sentence. */
  readonly treatments: (AgreementTreatment | null)[];
}
/**
 * What one annotator does at a unit. `types`: in source order, and `main_types`, without what the edits do.
 * `spans`: of what is marked, in the unit.
 *
 */
export interface AgreementTreatment {
  /** The unit's tokens in the annotator's version; `null` where it is left as it is, or only marked. */
  readonly words: string[] | null;

  /** The main types of the edits, each once, in the order of the alphabet and joined by `+`; empty for none. */
  readonly type: string;

  /** Whether the unit is corrected, or marked as an error without a correction. */
  readonly detected: boolean;
}

/** A reference edit that a finding aligns with. */
export interface AlignedEdit {
  /** The words that the reference replaces. */
  readonly source: string;

  /** The words of the reference. */
  readonly text: string;

  /** ERRANT's type. */
  readonly type: string;

  /** The part of the finding's mass that is transported to this edit, in 0 to 1. */
  readonly share: number;

  /** The similarity of the two edits, in 0 to 1; 1 for equal edits. */
  readonly gain: number;
}

/** The parameters of `markscheme/variants`. */
export interface AllowVariantsParams {
  /** The folder's URI. */
  readonly uri: string;
  /**
   * The names of the variants that the folder's `markscheme.toml` shall allow, and of no others. Without it nothing
   * is written.
   */
  readonly allow?: readonly string[];
}

/** A question about one place of a source, in the queue of a person, the `author`. */
export interface AnnotatorQuestion {
  /** The question's name. It depends on the kind, the source's sentence, the place and what is asked. */
  readonly key: string;

  /** The kind. */
  readonly kind: 'uncovered-correction' | 'contradicting-references' | 'unchanged-reference' | 'uncorrected-error';

  /** The kind, for people. */
  readonly title: string;

  /** What there is to see. */
  readonly message: string;

  /** What is to be decided. */
  readonly prompt: string;

  /** The exercise's name. */
  readonly exercise: string;

  /** The URI of a document of the exercise, for the commands. */
  readonly uri: string;

  /** The source's sentence. */
  readonly sentence: string;

  /** The source's words at the place, as tokens. */
  readonly before: string;

  /** The place in the source. */
  readonly place: FileLocation | null;

  /** The sentence in the source. */
  readonly sentencePlace: FileLocation | null;

  /** The corrections among which an answer can choose; the one that is asked about comes first. */
  readonly alternatives: readonly QuestionAlternative[];

  /** What each person has, references first. */
  readonly versions: readonly QuestionVersion[];

  /** The answers that it can have. */
  readonly answers: readonly QuestionAnswer[];

  /** The number of hypotheses whose marks an answer may change. */
  readonly effect: number;

  /** How likely `accept` is, in 0 to 1. */
  readonly likelihood: number;
  readonly parts: QuestionLikelihood;

  /** The effect times the likelihood. */
  readonly priority: number;

  /** What the priority rests on, in words. */
  readonly why: string;

  /** `skipped`: by the person whose queue it is, and open for others. */
  readonly state: 'open' | 'skipped' | 'answered';

  /** What people answered, the oldest first. */
  readonly replies: readonly QuestionReply[];
}
/**
 * A correction that a question is about.
 *
 * `source`: the tokens of the smallest part of the source, in whole sentences, that holds its place.
 *
 */
export interface QuestionAlternative {
  /** The words that it replaces, as tokens; empty where words are added. */
  readonly before: string;

  /** The words that it puts there, as tokens; empty where words are taken out. */
  readonly after: string;

  /** ERRANT's type, or several joined by `+`; may be empty. */
  readonly type: string;

  /** The annotators who make it, by name. */
  readonly references: readonly string[];

  /** The hypotheses that make it, by name. */
  readonly hypotheses: readonly string[];

  /** Whether an answer without a choice is about it. */
  readonly asked: boolean;
}

/** What one person has at a question's place. */
export interface QuestionVersion {
  /** The person's name. */
  readonly name: string;

  /** The name as people read it. */
  readonly label: string;

  /** The person's part in the exercise. */
  readonly role: 'reference' | 'hypothesis';

  /** The person's words; `null` for an annotator who has not seen the sentence. */
  readonly words: string | null;

  /** Where they stand; `null` where an editor can't show it. */
  readonly place: FileLocation | null;
}
/**
 * An answer that a question can have.
 *
 * `statement`: what a person did who gave it: "accepted" by Ms Kim. `decide`: return the decisions that it means
 * for a question, without an author and a date. `marks`: return whether decisions of these kinds, by one person
 * about one alternative, are this answer. `needs_alternative`: whether only a question about corrections can have
 * it. `without_effect`: the kind of the decision that it is, where it changes no mark.
 *
 */
export interface QuestionAnswer {
  /** The name, for `markscheme.answerQuestion`. */
  readonly name: 'accept' | 'reject' | 'optional' | 'stands' | 'skip' | 'note' | 'partly';

  /** What a button says. */
  readonly title: string;
}

/** What the likelihood rests on. */
export interface QuestionLikelihood {
  /** The share of people who make the correction, by Laplace's rule of succession. */
  readonly share: number;

  /** The best credit against a reference's edit; `null` where it was not computed. */
  readonly credit: number | null;

  /** The estimated probability that the correction is valid; `null` where it was not computed. */
  readonly quality: number | null;
}

/** What a person answered. `decisions`: what is written of it. */
export interface QuestionReply {
  /** The answer. */
  readonly answer: 'accept' | 'reject' | 'optional' | 'stands' | 'skip' | 'note' | 'partly';

  /** The person; may be empty. */
  readonly author: string;

  /** The day, as `YYYY-MM-DD`. */
  readonly date: string | null;

  /** The indices of the alternatives that it is about; empty for an answer that changes no mark. */
  readonly alternatives: readonly number[];

  /** The note to the adjudicator; may be empty. */
  readonly note: string;
  /**
   * The reply in words: `accepted by Ms Kim, 2026-11-22`.
   *
   * >>> Reply("accept", "ms-kim", None).text
   * 'accepted by Ms Kim'
   */
  readonly text: string;
}

/** The result of `markscheme.answerQuestion` and `markscheme.undoAnswer`. */
export interface AnsweredQuestion {
  readonly question: AnnotatorQuestion1;

  /** The number of the exercise's open questions. */
  readonly open: number;

  /** The key of the exercise's most urgent question that is open, and not this one; `null` if there is none. */
  readonly next: string | null;

  /** The answers of other people that this answer replaces, in words. */
  readonly replaced: readonly string[];
}

/** The question as it is now. */
export interface AnnotatorQuestion1 {
  /** The question's name. It depends on the kind, the source's sentence, the place and what is asked. */
  readonly key: string;

  /** The kind. */
  readonly kind: 'uncovered-correction' | 'contradicting-references' | 'unchanged-reference' | 'uncorrected-error';

  /** The kind, for people. */
  readonly title: string;

  /** What there is to see. */
  readonly message: string;

  /** What is to be decided. */
  readonly prompt: string;

  /** The exercise's name. */
  readonly exercise: string;

  /** The URI of a document of the exercise, for the commands. */
  readonly uri: string;

  /** The source's sentence. */
  readonly sentence: string;

  /** The source's words at the place, as tokens. */
  readonly before: string;

  /** The place in the source. */
  readonly place: FileLocation | null;

  /** The sentence in the source. */
  readonly sentencePlace: FileLocation | null;

  /** The corrections among which an answer can choose; the one that is asked about comes first. */
  readonly alternatives: readonly QuestionAlternative[];

  /** What each person has, references first. */
  readonly versions: readonly QuestionVersion[];

  /** The answers that it can have. */
  readonly answers: readonly QuestionAnswer[];

  /** The number of hypotheses whose marks an answer may change. */
  readonly effect: number;

  /** How likely `accept` is, in 0 to 1. */
  readonly likelihood: number;
  readonly parts: QuestionLikelihood;

  /** The effect times the likelihood. */
  readonly priority: number;

  /** What the priority rests on, in words. */
  readonly why: string;

  /** `skipped`: by the person whose queue it is, and open for others. */
  readonly state: 'open' | 'skipped' | 'answered';

  /** What people answered, the oldest first. */
  readonly replies: readonly QuestionReply[];
}

/** A name for the marks from `lowest` up to the next band. */
export interface Band {
  /** The band's name, such as `B` or `good`. */
  readonly name: string;

  /** The teacher's sentence for the student; empty where there is none. */
  readonly text: string;
}

/** A number for the source and for its correction. */
export interface BeforeAndAfter {
  /** For the source; `null` where it has no words, as before an added sentence. */
  readonly before: number | null;

  /** For the correction; `null` where it has no words. */
  readonly after: number | null;
}

/** The number of CLEME2.0's chunks of each category. */
export interface CategoryCounts {
  readonly 'hit-correction': number;
  readonly 'wrong-correction': number;
  readonly 'under-correction': number;
  readonly 'over-correction': number;
}

/** A student who handed in a text. */
export interface ChoosableStudent {
  /** The name that the student has in all documents. */
  readonly name: string;

  /** The name as people read it. */
  readonly label: string;
}

/** A chunk of CLEME2.0's with its category, at a place of a document. */
export interface Chunk {
  /** The chunk's category. */
  readonly category: 'hit-correction' | 'wrong-correction' | 'under-correction' | 'over-correction';
  readonly range: Range1;

  /** The words of the source. */
  readonly source: string;

  /** The words of the hypothesis. */
  readonly hypothesis: string;
  /**
   * ERRANT's types of the hypothesis's edits there, or else of a reference's, joined by `+`; empty for a passage
   * that is rewritten freely.
   */
  readonly type: string;
  /**
   * The weight of CLEME2.0's chunk, at least 0; `null` where `category` is, and until the encoder or the
   * language model has answered.
   */
  readonly weight: number | null;
  /**
   * With the weighting `similarity`, the weight with its sign: negative where the edit makes the sentence less
   * similar to the reference; `null` with other weightings.
   */
  readonly difference: number | null;
  /**
   * The credit against the first reference, in 0 to 1; `null` where the hypothesis has no edit, and until vectors
   * are available.
   */
  readonly credit: number | null;

  /** The index of the finding's passage in `passages`. */
  readonly passage: number;

  /** Each reference's version at this place; those that the verdict was judged against come first. */
  readonly references: readonly FindingReference[];
}

/** The place in the hypothesis. */
export interface Range1 {
  readonly start: Position;
  readonly end: Position1;
}
/**
 * One reference's version at a finding's place.
 *
 * `number` is its index in :attr:`DocumentReview.references`; no number and no span for an accepted alternative.
 * A chunk has no `source` and no `source_tokens`; `changes`, in source order, are empty for a chunk and a
 * rewritten passage. `is_beside`: they only stand beside the hypothesis's, whose words the reference leaves.
 *
 */
export interface FindingReference {
  /** The reference's name. */
  readonly reference: string;

  /** The words of the reference. */
  readonly text: string;
  /**
   * The category against this reference; `null` where neither the hypothesis nor this reference changes the
   * source.
   */
  readonly category: Category | null;
  /**
   * The finding's credit against this reference, in 0 to 1; `null` until vectors are available, and where the
   * hypothesis has no edit.
   */
  readonly alignment: number | null;

  /** The reference's edits that the finding aligns with, the largest share first. */
  readonly edits: readonly AlignedEdit[];
}

/** A place in a student's text, with its sentence. */
export interface ClassPlace {
  /** The student's name, as in `people`. */
  readonly student: string;

  /** The name as people read it. */
  readonly label: string;

  /** The assignment's name: the exercise's, unless each student has an essay of their own. */
  readonly assignment: string;

  /** The document's URI. */
  readonly uri: string;

  /** Whether the file has lines that an editor can go to. */
  readonly lines: boolean;

  /** The author of this correction if the file holds several, else `null`. */
  readonly author: string | null;

  /** The URI of this correction's text if the file has no lines, else `null`. */
  readonly view: string | null;
  readonly range: Range2;

  /** Its verdict; `null` in CLEME2.0's vocabulary. */
  readonly verdict: Verdict | null;

  /** Its category, in CLEME2.0's vocabulary, else `null`. */
  readonly category: Category | null;

  /** Whether the whole sentence is rewritten freely. */
  readonly rewritten: boolean;

  /** The group of errors, in a teacher's words; empty for a rewritten sentence, and in CLEME2.0's vocabulary. */
  readonly group: string;
  /**
   * ERRANT's types of the hypothesis's edits there, or else of a reference's, joined by `+`; empty for a passage
   * that is rewritten freely.
   */
  readonly type: string;

  /** The sentence before the place. */
  readonly before: string;

  /** The words of the place; empty where words are missing. */
  readonly words: string;

  /** The sentence after the place. */
  readonly after: string;

  /** The words of the source. */
  readonly source: string;

  /** What the student did, in words. */
  readonly change: string;

  /** What the references have, those that the verdict was judged against first. */
  readonly references: readonly TeacherVersion[];
}

/** The place in the document. */
export interface Range2 {
  readonly start: Position;
  readonly end: Position1;
}

/** What one or several teachers have at a place. */
export interface TeacherVersion {
  /** The teachers, as people read their names. */
  readonly names: string;

  /** Their words, or what they do there. */
  readonly text: string;
}
/**
 * An answer that no teacher has and nobody has decided.
 *
 * `source` and `answer` are all of the phrase that a reference changes there. `decisions` are without name and
 * date. `place` is where `source` stands in `sentence`, in characters; `None` where that is not clear.
 *
 */
export interface ClassQuestion {
  /** The same as long as the words stay the same, also in another session. */
  readonly key: string;

  /** The assignment's name. */
  readonly assignment: string;

  /** What the answer is now. */
  readonly verdict: 'correct' | 'partly-correct' | 'different' | 'missed' | 'not-needed' | 'optional';

  /** The sentence in the source; the first one where several have it. */
  readonly sentence: string;

  /** The same in the first student's text. */
  readonly corrected: string;

  /** The source's words there. */
  readonly source: string;

  /** The student's words there; the teacher's in a teacher's own correction. */
  readonly answer: string;

  /** What the student did, in words. */
  readonly change: string;

  /** The number of different sentences with the answer. */
  readonly sentences: number;
  /**
   * What can be said of it: `correct`, `partly`, `wrong` and `either`; or `needed` and `either`, for
   * a teacher's own correction also `taste`.
   */
  readonly rulings: readonly string[];

  /** What the teachers have there. */
  readonly teachers: readonly TeacherVersion[];

  /** Those who gave the answer; the one whose mark hangs on it most comes first. */
  readonly students: readonly ConcernedStudent[];

  /** How far it moves all marks together, in parts of the best mark. */
  readonly width: number;
}
/**
 * A student who gave an answer that is asked about.
 *
 * `now` is `None` where the mark is withheld. `place` is where the answer begins in the student's text, in
 * characters.
 *
 */
export interface ConcernedStudent {
  /** The student's name. */
  readonly student: string;

  /** The name as people read it. */
  readonly label: string;

  /** The document. */
  readonly uri: string;

  /** The mark as it is. */
  readonly points: number | null;

  /** The best mark. */
  readonly max: number | null;

  /** The mark and the best mark under each ruling, by its name; empty where it is withheld. */
  readonly after: {
    [k: string]: readonly number[];
  };
}

/** What is left to decide about a class; at most `limit` questions, and sheets, of all are listed. */
export interface ClassQuestions {
  /** The one that moves the marks most comes first. */
  readonly questions: readonly ClassQuestion[];

  /** The number of decisions that are left: each different answer is one question, also one that is not listed. */
  readonly open: number;

  /** The number of places in students' texts that wait for these decisions. */
  readonly places: number;

  /** The texts with more than three open answers; the one whose mark moves most comes first. */
  readonly sheets: readonly StudentSheet[];

  /** The marks of the texts that count. */
  readonly marks: readonly TextMark[];

  /** The students' texts that count and have no mark. */
  readonly unmarked: readonly UnmarkedText[];

  /** The answers whose verdict is the course's. */
  readonly course: readonly CourseVerdict[];

  /** Files that can't be used. */
  readonly problems: readonly string[];
}

/** A text with more than three open answers: in a text in words of its own most of them are right. */
export interface StudentSheet {
  /** What tells it from other texts. */
  readonly key: string;

  /** The student's name as people read it. */
  readonly label: string;

  /** The document. */
  readonly uri: string;

  /** The mark in words, as a range while answers are open. */
  readonly mark: string;

  /** The open answers, in the order of the text. */
  readonly answers: readonly SheetAnswer[];
}

/** An open answer of a text whose answers are decided together. */
export interface SheetAnswer {
  /** The same as long as the words stay the same, also in another session. */
  readonly key: string;

  /** The student's sentence. */
  readonly sentence: string;

  /** What the student did, in words. */
  readonly change: string;

  /** What the teachers have there. */
  readonly teachers: readonly TeacherVersion[];
  /**
   * What can be said of it: `correct`, `partly`, `wrong` and `either`; or `needed` and `either`, for
   * a teacher's own correction also `taste`.
   */
  readonly rulings: readonly string[];

  /** What is said of it if it is right: `correct`, or `either` where nothing was to be corrected. */
  readonly right: string;
}
/**
 * The mark of a text, or without a mark scheme what its places earn of what was due.
 *
 * `lowest` if all open answers are wrong, `highest` if all are right. `as_final` is the decision that it is
 * final, without name and date. `folder` is `None` where there is no reference.
 *
 */
export interface TextMark {
  /** The student's name. */
  readonly student: string;

  /** The student's name as people read it. */
  readonly label: string;

  /** The document. */
  readonly uri: string;

  /** The mark as it is. */
  readonly points: number;

  /** The best mark. */
  readonly max: number;

  /** The mark if all open answers are wrong, and if all are right. */
  readonly range: readonly number[];

  /** The number of open answers; 0 for a mark that is final. */
  readonly open: number;

  /** The open answers, in the order of the text. */
  readonly places: readonly OpenPlace[];

  /** The person who called the mark final although answers were open, and the date; else `null`. */
  readonly final: string | null;

  /** The same, where the text has changed since and the mark is open again; else `null`. */
  readonly reopened: string | null;
}

/** An open answer in a student's text. */
export interface OpenPlace {
  /** The key of its question. */
  readonly key: string;

  /** What the student did, in words. */
  readonly change: string;

  /** Where it stands; `null` in an editor that can't show the text. */
  readonly location: FileLocation | null;
}

/** A student's text that has no mark. */
export interface UnmarkedText {
  /** The student's name. */
  readonly student: string;

  /** The student's name as people read it. */
  readonly label: string;

  /** The document. */
  readonly uri: string;

  /** Why it has none. */
  readonly reason: string;

  /** The number of open answers. */
  readonly open: number;

  /** The open answers all the same, in the order of the text. */
  readonly places: readonly OpenPlace[];
}

/** An answer about which was decided for all exercises of the course. */
export interface CourseVerdict {
  /** What the students did, in words. */
  readonly change: string;

  /** What was decided, by whom and when. */
  readonly decided: string;

  /** The names of those who gave the answer. */
  readonly students: readonly string[];
}

/** The result of the command `markscheme.clearCache`. */
export interface ClearedCache {
  /** The number of deleted entries. */
  readonly entries: number;

  /** The number of bytes freed on disk. */
  readonly bytes: number;
}
/**
 * What a student reads at a place, or of the whole text.
 *
 * `origin` is what a teacher gave; `None` for a bank's, which has no author and no date.
 *
 */
export interface Comment {
  /** The code for the margin; empty where a teacher gave none. */
  readonly code: string;

  /** The comment. */
  readonly text: string;

  /** The entry of the bank that it is, else `null`. */
  readonly key: string | null;

  /** Whether a teacher gave it here; `false` where it is the bank's for such a place. */
  readonly given: boolean;

  /** The teacher who gave it, else `null`. */
  readonly by: string | null;

  /** The day on which it was given, such as `2026-11-22`, else `null`. */
  readonly date: string | null;
}

/** A comment of the bank that a teacher can give at a place, with its placeholders filled for this place. */
export interface CommentChoice {
  /** The code for the margin; empty where a teacher gave none. */
  readonly code: string;

  /** The comment. */
  readonly text: string;

  /** The comment with its placeholders, as `markscheme.comment` takes it. */
  readonly template: string;

  /** The entry of the bank that it is, else `null`. */
  readonly key: string | null;

  /** Whether the entry is for such a place; these come first, the most specific one at the top. */
  readonly fits: boolean;
}

/** A comment, and how often students are given it. */
export interface CommentUse {
  /** The code for the margin. */
  readonly code: string;

  /** The comment, with its placeholders. */
  readonly text: string;

  /** The entry of the bank that it is, else `null`. */
  readonly key: string | null;

  /** The number of places and texts that have it. */
  readonly count: number;
}
/**
 * The comments of a document, and the points that teachers gave. JSON shows those that are on no finding.
 *
 * `findings` and `given` follow the review's findings. `given` may say that nothing stands there; `None` where
 * a margin or the bank decides. `points` are those of findings, then of other places, then of the whole text.
 * `problems` say why a file can't be read; the others count. `in_margin` are findings with a comment in a
 * reference's margin, whether it is shown or not.
 *
 */
export interface Comments {
  /** The teachers' comments on the whole text. */
  readonly whole: readonly Comment[];

  /** The teachers' comments on other places, in the order of the text. */
  readonly places: readonly PlaceComment[];

  /** The teachers' comments and points whose places are no longer there. They stay in their file. */
  readonly unplaced: readonly UnplacedComment[];
}

/** A teacher's comment on a place that is no finding; `text_span` is the place without a file's markup. */
export interface PlaceComment {
  /** The code for the margin; empty where a teacher gave none. */
  readonly code: string;

  /** The comment. */
  readonly text: string;

  /** The entry of the bank that it is, else `null`. */
  readonly key: string | null;

  /** Whether a teacher gave it here; `false` where it is the bank's for such a place. */
  readonly given: boolean;

  /** The teacher who gave it, else `null`. */
  readonly by: string | null;

  /** The day on which it was given, such as `2026-11-22`, else `null`. */
  readonly date: string | null;
  readonly range: Range3;
}

/** The place in the hypothesis. */
export interface Range3 {
  readonly start: Position;
  readonly end: Position1;
}
/**
 * A teacher's comment, or a teacher's points, or both. JSON shows those whose place is no longer in the text.
 *
 * `text` may hold placeholders; empty: nothing is said there; `None`: points alone. An empty exercise or student
 * is any. `change` is what the student must have there; `None`: anything. `key` is the bank's entry that it was
 * taken from. `points` are in [-`MOST_POINTS`, `MOST_POINTS`] and in hundredths; `None`: the scheme decides.
 * They stand in place of the scheme's, or are added beside them for a whole text, one for each `criterion`.
 *
 */
export interface UnplacedComment {
  /** The words that it is about. */
  readonly words: string;

  /** The comment; empty for points. */
  readonly text: string;

  /** The teacher who gave it, else `null`. */
  readonly by: string | null;

  /** The day on which it was given, else `null`. */
  readonly date: string | null;

  /** The points, where it is no comment. */
  readonly points?: number;
}

/** What one sentence of one system counts. */
export interface ComparedSentence {
  /** The sentence's number, from 0. */
  readonly sentence: number;

  /** The system's name. */
  readonly system: string;

  /** The index of the reference that the sentence is scored against; `null` if there is no single one. */
  readonly reference: number | null;

  /** Counts, with the same members as the system's. */
  readonly counts: {
    [k: string]: number;
  };

  /** Scores, with the same members as the system's; `null` where one is not defined. */
  readonly scores: {
    [k: string]: number | null;
  };

  /** What ERRANT counts. */
  readonly edits?: readonly CountedEdit[];
}

/** An edit that ERRANT counts in a sentence; in token-based detection, one token of it. */
export interface CountedEdit {
  /** What it counts as; a `tp` is the reference's edit. */
  readonly count: 'tp' | 'fp' | 'fn';

  /** The first source token. */
  readonly start: number;

  /** The source token behind the last one. */
  readonly end: number;

  /** The tokens in their place; empty for a deletion. */
  readonly replacement: readonly string[];

  /** The error type: ERRANT's, such as `R:VERB:SVA` (Bryant et al., 2017), or that of the corpus. */
  readonly type: string;
}

/** One system's counts and scores. */
export interface ComparedSystem {
  /** The system's name. */
  readonly system: string;

  /** The group of error types; `null` for all edits. */
  readonly group: string | null;

  /** Counts, with members that depend on the metric. */
  readonly counts: {
    [k: string]: number;
  };

  /** Scores, with members that depend on the metric. */
  readonly scores: {
    [k: string]: IntervalEstimate8;
  };
}

/** A two-sided p value. */
export interface ComparisonPValue {
  /** The value; `null` where there is no difference to test. */
  readonly value: number | null;

  /** The same, adjusted by Holm's method over the pairs of systems, and over the groups of types if there are any. */
  readonly adjusted: number | null;
}

/** Numbers of CLEME2.0's chunks. */
export interface Counts {
  /** Hits. */
  readonly tp: number;

  /** Wrong corrections. */
  readonly fp_ne: number;

  /** Over-corrections. */
  readonly fp_un: number;

  /** Under-corrections. */
  readonly fn: number;

  /** Chunks that are rightly unchanged. */
  readonly tn: number;
}
/**
 * A correction that no reference covers, and nobody decided about.
 *
 * Its credit is the gain of :mod:`markscheme.metrics.credit`, each of both corrections the only edit of the sentence.
 *
 */
export interface CoverageCorrection {
  /** The exercise's name. */
  readonly exercise: string;

  /** The index of its sentence among all sentences. */
  readonly sentence: number;

  /** The sentence's tokens. */
  readonly source: readonly string[];
  readonly edit: TokenEdit1;

  /** The kind of error; empty for corrections without a type. */
  readonly group: string;

  /** Whether references correct something there differently, or change nothing. */
  readonly standing: 'variant' | 'hole';

  /** Who makes it, by how it is judged, the best verdict first. */
  readonly makings: readonly CoverageMaking[];

  /** The annotators who have seen the sentence, by name. */
  readonly seen_by: readonly string[];

  /** The credit against the nearest correction of a reference, in [0, 1]; `null` where it was not computed. */
  readonly credit: number | null;

  /** That correction; `null` where none is near. */
  readonly nearest: CoverageNearest | null;
}

/** Source tokens `start` to `end` (half-open, equal for an insertion) become `replacement`. */
export interface TokenEdit1 {
  /** The first source token. */
  readonly start: number;

  /** The source token behind the last one; `start` for an insertion. */
  readonly end: number;

  /** The tokens in their place; empty for a deletion. */
  readonly replacement: readonly string[];

  /** The error type: ERRANT's, such as `R:VERB:SVA` (Bryant et al., 2017), or that of the corpus. */
  readonly type: string;

  /** The annotator's own tag; `null` where there is none, or nobody asked for it. */
  readonly tag: Tag | null;
}
/**
 * Some of the people who make a correction, for whom it is judged alike.
 *
 * The rest of a sentence may decide: a version that reads like a reference is correct throughout. `alone`: the
 * verdict without any decision: whichever reference is followed, the best one counts.
 *
 */
export interface CoverageMaking {
  /** The hypotheses that make the correction, by name. */
  readonly people: readonly string[];

  /** The verdict on it, as marks have it: against all references, with what people decided. */
  readonly verdict: 'correct' | 'partly-correct' | 'different' | 'missed' | 'not-needed' | 'optional';

  /** The references that make it correct, each alone. */
  readonly covering: readonly string[];

  /** What people decided that it counts as; `null` where nobody did. */
  readonly decided: string | null;
}

/** A correction that references make. */
export interface CoverageNearest {
  readonly edit: TokenEdit2;

  /** The annotators who make it, by name. */
  readonly references: readonly string[];
}

/** Source tokens `start` to `end` (half-open, equal for an insertion) become `replacement`. */
export interface TokenEdit2 {
  /** The first source token. */
  readonly start: number;

  /** The source token behind the last one; `start` for an insertion. */
  readonly end: number;

  /** The tokens in their place; empty for a deletion. */
  readonly replacement: readonly string[];

  /** The error type: ERRANT's, such as `R:VERB:SVA` (Bryant et al., 2017), or that of the corpus. */
  readonly type: string;

  /** The annotator's own tag; `null` where there is none, or nobody asked for it. */
  readonly tag: Tag | null;
}

/** Coverage by the number of references. */
export interface CoverageCurves {
  /** What one reference covers, what two cover, and so on. */
  readonly made: readonly CoveragePoint[];

  /** What one reference covers, what two cover, and so on. */
  readonly distinct: readonly CoveragePoint[];

  /** What one reference covers, what two cover, and so on. */
  readonly references: readonly CoveragePoint[];
}

/** The share of corrections that some number of references covers. */
export interface CoveragePoint {
  /** The number of references. */
  readonly references: number;

  /** The share of the corrections that they cover, in [0, 1]. */
  readonly share: number;

  /** The bootstrap interval of 95 % over sentences, low and high; `null` with corrections in fewer than two. */
  readonly interval: number[] | null;
  /**
   * The smallest and largest share over all choices of this number of annotators, each of the corrections in
   * sentences that one of the choice has seen; `null` where there are too many annotators to go through.
   */
  readonly range: number[] | null;

  /** The number of corrections in sentences that this number of annotators have seen. */
  readonly corrections: number;
}

/** One kind of error. */
export interface CoverageGroup {
  /** The kind of error; empty for corrections without a type. */
  readonly group: string;
  readonly made: CoverageStandings;
  readonly distinct: CoverageStandings1;
  readonly richness: CoverageRichness;
}

/** Its corrections, each as often as it is made. */
export interface CoverageStandings {
  /** The number of corrections. */
  readonly count: number;

  /** The number that a reference covers. */
  readonly covered: number;

  /** The number that no reference covers, and of which people decided what they count as. */
  readonly decided: number;

  /** The number at whose place references correct something differently. */
  readonly variants: number;

  /** The number at whose place no reference changes anything. */
  readonly holes: number;
}

/** Its corrections, each once. */
export interface CoverageStandings1 {
  /** The number of corrections. */
  readonly count: number;

  /** The number that a reference covers. */
  readonly covered: number;

  /** The number that no reference covers, and of which people decided what they count as. */
  readonly decided: number;

  /** The number at whose place references correct something differently. */
  readonly variants: number;

  /** The number at whose place no reference changes anything. */
  readonly holes: number;
}

/** How many corrections annotators make, and are estimated to make. */
export interface CoverageRichness {
  /** The number of distinct corrections that annotators make. */
  readonly observed: number;

  /** The number of these that one annotator alone makes. */
  readonly once: number;

  /** The number of these that two annotators make. */
  readonly twice: number;

  /** Chao1's estimate of the number in all (Chao, 1984); `null` without corrections. */
  readonly chao1: number | null;

  /** Chao1's interval of 95 %, log-normal (Chao, 1987); `null` where the estimate is the number observed. */
  readonly interval: number[] | null;
  /**
   * The abundance-based estimate of the number in all (Chao and Lee, 1992); `null` where every rare correction is
   * made once.
   */
  readonly ace: number | null;

  /** 1 less the share of corrections that are made once (Good, 1953); `null` without corrections. */
  readonly completeness: number | null;
}

/** One hypothesis over all sentences. */
export interface CoveragePerson {
  /** The hypothesis's name. */
  readonly name: string;
  readonly made: CoverageStandings2;
}

/** Its corrections, each as often as it is made. */
export interface CoverageStandings2 {
  /** The number of corrections. */
  readonly count: number;

  /** The number that a reference covers. */
  readonly covered: number;

  /** The number that no reference covers, and of which people decided what they count as. */
  readonly decided: number;

  /** The number at whose place references correct something differently. */
  readonly variants: number;

  /** The number at whose place no reference changes anything. */
  readonly holes: number;
}
/**
 * The output of `coverage --format json`. Numbers are unrounded, and shares in [0, 1].
 *
 * `least`: smallest number of hypotheses that make a correction that is listed.
 *
 */
export interface CoverageReport {
  /** The mark of a file that Markscheme wrote; not on standard output. */
  readonly generator?: 'Markscheme';

  /** The version of this shape. */
  readonly schema: 1;

  /** The settings and models that made the numbers. */
  readonly signature: string;

  /** The number of sentences. */
  readonly sentences: number;

  /** The annotators' names. */
  readonly annotators: readonly string[];

  /** The hypotheses' names. */
  readonly hypotheses: readonly string[];
  readonly made: CoverageStandings3;
  readonly distinct: CoverageStandings4;

  /** Sentences that a hypothesis rewrites freely; their corrections are left out. */
  readonly rewritten: number;

  /** Corrected sentences that no annotator has seen. */
  readonly unseen: number;

  /** The same by kind of error, those with most corrections first. */
  readonly groups: readonly CoverageGroup[];

  /** The same by hypothesis. */
  readonly people: readonly CoveragePerson[];
  readonly curves: CoverageCurves1;
  readonly richness: CoverageRichness1;

  /** The corrections that enough people make and no reference covers, those of most people first. */
  readonly corrections: readonly CoverageCorrection[];

  /** What could not be used, and why. */
  readonly problems: readonly string[];
  readonly tags: Tags1;
}

/** The corrections, each as often as it is made. */
export interface CoverageStandings3 {
  /** The number of corrections. */
  readonly count: number;

  /** The number that a reference covers. */
  readonly covered: number;

  /** The number that no reference covers, and of which people decided what they count as. */
  readonly decided: number;

  /** The number at whose place references correct something differently. */
  readonly variants: number;

  /** The number at whose place no reference changes anything. */
  readonly holes: number;
}

/** The corrections, each once. */
export interface CoverageStandings4 {
  /** The number of corrections. */
  readonly count: number;

  /** The number that a reference covers. */
  readonly covered: number;

  /** The number that no reference covers, and of which people decided what they count as. */
  readonly decided: number;

  /** The number at whose place references correct something differently. */
  readonly variants: number;

  /** The number at whose place no reference changes anything. */
  readonly holes: number;
}

/** How coverage grows with the references. */
export interface CoverageCurves1 {
  /** What one reference covers, what two cover, and so on. */
  readonly made: readonly CoveragePoint[];

  /** What one reference covers, what two cover, and so on. */
  readonly distinct: readonly CoveragePoint[];

  /** What one reference covers, what two cover, and so on. */
  readonly references: readonly CoveragePoint[];
}

/** How many corrections annotators make, and are estimated to make, in sentences that two have seen. */
export interface CoverageRichness1 {
  /** The number of distinct corrections that annotators make. */
  readonly observed: number;

  /** The number of these that one annotator alone makes. */
  readonly once: number;

  /** The number of these that two annotators make. */
  readonly twice: number;

  /** Chao1's estimate of the number in all (Chao, 1984); `null` without corrections. */
  readonly chao1: number | null;

  /** Chao1's interval of 95 %, log-normal (Chao, 1987); `null` where the estimate is the number observed. */
  readonly interval: number[] | null;
  /**
   * The abundance-based estimate of the number in all (Chao and Lee, 1992); `null` where every rare correction is
   * made once.
   */
  readonly ace: number | null;

  /** 1 less the share of corrections that are made once (Good, 1953); `null` without corrections. */
  readonly completeness: number | null;
}

/** What kinds of errors are called. */
export interface Tags1 {
  /** `own`: the annotators' own tags; `errant`: ERRANT's types. */
  readonly used: 'own' | 'errant';

  /** The tag sets of the annotators' files, by first appearance. */
  readonly sets: readonly string[];

  /** The number of the annotators' corrections that have no tag of their own. */
  readonly untagged: number;

  /** Which tags are used, and why, in a sentence for people. */
  readonly words: string;
}

/** How many distinct corrections annotators make, and are estimated to make in all. */
export interface CoverageRichness2 {
  /** The number of distinct corrections that annotators make. */
  readonly observed: number;

  /** The number of these that one annotator alone makes. */
  readonly once: number;

  /** The number of these that two annotators make. */
  readonly twice: number;

  /** Chao1's estimate of the number in all (Chao, 1984); `null` without corrections. */
  readonly chao1: number | null;

  /** Chao1's interval of 95 %, log-normal (Chao, 1987); `null` where the estimate is the number observed. */
  readonly interval: number[] | null;
  /**
   * The abundance-based estimate of the number in all (Chao and Lee, 1992); `null` where every rare correction is
   * made once.
   */
  readonly ace: number | null;

  /** 1 less the share of corrections that are made once (Good, 1953); `null` without corrections. */
  readonly completeness: number | null;
}

/** Numbers of corrections by how they stand to all references. */
export interface CoverageStandings5 {
  /** The number of corrections. */
  readonly count: number;

  /** The number that a reference covers. */
  readonly covered: number;

  /** The number that no reference covers, and of which people decided what they count as. */
  readonly decided: number;

  /** The number at whose place references correct something differently. */
  readonly variants: number;

  /** The number at whose place no reference changes anything. */
  readonly holes: number;
}

/** The parameters of `markscheme/decided`. */
export interface DecisionMade {
  /** What changed, in a few words. */
  readonly message: string;

  /** By which `markscheme.undoDecision` takes it back. */
  readonly key: string;

  /** Whether it can be taken back; not where it was. */
  readonly undo: boolean;
}

/** The answer of `markscheme/marks` for a document without a reference. */
export interface DocumentEstimate {
  /** The document's URI. */
  readonly uri: string;
  /**
   * Whether the file has lines that an editor can go to; `false` for Word documents, where ranges are positions
   * in the corrected text.
   */
  readonly lines: boolean;

  /** The exercise's name. */
  readonly exercise: string;

  /** The assignment's name: the exercise's, unless each student has an essay of their own. */
  readonly assignment: string;

  /** The name of the person whose correction it is. */
  readonly student: string;

  /** The author of this correction if the file holds several, else `null`. */
  readonly author: string | null;

  /** What a person should know of the whole document, if there is anything. */
  readonly notices?: readonly Notice[];
  readonly comments?: Comments1;
  /**
   * How the authors of a file share the work, in words: `Ms Kim and Mr Roy together`, or `Ms Kim or Mr Roy`;
   * absent where there is nothing to say.
   */
  readonly reference_authors?: string;
  readonly estimate: Estimate;

  /** The version of the text that the numbers belong to; `null` for a document that is not open. */
  readonly version: number | null;

  /** Whether weights and credit, or impacts and similarities, are final. */
  readonly complete: boolean;
  /**
   * The indices in `findings` of what the person ignores; in `chunks` with the setting `vocabulary`
   * `"cleme2"`, and in the estimate's `edits` without a reference.
   */
  readonly ignored: readonly number[];

  /** The number of students' corrections, in the answer for a source; its findings are the places to correct. */
  readonly students?: number;
}

/** What a person should know of a whole document; its marks stand all the same. */
export interface Notice {
  /**
   * The kind of the notice: `other-language` where the source is not in the language that it is marked in,
   * `reference-ends-early` where a reference has not seen the end of the source, `mark-reopened` where the text has
   * changed since a teacher called its mark final.
   */
  readonly code: string;

  /** The notice in words, with what to do; without a full stop. */
  readonly message: string;
}

/** The comments that are on no finding, where comments are in use. */
export interface Comments1 {
  /** The teachers' comments on the whole text. */
  readonly whole: readonly Comment[];

  /** The teachers' comments on other places, in the order of the text. */
  readonly places: readonly PlaceComment[];

  /** The teachers' comments and points whose places are no longer there. They stay in their file. */
  readonly unplaced: readonly UnplacedComment[];
}

/** The document's estimate. */
export interface Estimate {
  readonly quality: BeforeAndAfter1;
  readonly q: BeforeAndAfter2;

  /** IMPARA's Equation 10; `null` until vectors are available. */
  readonly similarity: number | null;

  /** IMPARA's Equation 1; `null` until vectors are available. */
  readonly score: number | null;

  /** The number of edits that lower the estimate. */
  readonly lowering: number;

  /** The quality estimator. */
  readonly estimator: string;

  /** The metric and the settings that the numbers depend on. */
  readonly signature: string;

  /** The passages, in the order of the source. */
  readonly passages: readonly EstimatedPassage[];

  /** The edits, in the order of the text; empty for a source. */
  readonly edits: readonly EstimatedEdit[];
}

/** IMPARA's Equation 3, in 0 to 1. */
export interface BeforeAndAfter1 {
  /** For the source; `null` where it has no words, as before an added sentence. */
  readonly before: number | null;

  /** For the correction; `null` where it has no words. */
  readonly after: number | null;
}

/** IMPARA's Equation 2, any real number. */
export interface BeforeAndAfter2 {
  /** For the source; `null` where it has no words, as before an added sentence. */
  readonly before: number | null;

  /** For the correction; `null` where it has no words. */
  readonly after: number | null;
}

/** A passage's estimated qualities. A number is `null` where there are no words to estimate. */
export interface EstimatedPassage {
  readonly range: Range4;

  /** The text of the hypothesis. */
  readonly text: string;

  /** IMPARA's Equation 3, in 0 to 1; most values are close to 0 or 1. */
  readonly before: number | null;

  /** IMPARA's Equation 3, in 0 to 1; most values are close to 0 or 1. */
  readonly after: number | null;
  readonly q: BeforeAndAfter3;

  /** IMPARA's Equation 10; `null` until vectors are available. */
  readonly similarity: number | null;

  /** IMPARA's Equation 1; `null` until vectors are available. */
  readonly score: number | null;
}

/** The place in the hypothesis. */
export interface Range4 {
  readonly start: Position;
  readonly end: Position1;
}

/** IMPARA's Equation 2, any real number. */
export interface BeforeAndAfter3 {
  /** For the source; `null` where it has no words, as before an added sentence. */
  readonly before: number | null;

  /** For the correction; `null` where it has no words. */
  readonly after: number | null;
}

/** An edit of a document without a reference: the passage's qualities with it, and with all other edits alone. */
export interface EstimatedEdit {
  readonly range: Range5;

  /** The index of the finding's passage in `passages`. */
  readonly passage: number;
  /**
   * ERRANT's types of the hypothesis's edits there, or else of a reference's, joined by `+`; empty for a passage
   * that is rewritten freely.
   */
  readonly type: string;

  /** The words of the source. */
  readonly source: string;

  /** The words of the hypothesis. */
  readonly hypothesis: string;

  /** IMPARA's Equation 5, in 0 to 2; `null` until vectors are available. */
  readonly impact: number | null;

  /** IMPARA's Equation 3, in 0 to 1; most values are close to 0 or 1. */
  readonly quality: number | null;

  /** IMPARA's Equation 3, in 0 to 1; most values are close to 0 or 1. */
  readonly qualityWithout: number | null;

  /** IMPARA's Equation 2, any real number. */
  readonly q: number | null;

  /** IMPARA's Equation 2, any real number. */
  readonly qWithout: number | null;

  /** Whether `qWithout - q` is greater than the setting `estimateMargin`. */
  readonly lowers: boolean;
}

/** The place in the hypothesis. */
export interface Range5 {
  readonly start: Position;
  readonly end: Position1;
}

/** The answer of `markscheme/marks` for a document with references. */
export interface DocumentMarks {
  /** The document's URI. */
  readonly uri: string;
  /**
   * Whether the file has lines that an editor can go to; `false` for Word documents, where ranges are positions
   * in the corrected text.
   */
  readonly lines: boolean;

  /** The exercise's name. */
  readonly exercise: string;

  /** The assignment's name: the exercise's, unless each student has an essay of their own. */
  readonly assignment: string;

  /** The name of the person whose correction it is. */
  readonly student: string;

  /** The author of this correction if the file holds several, else `null`. */
  readonly author: string | null;

  /** What a person should know of the whole document, if there is anything. */
  readonly notices?: readonly Notice[];
  readonly comments?: Comments2;
  /**
   * How the authors of a file share the work, in words: `Ms Kim and Mr Roy together`, or `Ms Kim or Mr Roy`;
   * absent where there is nothing to say.
   */
  readonly reference_authors?: string;
  readonly mark?: Mark;
  readonly marks: Marks;

  /** The aligned sentences, in the order of the source. */
  readonly passages: readonly Passage[];

  /** All places with a verdict, in the order of the text. */
  readonly findings: readonly Finding[];

  /** All chunks with a category of CLEME2.0's, in the order of the text. `counts` counts these. */
  readonly chunks: readonly Chunk[];

  /** The version of the text that the numbers belong to; `null` for a document that is not open. */
  readonly version: number | null;

  /** Whether weights and credit, or impacts and similarities, are final. */
  readonly complete: boolean;
  /**
   * The indices in `findings` of what the person ignores; in `chunks` with the setting `vocabulary`
   * `"cleme2"`, and in the estimate's `edits` without a reference.
   */
  readonly ignored: readonly number[];

  /** The number of students' corrections, in the answer for a source; its findings are the places to correct. */
  readonly students?: number;
}

/** The comments that are on no finding, where comments are in use. */
export interface Comments2 {
  /** The teachers' comments on the whole text. */
  readonly whole: readonly Comment[];

  /** The teachers' comments on other places, in the order of the text. */
  readonly places: readonly PlaceComment[];

  /** The teachers' comments and points whose places are no longer there. They stay in their file. */
  readonly unplaced: readonly UnplacedComment[];
}

/** The mark, where `markscheme.toml` has a mark scheme; absent for a source that nobody has corrected. */
export interface Mark {
  /** The mark, with at most two decimals; `null` where it is withheld. */
  readonly points: number | null;

  /** The best mark. */
  readonly max: number;

  /** The band of the mark; `null` where the scheme has none for it. */
  readonly band: Band | null;

  /** Why there is no mark, in plain words; `null` where there is one. */
  readonly withheld: string | null;

  /** The number of answers that nobody has decided yet and that change the mark; 0 for a mark that is final. */
  readonly open: number;

  /** The mark if all these answers are wrong, and if all are right; `null` where it is withheld. */
  readonly range: number[] | null;

  /** The sum; the `points` of all lines together are the mark. Empty where the mark is withheld. */
  readonly lines: readonly MarkLine[];
}
/**
 * One line of a mark's sum.
 *
 * `full` is what a finding would add if all that was needed were done. `earning` is in points of the mark.
 *
 */
export interface MarkLine {
  /**
   * What the line stands for: `place` for a finding; `given` for a teacher's points, for a finding, for other
   * words or for the whole text; else the best mark to begin with, findings out of focus, a cap, a text in which nothing
   * is corrected, the number of words, the lowest or the best mark, or rounding.
   */
  readonly kind:
    'full' | 'place' | 'given' | 'focus' | 'cap' | 'nothing-right' | 'words' | 'floor' | 'max' | 'rounding';

  /** What the line adds, unrounded; negative where it takes. */
  readonly points: number;

  /** The reason, in plain words; without a full stop. */
  readonly why: string;

  /** The index of the line's finding in `findings`, for `place`, and for `given` where it is a finding. */
  readonly finding?: number;
  readonly range?: Range6;

  /** The factor of the finding's kind of error, for `place`. */
  readonly weight?: number;

  /** The teacher who gave the points, for `given`; `null` where the file does not say. */
  readonly by?: string | null;

  /** What the mark scheme would add in place of the teacher's points, for `given` at a finding. */
  readonly scheme?: number;
}

/** The line's place in the hypothesis, where it has one. */
export interface Range6 {
  readonly start: Position;
  readonly end: Position1;
}

/** The document's counts and scores. */
export interface Marks {
  readonly verdicts: Verdicts;
  readonly counts: Counts1;

  /** The weighting of the scores; `"none"` until the encoder or the language model has answered. */
  readonly weighting: 'none' | 'length' | 'similarity' | 'vector' | 'llm';

  /** Sums of weights, by category; `null` without weighting. */
  readonly weights: Weights | null;
  readonly scores: Scores;
  readonly errant: PrecisionRecall;

  /** `null` until vectors are available. */
  readonly credit: PrecisionRecall1 | null;

  /** The number of references. */
  readonly references: number;

  /** The metrics and settings that the numbers depend on. */
  readonly signature: string;
  readonly metric?: MetricScores;
}

/** The verdicts, counted. */
export interface Verdicts {
  /** The verdicts that findings have. */
  readonly counts: readonly VerdictCount[];

  /** Points earned; at least 0, and at most those due. */
  readonly earned: number;

  /** Points due. */
  readonly due: number;

  /** `earned / due`, in 0 to 1; `null` where nothing was due. */
  readonly share: number | null;

  /** The number of passages that are rewritten freely. */
  readonly rewritten: number;

  /** Whether `share` can be compared with other documents; `false` where too much is rewritten freely. */
  readonly comparable: boolean;

  /** The number of places whose answer nobody has decided yet. */
  readonly open: number;

  /** The points that the places earn if all these answers are wrong, and if all are right. */
  readonly range: readonly number[];
}

/** The number of findings with one verdict. */
export interface VerdictCount {
  /** The verdict. */
  readonly verdict: 'correct' | 'partly-correct' | 'different' | 'missed' | 'not-needed' | 'optional';

  /** The number of findings, at least 1. */
  readonly count: number;
}

/** Numbers of chunks, by category. */
export interface Counts1 {
  /** Hits. */
  readonly tp: number;

  /** Wrong corrections. */
  readonly fp_ne: number;

  /** Over-corrections. */
  readonly fp_un: number;

  /** Under-corrections. */
  readonly fn: number;

  /** Chunks that are rightly unchanged. */
  readonly tn: number;
}

/** The sums of the weights of CLEME2.0's chunks (w_TP and its like of Equation 6), each at least 0. */
export interface Weights {
  /** Of hits. */
  readonly tp: number;

  /** Of wrong corrections. */
  readonly fp_ne: number;

  /** Of over-corrections. */
  readonly fp_un: number;

  /** Of under-corrections. */
  readonly fn: number;

  /** Of chunks that are rightly unchanged. */
  readonly tn: number;
}

/** CLEME2.0's scores of the whole document. */
export interface Scores {
  /** The share of hits among the places that need a correction. */
  readonly hit: number;

  /** The share of wrong corrections among those places; lower is better. */
  readonly wrong: number;

  /** The share of under-corrections among those places; lower is better. */
  readonly under: number;

  /** The share of over-corrections among the changes of the hypothesis; lower is better. */
  readonly over: number;

  /** The four in one number, by the factors. */
  readonly score: number;
}

/** ERRANT's scores, with beta 0.5. */
export interface PrecisionRecall {
  /** The share of the hypothesis's corrections that agree with the reference. */
  readonly precision: number;

  /** The share of the reference's corrections that the hypothesis makes. */
  readonly recall: number;

  /** The weighted harmonic mean of both, by beta. */
  readonly f: number;
}

/** Precision, recall and F (UOT-ERRANT, Equations 10 to 12), each in 0 to 1. */
export interface PrecisionRecall1 {
  /** The share of the hypothesis's corrections that agree with the reference. */
  readonly precision: number;

  /** The share of the reference's corrections that the hypothesis makes. */
  readonly recall: number;

  /** The weighted harmonic mean of both, by beta. */
  readonly f: number;
}

/** The scores of one more metric, where the setting `metric` names one and its models have answered. */
export interface MetricScores {
  /** The metric's name. */
  readonly name: string;

  /** The metric's name for people. */
  readonly title: string;

  /** Scores, with members that depend on the metric. */
  readonly scores: {
    [k: string]: number;
  };

  /** The metric and the settings that the numbers depend on. */
  readonly signature: string;
}

/** An aligned group of sentences. */
export interface Passage {
  readonly range: Range7;

  /** The text of the hypothesis. */
  readonly text: string;
  readonly verdicts: Verdicts1;
  readonly counts: Counts2;

  /** The four in one number, by the factors. */
  readonly score: number;

  /** The weighted harmonic mean of both, by beta. */
  readonly credit: number | null;

  /** The number of references that the passage has, where it has fewer than the document. */
  readonly references?: number;
}

/** The place in the hypothesis. */
export interface Range7 {
  readonly start: Position;
  readonly end: Position1;
}

/** The passage's verdicts, counted. */
export interface Verdicts1 {
  /** The verdicts that findings have. */
  readonly counts: readonly VerdictCount[];

  /** Points earned; at least 0, and at most those due. */
  readonly earned: number;

  /** Points due. */
  readonly due: number;

  /** `earned / due`, in 0 to 1; `null` where nothing was due. */
  readonly share: number | null;

  /** The number of passages that are rewritten freely. */
  readonly rewritten: number;

  /** Whether `share` can be compared with other documents; `false` where too much is rewritten freely. */
  readonly comparable: boolean;

  /** The number of places whose answer nobody has decided yet. */
  readonly open: number;

  /** The points that the places earn if all these answers are wrong, and if all are right. */
  readonly range: readonly number[];
}

/** Numbers of chunks, by category. */
export interface Counts2 {
  /** Hits. */
  readonly tp: number;

  /** Wrong corrections. */
  readonly fp_ne: number;

  /** Over-corrections. */
  readonly fp_un: number;

  /** Under-corrections. */
  readonly fn: number;

  /** Chunks that are rightly unchanged. */
  readonly tn: number;
}

/** A place of a document with its verdict. */
export interface Finding {
  /** The verdict. */
  readonly verdict: 'correct' | 'partly-correct' | 'different' | 'missed' | 'not-needed' | 'optional';
  /**
   * The category of CLEME2.0's chunk at this place; `null` where CLEME2.0 counts the chunk as rightly
   * unchanged, and for a passage that is rewritten freely.
   */
  readonly category: Category | null;
  readonly range: Range8;

  /** The place in the source's file; `null` where that file can't be read. */
  readonly source_range: Range9 | null;

  /** The words of the source. */
  readonly source: string;

  /** The words of the hypothesis. */
  readonly hypothesis: string;
  /**
   * ERRANT's types of the hypothesis's edits there, or else of a reference's, joined by `+`; empty for a passage
   * that is rewritten freely.
   */
  readonly type: string;
  /**
   * ERRANT's types of the error, joined by `+`: those of most references that correct it; `type` where the
   * hypothesis corrects it, and where no reference does.
   */
  readonly error_type: string;

  /** The group of `error_type` in a teacher's words; empty where it is. */
  readonly group: string;
  /**
   * The weight of CLEME2.0's chunk, at least 0; `null` where `category` is, and until the encoder or the
   * language model has answered.
   */
  readonly weight: number | null;
  /**
   * The credit against the first reference, in 0 to 1; `null` where the hypothesis has no edit, and until vectors
   * are available.
   */
  readonly credit: number | null;

  /** The index of the finding's passage in `passages`. */
  readonly passage: number;

  /** Points earned; at least 0, and at most those due. */
  readonly earned: number;

  /** Points due. */
  readonly due: number;

  /** Each reference's version at this place; those that the verdict was judged against come first. */
  readonly references: readonly PlaceReference[];

  /** Words that could stand here instead; the first is what the verdict was judged against. */
  readonly suggestions: readonly Suggestion[];

  /** The tolerances that make the place correct. */
  readonly tolerances: readonly string[];

  /** The person who decided the verdict, and the date; `null` where the references did. */
  readonly decided: string | null;

  /** Whether the student's answer is no reference's, and nobody has decided about it yet. */
  readonly open: boolean;

  /** Whether the finding stands for a whole passage that is rewritten freely. */
  readonly rewritten: boolean;
  readonly whole?: WholeWords2;

  /** The edits that are left, where the verdict is `partly-correct`. */
  readonly missing?: readonly MissingEdit[];

  /** The comment on this place, where comments are in use; `null` where nothing is said. */
  readonly comment?: Comment | null;
}

/** The place in the hypothesis. */
export interface Range8 {
  readonly start: Position;
  readonly end: Position1;
}

/** LSP's half-open range. */
export interface Range9 {
  readonly start: Position;
  readonly end: Position1;
}

/** One reference's version at a place with a verdict. */
export interface PlaceReference {
  /** The reference's name. */
  readonly reference: string;

  /** The words of the reference. */
  readonly text: string;
  /**
   * The category against this reference; `null` where neither the hypothesis nor this reference changes the
   * source.
   */
  readonly category: Category | null;
  /**
   * The finding's credit against this reference, in 0 to 1; `null` until vectors are available, and where the
   * hypothesis has no edit.
   */
  readonly alignment: number | null;

  /** The reference's edits that the finding aligns with, the largest share first. */
  readonly edits: readonly AlignedEdit[];

  /** The words of the source in the place of `text`, which may be more than the finding's. */
  readonly source: string;

  /** Whether the verdict was judged against this reference. */
  readonly follows: boolean;
  readonly whole?: WholeWords;
}

/** `source` and `text` in whole words, where they are parts of words. */
export interface WholeWords {
  /** The words. */
  readonly before: string;

  /** The words in their place. */
  readonly after: string;
}
/**
 * Words that could stand at a place instead. They differ from the hypothesis's, and lower no mark.
 *
 * `text_span` is in the hypothesis itself. `source_tokens` are under both.
 *
 */
export interface Suggestion {
  readonly range: Range10;

  /** The words of the hypothesis. */
  readonly before: string;

  /** The words of the references. */
  readonly text: string;

  /** The references that have these words. */
  readonly references: readonly string[];
  readonly whole?: WholeWords1;
}

/** LSP's half-open range. */
export interface Range10 {
  readonly start: Position;
  readonly end: Position1;
}

/** `before` and `text` in whole words, where they are parts of words. */
export interface WholeWords1 {
  /** The words. */
  readonly before: string;

  /** The words in their place. */
  readonly after: string;
}

/** `source` and `hypothesis` in whole words, where they are parts of words; `null` for a chunk. */
export interface WholeWords2 {
  /** The words. */
  readonly before: string;

  /** The words in their place. */
  readonly after: string;
}

/** An edit that is left to be done at a place that is partly correct. */
export interface MissingEdit {
  readonly range: Range11;

  /** The words of the hypothesis. */
  readonly before: string;

  /** The words that belong there. */
  readonly text: string;
  readonly whole?: WholeWords3;
}

/** LSP's half-open range. */
export interface Range11 {
  readonly start: Position;
  readonly end: Position1;
}

/** `before` and `text` in whole words, where they are parts of words. */
export interface WholeWords3 {
  /** The words. */
  readonly before: string;

  /** The words in their place. */
  readonly after: string;
}

/** The document that marks or an estimate belong to. */
export interface DocumentPlace {
  /** The document's URI. */
  readonly uri: string;
  /**
   * Whether the file has lines that an editor can go to; `false` for Word documents, where ranges are positions
   * in the corrected text.
   */
  readonly lines: boolean;

  /** The exercise's name. */
  readonly exercise: string;

  /** The assignment's name: the exercise's, unless each student has an essay of their own. */
  readonly assignment: string;

  /** The name of the person whose correction it is. */
  readonly student: string;

  /** The author of this correction if the file holds several, else `null`. */
  readonly author: string | null;

  /** What a person should know of the whole document, if there is anything. */
  readonly notices?: readonly Notice[];
  readonly comments?: Comments3;
  /**
   * How the authors of a file share the work, in words: `Ms Kim and Mr Roy together`, or `Ms Kim or Mr Roy`;
   * absent where there is nothing to say.
   */
  readonly reference_authors?: string;
}

/** The comments that are on no finding, where comments are in use. */
export interface Comments3 {
  /** The teachers' comments on the whole text. */
  readonly whole: readonly Comment[];

  /** The teachers' comments on other places, in the order of the text. */
  readonly places: readonly PlaceComment[];

  /** The teachers' comments and points whose places are no longer there. They stay in their file. */
  readonly unplaced: readonly UnplacedComment[];
}

/** The engine's models, memory, work and cache. */
export interface EngineStatus {
  /** The engine's process id. */
  readonly pid: number;

  /** The language pipeline and its version. */
  readonly pipeline: string;

  /** Whether the pipeline is in memory. */
  readonly pipelineLoaded: boolean;

  /** The sentence encoder: name, revision, pooling and precision; `null` where it is not installed. */
  readonly encoder: string | null;

  /** Whether the encoder is in memory. */
  readonly encoderLoaded: boolean;

  /** The device that the encoder runs on; `null` until the encoder is loaded. */
  readonly device: string | null;

  /** The path of the cache file. */
  readonly cache: string;

  /** The engine's resident memory, in bytes. */
  readonly memory: number;

  /** The number of windows that use the engine. */
  readonly clients: number;

  /** The number of waiting jobs, without the running one. */
  readonly queue: number;

  /** Whether a job is running. */
  readonly running: boolean;

  /** The number of batches that the engine has started. */
  readonly batches: number;

  /** How often the engine has loaded the encoder. */
  readonly encoderLoads: number;

  /** The number of entries in the cache; `null` while another process locks it. */
  readonly cacheEntries: number | null;

  /** The size of the cache, in bytes; `null` while another process locks it. */
  readonly cacheBytes: number | null;
}

/** A student's correction in a class, which stands in `exercises`. */
export interface Essay {
  /** The assignment's name. */
  readonly assignment: string;

  /** The index in `exercises`. */
  readonly exercise: number;

  /** The index in the exercise's `students`. */
  readonly student: number;
}

/** IMPARA's estimate of a document that has no reference. */
export interface Estimate1 {
  readonly quality: BeforeAndAfter1;
  readonly q: BeforeAndAfter2;

  /** IMPARA's Equation 10; `null` until vectors are available. */
  readonly similarity: number | null;

  /** IMPARA's Equation 1; `null` until vectors are available. */
  readonly score: number | null;

  /** The number of edits that lower the estimate. */
  readonly lowering: number;

  /** The quality estimator. */
  readonly estimator: string;

  /** The metric and the settings that the numbers depend on. */
  readonly signature: string;

  /** The passages, in the order of the source. */
  readonly passages: readonly EstimatedPassage[];

  /** The edits, in the order of the text; empty for a source. */
  readonly edits: readonly EstimatedEdit[];
}

/** The means of a document's estimates over its passages. These are not marks. */
export interface EstimateSummary {
  readonly quality: BeforeAndAfter4;
  readonly q: BeforeAndAfter5;

  /** IMPARA's Equation 10; `null` until vectors are available. */
  readonly similarity: number | null;

  /** IMPARA's Equation 1; `null` until vectors are available. */
  readonly score: number | null;

  /** The number of edits that lower the estimate. */
  readonly lowering: number;

  /** The quality estimator. */
  readonly estimator: string;

  /** The metric and the settings that the numbers depend on. */
  readonly signature: string;
}

/** IMPARA's Equation 3, in 0 to 1. */
export interface BeforeAndAfter4 {
  /** For the source; `null` where it has no words, as before an added sentence. */
  readonly before: number | null;

  /** For the correction; `null` where it has no words. */
  readonly after: number | null;
}

/** IMPARA's Equation 2, any real number. */
export interface BeforeAndAfter5 {
  /** For the source; `null` where it has no words, as before an added sentence. */
  readonly before: number | null;

  /** For the correction; `null` where it has no words. */
  readonly after: number | null;
}

/** A document whose exercise has no reference. */
export interface EstimatedDocument {
  /** The document's URI. */
  readonly uri: string;
  /**
   * Whether the file has lines that an editor can go to; `false` for Word documents, where ranges are positions
   * in the corrected text.
   */
  readonly lines: boolean;

  /** The exercise's name. */
  readonly exercise: string;

  /** The assignment's name: the exercise's, unless each student has an essay of their own. */
  readonly assignment: string;

  /** The name of the person whose correction it is. */
  readonly student: string;

  /** The author of this correction if the file holds several, else `null`. */
  readonly author: string | null;

  /** What a person should know of the whole document, if there is anything. */
  readonly notices?: readonly Notice[];
  readonly comments?: Comments4;
  /**
   * How the authors of a file share the work, in words: `Ms Kim and Mr Roy together`, or `Ms Kim or Mr Roy`;
   * absent where there is nothing to say.
   */
  readonly reference_authors?: string;
  readonly estimate: Estimate2;
}

/** The comments that are on no finding, where comments are in use. */
export interface Comments4 {
  /** The teachers' comments on the whole text. */
  readonly whole: readonly Comment[];

  /** The teachers' comments on other places, in the order of the text. */
  readonly places: readonly PlaceComment[];

  /** The teachers' comments and points whose places are no longer there. They stay in their file. */
  readonly unplaced: readonly UnplacedComment[];
}

/** The document's estimate. */
export interface Estimate2 {
  readonly quality: BeforeAndAfter1;
  readonly q: BeforeAndAfter2;

  /** IMPARA's Equation 10; `null` until vectors are available. */
  readonly similarity: number | null;

  /** IMPARA's Equation 1; `null` until vectors are available. */
  readonly score: number | null;

  /** The number of edits that lower the estimate. */
  readonly lowering: number;

  /** The quality estimator. */
  readonly estimator: string;

  /** The metric and the settings that the numbers depend on. */
  readonly signature: string;

  /** The passages, in the order of the source. */
  readonly passages: readonly EstimatedPassage[];

  /** The edits, in the order of the text; empty for a source. */
  readonly edits: readonly EstimatedEdit[];
}
/**
 * Metrics beside one kind of judgements, against one set of references.
 *
 * No correlation is over a system that people give no score, as they decide no comparison with it.
 *
 */
export interface EvaluationColumn {
  /** What papers call the judgements. */
  readonly judgements: string;

  /** The aggregation that made people's scores. */
  readonly method: string;

  /** The name of the set of references. */
  readonly references: string;

  /** The number of references. */
  readonly reference_count: number;

  /** The name of the set of systems. */
  readonly systems: string;

  /** People's score of each system. */
  readonly people: {
    [k: string]: number | null;
  };

  /** One for each metric. */
  readonly metrics: readonly MetricAgreement[];

  /** One for each pair of metrics. */
  readonly differences: readonly MetricDifference[];
}

/** One metric beside people. */
export interface MetricAgreement {
  /** The metric's name. */
  readonly metric: string;

  /** The metric and the settings that the numbers depend on. */
  readonly signature: string;

  /** The metric's score of each system; `null` where it is not defined. */
  readonly scores: {
    [k: string]: number | null;
  };
  readonly pearson: SampledCorrelation;
  readonly spearman: SampledCorrelation1;
  readonly kendall: SampledCorrelation2;
  readonly accuracy: SampledNumber;
  readonly sentence_tau: SampledNumber1;

  /** The number of single comparisons that count. */
  readonly comparisons: number;

  /** The number of those that people decide and the metric ties. */
  readonly tied: number;

  /** Agreement by pairs of systems. */
  readonly system_pairs: readonly SystemPairAgreement[];

  /** Window analysis, from the best system on. */
  readonly windows: readonly SystemWindow[];
}

/** Pearson's r over systems. */
export interface SampledCorrelation {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The two ends of the interval over sentences; `null` without one. */
  readonly sentences: (number | null)[];

  /** The two ends of the interval over systems; `null` without one. */
  readonly systems: (number | null)[];
}

/** Spearman's rho over systems. */
export interface SampledCorrelation1 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The two ends of the interval over sentences; `null` without one. */
  readonly sentences: (number | null)[];

  /** The two ends of the interval over systems; `null` without one. */
  readonly systems: (number | null)[];
}

/** Kendall's tau-b over systems. */
export interface SampledCorrelation2 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The two ends of the interval over sentences; `null` without one. */
  readonly sentences: (number | null)[];

  /** The two ends of the interval over systems; `null` without one. */
  readonly systems: (number | null)[];
}

/** The share of single comparisons in which the metric agrees with people. */
export interface SampledNumber {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The two ends of the interval over sentences; `null` without one. */
  readonly sentences: (number | null)[];
}

/** Kendall's tau on single comparisons. */
export interface SampledNumber1 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The two ends of the interval over sentences; `null` without one. */
  readonly sentences: (number | null)[];
}

/** How often a metric agrees with people on the outputs of two systems. */
export interface SystemPairAgreement {
  /** The two systems. */
  readonly systems: readonly string[];

  /** The share of the comparisons that people decide in which the metric agrees. */
  readonly accuracy: number;

  /** The number of comparisons that count. */
  readonly comparisons: number;
}

/** Correlations over systems that follow each other by people's scores. */
export interface SystemWindow {
  /** The rank of the first one; 1 is the best. */
  readonly first: number;

  /** The systems, the best first. */
  readonly systems: readonly string[];

  /** Pearson's r; `null` where the metric scores all of them alike. */
  readonly pearson: number | null;

  /** Spearman's rho; `null` as for Pearson's r. */
  readonly spearman: number | null;
}

/** The first metric's correlation with people less the second's. */
export interface MetricDifference {
  /** The two metrics. */
  readonly metrics: readonly string[];
  readonly pearson: SampledCorrelation3;

  /** The test; `null` with fewer than four systems, and where a correlation is not defined. */
  readonly williams: WilliamsTest | null;
}

/** The difference of Pearson's r, with intervals of the paired bootstrap. */
export interface SampledCorrelation3 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The two ends of the interval over sentences; `null` without one. */
  readonly sentences: (number | null)[];

  /** The two ends of the interval over systems; `null` without one. */
  readonly systems: (number | null)[];
}

/** Williams' test of two correlations; `statistic` is Student's t, infinite where nothing is left to chance. */
export interface WilliamsTest {
  /** Student's t; positive where the first correlation is higher; `null` where it is infinite. */
  readonly t: number | null;

  /** The two-sided probability. */
  readonly p: number;

  /** The same, adjusted by Holm's method over the column's pairs of metrics. */
  readonly holm: number | null;
}

/** An exercise and its files. */
export interface Exercise {
  /** The exercise's name. */
  readonly name: string;

  /** The assignment's name: the exercise's, unless each student has an essay of their own. */
  readonly assignment: string;

  /** The URI of the folder of its class: that of its `markscheme.toml`, or else `uri`. */
  readonly folder: string;

  /** The student whose essay the source is, as people read the name; `null` where all share the source. */
  readonly student: string | null;

  /** Why the exercise can't be marked, if it can't. */
  readonly problem: string | null;

  /** What a person should know of its files, or of its class's: files that fit no pattern, for example. */
  readonly notices: readonly string[];

  /** The folder of the source; without a source file, the folder of all documents. */
  readonly uri: string;

  /** The URI of the source file; `null` where the other files carry the source. */
  readonly source: string | null;

  /** The URI of the source's text if the source file has no lines, else `null`. */
  readonly source_view: string | null;

  /** The corrections to be marked. */
  readonly hypotheses: readonly Hypothesis[];

  /** The teachers' corrections; of a file without lines, each one in it. */
  readonly references: readonly Reference[];
}

/** A correction to be marked. */
export interface Hypothesis {
  /** The name in findings and reports. */
  readonly name: string;

  /** The name as people read it. */
  readonly label: string;

  /** The document's URI. */
  readonly uri: string;

  /** Whether the file has lines that an editor can go to. */
  readonly lines: boolean;

  /** The author of this correction if the file holds several, else `null`. */
  readonly author: string | null;

  /** The URI of this correction's text if the file has no lines, else `null`. */
  readonly view: string | null;
}

/** A teacher's correction. */
export interface Reference {
  /** The name in findings and reports. */
  readonly name: string;

  /** The name as people read it. */
  readonly label: string;

  /** The document's URI. */
  readonly uri: string;

  /** The URI of this correction's text if the file has no lines, else `null`. */
  readonly view: string | null;
}

/** The running text of a source, a hypothesis or a reference. */
export interface ExerciseText {
  /** The name in findings and reports; `source` for the source. */
  readonly name: string;

  /** The name as people read it. */
  readonly label: string;

  /** The file's URI. */
  readonly uri: string;

  /** The URI of the text of a file without lines, else `null`. */
  readonly view: string | null;

  /** The text; `null` if the file can't be read. */
  readonly text: string | null;

  /** Whether the file holds exactly this text. If so, a client may open the file instead. */
  readonly whole: boolean;

  /** Why the file can't be read. */
  readonly problem?: string;
}

/** The last argument of the command `markscheme.exportGrades`. Without any, a workbook is written. */
export interface ExportOptions {
  /** The assignment; needed where there are several, unless the worksheet is of one of them. */
  readonly assignment?: string | null;

  /** The URI of Moodle's grading worksheet or of Canvas's gradebook (CSV), of which a filled copy is written. */
  readonly worksheet?: string | null;

  /** The name of a format; feedback for each student is written in it, into a zip as Moodle reads it. */
  readonly feedback?: string | null;

  /** Whether an Excel workbook is written. */
  readonly workbook?: boolean | null;

  /** The most points in the system, where its table does not say it. */
  readonly maximum?: number | null;

  /** Whether grades and comments that somebody else wrote into the table are replaced. */
  readonly overwrite?: boolean | null;
  /**
   * What answers count as that nobody has decided: as they are, or as if all were wrong or right. Without it they
   * count as they are, `notices` says how many there are, and words show the range of a mark.
   */
  readonly open?: ('as-they-are' | 'lowest' | 'highest') | null;

  /** A token of the client's own for the progress; without it the server creates one. */
  readonly workDoneToken?: number | string | null;
}

/** The result of `markscheme.exportAdjudication`. */
export interface ExportedAdjudication {
  /** The URIs of the files: `target` first. */
  readonly files: readonly string[];

  /** The URIs of other files that are there; where there are any, nothing was written. */
  readonly existing: readonly string[];

  /** The format's name for people. */
  readonly format: string;

  /** The number of sentences that are open, in which `open` decided what stands. */
  readonly filled: number;

  /** What the format can't hold, in words. */
  readonly losses: readonly string[];
}

/** A file that was written. */
export interface ExportedFile {
  /** Its URI. */
  readonly uri: string;

  /** What it is and what to do with it, in plain words. */
  readonly text: string;
}

/** The result of the command `markscheme.exportGrades`: files with their bytes, and a sentence about each. */
export interface ExportedGrades {
  /** The files that were written. */
  readonly files: readonly ExportedFile[];

  /** Who has no grade and why, and what else a person should know, in plain words. */
  readonly notices: readonly string[];

  /** The grades and comments by somebody else that stayed, in plain words; `overwrite` replaces them. */
  readonly kept: readonly string[];

  /** The number of answers that nobody has decided, and for which the options do not say what they count as. */
  readonly open: number;
}

/** The answer of `markscheme/feedbackChoices`: what a person can choose for a document or a folder. */
export interface FeedbackChoices {
  /** The URI of the class's folder; of several classes, of the first. */
  readonly folder: string;

  /** The names of the assignments. */
  readonly assignments: readonly string[];

  /** The students, by name. */
  readonly students: readonly ChoosableStudent[];

  /** The kinds of errors, in a teacher's words: the teacher's own first. */
  readonly groups: readonly string[];
}

/** The last argument of the command `markscheme.writeFeedback`. */
export interface FeedbackOptions {
  /** The only assignment that is given back; all of them without it. */
  readonly assignment?: string | null;

  /** The names of the students who get feedback, as `markscheme/feedbackChoices` has them; all without it. */
  readonly students?: string[] | null;

  /** The only kinds of errors that are marked, in a teacher's words; all of them without it. */
  readonly focus?: string[] | null;

  /** A file for each student, which is the default, an archive of them, or one file with everybody's feedback. */
  readonly bundle?: ('each' | 'zip' | 'together') | null;
  /**
   * What answers count as that nobody has decided: as they are, or as if all were wrong or right, and a mark is one
   * number; without it a mark with such answers is a range.
   */
  readonly open?: ('as-they-are' | 'lowest' | 'highest') | null;

  /** A token of the client's own for the progress; without it the server creates one. */
  readonly workDoneToken?: number | string | null;
}

/** The places of one group of errors, of all students, by verdict. */
export interface GroupCounts {
  /** The group, in a teacher's words. */
  readonly group: string;

  /** The verdicts that places of this group have. */
  readonly counts: readonly VerdictCount[];
}

/** The last argument of the command `markscheme.importSubmissions`. */
export interface ImportOptions {
  /** The URI of the system's table of grades (CSV), for the students' full names. */
  readonly names?: string | null;

  /** Whether numbers stand in place of names; whose they are is in a file of its own. */
  readonly anonymous?: boolean | null;

  /** Whether texts that are there already are replaced; without it the person is asked. */
  readonly overwrite?: boolean | null;

  /** A token of the client's own for the progress; without it the server creates one. */
  readonly workDoneToken?: number | string | null;
}

/** The result of the command `markscheme.importSubmissions`. */
export interface ImportedClass {
  /** The URI of the exercise's folder. */
  readonly folder: string;

  /** The name of the exercise. */
  readonly assignment: string;

  /** The school's system, as people write it. */
  readonly system: string;

  /** The number of texts. */
  readonly texts: number;

  /** What was left out and why, in plain words. */
  readonly left_out: readonly string[];

  /** Whether the text that the students corrected and a teacher's correction of it are there. */
  readonly complete: boolean;
}

/** A number for a kind of error. */
export interface KindValue {
  /** A group of errors, or a pattern of ERRANT's types. */
  readonly kind: string;

  /** A weight, or the most points that the kind may take or give. */
  readonly value: number;
}

/** The `data` of a code lens. */
export interface LensData {
  /** Whether the lens shows an estimate. An estimate has no transport plan. */
  readonly estimate: boolean;
}
/**
 * A document's mark by the mark scheme of its exercise, as a sum.
 *
 * The exact sum is in [floor, `maximum`]; what nobody has decided yet counts as no reference's. No range for a mark
 * that is final, or withheld.
 *
 */
export interface Mark1 {
  /** The mark, with at most two decimals; `null` where it is withheld. */
  readonly points: number | null;

  /** The best mark. */
  readonly max: number;

  /** The band of the mark; `null` where the scheme has none for it. */
  readonly band: Band | null;

  /** Why there is no mark, in plain words; `null` where there is one. */
  readonly withheld: string | null;

  /** The number of answers that nobody has decided yet and that change the mark; 0 for a mark that is final. */
  readonly open: number;

  /** The mark if all these answers are wrong, and if all are right; `null` where it is withheld. */
  readonly range: number[] | null;

  /** The sum; the `points` of all lines together are the mark. Empty where the mark is withheld. */
  readonly lines: readonly MarkLine[];
}

/** A document's mark by the mark scheme of its exercise. */
export interface MarkSummary {
  /** The mark, with at most two decimals; `null` where it is withheld. */
  readonly points: number | null;

  /** The best mark. */
  readonly max: number;

  /** The band of the mark; `null` where the scheme has none for it. */
  readonly band: Band | null;

  /** Why there is no mark, in plain words; `null` where there is one. */
  readonly withheld: string | null;

  /** The number of answers that nobody has decided yet and that change the mark; 0 for a mark that is final. */
  readonly open: number;

  /** The mark if all these answers are wrong, and if all are right; `null` where it is withheld. */
  readonly range: number[] | null;
}

/** A document marked against references. */
export interface MarkedDocument {
  /** The document's URI. */
  readonly uri: string;
  /**
   * Whether the file has lines that an editor can go to; `false` for Word documents, where ranges are positions
   * in the corrected text.
   */
  readonly lines: boolean;

  /** The exercise's name. */
  readonly exercise: string;

  /** The assignment's name: the exercise's, unless each student has an essay of their own. */
  readonly assignment: string;

  /** The name of the person whose correction it is. */
  readonly student: string;

  /** The author of this correction if the file holds several, else `null`. */
  readonly author: string | null;

  /** What a person should know of the whole document, if there is anything. */
  readonly notices?: readonly Notice[];
  readonly comments?: Comments5;
  /**
   * How the authors of a file share the work, in words: `Ms Kim and Mr Roy together`, or `Ms Kim or Mr Roy`;
   * absent where there is nothing to say.
   */
  readonly reference_authors?: string;
  readonly mark?: Mark2;
  readonly marks: Marks1;

  /** The aligned sentences, in the order of the source. */
  readonly passages: readonly Passage[];

  /** All places with a verdict, in the order of the text. */
  readonly findings: readonly Finding[];

  /** All chunks with a category of CLEME2.0's, in the order of the text. `counts` counts these. */
  readonly chunks: readonly Chunk[];
}

/** The comments that are on no finding, where comments are in use. */
export interface Comments5 {
  /** The teachers' comments on the whole text. */
  readonly whole: readonly Comment[];

  /** The teachers' comments on other places, in the order of the text. */
  readonly places: readonly PlaceComment[];

  /** The teachers' comments and points whose places are no longer there. They stay in their file. */
  readonly unplaced: readonly UnplacedComment[];
}

/** The mark, where `markscheme.toml` has a mark scheme; absent for a source that nobody has corrected. */
export interface Mark2 {
  /** The mark, with at most two decimals; `null` where it is withheld. */
  readonly points: number | null;

  /** The best mark. */
  readonly max: number;

  /** The band of the mark; `null` where the scheme has none for it. */
  readonly band: Band | null;

  /** Why there is no mark, in plain words; `null` where there is one. */
  readonly withheld: string | null;

  /** The number of answers that nobody has decided yet and that change the mark; 0 for a mark that is final. */
  readonly open: number;

  /** The mark if all these answers are wrong, and if all are right; `null` where it is withheld. */
  readonly range: number[] | null;

  /** The sum; the `points` of all lines together are the mark. Empty where the mark is withheld. */
  readonly lines: readonly MarkLine[];
}

/** The document's counts and scores. */
export interface Marks1 {
  readonly verdicts: Verdicts;
  readonly counts: Counts1;

  /** The weighting of the scores; `"none"` until the encoder or the language model has answered. */
  readonly weighting: 'none' | 'length' | 'similarity' | 'vector' | 'llm';

  /** Sums of weights, by category; `null` without weighting. */
  readonly weights: Weights | null;
  readonly scores: Scores;
  readonly errant: PrecisionRecall;

  /** `null` until vectors are available. */
  readonly credit: PrecisionRecall1 | null;

  /** The number of references. */
  readonly references: number;

  /** The metrics and settings that the numbers depend on. */
  readonly signature: string;
  readonly metric?: MetricScores;
}

/** The result of the command `markscheme.markWorkspace`. */
export interface MarkedWorkspace {
  /** The number of marked documents. */
  readonly documents: number;

  /** The number of places to check in students' documents. */
  readonly findings: number;

  /** The number of files that can't be used. */
  readonly problems: number;
}

/** A document's marks against its references: counts summed over passages, scores at the level of the settings. */
export interface Marks2 {
  readonly verdicts: Verdicts;
  readonly counts: Counts1;

  /** The weighting of the scores; `"none"` until the encoder or the language model has answered. */
  readonly weighting: 'none' | 'length' | 'similarity' | 'vector' | 'llm';

  /** Sums of weights, by category; `null` without weighting. */
  readonly weights: Weights | null;
  readonly scores: Scores;
  readonly errant: PrecisionRecall;

  /** `null` until vectors are available. */
  readonly credit: PrecisionRecall1 | null;

  /** The number of references. */
  readonly references: number;

  /** The metrics and settings that the numbers depend on. */
  readonly signature: string;
  readonly metric?: MetricScores;
}

/** The output of `evaluate seeda --format json` and `evaluate gjg15 --format json`. Numbers are unrounded. */
export interface MetaEvaluation {
  /** The mark of a file that Markscheme wrote; not on standard output. */
  readonly generator?: 'Markscheme';

  /** The version of this shape. */
  readonly schema: 1;

  /** The benchmark's name. */
  readonly benchmark: string;

  /** The number of its sentences. */
  readonly sentences: number;

  /** How metrics' scores of sentences became scores of systems. */
  readonly aggregation: string;

  /** How people's judgements became scores of systems; each way has columns of its own. */
  readonly people: readonly string[];

  /** The name of the score that ranks systems and sentences; `null` for each metric's main one. */
  readonly score: string | null;

  /** Whether a reference that leaves a sentence as it is counts there. */
  readonly unchanged_references: boolean;

  /** Where the edits of references come from: ERRANT, or their file where it states them. */
  readonly reference_edits: 'extracted' | 'stated';

  /** What a metric's tie of two sentences means. */
  readonly ties: string;

  /** The number of bootstrap resamples, and of random swaps where systems are compared; 0 for no intervals. */
  readonly resamples: number;

  /** The seed of the resamples. */
  readonly seed: number;

  /** The percentiles of the resampled values at which intervals begin and end; `null` without intervals. */
  readonly percentiles: number[] | null;

  /** One for each kind of judgements, way to make people's scores, set of systems and set of references. */
  readonly columns: readonly EvaluationColumn[];

  /** How long metrics take, for the systems and references of the last column; `null` if not asked for. */
  readonly times: MetricTimes | null;
}

/** How long metrics take with models loaded and an empty cache. */
export interface MetricTimes {
  /** The name of the set of references. */
  readonly references: string;

  /** The number of sentences. */
  readonly sentences: number;

  /** The metrics that were measured. */
  readonly metrics: readonly TimedMetric[];

  /** One for each system, that with the fewest edits first. */
  readonly systems: readonly SystemTimes[];
}

/** A metric whose time is measured. */
export interface TimedMetric {
  /** The metric's name. */
  readonly metric: string;

  /** The metric and the settings that its time depends on. */
  readonly signature: string;
}

/** How long metrics take for one system's output. */
export interface SystemTimes {
  /** The system's name. */
  readonly system: string;

  /** The mean number of edits in a sentence. */
  readonly edits: number;

  /** CPU seconds for a sentence, in the order of the metrics. */
  readonly seconds: readonly number[];
}

/** Systems beside each other under one metric. */
export interface MetricComparison {
  /** The metric's name; `sentences` for shares of whole sentences. */
  readonly metric: string;

  /** Whether the scores are computed from the total counts, or are the mean of the sentences' scores. */
  readonly level: 'corpus' | 'sentence';

  /** The name of the score that the metric is known by. */
  readonly headline: string;

  /** The metric and the settings that the numbers depend on. */
  readonly signature: string;

  /** The groups of error types. */
  readonly groups: readonly string[];

  /** Each system's scores: of all edits, then of each group. */
  readonly systems: readonly ComparedSystem[];

  /** The differences of each pair of systems in each score and group. */
  readonly differences: readonly SystemDifference[];

  /** What ERRANT counts. */
  readonly mode?: string;

  /** What each sentence of each system counts; with `--per-sentence`. */
  readonly per_sentence?: readonly ComparedSentence[];
}

/** The first system's score less the second's. */
export interface SystemDifference {
  /** The first system's name. */
  readonly first: string;

  /** The second system's name. */
  readonly second: string;

  /** The group of error types; `null` for all edits. */
  readonly group: string | null;

  /** The name of the score. */
  readonly score: string;
  readonly difference: IntervalEstimate9;
  readonly randomisation: ComparisonPValue1;
  readonly bootstrap: ComparisonPValue2;

  /** The number of differences that Holm's adjustment is over; 0 where the difference is not defined. */
  readonly family: number;
}

/** A number with its bootstrap interval. */
export interface IntervalEstimate9 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The lower end of its interval; `null` without resampling, and where too few samples have a value. */
  readonly low: number | null;

  /** The upper end of its interval; `null` where the lower one is. */
  readonly high: number | null;
}

/** By paired approximate randomisation. */
export interface ComparisonPValue1 {
  /** The value; `null` where there is no difference to test. */
  readonly value: number | null;

  /** The same, adjusted by Holm's method over the pairs of systems, and over the groups of types if there are any. */
  readonly adjusted: number | null;
}

/** By the paired bootstrap, shifted to no difference. */
export interface ComparisonPValue2 {
  /** The value; `null` where there is no difference to test. */
  readonly value: number | null;

  /** The same, adjusted by Holm's method over the pairs of systems, and over the groups of types if there are any. */
  readonly adjusted: number | null;
}

/** A document's scores under one more metric. */
export interface MetricScores1 {
  /** The metric's name. */
  readonly name: string;

  /** The metric's name for people. */
  readonly title: string;

  /** Scores, with members that depend on the metric. */
  readonly scores: {
    [k: string]: number;
  };

  /** The metric and the settings that the numbers depend on. */
  readonly signature: string;
}

/** A text whose mark, or its range, a ruling changed. */
export interface MovedMark {
  /** The student's name. */
  readonly student: string;

  /** The student's name as people read it. */
  readonly label: string;

  /** The mark in words, as a range while answers are open. */
  readonly before: string;

  /** The mark in words, as a range while answers are open. */
  readonly after: string;
}

/** The answer of `markscheme/overview`. */
export interface Overview {
  /** The classes: people over exercises. */
  readonly classes: readonly OverviewClass[];

  /** The exercises, by folder and name. */
  readonly exercises: readonly OverviewExercise[];

  /** The signature of all marks. A setting in which they differ has each value: `refs:1/2`. */
  readonly signature: string;

  /** Folders that could not be searched. */
  readonly problems: readonly string[];
  /**
   * What a person should know of the files, without a fault: files that fit no pattern, several versions by one
   * student, an assignment without a teacher's correction.
   */
  readonly notices: readonly string[];
}

/** A class: the people of all exercises of one `markscheme.toml`, or of one folder without it. */
export interface OverviewClass {
  /** The folder's name. */
  readonly name: string;

  /** The folder's URI. */
  readonly uri: string;

  /** The students, by name. */
  readonly people: readonly Person[];

  /** The assignments, by folder and name. */
  readonly assignments: readonly OverviewAssignment[];

  /** The largest number of references that a student is marked against. */
  readonly references: number;
  /**
   * Groups of errors; groups with the most places at which something is to be done come first. Sentences that are
   * rewritten freely are not counted.
   */
  readonly groups: readonly GroupCounts[];

  /** ERRANT's types of CLEME2.0's chunks; types with the most chunks other than hits come first. */
  readonly types: readonly TypeCounts[];

  /** Accepted alternatives that students make; those of the most students come first. */
  readonly accepted: readonly AcceptedAlternative[];

  /** The comments that students are given, the most frequent first, where comments are in use. */
  readonly comments?: readonly CommentUse[];

  /** The number of different answers that nobody has decided, as `open` of `markscheme/classQuestions`. */
  readonly to_decide: number;
}

/** A student over all assignments of a class. */
export interface Person {
  /** The student's name, by which `markscheme/places` knows the student. */
  readonly name: string;

  /** The name as people read it. */
  readonly label: string;

  /** The student's corrections, in the order of `assignments`. */
  readonly essays: readonly Essay[];
  /**
   * The verdicts of all corrections with marks together, of several versions of one text the one that counts;
   * `null` where there are none.
   */
  readonly verdicts: Verdicts2 | null;
}
/**
 * The verdicts of a document or a passage, counted.
 *
 * `at_risk` is what the open places lose if wrong, `to_gain` what they earn if right.
 *
 */
export interface Verdicts2 {
  /** The verdicts that findings have. */
  readonly counts: readonly VerdictCount[];

  /** Points earned; at least 0, and at most those due. */
  readonly earned: number;

  /** Points due. */
  readonly due: number;

  /** `earned / due`, in 0 to 1; `null` where nothing was due. */
  readonly share: number | null;

  /** The number of passages that are rewritten freely. */
  readonly rewritten: number;

  /** Whether `share` can be compared with other documents; `false` where too much is rewritten freely. */
  readonly comparable: boolean;

  /** The number of places whose answer nobody has decided yet. */
  readonly open: number;

  /** The points that the places earn if all these answers are wrong, and if all are right. */
  readonly range: readonly number[];
}

/** What the students of a class were set: one exercise, or an essay of each student's own. */
export interface OverviewAssignment {
  /** The assignment's name. */
  readonly name: string;

  /** The largest number of references that a student is marked against. */
  readonly references: number;
  /**
   * Groups of errors; groups with the most places at which something is to be done come first. Sentences that are
   * rewritten freely are not counted.
   */
  readonly groups: readonly GroupCounts[];

  /** ERRANT's types of CLEME2.0's chunks; types with the most chunks other than hits come first. */
  readonly types: readonly TypeCounts[];

  /** Accepted alternatives that students make; those of the most students come first. */
  readonly accepted: readonly AcceptedAlternative[];

  /** The comments that students are given, the most frequent first, where comments are in use. */
  readonly comments?: readonly CommentUse[];

  /** The number of different answers that nobody has decided, as `open` of `markscheme/classQuestions`. */
  readonly to_decide: number;
}

/** CLEME2.0's chunks of one type, of all students, by category. */
export interface TypeCounts {
  /** ERRANT's type. */
  readonly type: string;
  readonly counts: CategoryCounts1;
}

/** The number of chunks of each category. */
export interface CategoryCounts1 {
  readonly 'hit-correction': number;
  readonly 'wrong-correction': number;
  readonly 'under-correction': number;
  readonly 'over-correction': number;
}

/** An exercise's students. */
export interface OverviewExercise {
  /** The exercise's name. */
  readonly name: string;

  /** The assignment's name: the exercise's, unless each student has an essay of their own. */
  readonly assignment: string;

  /** The folder that holds its source, or else all of its documents, or else what names it. */
  readonly uri: string;

  /** The largest number of references that a student is marked against. */
  readonly references: number;

  /** One element for each correction. */
  readonly students: readonly OverviewStudent[];
  /**
   * Groups of errors; groups with the most places at which something is to be done come first. Sentences that are
   * rewritten freely are not counted.
   */
  readonly groups: readonly GroupCounts[];

  /** ERRANT's types of CLEME2.0's chunks; types with the most chunks other than hits come first. */
  readonly types: readonly TypeCounts[];

  /** Accepted alternatives that students make; those of the most students come first. */
  readonly accepted: readonly AcceptedAlternative[];

  /** Files, such as references, that can't be used. The marks are made without them. */
  readonly problems: readonly string[];

  /** The comments that students are given, the most frequent first, where comments are in use. */
  readonly comments?: readonly CommentUse[];

  /** The number of different answers that nobody has decided, as `open` of `markscheme/classQuestions`. */
  readonly to_decide: number;
  /**
   * How the authors of a file share the work, in words: `Ms Kim and Mr Roy together`, or `Ms Kim or Mr Roy`;
   * absent where there is nothing to say.
   */
  readonly reference_authors?: string;
}

/** One correction: its marks, or its estimate, or the problem that prevents both. */
export interface OverviewStudent {
  /** The student's name. */
  readonly name: string;

  /** The document's URI. */
  readonly uri: string;

  /** Whether the file has lines that an editor can go to. */
  readonly lines: boolean;

  /** The author of this correction if the file holds several, else `null`. */
  readonly author: string | null;

  /** The URI of this correction's text if the file has no lines, else `null`. */
  readonly view: string | null;

  /** The marks, with categories only; `null` without a reference, and with a problem. */
  readonly marks: Marks2 | null;

  /** The estimate of a document without a reference. It has no part in any other number of the overview. */
  readonly estimate: EstimateSummary | null;

  /** Why the document can't be marked. */
  readonly problem: string | null;
  readonly mark?: MarkSummary1;
}

/** The mark, where `markscheme.toml` has a mark scheme. */
export interface MarkSummary1 {
  /** The mark, with at most two decimals; `null` where it is withheld. */
  readonly points: number | null;

  /** The best mark. */
  readonly max: number;

  /** The band of the mark; `null` where the scheme has none for it. */
  readonly band: Band | null;

  /** Why there is no mark, in plain words; `null` where there is one. */
  readonly withheld: string | null;

  /** The number of answers that nobody has decided yet and that change the mark; 0 for a mark that is final. */
  readonly open: number;

  /** The mark if all these answers are wrong, and if all are right; `null` where it is withheld. */
  readonly range: number[] | null;
}

/** The answer of `markscheme/placeChoices`: what a teacher can say and give at a place, or for the whole text. */
export interface PlaceChoices {
  /** The place in words, such as `go → went` or `at home`; empty for the whole text. */
  readonly about: string;
  /**
   * The place, to be sent with commands: a finding's, or a word's around an empty range; `null` for the whole
   * text.
   */
  readonly range: Range9 | null;

  /** The index of the finding in `findings`; `null` for other words and for the whole text. */
  readonly finding: number | null;

  /** The comment there now; `null` where nothing is said. */
  readonly comment: Comment | null;

  /** This comment with its placeholders; empty without one. */
  readonly template: string;

  /** Whether a teacher gave the comment, or left it out, so that `markscheme.restoreComment` does something. */
  readonly changed: boolean;

  /** The comments of the bank that can be given here. */
  readonly choices: readonly CommentChoice[];
  /**
   * The points there now: one for a place, and one for each criterion of a whole text; `null` without a mark
   * scheme, where points can't be given.
   */
  readonly points: PlacePoints[] | null;

  /** The name with which comments and points are saved; may be empty. */
  readonly by: string;
}

/** Points that a place, or a criterion of the whole text, brings to the mark. */
export interface PlacePoints {
  /** What points for a whole text are for; empty for a place, and for the text as a whole. */
  readonly criterion: string;

  /** The points in the sum; `null` where there are none. */
  readonly points: number | null;

  /** Whether a teacher gave them. */
  readonly given: boolean;

  /** The teacher who gave them, else `null`. */
  readonly by: string | null;

  /** What the mark scheme gives; `null` where it gives nothing to such a place. */
  readonly scheme: number | null;
}

/** The answer of `markscheme/places`. */
export interface Places {
  /** The places, by assignment, student and place. */
  readonly places: readonly ClassPlace[];
}

/** The answer of `markscheme/plan`. */
export interface Plan {
  /** The document's URI. */
  readonly uri: string;

  /** The version of the text. */
  readonly version: number;

  /** The index of the passage in the document's `passages`. */
  readonly passage: number;
  readonly range: Range12;

  /** The tokens of the passage's source. */
  readonly source: readonly string[];

  /** The hypothesis's edits. */
  readonly hypothesis: readonly PlanEdit[];

  /** One plan for each reference. */
  readonly references: readonly ReferencePlan[];

  /** The metric and the settings that the numbers depend on. */
  readonly signature: string;
}

/** LSP's half-open range. */
export interface Range12 {
  readonly start: Position;
  readonly end: Position1;
}

/** An edit of a passage's source tokens. */
export interface PlanEdit {
  /** The index of the first token that the edit replaces. */
  readonly start: number;

  /** The index after the last token that the edit replaces; equal to `start` for an insertion. */
  readonly end: number;

  /** The words that the edit replaces. */
  readonly source: string;

  /** The words of the edit. */
  readonly replacement: string;

  /** ERRANT's type. */
  readonly type: string;

  /** The edit's mass under credit. */
  readonly mass: number;
}

/** The transport plan between the hypothesis's edits and one reference's edits. */
export interface ReferencePlan {
  /** The reference's name. */
  readonly reference: string;

  /** The reference's edits. */
  readonly edits: readonly PlanEdit[];

  /** The similarity of two edits, in 0 to 1: a row for each hypothesis edit, a column for each reference edit. */
  readonly gain: readonly number[][];

  /** The mass that is transported between two edits, in the same rows and columns. */
  readonly transport: readonly number[][];
  readonly scores: PrecisionRecall2;
}

/** Precision, recall and F (UOT-ERRANT, Equations 10 to 12), each in 0 to 1. */
export interface PrecisionRecall2 {
  /** The share of the hypothesis's corrections that agree with the reference. */
  readonly precision: number;

  /** The share of the reference's corrections that the hypothesis makes. */
  readonly recall: number;

  /** The weighted harmonic mean of both, by beta. */
  readonly f: number;
}

/** LSP's position. */
export interface Position2 {
  /** 0-based. */
  readonly line: number;

  /** 0-based, in the session's encoding; in UTF-16 code units in what `review` writes. */
  readonly character: number;
}

/** The parameters of `markscheme/previewScheme`. */
export interface PreviewSchemeParams {
  /** The URI of `markscheme.toml`, or of a document or folder that it governs. */
  readonly uri: string;

  /** The number of an `[[exercise]]` table, from 0; without it the whole file is meant. */
  readonly exercise?: number | null;

  /** The table that is not written yet; `null` for no mark scheme of its own. */
  readonly table: SchemeTable | null;

  /** The `id` of the student whose sum is wanted. */
  readonly student?: string | null;

  /** The token under which progress is sent, since students who have no marks yet are marked. */
  readonly workDoneToken?: string | number;
}

/** A table of a mark scheme as it is written; a member that is missing is not written. */
export interface SchemeTable {
  /** The name of the preset to begin with. */
  readonly preset?: string;

  /** How points become a mark. */
  readonly basis?: 'share' | 'points' | 'deduct';

  /** The best mark. */
  readonly max?: number;

  /** The lowest mark. */
  readonly floor?: number;

  /** The mark is a multiple of this. */
  readonly rounding?: number;
  readonly points?: SchemePoints;

  /** Factors for kinds of errors. */
  readonly weights?: readonly KindValue[];

  /** The kinds of errors that count; empty: all. */
  readonly focus?: readonly string[];

  /** The most points that kinds of errors may take or give. */
  readonly caps?: readonly KindValue[];

  /** Bonuses and maluses by the number of words. */
  readonly words?: readonly SchemeWordRule[];

  /** Names for marks. */
  readonly bands?: readonly SchemeBand[];
}

/** What places earn by their verdicts. */
export interface SchemePoints {
  /** For a correct place. */
  readonly correct?: number;

  /** For a partly correct place; `share`: the part of the correction that is done. */
  readonly partly_correct?: number | 'share';

  /** For another change than any teacher's; `credit`: by how near it is to the teachers' words. */
  readonly different?: number | 'credit';

  /** For an error that is left. */
  readonly missed?: number;

  /** For a change that was not needed. */
  readonly not_needed?: number;
}

/** A bonus or malus for long or short texts. */
export interface SchemeWordRule {
  /** Whether it is for texts of more words than `bound`; else for those of fewer. */
  readonly over: boolean;

  /** The number of words. */
  readonly bound: number;

  /** What such a text earns; negative where it takes. */
  readonly points: number;
}

/** A name for marks. */
export interface SchemeBand {
  /** The lowest mark of the band. */
  readonly lowest: number;

  /** The band's name. */
  readonly name: string;

  /** A sentence for the student; empty where there is none. */
  readonly text: string;
}
/**
 * A document, or a line of one, can't be used.
 *
 * `path`: `None` for text that has no file. `line`, `column`: from 1 on, the column in characters; `None`
 * where the fault is that of the file, or of the line, as a whole. `length`: the number of characters at fault;
 * `None` up to the line's end. `problem`, `remedy`: what is wrong and what to do about it, each one sentence
 * without a full stop; `remedy` may be empty.
 *
 */
export interface Problem {
  /** The file. */
  readonly path: string | null;

  /** The line, 1-based. */
  readonly line: number | null;

  /** What is wrong, and what to do. */
  readonly message: string;
}

/** The answer of `markscheme/progress`. */
export interface Progress {
  /** The classes that have marks. */
  readonly classes: readonly ProgressClass[];

  /** Who and what is missing, and why, in plain words. */
  readonly missing: readonly string[];
}

/** The progress of one class. */
export interface ProgressClass {
  /** The folder's name. */
  readonly name: string;

  /** The folder's URI. */
  readonly uri: string;
  /**
   * The names of the assignments, in the order of `markscheme.toml`, or else by name. Names that differ by numbers
   * alone stand by these.
   */
  readonly assignments: readonly string[];
  readonly whole: ProgressCourse;

  /** The students, by name. Of several versions of one text, the one that counts takes part. */
  readonly people: readonly ProgressCourse1[];
}

/** The class as one. */
export interface ProgressCourse {
  /** The student's name, by which `markscheme/places` knows the student; empty for the class. */
  readonly name: string;

  /** The name as people read it. */
  readonly label: string;

  /** All kinds of errors together, one element for each assignment. */
  readonly totals: (ProgressTally | null)[];

  /** The kinds of errors with places; those with the most errors come first. */
  readonly groups: readonly ProgressGroup[];
}

/** Numbers of errors. Those of sentences that are rewritten freely are a kind of their own. */
export interface ProgressTally {
  /** The errors that there were to correct. */
  readonly made: number;

  /** Those that were corrected, wholly or in part. */
  readonly found: number;

  /** Those that were left, or changed otherwise than by any teacher: `made` without `found`. */
  readonly missed: number;
}

/** One kind of error over the assignments. */
export interface ProgressGroup {
  /** The group, in a teacher's words. */
  readonly group: string;

  /** One element for each assignment; `null` for one that was not handed in or can't be compared. */
  readonly tallies: (ProgressTally | null)[];
}
/**
 * What one student, or the class, did over the assignments.
 *
 * The notes say which texts are left out because they can't be marked or compared.
 *
 */
export interface ProgressCourse1 {
  /** The student's name, by which `markscheme/places` knows the student; empty for the class. */
  readonly name: string;

  /** The name as people read it. */
  readonly label: string;

  /** All kinds of errors together, one element for each assignment. */
  readonly totals: (ProgressTally | null)[];

  /** The kinds of errors with places; those with the most errors come first. */
  readonly groups: readonly ProgressGroup[];
}

/** What the likelihood of `accept` is the mean of; each in 0 to 1, and not calibrated. */
export interface QuestionLikelihood1 {
  /** The share of people who make the correction, by Laplace's rule of succession. */
  readonly share: number;

  /** The best credit against a reference's edit; `null` where it was not computed. */
  readonly credit: number | null;

  /** The estimated probability that the correction is valid; `null` where it was not computed. */
  readonly quality: number | null;
}
/**
 * The answer of `markscheme/questions`.
 *
 * `open`: the most urgent first, and those that the author skipped last. `answered`: by exercise, the newest
 * first. `problems`: files that can't be used. `notices`: which hypotheses are left out. `wants_answered`:
 * whether the answered ones are listed; `limit`: how many at most, `None` for all.
 *
 */
export interface QuestionQueue {
  /** The person whose queue it is; may be empty. */
  readonly author: string;

  /** The number of open questions, with those that the person skipped. */
  readonly open: number;

  /** The number of those that the person skipped. */
  readonly skipped: number;

  /** The number of answered questions. */
  readonly answered: number;

  /** The open questions, the most urgent first and skipped ones last; or the answered ones, the newest first. */
  readonly questions: readonly AnnotatorQuestion[];

  /** Files that can't be used. */
  readonly problems: readonly string[];

  /** By what errors are called, in sentences. */
  readonly tags: readonly string[];
}

/** The output of `review --format json`. */
export interface Review {
  /** The mark of a file that Markscheme wrote; not on standard output. */
  readonly generator?: 'Markscheme';

  /** The version of this shape. */
  readonly schema: 1;

  /** Documents marked against references. */
  readonly documents: readonly MarkedDocument[];

  /** Documents without a reference, estimated by a model. */
  readonly estimated: readonly EstimatedDocument[];

  /** Files that can't be used. */
  readonly problems: readonly Problem[];

  /** Students of whom there is nothing to mark yet, such as a revision or a correction, a sentence each. */
  readonly absent: readonly string[];
  /**
   * What a person should know of a folder's files, without a fault: files that fit no pattern, several versions by
   * one student, an assignment without a teacher's correction.
   */
  readonly notices: readonly Problem[];

  /** The comments that are used, the most frequent first, where comments are in use. */
  readonly comments?: readonly CommentUse[];
}

/** The result of every command that decides about places or marks, and of `markscheme.undoDecision`. */
export interface Ruled {
  /** The key of the question, or of the mark that was called final. */
  readonly key: string;

  /** What it is about, in words. */
  readonly change: string;
  /**
   * The ruling or the kind of decision, `several` for several at once, or what open answers count as in a final
   * mark; `null` where it was taken back.
   */
  readonly ruling: string | null;

  /** What changed, in a few words. */
  readonly message: string;

  /** The marks that followed. */
  readonly moves: readonly MovedMark[];
  /**
   * The open place that follows the one in the text that was decided about; `null` where there is none, and after
   * a decision that was not made in a text.
   */
  readonly next: OpenPlace | null;
  readonly state: ClassQuestions1;
}

/** What is left to decide now. */
export interface ClassQuestions1 {
  /** The one that moves the marks most comes first. */
  readonly questions: readonly ClassQuestion[];

  /** The number of decisions that are left: each different answer is one question, also one that is not listed. */
  readonly open: number;

  /** The number of places in students' texts that wait for these decisions. */
  readonly places: number;

  /** The texts with more than three open answers; the one whose mark moves most comes first. */
  readonly sheets: readonly StudentSheet[];

  /** The marks of the texts that count. */
  readonly marks: readonly TextMark[];

  /** The students' texts that count and have no mark. */
  readonly unmarked: readonly UnmarkedText[];

  /** The answers whose verdict is the course's. */
  readonly course: readonly CourseVerdict[];

  /** Files that can't be used. */
  readonly problems: readonly string[];
}

/** A number with its intervals over sentences and over systems. */
export interface SampledCorrelation4 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The two ends of the interval over sentences; `null` without one. */
  readonly sentences: (number | null)[];

  /** The two ends of the interval over systems; `null` without one. */
  readonly systems: (number | null)[];
}

/** A number with its bootstrap interval over sentences. */
export interface SampledNumber2 {
  /** The number, unrounded; `null` where it is not defined. */
  readonly value: number | null;

  /** The two ends of the interval over sentences; `null` without one. */
  readonly sentences: (number | null)[];
}

/** What is wrong with a table, which is as TOML has it. */
export interface SchemeFault {
  /**
   * The path to the value in the table's JSON, such as `["bands", 1, "name"]`; empty for another part of the
   * file.
   */
  readonly path: (string | number)[];

  /** The fault in words. */
  readonly message: string;
}

/** The answer of `markscheme/scheme`. */
export interface SchemeForm {
  /** The URI of `markscheme.toml`. */
  readonly configuration: string;

  /** The exercise whose mark scheme this is; `null` for the whole file's. */
  readonly exercise: number | null;

  /** What can have a mark scheme, the whole file first. */
  readonly targets: readonly SchemeTarget[];

  /** The table as it is written; `null` where there is none. */
  readonly table: SchemeTable | null;
  readonly inherited: SchemeTable1;

  /** The values that hold now: every member but `preset`; `null` where no mark is wanted. */
  readonly effective: SchemeTable | null;

  /** The mark schemes to begin with. */
  readonly presets: readonly SchemePreset[];

  /** The groups of errors, the teacher's own first. */
  readonly groups: readonly string[];

  /** ERRANT's types, which can be named in place of a group. */
  readonly types: readonly string[];

  /** A digest of the file, which `markscheme/writeScheme` is sent. */
  readonly digest: string;
}

/** A part of `markscheme.toml` that can have a mark scheme. */
export interface SchemeTarget {
  /** The number of the `[[exercise]]` table, from 0; `null` for the whole file. */
  readonly exercise: number | null;

  /** The exercise's name; the folder's for the whole file. */
  readonly name: string;

  /** Whether it has a mark scheme of its own. */
  readonly written: boolean;
}

/** A table of a mark scheme as it is written; a member that is missing is not written. */
export interface SchemeTable1 {
  /** The name of the preset to begin with. */
  readonly preset?: string;

  /** How points become a mark. */
  readonly basis?: 'share' | 'points' | 'deduct';

  /** The best mark. */
  readonly max?: number;

  /** The lowest mark. */
  readonly floor?: number;

  /** The mark is a multiple of this. */
  readonly rounding?: number;
  readonly points?: SchemePoints;

  /** Factors for kinds of errors. */
  readonly weights?: readonly KindValue[];

  /** The kinds of errors that count; empty: all. */
  readonly focus?: readonly string[];

  /** The most points that kinds of errors may take or give. */
  readonly caps?: readonly KindValue[];

  /** Bonuses and maluses by the number of words. */
  readonly words?: readonly SchemeWordRule[];

  /** Names for marks. */
  readonly bands?: readonly SchemeBand[];
}

/** A mark scheme to begin with. */
export interface SchemePreset {
  /** The preset's name. */
  readonly name: string;

  /** What it does, in one sentence. */
  readonly description: string;
  readonly table: SchemeTable2;
}

/** A table of a mark scheme as it is written; a member that is missing is not written. */
export interface SchemeTable2 {
  /** The name of the preset to begin with. */
  readonly preset?: string;

  /** How points become a mark. */
  readonly basis?: 'share' | 'points' | 'deduct';

  /** The best mark. */
  readonly max?: number;

  /** The lowest mark. */
  readonly floor?: number;

  /** The mark is a multiple of this. */
  readonly rounding?: number;
  readonly points?: SchemePoints;

  /** Factors for kinds of errors. */
  readonly weights?: readonly KindValue[];

  /** The kinds of errors that count; empty: all. */
  readonly focus?: readonly string[];

  /** The most points that kinds of errors may take or give. */
  readonly caps?: readonly KindValue[];

  /** Bonuses and maluses by the number of words. */
  readonly words?: readonly SchemeWordRule[];

  /** Names for marks. */
  readonly bands?: readonly SchemeBand[];
}

/** The parameters of `markscheme/scheme`. */
export interface SchemeParams {
  /** The URI of `markscheme.toml`, or of a document or folder that it governs. */
  readonly uri: string;

  /** The number of an `[[exercise]]` table, from 0; without it the whole file is meant. */
  readonly exercise?: number | null;
}

/** What a place earns by its verdict, before its weight. */
export interface SchemePoints1 {
  /** For a correct place. */
  readonly correct?: number;

  /** For a partly correct place; `share`: the part of the correction that is done. */
  readonly partly_correct?: number | 'share';

  /** For another change than any teacher's; `credit`: by how near it is to the teachers' words. */
  readonly different?: number | 'credit';

  /** For an error that is left. */
  readonly missed?: number;

  /** For a change that was not needed. */
  readonly not_needed?: number;
}

/** The answer of `markscheme/previewScheme`. */
export interface SchemePreview {
  /** What is wrong with the table; no mark is computed by a table with faults. */
  readonly faults: readonly SchemeFault[];

  /** The students whose marks the table decides, by exercise. */
  readonly students: readonly SchemeStudent[];

  /** The mark of the student who was named, or else of the first one with a mark; `null` where there is none. */
  readonly sum: SchemeSum | null;
}

/** A student's mark by the mark scheme as it is on disk, and by the table that is not written yet. */
export interface SchemeStudent {
  /** What `student` of the request stands for. */
  readonly id: string;

  /** The student's name in words. */
  readonly name: string;

  /** The name of the assignment. */
  readonly assignment: string;

  /** The mark by the file; `null` where it has no mark scheme, and without marks. */
  readonly before: MarkSummary | null;

  /** The mark by the table; `null` where the table has faults or no mark is wanted, and without marks. */
  readonly after: MarkSummary | null;

  /** Why the text can't be marked. */
  readonly problem: string | null;
}

/** The mark of one student by the table, as a sum. */
export interface SchemeSum {
  /** The student's `id`. */
  readonly id: string;

  /** The document's URI. */
  readonly uri: string;

  /** The URI of the text of a file without lines, as a document of its own. */
  readonly view: string | null;
  readonly mark: MarkSummary2;

  /** The sum in a few rows: places of equal verdict and weight together. */
  readonly rows: readonly SchemeSumRow[];
}

/** A document's mark by the mark scheme of its exercise. */
export interface MarkSummary2 {
  /** The mark, with at most two decimals; `null` where it is withheld. */
  readonly points: number | null;

  /** The best mark. */
  readonly max: number;

  /** The band of the mark; `null` where the scheme has none for it. */
  readonly band: Band | null;

  /** Why there is no mark, in plain words; `null` where there is one. */
  readonly withheld: string | null;

  /** The number of answers that nobody has decided yet and that change the mark; 0 for a mark that is final. */
  readonly open: number;

  /** The mark if all these answers are wrong, and if all are right; `null` where it is withheld. */
  readonly range: number[] | null;
}

/** Some lines of a mark together: those of equal verdict and weight, or one that is not a place's. */
export interface SchemeSumRow {
  /** What the lines add together, in hundredths; the rows add up to the mark. */
  readonly points: number;

  /** What they are for, in plain words. */
  readonly words: string;

  /** The lines. */
  readonly lines: readonly MarkLine[];
}

/** The output of `score --format json`. */
export interface ScoreReport {
  /** The mark of a file that Markscheme wrote; not on standard output. */
  readonly generator?: 'Markscheme';

  /** The version of this shape. */
  readonly schema: 1;

  /** One run for each hypothesis. */
  readonly runs: readonly ScoreRun[];
}

/** One hypothesis scored by one metric. Numbers are unrounded. */
export interface ScoreRun {
  /** The hypothesis's name. */
  readonly hypothesis: string;

  /** The metric's name. */
  readonly metric: string;

  /** Whether the scores are computed from the total counts, or are the mean of the sentences' scores. */
  readonly level: 'corpus' | 'sentence';

  /** Whether a sentence is scored against one reference, or each chunk against any; for `cleme2` and `cleme`. */
  readonly assumption?: 'dependent' | 'independent';

  /** The weighting of chunks; for `cleme2` and `cleme`. */
  readonly weighting?: 'none' | 'length' | 'similarity' | 'vector' | 'llm';

  /** The number of sentences. */
  readonly sentences: number;

  /** Counts, with members that depend on the metric; empty for metrics that count nothing. */
  readonly counts: {
    [k: string]: number;
  };

  /** Sums of weights, with the members of `counts`, where edits are weighted. */
  readonly weights?: {
    [k: string]: number;
  };

  /** Scores, with members that depend on the metric. */
  readonly scores: {
    [k: string]: number;
  };

  /** The metric and the settings that the numbers depend on. */
  readonly signature: string;

  /** The sentences' numbers, from 1, that a faulty line leaves out of this run. */
  readonly left_out?: readonly number[];

  /** The sentences, in the order of the corpus, without those of `left_out`; with `--per-sentence`. */
  readonly per_sentence?: readonly ScoredSentence[];
}

/** One sentence's counts and scores; the metric says in which order. */
export interface ScoredSentence {
  /** The index of the reference that the sentence is scored against; `null` if there is no single one. */
  readonly reference: number | null;

  /** Counts, with the same members as the run's. */
  readonly counts: {
    [k: string]: number;
  };

  /** Scores, with the same members as the run's. */
  readonly scores: {
    [k: string]: number;
  };

  /** Sums of weights, with the members of `counts`, where edits are weighted. */
  readonly weights?: {
    [k: string]: number;
  } | null;

  /** The index of the reference that the weights are computed against, where edits are weighted. */
  readonly weighed_against?: number | null;
}

/** CLEME2.0's Equations 1 to 5, each in 0 to 1 for factors that sum to 1. */
export interface Scores1 {
  /** The share of hits among the places that need a correction. */
  readonly hit: number;

  /** The share of wrong corrections among those places; lower is better. */
  readonly wrong: number;

  /** The share of under-corrections among those places; lower is better. */
  readonly under: number;

  /** The share of over-corrections among the changes of the hypothesis; lower is better. */
  readonly over: number;

  /** The four in one number, by the factors. */
  readonly score: number;
}

/** The answer of `markscheme/setUp` and of `markscheme/setUpPreview`. */
export interface SetUp {
  /** The folder's URI. */
  readonly uri: string;

  /** The URI of the folder's `markscheme.toml`, there or not. */
  readonly configuration: string;

  /** Whether the folder has a `markscheme.toml`. */
  readonly exists: boolean;
  /**
   * The set-up in one sentence.
   *
   * >>> SetUpPlan(Path(), ()).summary
   * 'Nothing to mark was found in this folder.'
   */
  readonly summary: string;

  /** The exercises that can be written, sorted by name: each has corrections, and a source that a file holds. */
  readonly exercises: readonly SetUpExercise[];

  /** Every file, by exercise, student (of own essays), role and path; files without a part come last. */
  readonly files: readonly SetUpFile[];

  /** The questions, the ones that matter most first. */
  readonly questions: readonly SetUpQuestion[];

  /** What the teacher should know before the file is written, in plain words. */
  readonly warnings: readonly string[];

  /** The `markscheme.toml` as it will be written; empty where there is no exercise. */
  readonly toml: string;
}

/** An exercise of the plan: one source with its corrections, or the essays of a class. */
export interface SetUpExercise {
  /** The exercise's name. */
  readonly name: string;

  /** Whether each student has an essay of their own. */
  readonly essays: boolean;

  /** The names of the students, sorted; a student without a name counts by file. */
  readonly students: readonly string[];

  /** The teachers' names, sorted. */
  readonly teachers: readonly string[];
}

/** One row of the set-up: a file, or one author's corrections in a file that several people changed. */
export interface SetUpFile {
  /** The file's path below the folder, with `/`. */
  readonly path: string;

  /** The file's URI. */
  readonly uri: string;

  /** The author of this row's corrections; `null` where the row is the whole file. */
  readonly author: string | null;

  /** Everybody who changed the file, as the word processor wrote it down. */
  readonly authors: readonly string[];

  /** The file's role. */
  readonly role: 'source' | 'hypothesis' | 'reference' | 'complete' | 'none';

  /** The student's name, or the teacher's for a reference; `null` where there is none to name. */
  readonly person: string | null;

  /** The name of the exercise; `null` for a file that takes no part. */
  readonly exercise: string | null;

  /** Whose essay this belongs to, where each student has an essay of their own; else `null`. */
  readonly essay: string | null;

  /** Why the file has this role, in plain words. */
  readonly reason: string;

  /** How sure the guess is. */
  readonly sureness: 'sure' | 'likely' | 'ask';

  /** Whether the teacher chose the role, the person or the exercise. */
  readonly chosen: boolean;
}

/** Something that can't be seen from the files, with the answer that holds now. */
export interface SetUpQuestion {
  /** The question's id, the same in each preview of a folder. */
  readonly id: string;

  /** The question in words. */
  readonly text: string;

  /** The answers, at least two. */
  readonly choices: readonly SetUpChoice[];

  /** The `id` of the answer that holds as long as the teacher gives no other. */
  readonly default: string;

  /** The answer as it is sent back. */
  readonly answer: string;

  /** The paths of the files that the question is about. */
  readonly files: readonly string[];
}
/**
 * An answer to a question: rows that it changes, questions that it leaves, and ids of the files that it names.
 *
 * `renamed`: a person's name, and the name that stands in its place.
 *
 */
export interface SetUpChoice {
  /** The answer as it is sent back. */
  readonly id: string;

  /** The answer in words. */
  readonly label: string;
}

/** All that a teacher chose so far. The server keeps nothing of it between requests. */
export interface SetUpChoices {
  /** The choices for rows. */
  readonly files: readonly SetUpFileChoice[];

  /** The `id` of the answer for each question's `id`. */
  readonly answers: {
    [k: string]: string;
  };
}

/** What a teacher chose for a row; members that are missing stay as guessed. */
export interface SetUpFileChoice {
  /** The row's path. */
  readonly path: string;

  /** The row's author. */
  readonly author?: string | null;

  /** The role. */
  readonly role?: 'source' | 'hypothesis' | 'reference' | 'complete' | 'none';

  /** The person's name. */
  readonly person?: string;

  /** The exercise's name; a new name makes a new exercise. */
  readonly exercise?: string;
}

/** The parameters of `markscheme/setUp`. */
export interface SetUpParams {
  /** The folder's URI. */
  readonly uri: string;
}

/** The parameters of `markscheme/setUpPreview`. */
export interface SetUpPreviewParams {
  /** The folder's URI. */
  readonly uri: string;
  readonly choices: SetUpChoices1;
  /**
   * The name of a preset: `markscheme.toml` then has it as its mark scheme. Without it, a scheme that is there
   * stays.
   */
  readonly scheme?: string;
}

/** What the teacher chose so far. */
export interface SetUpChoices1 {
  /** The choices for rows. */
  readonly files: readonly SetUpFileChoice[];

  /** The `id` of the answer for each question's `id`. */
  readonly answers: {
    [k: string]: string;
  };
}

/** The state of a document in the editor. */
export interface Shown {
  /** The version of the text that the numbers belong to; `null` for a document that is not open. */
  readonly version: number | null;

  /** Whether weights and credit, or impacts and similarities, are final. */
  readonly complete: boolean;
  /**
   * The indices in `findings` of what the person ignores; in `chunks` with the setting `vocabulary`
   * `"cleme2"`, and in the estimate's `edits` without a reference.
   */
  readonly ignored: readonly number[];

  /** The number of students' corrections, in the answer for a source; its findings are the places to correct. */
  readonly students?: number;
}

/** The output of `compare --format json`. Numbers are unrounded. */
export interface SystemComparison {
  /** The mark of a file that Markscheme wrote; not on standard output. */
  readonly generator?: 'Markscheme';

  /** The version of this shape. */
  readonly schema: 1;

  /** The systems' names. */
  readonly systems: readonly string[];

  /** The number of sentences. */
  readonly sentences: number;

  /** The number of references. */
  readonly references: number;

  /** The number of bootstrap resamples, and of random swaps where systems are compared; 0 for no intervals. */
  readonly resamples: number;

  /** The share of the resamples that an interval holds, above 0 and below 1. */
  readonly confidence: number;

  /** The seed of the resamples. */
  readonly seed: number;

  /** How error types are grouped: `operation`, `category`, `type` or `pattern`; `null` without groups. */
  readonly by: string | null;

  /** Error types whose edits take no part, or patterns of them. */
  readonly without: readonly string[];

  /** Those of them that no edit has: a name may be mistyped. */
  readonly unmatched: readonly string[];

  /** The length of the edits that take part; `null` for any. */
  readonly edits: ('single' | 'multi') | null;

  /** One comparison for each metric, then that of whole sentences. */
  readonly metrics: readonly MetricComparison[];
}

/** By what the errors of a pool are called: the types of its edits. */
export interface Tags2 {
  /** `own`: the annotators' own tags; `errant`: ERRANT's types. */
  readonly used: 'own' | 'errant';

  /** The tag sets of the annotators' files, by first appearance. */
  readonly sets: readonly string[];

  /** The number of the annotators' corrections that have no tag of their own. */
  readonly untagged: number;

  /** Which tags are used, and why, in a sentence for people. */
  readonly words: string;
}

/** The answer of `markscheme/texts`. */
export interface Texts {
  /** The exercise's name. */
  readonly exercise: string;
  readonly source: ExerciseText1;

  /** The document of the request, if it is a hypothesis, else `null`. */
  readonly hypothesis: ExerciseText | null;

  /** The references. */
  readonly references: readonly ExerciseText[];
}

/** The source. */
export interface ExerciseText1 {
  /** The name in findings and reports; `source` for the source. */
  readonly name: string;

  /** The name as people read it. */
  readonly label: string;

  /** The file's URI. */
  readonly uri: string;

  /** The URI of the text of a file without lines, else `null`. */
  readonly view: string | null;

  /** The text; `null` if the file can't be read. */
  readonly text: string | null;

  /** Whether the file holds exactly this text. If so, a client may open the file instead. */
  readonly whole: boolean;

  /** Why the file can't be read. */
  readonly problem?: string;
}
/**
 * What the exercises of an assignment or a class have together; the members are those of an exercise.
 *
 * `open_keys` tells the answers that nobody has decided from each other; one may stand in several exercises.
 *
 */
export interface Totals {
  /** The largest number of references that a student is marked against. */
  readonly references: number;
  /**
   * Groups of errors; groups with the most places at which something is to be done come first. Sentences that are
   * rewritten freely are not counted.
   */
  readonly groups: readonly GroupCounts[];

  /** ERRANT's types of CLEME2.0's chunks; types with the most chunks other than hits come first. */
  readonly types: readonly TypeCounts[];

  /** Accepted alternatives that students make; those of the most students come first. */
  readonly accepted: readonly AcceptedAlternative[];

  /** The comments that students are given, the most frequent first, where comments are in use. */
  readonly comments?: readonly CommentUse[];

  /** The number of different answers that nobody has decided, as `open` of `markscheme/classQuestions`. */
  readonly to_decide: number;
}

/** The parameters of `markscheme/marksChanged` for a document that has no marks. */
export interface UnmarkedDocument {
  /** The document's URI. */
  readonly uri: string;

  /** Always `null`. */
  readonly marks: null;
}

/** Two ways to write, such as two spellings of a word, between which a course may leave the choice. */
export interface Variant {
  /** The name in `markscheme.toml`. */
  readonly name: string;

  /** The name for people. */
  readonly title: string;

  /** The variants, parted by a semicolon. */
  readonly example: string;

  /** Whether the choice is left. */
  readonly allowed: boolean;

  /** The number of places in the class's texts whose verdict hangs on it. */
  readonly answers: number;

  /** The number of students who have such a place. */
  readonly students: number;
}

/** The answer of `markscheme/variants`. */
export interface Variants {
  /** What a course may allow. */
  readonly variants: readonly Variant[];
}

/** A text of a file without lines, which an editor shows as a document of its own. */
export interface View {
  /** The name in findings and reports; `source` for the source. */
  readonly name: string;

  /** The name as people read it: the student's, or the teacher's, or the same as `name`. */
  readonly label: string;

  /** The author of the text if the file holds several, else `null`. */
  readonly author: string | null;

  /** The text's role in the exercise; `null` in a file of no exercise. */
  readonly role: ('source' | 'hypothesis' | 'reference') | null;

  /** The URI of the text. */
  readonly uri: string;
}

/** The answer of `markscheme/views`. */
export interface Views {
  /** The exercise's name; `null` for a file of no exercise. */
  readonly exercise: string | null;

  /** The texts: hypotheses first, then the source, then references; empty for a file with lines. */
  readonly views: readonly View[];
}
/**
 * A change in whole words, as people read it: `can't` and not its token `ca`.
 *
 * `behind` counts the characters of `before` behind the end of its place.
 *
 */
export interface WholeWords4 {
  /** The words. */
  readonly before: string;

  /** The words in their place. */
  readonly after: string;
}

/** The parameters of `markscheme/writeScheme`. */
export interface WriteSchemeParams {
  /** The URI of `markscheme.toml`, or of a document or folder that it governs. */
  readonly uri: string;

  /** The number of an `[[exercise]]` table, from 0; without it the whole file is meant. */
  readonly exercise?: number | null;

  /** The table to write; `null` removes it. */
  readonly table: SchemeTable | null;

  /** The `digest` of the answer that the table was made from. The request fails if the file has another one now. */
  readonly digest: string;
}

/** The parameters of `markscheme/writeSetUp`. */
export interface WriteSetUpParams {
  /** The folder's URI. */
  readonly uri: string;
  readonly choices: SetUpChoices2;
  /**
   * The name of a preset: `markscheme.toml` then has it as its mark scheme. Without it, a scheme that is there
   * stays.
   */
  readonly scheme?: string;

  /** Whether a `markscheme.toml` that is there may be changed. Without it the request fails. */
  readonly overwrite: boolean;
}

/** What the teacher chose so far. */
export interface SetUpChoices2 {
  /** The choices for rows. */
  readonly files: readonly SetUpFileChoice[];

  /** The `id` of the answer for each question's `id`. */
  readonly answers: {
    [k: string]: string;
  };
}

/** The result of the command `markscheme.writeFeedback`. */
export interface WrittenFeedback {
  /** The URI of the folder with the files; of several classes, that of the first. */
  readonly folder: string;

  /** The URI of each file: one a student, or one for all. */
  readonly files: readonly string[];

  /** The number of texts with feedback in the files. */
  readonly texts: number;

  /** Who has no file and why, and what the files can't show, in plain words. */
  readonly problems: readonly string[];

  /** The number of answers that nobody has decided, and for which the options do not say what they count as. */
  readonly open: number;
}

/** The answer of `markscheme/writeScheme`. */
export interface WrittenScheme {
  /** Whether the file was written; not where the table has faults. */
  readonly written: boolean;

  /** What is wrong with the table. */
  readonly faults: readonly SchemeFault[];
}

/** The answer of `markscheme/writeSetUp`. */
export interface WrittenSetUp {
  /** The URI of the file that was written. */
  readonly uri: string;

  /** The file's text. */
  readonly toml: string;
}
