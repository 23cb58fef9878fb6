import { changeText } from '../words';
import type { EstimateSummary } from '../protocol/contract';

/** Writes numbers in a language; in English if the language is unknown. */
export class Numbers {
  private readonly language: string;
  private readonly decimals: Intl.NumberFormat;
  private readonly hundredths: Intl.NumberFormat;
  private readonly wholes: Intl.NumberFormat;
  private readonly percents: Intl.NumberFormat;

  constructor(language: string) {
    const supported = isSupported(language) ? language : 'en';
    this.language = supported;
    this.decimals = new Intl.NumberFormat(supported, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    this.wholes = new Intl.NumberFormat(supported, { maximumFractionDigits: 1 });
    this.hundredths = new Intl.NumberFormat(supported, { maximumFractionDigits: 2 });
    this.percents = new Intl.NumberFormat(supported, { style: 'percent', maximumFractionDigits: 0 });
  }

  /** Write a mass, a gain or a score, with two decimals. */
  decimal(value: number): string {
    return this.decimals.format(value);
  }

  /** Write the estimated quality before and after a correction. */
  change({ quality, q }: Pick<EstimateSummary, 'quality' | 'q'>): string {
    return changeText(quality, q, (value, digits) => {
      const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return value.toLocaleString(this.language, format);
    });
  }

  /** Write a count, or the median of counts. */
  count(value: number): string {
    return this.wholes.format(value);
  }

  /** Write the points of a mark, with at most two decimals. */
  points(value: number): string {
    return this.hundredths.format(value);
  }

  /** Write a share, 0 to 1, as a percentage. */
  percent(share: number): string {
    return this.percents.format(share);
  }
}

function isSupported(language: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}
