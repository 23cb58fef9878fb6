import type { EstimateSummary } from '../protocol/contract';
import { changeText } from '../words';

type Writer = (value: number) => string;

/** Writes numbers and lists in a language; in English if the language is unknown. */
export class Numbers {
  readonly language: string;
  /** Write a mass, a gain or a score, with two decimals. */
  readonly decimal: Writer;
  /** Write a count, or the median of counts. */
  readonly count: Writer;
  /** Write the points of a mark, with at most two decimals. */
  readonly points: Writer;
  /** Write a share, 0 to 1, as a percentage. */
  readonly percent: Writer;

  constructor(language: string) {
    this.language = supported(language);
    const writer = (options: Intl.NumberFormatOptions): Writer => {
      const format = new Intl.NumberFormat(this.language, options);
      return (value) => format.format(value);
    };
    this.decimal = writer({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
    this.count = writer({ maximumFractionDigits: 1 });
    this.points = writer({ maximumFractionDigits: 2 });
    this.percent = writer({ style: 'percent', maximumFractionDigits: 0 });
  }

  /** Write the estimated quality before and after a correction. */
  change({ quality, q }: Pick<EstimateSummary, 'quality' | 'q'>): string {
    return changeText(quality, q, (value, digits) => {
      const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return value.toLocaleString(this.language, format);
    });
  }

  list(names: readonly string[]): string {
    return new Intl.ListFormat(this.language, { type: 'conjunction' }).format(names);
  }
}

function supported(language: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
