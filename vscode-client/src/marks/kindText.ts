/** The names of kinds of findings, and of types of errors, in the person's language. */

import * as l10n from '@vscode/l10n';

import type { KindId } from '../protocol/vocabularies';

/** The words for a kind of findings. */
interface KindText {
  /** The name of one finding. */
  readonly title: string;
  /** The head of a column with counts. */
  readonly heading: string;
  /** What the student did. */
  readonly hint: string;
  /** The template of a count, `{0}`. */
  readonly count: string;
}

const KINDS: Readonly<Record<KindId, KindText>> = {
  correct: {
    title: l10n.t('Correct'),
    heading: l10n.t('Correct'),
    hint: l10n.t('Corrected as a teacher did, or as an accepted alternative'),
    count: l10n.t('{0} correct'),
  },
  'partly-correct': {
    title: l10n.t('Partly correct'),
    heading: l10n.t('Partly'),
    hint: l10n.t('A part of what a teacher corrects here'),
    count: l10n.t('{0} partly correct'),
  },
  different: {
    title: l10n.t('Different'),
    heading: l10n.t('Different'),
    hint: l10n.t('Changed, but otherwise than by any teacher'),
    count: l10n.t('{0} different'),
  },
  missed: {
    title: l10n.t('Missed'),
    heading: l10n.t('Missed'),
    hint: l10n.t('Left as it is, where every teacher corrects'),
    count: l10n.t('{0} missed'),
  },
  'not-needed': {
    title: l10n.t('Not needed'),
    heading: l10n.t('Not needed'),
    hint: l10n.t('Changed, where no teacher changes anything'),
    count: l10n.t('{0} not needed'),
  },
  optional: {
    title: l10n.t('Optional'),
    heading: l10n.t('Optional'),
    hint: l10n.t('Left as it is, as at least one teacher does'),
    count: l10n.t('{0} optional'),
  },
  'hit-correction': {
    title: l10n.t('Hit'),
    heading: l10n.t('Hits'),
    hint: l10n.t('Corrected as in a reference'),
    count: l10n.t('{0} hit'),
  },
  'wrong-correction': {
    title: l10n.t('Wrong correction'),
    heading: l10n.t('Wrong'),
    hint: l10n.t('Corrected, but as in no reference'),
    count: l10n.t('{0} wrong'),
  },
  'under-correction': {
    title: l10n.t('Under-correction'),
    heading: l10n.t('Under'),
    hint: l10n.t('Not corrected, where a reference corrects'),
    count: l10n.t('{0} under'),
  },
  'over-correction': {
    title: l10n.t('Over-correction'),
    heading: l10n.t('Over'),
    hint: l10n.t('Changed, where no reference changes anything'),
    count: l10n.t('{0} over'),
  },
};

/** Return the words for a verdict or a category; for one that only a newer server has, its identifier. */
export function kindText(id: string): KindText {
  return Object.hasOwn(KINDS, id) ? KINDS[id as KindId] : { title: id, heading: id, hint: '', count: `{0} ${id}` };
}

/** Names of ERRANT's categories. */
const CATEGORIES: Readonly<Record<string, string>> = {
  ADJ: l10n.t('adjective'),
  'ADJ:FORM': l10n.t('form of an adjective'),
  ADV: l10n.t('adverb'),
  CONJ: l10n.t('conjunction'),
  CONTR: l10n.t('contraction'),
  DET: l10n.t('determiner'),
  MORPH: l10n.t('word of the same family'),
  NOUN: l10n.t('noun'),
  'NOUN:INFL': l10n.t('inflection of a noun'),
  'NOUN:NUM': l10n.t('number of a noun'),
  'NOUN:POSS': l10n.t('possessive of a noun'),
  NUM: l10n.t('numeral'),
  ORTH: l10n.t('capitals or spaces'),
  OTHER: l10n.t('other wording'),
  PART: l10n.t('particle'),
  PREP: l10n.t('preposition'),
  PRON: l10n.t('pronoun'),
  PROPN: l10n.t('name'),
  PUNCT: l10n.t('punctuation'),
  SPELL: l10n.t('spelling'),
  VERB: l10n.t('verb'),
  'VERB:FORM': l10n.t('form of a verb'),
  'VERB:INFL': l10n.t('inflection of a verb'),
  'VERB:SVA': l10n.t('subject and verb agreement'),
  'VERB:TENSE': l10n.t('verb tense'),
  WO: l10n.t('word order'),
};

/** Categories that are a word class, of which one word replaces another. The other categories name the error itself. */
const WORD_CLASSES = new Set('ADJ ADV CONJ CONTR DET NOUN NUM PART PREP PRON PROPN PUNCT VERB'.split(' '));

/** Return an ERRANT type such as `R:PREP` in words; an unknown type as it is. */
export function errorTypeInWords(type: string): string {
  const [, operation = '', category = ''] = /^([MUR]):(.*)$/.exec(type) ?? [];
  const name = CATEGORIES[category];
  if (name === undefined || (operation === 'R' && !WORD_CLASSES.has(category))) {
    return name ?? type;
  }
  switch (operation) {
    case 'M':
      return l10n.t('{0} missing', name);
    case 'U':
      return l10n.t('unnecessary {0}', name);
    default:
      return l10n.t('{0} replaced', name);
  }
}
