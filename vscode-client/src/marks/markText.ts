/** What the editor says about marks, in the vocabulary and the language of the person. */

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type {
  DocumentEstimate,
  EstimatedEdit,
  Finding,
  Mark,
  MarkLine,
  Marks,
  MarkSummary,
  Passage,
} from '../protocol/contract';
import {
  certainBand,
  type Counted,
  type Kind,
  type ShownFinding,
  VERDICTS,
  type Vocabulary,
  type VocabularyName,
  vocabularyNamed,
} from '../protocol/vocabularies';
import { editLabel, fillTemplate, markBetween } from '../words';
import { kindText } from './kindText';

const SETTING = 'vocabulary';

/** Return the vocabulary that the settings of a file or a folder name. */
export function vocabularyOf(uri: vscode.Uri | undefined): Vocabulary {
  return vocabularyNamed(vscode.workspace.getConfiguration('markscheme', uri).get<string>(SETTING));
}

/** Call a listener when a setting may name another vocabulary. */
export function onDidChangeVocabulary(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(`markscheme.${SETTING}`)) {
      listener();
    }
  });
}

/** What the editor says about marks in one vocabulary. The mark of a mark scheme stands in place of the vocabulary's. */
export interface VocabularyText {
  /** Return the mark for the status bar. */
  mark(marks: Marks, mark?: MarkSummary): string;
  /** Return the mark as it is now for a list of students, without what open answers may make of it. */
  brief(marks: Marks, mark?: MarkSummary): string;
  /** Return the kinds with a count in the status bar. */
  countedKinds(marks: Marks): readonly Kind[];
  /** Return the summary for screen readers. */
  spoken(marks: Marks, mark?: MarkSummary): string;
  /** Return the marks in detail, a line each. */
  lines(marks: Marks, mark?: MarkSummary): readonly string[];
  /** Return what there is to say about a sentence. */
  sentence(passage: Passage): string;
  /** Return the name of a finding. */
  title(finding: ShownFinding): string;
  /** Return what there is to say about a finding beside its name and the student's words; `spoken` for screen readers. */
  details(finding: ShownFinding, spoken?: boolean): readonly string[];
}

/** Return the words of a vocabulary. */
export function textOf(vocabulary: Vocabulary): VocabularyText {
  return TEXTS[vocabulary.name](vocabulary);
}

const TEXTS: Readonly<Record<VocabularyName, (vocabulary: Vocabulary) => VocabularyText>> = {
  verdicts: (vocabulary) => {
    const shown = (marks: Marks, mark?: MarkSummary): string => (mark ? markText(mark) : verdictMark(marks));
    return {
      mark: shown,
      brief: (marks, mark) => (mark ? briefMark(mark) : verdictMark(marks, true)),
      countedKinds: (marks) => occurring(vocabulary, marks),
      spoken: (marks, mark) => {
        const counts = countsText(vocabulary, marks);
        return `Markscheme: ${[shown(marks, mark), ...(counts ? [counts] : [])].join(' · ')}`;
      },
      lines: (marks, mark) => verdictLines(marks, countsText(vocabulary, marks), mark),
      sentence: (passage) =>
        passage.verdicts.rewritten > 0
          ? l10n.t('rewritten freely: read this one yourself')
          : countsText(vocabulary, passage),
      title: ({ kind, rewritten }) => (rewritten ? l10n.t('Rewritten freely') : titleOf(kind)),
      details: verdictDetails,
    };
  },
  cleme2: (vocabulary) => {
    const counts = (marks: Marks): string => countsText(vocabulary, marks) || l10n.t('nothing to mark');
    return {
      mark: ({ scores }, mark) => (mark ? markText(mark) : scoreText(scores.score)),
      brief: (marks, mark) => [mark ? briefMark(mark) : scoreText(marks.scores.score), counts(marks)].join(' · '),
      countedKinds: () => vocabulary.kinds,
      spoken: (marks, mark) =>
        mark
          ? `Markscheme: ${markText(mark)} · ${counts(marks)}`
          : l10n.t('Markscheme: {0}; score {1}', counts(marks), scoreText(marks.scores.score)),
      lines: (marks, mark) => [...schemeLines(mark), ...categoryLines(marks, counts(marks))],
      sentence: (passage) => {
        const credit = passage.credit === null ? '' : ` · ${l10n.t('credit {0}', percentText(passage.credit))}`;
        return `${countsText(vocabulary, passage)}${credit}`;
      },
      title: ({ kind }) => titleOf(kind),
      details: (finding, spoken = false) => [finding.type, ...alternativesText(finding, spoken)],
    };
  },
};

function titleOf({ id }: Kind): string {
  return kindText(id).title;
}

function occurring(vocabulary: Vocabulary, counted: Counted): readonly Kind[] {
  return vocabulary.kinds.filter((kind) => vocabulary.countOf(counted, kind) > 0);
}

/** Return the counts of the kinds that occur: "32 hit, 23 wrong". */
function countsText(vocabulary: Vocabulary, counted: Counted): string {
  return occurring(vocabulary, counted)
    .map((kind) => fillTemplate(kindText(kind.id).count, vocabulary.countOf(counted, kind)))
    .join(', ');
}

/**
 * Return the points, "31 of 48" or "31 to 33 of 48, 2 to decide", or why there are none. `isBrief`: as they are now,
 * whatever is open.
 */
function verdictMark({ verdicts }: Marks, isBrief = false): string {
  const { comparable, share, due, earned } = verdicts;
  const [open, range] = isBrief ? [0, [earned]] : [verdicts.open, verdicts.range];
  if (!comparable) {
    return isBrief ? l10n.t('no mark') : l10n.t('not comparable: rewritten freely');
  }
  // Points have one decimal if they are not whole.
  const text = (points: number): string => String(Number(points.toFixed(1)));
  return share === null ? l10n.t('nothing to mark') : markBetween(range, due, open, text);
}

function schemeLines(mark: MarkSummary | undefined): string[] {
  return mark ? [l10n.t('Mark: {0}', markTitle(mark))] : [];
}

function verdictLines(marks: Marks, counts: string, mark?: MarkSummary): string[] {
  const { comparable, share, rewritten } = marks.verdicts;
  const percent = comparable && share !== null ? ` (${percentText(share)})` : '';
  const places = `${verdictMark(marks)}${percent}`;
  const unread =
    rewritten === 1
      ? l10n.t('1 sentence is rewritten freely: read it yourself')
      : l10n.t('{0} sentences are rewritten freely: read them yourself', rewritten);
  return [
    ...(mark ? schemeLines(mark) : [l10n.t('Mark: {0}', places)]),
    ...(mark && mark.points !== null ? [l10n.t('Places: {0}', places)] : []),
    ...(counts ? [counts] : []),
    ...(rewritten > 0 ? [unread] : []),
  ];
}

function verdictDetails(finding: ShownFinding, spoken = false): string[] {
  const { group, missing, decided, open, rewritten } = finding;
  if (rewritten) {
    return [l10n.t('read this one yourself')];
  }
  const left = missing.map(({ before, after }) => editLabel({ source: before, replacement: after })).join(', ');
  return [
    ...(open ? [l10n.t('to decide')] : []),
    ...(group ? [group] : []),
    ...(left ? [l10n.t('missing: {0}', left)] : alternativesText(finding, spoken)),
    ...(decided ? [l10n.t('decided: {0}', decided)] : []),
  ];
}

/** Return the references' words, unless the student's are right. For screen readers, say whose they are. */
function alternativesText({ kind, alternatives }: ShownFinding, spoken: boolean): string[] {
  if ((kind.isChange && !kind.isError) || alternatives.length === 0) {
    return [];
  }
  return spoken
    ? [l10n.t('teachers: {0}', alternatives.map((text) => text || l10n.t('nothing')).join('; '))]
    : [alternatives.map((text) => text || '∅').join(' / ')];
}

function categoryLines({ scores, errant, credit }: Marks, counts: string): string[] {
  const { hit, wrong, under, over } = scores;
  return [
    l10n.t('Marks: {0}; score {1}', counts, scoreText(scores.score)),
    l10n.t(
      'Hit {0}, wrong {1}, under {2} of the necessary edits; over {3} of the student’s edits',
      ...[hit, wrong, under, over].map(percentText),
    ),
    credit
      ? l10n.t('ERRANT F {0}, credit F {1}', scoreText(errant.f), percentText(credit.f))
      : l10n.t('ERRANT F {0}', scoreText(errant.f)),
  ];
}

/** Return a mark by a mark scheme, "7.5 of 10" or "14 to 17 of 20, 3 to decide"; or that there is none. */
function markText({ max, range, open }: MarkSummary): string {
  return range === null ? l10n.t('no mark') : markBetween(range, max, open, hundredthsText);
}

/** Return a mark's points as they are now, "7.5"; the best mark is the same for the whole class. */
function briefMark({ points }: MarkSummary): string {
  return points === null ? l10n.t('no mark') : hundredthsText(points);
}

/** Return a mark with its band; or that there is none, and why. */
export function markTitle(mark: MarkSummary): string {
  if (mark.points === null) {
    return [markText(mark), ...(mark.withheld ? [mark.withheld] : [])].join(': ');
  }
  const band = certainBand(mark);
  return band ? `${markText(mark)} (${band.name})` : markText(mark);
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

type Row = readonly [words: string, lines: readonly MarkLine[]];

/** Return the rows of a sum: what the mark begins with, the findings by verdict, those rewritten freely, and the rest. */
function rowsOf(lines: readonly MarkLine[], findings: readonly Finding[]): readonly Row[] {
  const alone = (line: MarkLine): Row => [line.why, [line]];
  const findingOf = ({ kind, finding }: MarkLine): Finding | undefined =>
    kind === 'place' && finding !== undefined ? findings[finding] : undefined;
  const together = (template: string, belongs: (finding: Finding) => boolean): Row[] => {
    const row = lines.filter((line) => {
      const finding = findingOf(line);
      return finding && belongs(finding);
    });
    return row.length > 0 ? [[fillTemplate(template, row.length), row]] : [];
  };
  const verdicts = new Set([...VERDICTS.map(({ id }) => id), ...findings.map(({ verdict }) => verdict)]);
  return [
    ...lines.filter(({ kind }) => kind === 'full').map(alone),
    ...[...verdicts].flatMap((id) =>
      together(kindText(id).count, ({ verdict, rewritten }) => verdict === id && !rewritten),
    ),
    ...together(l10n.t('{0} rewritten freely'), ({ rewritten }) => rewritten),
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

/** Write a score, 0 to 1, with three decimals. */
function scoreText(score: number): string {
  return score.toFixed(3);
}

/** Write a share, 0 to 1, as a percentage. */
function percentText(share: number): string {
  return l10n.t('{0} %', Math.round(share * 100));
}

/** Icon of an estimate. */
export const ESTIMATE_ICON = 'beaker';

/** An edit that lowers the estimate, after its index among all edits. */
export type Doubt = readonly [number, EstimatedEdit];

/** Return the edits that lower the estimate and are not ignored. */
export function doubtsOf({ estimate, ignored }: DocumentEstimate): readonly Doubt[] {
  return [...estimate.edits.entries()].filter(([index, edit]) => edit.lowers && !ignored.includes(index));
}

/** Write the number of edits that lower the estimate. */
export function doubtText(count: number): string {
  return count === 1 ? l10n.t('1 edit to check') : l10n.t('{0} edits to check', count);
}

/** Return a text without line ends. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
