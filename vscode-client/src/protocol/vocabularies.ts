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
  Verdicts,
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
  /** The lane beside the scroll bar: left if nothing is to be done, right if words are to be changed, else centre. */
  readonly lane: Lane;
}

/** A lane of VS Code's overview ruler. */
type Lane = 'Left' | 'Center' | 'Right';

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

const THIN = { style: 'solid', width: '1px' };
const THICK = { style: 'solid', width: '2px' };
const DASHED = { style: 'dashed', width: '1px' };
const DOTTED = { style: 'dotted', width: '2px' };

type Signed<Id extends KindId> = Kind & { readonly id: Id };

/** CLEME2.0's categories, in the order in which they are shown everywhere. */
export const CATEGORIES: readonly Signed<Category>[] = [
  {
    id: 'hit-correction',
    name: 'hit',
    icon: 'check',
    frame: THIN,
    gap: `${CARET}✓`,
    lane: 'Left',
    sign: '',
    isChange: true,
    isDue: true,
    isError: false,
  },
  {
    id: 'wrong-correction',
    name: 'wrong',
    icon: 'markscheme-different',
    frame: THICK,
    gap: `${CARET}≠`,
    lane: 'Center',
    sign: '',
    isChange: true,
    isDue: true,
    isError: true,
  },
  {
    id: 'under-correction',
    name: 'under',
    icon: 'circle-large-outline',
    frame: DASHED,
    gap: `${CARET}○`,
    lane: 'Right',
    sign: '',
    isChange: false,
    isDue: true,
    isError: true,
  },
  {
    id: 'over-correction',
    name: 'over',
    icon: 'close',
    frame: DOTTED,
    gap: `${CARET}×`,
    lane: 'Center',
    sign: '',
    isChange: true,
    isDue: false,
    isError: true,
  },
];

/** The verdicts, in the order in which they are shown everywhere. */
export const VERDICTS: readonly Signed<Verdict>[] = [
  {
    id: 'correct',
    name: 'correct',
    icon: 'check',
    frame: THIN,
    gap: `${CARET}✓`,
    lane: 'Left',
    sign: '✓',
    isChange: true,
    isDue: true,
    isError: false,
  },
  {
    id: 'partly-correct',
    name: 'partlyCorrect',
    icon: 'color-mode',
    frame: { style: 'solid', width: '1px 1px 3px 1px' },
    gap: `${CARET}◐`,
    lane: 'Center',
    sign: '◐',
    isChange: true,
    isDue: true,
    isError: true,
  },
  {
    id: 'different',
    name: 'different',
    icon: 'markscheme-different',
    frame: THICK,
    gap: `${CARET}≠`,
    lane: 'Center',
    sign: '≠',
    isChange: true,
    isDue: true,
    isError: true,
  },
  {
    id: 'missed',
    name: 'missed',
    icon: 'circle-large-outline',
    frame: DASHED,
    gap: `${CARET}○`,
    lane: 'Right',
    sign: '○',
    isChange: false,
    isDue: true,
    isError: true,
  },
  {
    id: 'not-needed',
    name: 'notNeeded',
    icon: 'close',
    frame: DOTTED,
    gap: `${CARET}×`,
    lane: 'Center',
    sign: '×',
    isChange: true,
    isDue: false,
    isError: true,
  },
  {
    id: 'optional',
    name: 'optional',
    icon: 'circle-small-filled',
    frame: { style: 'dotted', width: '0 0 1px 0' },
    gap: `${CARET}·`,
    lane: 'Left',
    sign: '·',
    isChange: false,
    isDue: false,
    isError: false,
  },
];

/** A passage that is rewritten freely: one line below it, since its places are not judged. */
export const REWRITTEN: Look = {
  name: 'rewritten',
  icon: 'edit',
  frame: { style: 'solid', width: '0 0 2px 0' },
  gap: `${CARET}~`,
  lane: 'Center',
};

/** An edit that lowers the estimate, without a reference. */
export const DOUBT: Look = {
  name: 'doubt',
  icon: 'question',
  frame: { style: 'dashed', width: '0 0 2px 0' },
  gap: `${CARET}?`,
  lane: 'Center',
};

/** Return the width of a frame's lower edge, from CSS's one or four widths. */
export function lowerEdge(width: string): string {
  const widths = width.split(' ');
  return widths[2] ?? widths[0] ?? '1px';
}

export type VocabularyName = 'verdicts' | 'cleme2';

/** A finding as a vocabulary shows it: a place with a verdict, or a chunk with a category. */
export interface ShownFinding {
  readonly kind: Kind;
  readonly look: Look;
  /** The index among the document's places, or among its chunks. */
  readonly index: number;
  readonly range: Finding['range'];
  /** The words of the source; whole words, but for a chunk. */
  readonly source: string;
  /** The words of the hypothesis; whole words, but for a chunk. */
  readonly hypothesis: string;
  /** ERRANT's types, joined by `+`. */
  readonly type: string;
  /** The group of errors in a teacher's words; empty in CLEME2.0's vocabulary. */
  readonly group: string;
  /** The index of the passage. */
  readonly passage: number;
  /** The different words that references have here, or that could stand here instead. */
  readonly alternatives: readonly string[];
  /** What stands here in the reference that the place was judged against; `undefined` where nothing else does. */
  readonly suggestion: Finding['suggestions'][number] | undefined;
  /** The edits that are left to be done, in whole words. */
  readonly missing: readonly WholeWords[];
  /** The person who decided the verdict, and the date. */
  readonly decided: string | null;
  /** Whether the finding stands for a whole passage that is rewritten freely. */
  readonly rewritten: boolean;
  /** Whether a teacher has to decide it before the mark is final. */
  readonly open: boolean;
}

/** A document's or a passage's counts. */
export interface Counted {
  readonly verdicts: Verdicts;
  readonly counts: Counts;
}

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

const VERDICT_KINDS: ReadonlyMap<string, Kind> = new Map(VERDICTS.map((kind) => [kind.id, kind]));
const CATEGORY_KINDS: ReadonlyMap<string, Kind> = new Map(CATEGORIES.map((kind) => [kind.id, kind]));

const BY_VERDICTS: Vocabulary = {
  name: 'verdicts',
  showsCodes: false,
  kinds: VERDICTS,
  findingsOf: ({ findings, ignored }) =>
    findings.flatMap((finding, index) => {
      const kind = VERDICT_KINDS.get(finding.verdict);
      return kind && !ignored.includes(index) ? [placeOf(finding, kind, index)] : [];
    }),
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
  findingsOf: ({ chunks, ignored }) =>
    chunks.flatMap((chunk, index) => {
      const kind = CATEGORY_KINDS.get(chunk.category);
      return kind && !ignored.includes(index) ? [chunkOf(chunk, kind, index)] : [];
    }),
  countOf: ({ counts }, { id }) => (isCategory(id) ? counts[MEMBERS[id].count] : 0),
  shareOf: ({ scores }, { id }) => (isCategory(id) ? scores[MEMBERS[id].share] : 0),
  markOf: ({ scores }) => scores.score,
};

export const VOCABULARIES: Readonly<Record<VocabularyName, Vocabulary>> = {
  verdicts: BY_VERDICTS,
  cleme2: BY_CATEGORIES,
};

const VOCABULARY_NAMES: readonly VocabularyName[] = ['verdicts', 'cleme2'];

/** Return the vocabulary with a name; the first one if there is none. */
export function vocabularyNamed(name: string | undefined): Vocabulary {
  return VOCABULARY_NAMES.map((each) => VOCABULARIES[each]).find((each) => each.name === name) ?? BY_VERDICTS;
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

function placeOf(finding: Finding, kind: Kind, index: number): ShownFinding {
  const { range, type, group, passage, decided, rewritten, open } = finding;
  const [source, hypothesis] = [finding.whole?.before ?? finding.source, finding.whole?.after ?? finding.hypothesis];
  const alternatives = unique(finding.suggestions.length > 0 ? finding.suggestions.map(textOf) : changesOf(finding));
  const missing = (finding.missing ?? []).map(({ before, text, whole }) => whole ?? { before, after: text });
  const look = rewritten ? REWRITTEN : kind;
  return {
    ...{ kind, look, index, range, source, hypothesis, type, group, passage },
    ...{ alternatives, suggestion: finding.suggestions[0], missing, decided, rewritten, open },
  };
}

/** Return the words of the references that change the place. */
function changesOf({ references }: Finding): readonly string[] {
  return references.filter(({ source, text }) => text !== source).map(textOf);
}

/** Return the words, whole ones where there are parts of words: the tree shows what the hover cards show. */
function textOf({ text, whole }: { readonly text: string; readonly whole?: WholeWords }): string {
  return whole?.after ?? text;
}

function chunkOf(chunk: Chunk, kind: Kind, index: number): ShownFinding {
  const { range, source, hypothesis, type, passage, references } = chunk;
  const alternatives = unique(references.map(textOf));
  const corrected = references.find((each) => each.category !== 'over-correction' && each.text !== hypothesis);
  const suggestion = corrected && {
    range,
    before: hypothesis,
    text: corrected.text,
    references: [corrected.reference],
  };
  return {
    ...{ kind, look: kind, index, range, source, hypothesis, type, group: '', passage },
    ...{ alternatives, suggestion, missing: [], decided: null, rewritten: false, open: false },
  };
}

function isCategory(id: KindId): id is Category {
  return id in MEMBERS;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
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
