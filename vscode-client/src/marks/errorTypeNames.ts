import * as vscode from 'vscode';

import type { ErrorTypeNames } from './errorTypes';

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
