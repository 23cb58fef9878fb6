import * as vscode from 'vscode';

import type { Finding, Mark, MarkLine, MarkSummary } from '../protocol/contract';
import { VERDICTS } from '../protocol/kinds';
import { certainBand } from '../protocol/vocabularies';
import { fillTemplate, markBetween, type MarkTemplates } from '../template';
import { kindTexts } from './kindText';

/** Return a mark by a mark scheme, "7.5 of 10" or "14 to 17 of 20, 3 to decide"; or that there is none. */
export function markText({ max, range, open }: MarkSummary): string {
  return range === null ? vscode.l10n.t('no mark') : markBetween(range, max, open, markTemplates(), hundredthsText);
}

/** Return a mark's points as they are now, "7.5"; the best mark is the same for the whole class. */
export function briefMark({ points }: MarkSummary): string {
  return points === null ? vscode.l10n.t('no mark') : hundredthsText(points);
}

/** Return the words for a mark in the person's language. */
export function markTemplates(): MarkTemplates {
  return {
    points: vscode.l10n.t('{0} of {1}'),
    pointsBetween: vscode.l10n.t('{0} to {1} of {2}'),
    toDecide: vscode.l10n.t('{0} to decide'),
  };
}

/** Return a mark with its band; or that there is none, and why. */
export function markTitle(mark: MarkSummary): string {
  const more = mark.points === null ? mark.withheld : certainBand(mark)?.name;
  if (!more) {
    return markText(mark);
  }
  return mark.points === null ? `${markText(mark)}: ${more}` : `${markText(mark)} (${more})`;
}

/**
 * Return a mark's sum on one line: findings of equal verdict together, "3 correct +3 · 2 not needed −0.5".
 *
 * The points shown are rounded so that they add up to the mark.
 */
export function markSum({ lines }: Pick<Mark, 'lines'>, findings: readonly Finding[]): string {
  let total = 0;
  return rowsOf(lines, findings)
    .map(([words, row]) => {
      const before = hundredths(total);
      total = row.reduce((sum, { points }) => sum + points, total);
      return [words, hundredths(total) - before, row] as const;
    })
    .filter(([, points, row]) => points !== 0 || row[0]?.kind !== 'rounding')
    .map(([words, points]) => `${words} ${signedText(points / 100)}`)
    .join(' · ');
}

/** Return the rows of a sum, each with its words: what the mark begins with, the findings by verdict, and the rest. */
function rowsOf(
  lines: readonly MarkLine[],
  findings: readonly Finding[],
): readonly (readonly [string, readonly MarkLine[]])[] {
  const alone = (line: MarkLine) => [line.why, [line]] as const;
  const findingOf = (line: MarkLine): Finding | undefined =>
    line.kind !== 'place' || line.finding === undefined ? undefined : findings[line.finding];
  const texts = kindTexts();
  const judged = VERDICTS.flatMap(({ id }) => {
    const row = lines.filter((line) => findingOf(line)?.verdict === id && !findingOf(line)?.rewritten);
    return row.length > 0 ? [[fillTemplate(texts[id].count, row.length), row] as const] : [];
  });
  const rewritten = lines.filter((line) => findingOf(line)?.rewritten);
  return [
    ...lines.filter(({ kind }) => kind === 'full').map(alone),
    ...judged,
    ...(rewritten.length > 0 ? [[vscode.l10n.t('{0} rewritten freely', rewritten.length), rewritten] as const] : []),
    ...lines.filter((line) => line.kind !== 'full' && !findingOf(line)).map(alone),
  ];
}

/** Return each line of a mark's sum in words, "−0.25 Not needed: added “very”", with its place if it has one. */
export function sumLines({ lines }: Pick<Mark, 'lines'>): readonly SumLine[] {
  return lines.map(({ points, why, range }) => ({ text: `${signedText(points)} ${why}`, range }));
}

export interface SumLine {
  readonly text: string;
  readonly range: MarkLine['range'];
}

function hundredths(points: number): number {
  return Math.round(points * 100);
}

/** Write points with at most two decimals. */
function hundredthsText(points: number): string {
  return String(hundredths(points) / 100);
}

/** Write points with their sign and at most two decimals: `+0.5`, `−1`, `0`. */
export function signedText(points: number): string {
  const sign = points > 0 ? '+' : points < 0 ? '−' : '';
  return `${sign}${hundredthsText(Math.abs(points))}`;
}
