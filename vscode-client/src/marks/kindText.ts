/** The names of kinds of findings, and of types of errors, in the person's language. */

import * as vscode from 'vscode';

import type { KindId } from '../protocol/vocabularies';
import type { ErrorTypeNames, KindText } from '../words';

/** Return the words for every kind, in the person's language. */
export function kindTexts(): Readonly<Record<KindId, KindText>> {
  return { ...verdictTexts(), ...categoryTexts() };
}

function verdictTexts() {
  return {
    correct: {
      title: vscode.l10n.t('Correct'),
      heading: vscode.l10n.t('Correct'),
      hint: vscode.l10n.t('Corrected as a teacher did, or as an accepted alternative'),
      count: vscode.l10n.t('{0} correct'),
    },
    'partly-correct': {
      title: vscode.l10n.t('Partly correct'),
      heading: vscode.l10n.t('Partly'),
      hint: vscode.l10n.t('A part of what a teacher corrects here'),
      count: vscode.l10n.t('{0} partly correct'),
    },
    different: {
      title: vscode.l10n.t('Different'),
      heading: vscode.l10n.t('Different'),
      hint: vscode.l10n.t('Changed, but otherwise than by any teacher'),
      count: vscode.l10n.t('{0} different'),
    },
    missed: {
      title: vscode.l10n.t('Missed'),
      heading: vscode.l10n.t('Missed'),
      hint: vscode.l10n.t('Left as it is, where every teacher corrects'),
      count: vscode.l10n.t('{0} missed'),
    },
    'not-needed': {
      title: vscode.l10n.t('Not needed'),
      heading: vscode.l10n.t('Not needed'),
      hint: vscode.l10n.t('Changed, where no teacher changes anything'),
      count: vscode.l10n.t('{0} not needed'),
    },
    optional: {
      title: vscode.l10n.t('Optional'),
      heading: vscode.l10n.t('Optional'),
      hint: vscode.l10n.t('Left as it is, as at least one teacher does'),
      count: vscode.l10n.t('{0} optional'),
    },
  };
}

function categoryTexts() {
  return {
    'hit-correction': {
      title: vscode.l10n.t('Hit'),
      heading: vscode.l10n.t('Hits'),
      hint: vscode.l10n.t('Corrected as in a reference'),
      count: vscode.l10n.t('{0} hit'),
    },
    'wrong-correction': {
      title: vscode.l10n.t('Wrong correction'),
      heading: vscode.l10n.t('Wrong'),
      hint: vscode.l10n.t('Corrected, but as in no reference'),
      count: vscode.l10n.t('{0} wrong'),
    },
    'under-correction': {
      title: vscode.l10n.t('Under-correction'),
      heading: vscode.l10n.t('Under'),
      hint: vscode.l10n.t('Not corrected, where a reference corrects'),
      count: vscode.l10n.t('{0} under'),
    },
    'over-correction': {
      title: vscode.l10n.t('Over-correction'),
      heading: vscode.l10n.t('Over'),
      hint: vscode.l10n.t('Changed, where no reference changes anything'),
      count: vscode.l10n.t('{0} over'),
    },
  };
}

/** Return the names of ERRANT's types in the person's language. */
export function errorTypeNames(): ErrorTypeNames {
  return {
    missing: vscode.l10n.t('{0} missing'),
    unnecessary: vscode.l10n.t('unnecessary {0}'),
    replaced: vscode.l10n.t('{0} replaced'),
    categories: {
      ADJ: vscode.l10n.t('adjective'),
      'ADJ:FORM': vscode.l10n.t('form of an adjective'),
      ADV: vscode.l10n.t('adverb'),
      CONJ: vscode.l10n.t('conjunction'),
      CONTR: vscode.l10n.t('contraction'),
      DET: vscode.l10n.t('determiner'),
      MORPH: vscode.l10n.t('word of the same family'),
      NOUN: vscode.l10n.t('noun'),
      'NOUN:INFL': vscode.l10n.t('inflection of a noun'),
      'NOUN:NUM': vscode.l10n.t('number of a noun'),
      'NOUN:POSS': vscode.l10n.t('possessive of a noun'),
      NUM: vscode.l10n.t('numeral'),
      ORTH: vscode.l10n.t('capitals or spaces'),
      OTHER: vscode.l10n.t('other wording'),
      PART: vscode.l10n.t('particle'),
      PREP: vscode.l10n.t('preposition'),
      PRON: vscode.l10n.t('pronoun'),
      PROPN: vscode.l10n.t('name'),
      PUNCT: vscode.l10n.t('punctuation'),
      SPELL: vscode.l10n.t('spelling'),
      VERB: vscode.l10n.t('verb'),
      'VERB:FORM': vscode.l10n.t('form of a verb'),
      'VERB:INFL': vscode.l10n.t('inflection of a verb'),
      'VERB:SVA': vscode.l10n.t('subject and verb agreement'),
      'VERB:TENSE': vscode.l10n.t('verb tense'),
      WO: vscode.l10n.t('word order'),
    },
  };
}
