import { fillTemplate } from '../template';

/** Names of ERRANT's categories, and templates of its three operations, where `{0}` is a name. */
export interface ErrorTypeNames {
  readonly missing: string;
  readonly unnecessary: string;
  readonly replaced: string;
  readonly categories: Readonly<Record<string, string>>;
}

/** Categories that are a word class, of which one word replaces another. The other categories name the error itself. */
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

/** Return an ERRANT type such as `R:PREP` in words; an unknown type as it is. */
export function errorTypeInWords(type: string, names: ErrorTypeNames): string {
  const [operation = '', ...rest] = type.split(':');
  const category = rest.join(':');
  const name = names.categories[category];
  if (name === undefined) {
    return type;
  }
  switch (operation) {
    case 'M':
      return fillTemplate(names.missing, name);
    case 'U':
      return fillTemplate(names.unnecessary, name);
    case 'R':
      return WORD_CLASSES.has(category) ? fillTemplate(names.replaced, name) : name;
    default:
      return type;
  }
}
