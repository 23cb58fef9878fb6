/** A plan as a file: its matrix as CSV, and a figure for print. */

import * as l10n from '@vscode/l10n';

import { editLabel } from '../../words';
import type { Plan, PlanEdit, ReferencePlan } from '../../protocol/contract';
import type { Numbers } from '../numbers';
import { escapeMarkup } from '../panelPage';
import { cellOf, coverageOf, creditOf, heatOf, isVisible, largestTransport, matrixOf, type Measure } from './planFlow';

/**
 * Return a plan's matrix as CSV (RFC 4180), with the masses of both sides and each edit's credit.
 *
 * Numbers are unrounded, with a decimal point. Labels begin with the edit's place, so that no program reads a learner's
 * words as a formula.
 */
export function planCsv(plan: Plan, reference: ReferencePlan, measure: Measure): string {
  const matrix = matrixOf(reference, measure);
  const label = ({ start, end, source, replacement, type }: PlanEdit): string =>
    `${start}-${end} ${source || '(nothing)'} -> ${replacement || '(nothing)'} [${type}]`;
  const quoted = (field: string | number): string =>
    /[",\r\n]/.test(String(field)) ? `"${String(field).replaceAll('"', '""')}"` : String(field);
  const rows = [
    ['edit', 'mass', ...reference.edits.map(label), 'credit'],
    ['mass', '', ...reference.edits.map(({ mass }) => mass), ''],
    ...plan.hypothesis.map((edit, row) => [
      label(edit),
      edit.mass,
      ...reference.edits.map((_, column) => cellOf(matrix, row, column)),
      creditOf(row, edit, reference),
    ]),
  ];
  return rows.map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n';
}

const CELL = { width: 86, height: 34 };

const LABEL_WIDTH = 190;

const HEAD_HEIGHT = 104;

const MARGIN = 20;

const TITLE_HEIGHT = 30;

/** Characters of a label; longer labels are cut. */
const MAX_LABEL = 26;

/** The scale's lightest and darkest blue, in sRGB. */
const LIGHT = [239, 245, 252] as const;

const DARK = [8, 69, 148] as const;

/** From this part of the scale on, text in a cell is white. */
const WHITE_TEXT_FROM = 0.62;

const GREY = ' fill="#555555"';

/** Return a plan as an SVG figure for print: black on white, with slanted column labels and a number in every cell. */
export function planFigure(
  plan: Plan,
  reference: ReferencePlan,
  measure: Measure,
  title: string,
  numbers: Numbers,
): string {
  const { edits } = reference;
  const matrix = matrixOf(reference, measure);
  const top = measure === 'gain' ? 1 : largestTransport([reference]);
  const bottom = plan.hypothesis.length + 1;
  const width = 2 * MARGIN + LABEL_WIDTH + (edits.length + 2) * CELL.width + 50;
  const height = 2 * MARGIN + TITLE_HEIGHT + HEAD_HEIGHT + (bottom + 1) * CELL.height;
  const number = (column: number, row: number, value: number, look = GREY): string =>
    text(centre(column), middle(row), numbers.decimal(value), ` text-anchor="middle"${look}`);
  const label = (row: number, words: string, look = GREY): string =>
    text(MARGIN + LABEL_WIDTH - 10, middle(row), words, ` text-anchor="end"${look}`);
  const cell = (row: number, column: number): string[] => {
    const value = cellOf(matrix, row, column);
    const part = heatOf(value, top);
    const [x, y] = [centre(column + 1) - CELL.width / 2, middle(row + 1) - CELL.height / 2 - 4];
    const look = part > WHITE_TEXT_FROM ? ' fill="#ffffff"' : '';
    return [
      `<rect x="${x}" y="${y}" width="${CELL.width}" height="${CELL.height}" fill="${colour(part)}" stroke="#ffffff"/>`,
      ...(isVisible(value) ? [number(column + 1, row + 1, value, look)] : []),
    ];
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ' font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#1a1a1a">',
    `<title>${escapeMarkup(title)}</title>`,
    `<desc>${escapeMarkup(plan.signature)}</desc>`,
    // The server recognises by this that the file is no text of an exercise.
    '<metadata>Written by Markscheme</metadata>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(MARGIN, MARGIN + 14, title, ' font-size="14" font-weight="bold"'),
    ...[l10n.t('Mass'), ...edits.map(shortLabel), l10n.t('Credit')].map(head),
    label(0, l10n.t('Mass')),
    ...edits.map(({ mass }, column) => number(column + 1, 0, mass)),
    ...plan.hypothesis.flatMap((edit, row) => [
      label(row + 1, shortLabel(edit), ''),
      number(0, row + 1, edit.mass),
      ...edits.flatMap((_, column) => cell(row, column)),
      number(edits.length + 1, row + 1, creditOf(row, edit, reference), ' font-weight="bold"'),
    ]),
    label(bottom, l10n.t('Covered')),
    ...edits.map((edit, column) => number(column + 1, bottom, coverageOf(column, edit, reference))),
    '</svg>',
    '',
  ].join('\n');
}

function head(label: string, column: number): string {
  const [x, y] = [centre(column), MARGIN + TITLE_HEIGHT + HEAD_HEIGHT - 10];
  return text(x, y, label, ` transform="rotate(-30 ${x} ${y})"`);
}

function centre(column: number): number {
  return MARGIN + LABEL_WIDTH + (column + 0.5) * CELL.width;
}

function middle(row: number): number {
  return MARGIN + TITLE_HEIGHT + HEAD_HEIGHT + (row + 0.5) * CELL.height + 4;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}"${attributes}>${escapeMarkup(content)}</text>`;
}

function shortLabel(edit: PlanEdit): string {
  const characters = Array.from(new Intl.Segmenter().segment(editLabel(edit)), ({ segment }) => segment);
  return (characters.length > MAX_LABEL ? [...characters.slice(0, MAX_LABEL - 1), '…'] : characters).join('');
}

function colour(part: number): string {
  const channels = LIGHT.map((light, channel) => Math.round(light + ((DARK[channel] ?? light) - light) * part));
  return part > 0 ? `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}` : '#f5f5f5';
}
