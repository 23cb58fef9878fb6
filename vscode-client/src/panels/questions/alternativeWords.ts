import type { QuestionAlternative } from '../../protocol/contract';
import { fillTemplate } from '../../template';
import type { QuestionStrings } from './questionStrings';

/** Return a correction in words: what it puts in place of what. */
export function alternativeWords(
  { before, after }: Pick<QuestionAlternative, 'before' | 'after'>,
  strings: Pick<QuestionStrings, 'replaces' | 'adds' | 'removes'>,
): string {
  if (!before) {
    return fillTemplate(strings.adds, after);
  }
  return after ? fillTemplate(strings.replaces, before, after) : fillTemplate(strings.removes, before);
}
