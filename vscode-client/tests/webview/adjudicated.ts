/** Sentences of three annotators, as the server sends them. */

import type {
  AdjudicationCounts,
  TokenEdit,
  AdjudicationPlace,
  AdjudicationRuling,
  AdjudicationSentence,
} from '../../src/protocol/contract';

export const ANNOTATORS = [
  { name: 'a', label: 'Adebayo', documents: ['file:///notes/references.m2'] },
  { name: 'l', label: 'Lindqvist', documents: ['file:///notes/references.m2'] },
  { name: 'm', label: 'Moreau', documents: ['file:///notes/references.m2'] },
];

const LINE = { start: { line: 1, character: 0 }, end: { line: 1, character: 9 } };
const DOCUMENTS = ['file:///notes/learners.txt', 'file:///notes/references.m2'];

const edit = (start: number, end: number, words: string, type: string): TokenEdit => ({
  start,
  end,
  replacement: words ? words.split(' ') : [],
  type,
  tag: null,
});

const LIKES = edit(1, 2, 'likes', 'R:VERB:SVA');
const LIKED = edit(1, 2, 'liked', 'R:VERB:TENSE');
const MUCH = edit(3, 3, 'very much', 'M:ADV');
const STOP = edit(3, 4, '!', 'R:PUNCT');

/** “She like music .”, with a place at “like” and one behind “music”. */
export const SENTENCE: AdjudicationSentence = {
  index: 1,
  key: { source: ['She', 'like', 'music', '.'], number: 1 },
  exercise: 'notes',
  state: 'open',
  tokens: ['She', 'like', 'music', '.'],
  places: [
    place(1, 2, 'like', [
      [['a', 'l'], 'likes', [LIKES], true],
      [['m'], 'liked', [LIKED], false],
    ]),
    place(3, 3, '', [
      [['m'], 'very much', [MUCH], false],
      [['a', 'l'], '', [], true],
    ]),
  ],
  agreed: [STOP],
  annotators: [
    { annotator: 'a', words: 'She likes music !', changed: true },
    { annotator: 'l', words: 'She likes music !', changed: true },
    { annotator: 'm', words: 'She liked music very much !', changed: true },
  ],
  absent: [],
  rulings: [
    ruling({
      start: 3,
      end: 4,
      source: '.',
      words: '!',
      type: 'R:PUNCT',
      origin: 'agreed',
      annotators: ['a', 'l', 'm'],
    }),
  ],
  result: 'She like music !',
  documents: DOCUMENTS.map((uri) => ({ uri, range: LINE })),
};

/** The same one with the first place decided. */
export const HALF: AdjudicationSentence = {
  ...SENTENCE,
  places: SENTENCE.places.map((each, index) => (index === 0 ? { ...each, state: 'decided' } : each)),
  rulings: [
    ruling({ words: 'likes', annotators: ['a', 'l'], author: 'Ms Lee', date: '2026-11-22', reason: 'agrees with she' }),
    ...SENTENCE.rulings,
  ],
  result: 'She likes music !',
};

/** The same one, decided. */
export const DECIDED: AdjudicationSentence = {
  ...HALF,
  state: 'decided',
  places: HALF.places.map((each) => ({ ...each, state: 'decided' })),
};

/** A sentence in which all have the same words, and call one correction differently. */
export const TAGS: AdjudicationSentence = {
  ...SENTENCE,
  state: 'tags',
  places: [place(1, 2, 'like', [[['a', 'l', 'm'], 'likes', [LIKES], true]])].map((each) => ({
    ...each,
    versions: each.versions.map((version) => ({
      ...version,
      tags: [
        { start: 1, end: 2, name: 'Verb', annotators: ['a'] },
        { start: 1, end: 2, name: 'Agreement', annotators: ['l'] },
        { start: 1, end: 2, name: '', annotators: ['m'] },
      ],
    })),
  })),
};

export const COUNTS: AdjudicationCounts = {
  sentences: 48,
  agreed: 15,
  open: 33,
  decided: 0,
  tags: 0,
  unseen: 0,
  places: 55,
};

export const shown = (sentence: AdjudicationSentence | null, counts: Partial<AdjudicationCounts> = {}): object => ({
  type: 'sentence',
  sentence,
  counts: { ...COUNTS, ...counts },
  annotators: ANNOTATORS,
  problems: [],
});

export const UNDO = [{ key: SENTENCE.key, body: null }];

export const settled = (
  id: string,
  sentence: AdjudicationSentence,
  counts: Partial<AdjudicationCounts> = {},
): object => ({
  type: 'settled',
  id,
  result: {
    file: 'file:///notes/adjudicated.m2',
    changed: 1,
    places: 0,
    sentences: [sentence],
    undo: UNDO,
    next: null,
    counts: { ...COUNTS, ...counts },
  },
});

function place(
  start: number,
  end: number,
  source: string,
  versions: readonly (readonly [string[], string, TokenEdit[], boolean])[],
): AdjudicationPlace {
  return {
    start,
    end,
    source,
    versions: versions.map(([annotators, words, edits, majority]) => ({
      ...{ annotators, words, edits, majority },
      alternatives: [],
      detects: false,
      tags: edits.map((each) => ({ start: each.start, end: each.end, name: each.type, annotators })),
    })),
    equal: [],
    state: 'open',
    rulings: [],
    documents: DOCUMENTS.map((uri) => ({ uri, range: LINE })),
  };
}

function ruling(change: Partial<AdjudicationRuling>): AdjudicationRuling {
  return {
    ...{ start: 1, end: 2, source: 'like', words: '', type: 'R:VERB:SVA', origin: 'annotators', annotators: [] },
    ...{ author: '', date: null, reason: '' },
    ...change,
  };
}
