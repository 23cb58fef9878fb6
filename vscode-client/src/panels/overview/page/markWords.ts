import { markBetween } from '../../../template';
import type { Marks, MarkSummary } from '../../../protocol/contract';
import type { VocabularyName } from '../../../protocol/vocabularies';
import type { Numbers } from '../../numbers';
import type { OverviewStrings } from '../overviewStrings';

/** What the page says about marks in one vocabulary. */
export interface MarkWords {
  readonly title: string;
  readonly hint: string;
  readonly median: string;
  readonly distribution: string;
  readonly distributionNote: string;
  /** The head of the column with all errors; `null` for no such column. */
  readonly errors: { readonly title: string; readonly hint: string } | null;
  /** Return a student's mark. */
  mark(marks: Marks): string;
  /** Write a mark, 0 to 1. */
  value(mark: number): string;
}

/** Return what the page says about marks in a vocabulary. What places earn is a mark only by a mark scheme. */
export function markWords(name: VocabularyName, strings: OverviewStrings, numbers: Numbers): MarkWords {
  return WORDS[name](strings, numbers);
}

/** Return a mark by a mark scheme; that there is none where it is withheld. */
export function schemeMarkText({ max, range }: MarkSummary, strings: OverviewStrings, numbers: Numbers): string {
  return range === null ? strings.noMark : markBetween(range, max, 0, strings, (value) => numbers.points(value));
}

type Words = (strings: OverviewStrings, numbers: Numbers) => MarkWords;

const WORDS: Readonly<Record<VocabularyName, Words>> = {
  verdicts: (strings, numbers) => ({
    title: strings.placesCorrect,
    hint: strings.placesHint,
    median: strings.medianPlacesCorrect,
    distribution: strings.placesDistribution,
    distributionNote: strings.placesDistributionNote,
    errors: null,
    mark: ({ verdicts: { comparable, share, due, range } }) => {
      if (!comparable) {
        return strings.notComparable;
      }
      return share === null
        ? strings.nothingToMark
        : markBetween(range, due, 0, strings, (value) => numbers.count(value));
    },
    value: (mark) => numbers.percent(mark),
  }),
  cleme2: (strings, numbers) => ({
    title: strings.score,
    hint: strings.scoreHint,
    median: strings.medianScore,
    distribution: strings.distribution,
    distributionNote: strings.distributionNote,
    errors: { title: strings.errors, hint: strings.errorsHint },
    mark: ({ scores }) => numbers.decimal(scores.score),
    value: (mark) => numbers.decimal(mark),
  }),
};
