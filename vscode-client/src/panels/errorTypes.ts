import { filled } from './wording';

/** The names of ERRANT's categories, and the templates of its three operations (`{0}`: a name). */
export interface ErrorTypeNames {
  readonly missing: string;
  readonly unnecessary: string;
  readonly replaced: string;
  readonly categories: Readonly<Record<string, string>>;
}

/** Categories that are a word class: one word of it stands for another. The rest name the error itself. */
const WORD_CLASSES = new Set([
  'ADJ',
  'ADV',
  'CONJ',
  'CONTR',
  'DET',
  'NOUN',
  'NUM',
  'PART',
  'PREP',
  'PRON',
  'PROPN',
  'PUNCT',
  'VERB',
]);

/** An ERRANT type such as `R:PREP` in words; a type that is unknown stays as it is. */
export function errorTypeInWords(type: string, names: ErrorTypeNames): string {
  const [operation = '', ...rest] = type.split(':');
  const category = rest.join(':');
  const name = names.categories[category];
  if (name === undefined) {
    return type;
  }
  switch (operation) {
    case 'M':
      return filled(names.missing, name);
    case 'U':
      return filled(names.unnecessary, name);
    case 'R':
      return WORD_CLASSES.has(category) ? filled(names.replaced, name) : name;
    default:
      return type;
  }
}
