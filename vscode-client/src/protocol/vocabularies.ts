/**
 * What marks are shown as: the kinds of findings with their signs and colours, and the two vocabularies, by verdicts or by
 * CLEME2.0's categories. The words for kinds are in `marks/kindText`.
 *
 * This is the one table of signs and colours: texts, side bar, status bar, pages and, with the same signs and colours,
 * `reports/templates/feedback.css` follow it. The colours are those of the manifest, `markscheme.` and the look's name.
 */

import type {
  AnnotatorQuestion,
  Category,
  Chunk,
  Counts,
  DocumentMarks,
  Finding,
  Marks,
  MarkSummary,
  Scores,
  Verdict,
  WholeWords,
} from './contract';

export type KindId = Verdict | Category;

/** How something is marked in the text. Each look differs from the others of its vocabulary in colour, frame and signs. */
export interface Look {
  /** The last part of the names of the theme colour and of the CSS class. */
  readonly name: string;
  /** The icon that shows the sign where an icon is needed: VS Code's, or one of `media/signs.woff`. */
  readonly icon: string;
  /** Style and width of the frame, as in CSS, for people who can't distinguish the colours. */
  readonly frame: { readonly style: string; readonly width: string };
  /** The sign at a place without words: a caret, and what says the verdict without its colour. */
  readonly gap: string;
  /** The lane of VS Code's overview ruler: left if nothing is to be done, right if words are to be changed, else centre. */
  readonly lane: 'Left' | 'Center' | 'Right';
}

export interface Kind extends Look {
  readonly id: KindId;
  /** A sign for tables and legends; empty where the colour's square stands alone. */
  readonly sign: string;
  /** Whether the student changed the words. */
  readonly isChange: boolean;
  /** Whether the place needs a correction. */
  readonly isDue: boolean;
  /** Whether a person has something to do about it. */
  readonly isError: boolean;
}

/** The sign at a place where words are missing. */
export const CARET = '‸';

type Meaning = Pick<Kind, 'lane' | 'isChange' | 'isDue' | 'isError'>;

const RIGHT: Meaning = { lane: 'Left', isChange: true, isDue: true, isError: false };
const FAULTY: Meaning = { lane: 'Center', isChange: true, isDue: true, isError: true };
const UNCHANGED: Meaning = { lane: 'Right', isChange: false, isDue: true, isError: true };
const NEEDLESS: Meaning = { lane: 'Center', isChange: true, isDue: false, isError: true };
const ALLOWED: Meaning = { lane: 'Left', isChange: false, isDue: false, isError: false };

function look(sign: string, icon: string, style: string, width: string): Pick<Kind, 'sign' | 'gap' | 'icon' | 'frame'> {
  return { sign, gap: `${CARET}${sign}`, icon, frame: { style, width } };
}

const CHECK = look('✓', 'check', 'solid', '1px');
const HALF = look('◐', 'color-mode', 'solid', '1px 1px 3px 1px');
const UNEQUAL = look('≠', 'markscheme-different', 'solid', '2px');
const CIRCLE = look('○', 'circle-large-outline', 'dashed', '1px');
const CROSS = look('×', 'close', 'dotted', '2px');
const DOT = look('·', 'circle-small-filled', 'dotted', '0 0 1px 0');

type Signed<Id extends KindId> = Kind & { readonly id: Id };

/** CLEME2.0's categories, in the order in which they are shown everywhere. */
export const CATEGORIES: readonly Signed<Category>[] = [
  { ...CHECK, ...RIGHT, id: 'hit-correction', name: 'hit', sign: '' },
  { ...UNEQUAL, ...FAULTY, id: 'wrong-correction', name: 'wrong', sign: '' },
  { ...CIRCLE, ...UNCHANGED, id: 'under-correction', name: 'under', sign: '' },
  { ...CROSS, ...NEEDLESS, id: 'over-correction', name: 'over', sign: '' },
];

/** The verdicts, in the order in which they are shown everywhere. */
export const VERDICTS: readonly Signed<Verdict>[] = [
  { ...CHECK, ...RIGHT, id: 'correct', name: 'correct' },
  { ...HALF, ...FAULTY, id: 'partly-correct', name: 'partlyCorrect' },
  { ...UNEQUAL, ...FAULTY, id: 'different', name: 'different' },
  { ...CIRCLE, ...UNCHANGED, id: 'missed', name: 'missed' },
  { ...CROSS, ...NEEDLESS, id: 'not-needed', name: 'notNeeded' },
  { ...DOT, ...ALLOWED, id: 'optional', name: 'optional' },
];

/** A passage that is rewritten freely: one line below it, since its places are not judged. */
export const REWRITTEN: Look = { ...look('~', 'edit', 'solid', '0 0 2px 0'), name: 'rewritten', lane: 'Center' };

/** An edit that lowers the estimate, without a reference. */
export const DOUBT = { ...look('?', 'question', 'dashed', '0 0 2px 0'), name: 'doubt', lane: 'Center' } as const;

/** Return the kind of a verdict or a category; one that a newer server added looks like a doubt. */
export function kindOf(kinds: readonly Kind[], id: KindId): Kind {
  return kinds.find((kind) => kind.id === id) ?? { ...NEEDLESS, ...DOUBT, id };
}

/** Return the width of a frame's lower edge, from CSS's one or four widths. */
export function lowerEdge(width: string): string {
  const widths = width.split(' ');
  return widths[2] ?? widths[0] ?? '1px';
}

export type VocabularyName = 'verdicts' | 'cleme2';

/** A finding as a vocabulary shows it: a place with a verdict, or a chunk with a category, in whole words but for a chunk. */
export interface ShownFinding extends Pick<
  Finding,
  'range' | 'source' | 'hypothesis' | 'type' | 'passage' | 'group' | 'decided' | 'rewritten' | 'open'
> {
  readonly kind: Kind;
  readonly look: Look;
  /** The index among the document's places, or among its chunks. */
  readonly index: number;
  /** The different words that references have here, or that could stand here instead. */
  readonly alternatives: readonly string[];
  /** What stands here in the reference that the place was judged against; `undefined` where nothing else does. */
  readonly suggestion: Finding['suggestions'][number] | undefined;
  /** The edits that are left to be done, in whole words. */
  readonly missing: readonly WholeWords[];
}

/** A document's or a passage's counts. */
export type Counted = Pick<Marks, 'verdicts' | 'counts'>;

export interface Vocabulary {
  /** The value of the setting `markscheme.vocabulary`. The server counts ignored findings by the same setting. */
  readonly name: VocabularyName;
  /** The kinds of findings, in the order in which they are shown everywhere. */
  readonly kinds: readonly Kind[];
  /** Return the findings that are not ignored, in the order of the text. */
  findingsOf(document: DocumentMarks): readonly ShownFinding[];
  /** Return the number of findings of a kind. */
  countOf(counted: Counted, kind: Kind): number;
  /**
   * Return a kind's share, 0 to 1.
   *
   * Kinds of places that need a correction are shares of these places, other kinds shares of all changes that the
   * student made.
   */
  shareOf(marks: Marks, kind: Kind): number;
  /** Return the mark, 0 to 1; `null` where there is none, or none that can be compared. */
  markOf(marks: Marks): number | null;
  /** Whether ERRANT's codes and signatures are shown beside the words. */
  readonly showsCodes: boolean;
}

const BY_VERDICTS: Vocabulary = {
  name: 'verdicts',
  showsCodes: false,
  kinds: VERDICTS,
  findingsOf: ({ findings, ignored }) => findings.map(placeOf).filter(({ index }) => !ignored.includes(index)),
  countOf: ({ verdicts }, kind) => verdicts.counts.find(({ verdict }) => verdict === kind.id)?.count ?? 0,
  shareOf: (marks, kind) => {
    const count = (each: Kind): number => BY_VERDICTS.countOf(marks, each);
    const others = VERDICTS.filter(({ isDue, isChange }) => (kind.isDue ? isDue : isChange));
    const whole = others.reduce((sum, each) => sum + count(each), 0);
    return whole > 0 ? Math.min(1, count(kind) / whole) : 0;
  },
  markOf: ({ verdicts }) => (verdicts.comparable ? verdicts.share : null),
};

/** The members of CLEME2.0's counts and scores. */
const MEMBERS: Readonly<Record<Category, { readonly count: keyof Counts; readonly share: keyof Scores }>> = {
  'hit-correction': { count: 'tp', share: 'hit' },
  'wrong-correction': { count: 'fp_ne', share: 'wrong' },
  'under-correction': { count: 'fn', share: 'under' },
  'over-correction': { count: 'fp_un', share: 'over' },
};

const BY_CATEGORIES: Vocabulary = {
  name: 'cleme2',
  showsCodes: true,
  kinds: CATEGORIES,
  findingsOf: ({ chunks, ignored }) => chunks.map(chunkOf).filter(({ index }) => !ignored.includes(index)),
  countOf: ({ counts }, { id }) => (isCategory(id) ? counts[MEMBERS[id].count] : 0),
  shareOf: ({ scores }, { id }) => (isCategory(id) ? scores[MEMBERS[id].share] : 0),
  markOf: ({ scores }) => scores.score,
};

export const VOCABULARIES: Readonly<Record<VocabularyName, Vocabulary>> = {
  verdicts: BY_VERDICTS,
  cleme2: BY_CATEGORIES,
};

/** Return the vocabulary with a name; the first one if there is none. */
export function vocabularyNamed(name: string | undefined): Vocabulary {
  return Object.values(VOCABULARIES).find((each) => each.name === name) ?? BY_VERDICTS;
}

/** Return the number of findings that a person has something to do about. */
export function errorCount(vocabulary: Vocabulary, counted: Counted): number {
  return vocabulary.kinds
    .filter(({ isError }) => isError)
    .reduce((sum, kind) => sum + vocabulary.countOf(counted, kind), 0);
}

/** Return the kinds that have shares of the places that need a correction, or of the student's changes. */
export function kindsWithShares({ kinds }: Vocabulary): readonly Kind[] {
  return kinds.filter(({ isDue, isChange }) => isDue || isChange);
}

function placeOf(finding: Finding, index: number): ShownFinding {
  const kind = kindOf(VERDICTS, finding.verdict);
  const { suggestions, references, rewritten, whole } = finding;
  const others = suggestions.length > 0 ? suggestions : references.filter(({ source, text }) => text !== source);
  return {
    ...finding,
    ...{ kind, look: rewritten ? REWRITTEN : kind, index },
    source: whole?.before ?? finding.source,
    hypothesis: whole?.after ?? finding.hypothesis,
    alternatives: alternativesIn(others),
    suggestion: suggestions[0],
    missing: (finding.missing ?? []).map((edit) => edit.whole ?? { before: edit.before, after: edit.text }),
  };
}

function chunkOf(chunk: Chunk, index: number): ShownFinding {
  const kind = kindOf(CATEGORIES, chunk.category);
  const { range, hypothesis: before, references } = chunk;
  const corrected = references.find(({ category, text }) => category !== 'over-correction' && text !== before);
  const suggestion = corrected && { range, before, text: corrected.text, references: [corrected.reference] };
  return {
    ...{ ...chunk, kind, look: kind, index, suggestion, alternatives: alternativesIn(references) },
    ...{ group: '', missing: [], decided: null, rewritten: false, open: false },
  };
}

function isCategory(id: KindId): id is Category {
  return id in MEMBERS;
}

/** Return the different words, whole ones where there are parts of words: the tree shows what the hover cards show. */
function alternativesIn(versions: readonly { readonly text: string; readonly whole?: WholeWords }[]): string[] {
  return [...new Set(versions.map(({ text, whole }) => whole?.after ?? text))];
}

/** Return the band of a mark; `null` where there is none, and where open answers may change it. */
export function certainBand({ band, range }: MarkSummary): MarkSummary['band'] {
  return range?.[0] === range?.[1] ? band : null;
}

export type AnswerName = AnnotatorQuestion['answers'][number]['name'];
export type QuestionKind = AnnotatorQuestion['kind'];
export type QuestionState = AnnotatorQuestion['state'];

/** The kinds of questions, in the order in which a person chooses among them. */
export const QUESTION_KINDS = [
  'uncovered-correction',
  'contradicting-references',
  'unchanged-reference',
  'uncorrected-error',
] as const satisfies readonly QuestionKind[];
