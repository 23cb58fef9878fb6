import { changeText } from '../marks/quality';
import type { OverviewEstimate } from '../protocol/contract';

/** Words and numbers that the panels show, filled in by the language of the person. */

/** A template with its `{0}`, `{1}`… filled in. */
export function filled(template: string, ...values: readonly (string | number)[]): string {
  return template.replace(/\{(\d+)\}/g, (place, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? place : String(value);
  });
}

/** Numbers as a language writes them. A language tag that is unknown is taken for English. */
export class Numbers {
  private readonly language: string;
  private readonly decimals: Intl.NumberFormat;
  private readonly wholes: Intl.NumberFormat;
  private readonly percents: Intl.NumberFormat;

  constructor(language: string) {
    const known = isKnown(language) ? language : 'en';
    this.language = known;
    this.decimals = new Intl.NumberFormat(known, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    this.wholes = new Intl.NumberFormat(known, { maximumFractionDigits: 1 });
    this.percents = new Intl.NumberFormat(known, { style: 'percent', maximumFractionDigits: 0 });
  }

  /** Two digits after the point: masses, gains, scores. */
  decimal(value: number): string {
    return this.decimals.format(value);
  }

  /** Estimated quality before and after a correction. */
  change({ quality, q }: Pick<OverviewEstimate, 'quality' | 'q'>): string {
    return changeText(quality, q, (value, digits) => {
      const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return value.toLocaleString(this.language, format);
    });
  }

  /** Counts, and medians of counts. */
  count(value: number): string {
    return this.wholes.format(value);
  }

  /** A share in 0 to 1. */
  percent(share: number): string {
    return this.percents.format(share);
  }
}

function isKnown(language: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}
