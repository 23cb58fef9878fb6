import { editLabel } from '../../words';
import type { Plan, PlanEdit, ReferencePlan } from '../../protocol/contract';
import { escapeMarkup } from '../panelPage';
import { cellOf, coverageOf, creditOf, isVisible, matrixOf, type Measure } from './planFlow';

/**
 * Return a plan's matrix as CSV (RFC 4180), with the masses of both sides and each edit's credit.
 *
 * Numbers are unrounded, with a decimal point. Labels begin with the edit's place, so that no program reads a learner's
 * words as a formula.
 */
export function planCsv(plan: Plan, reference: ReferencePlan, measure: Measure): string {
  const matrix = matrixOf(reference, measure);
  const rows = [
    ['edit', 'mass', ...reference.edits.map(label), 'credit'],
    ['mass', '', ...reference.edits.map(({ mass }) => String(mass)), ''],
    ...plan.hypothesis.map((edit, row) => [
      label(edit),
      String(edit.mass),
      ...reference.edits.map((_, column) => String(cellOf(matrix, row, column))),
      String(creditOf(row, edit, reference)),
    ]),
  ];
  return rows.map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n';
}

function label({ start, end, source, replacement, type }: PlanEdit): string {
  return `${start}-${end} ${source || '(nothing)'} -> ${replacement || '(nothing)'} [${type}]`;
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Words and number format of a figure. */
interface FigureWords {
  readonly title: string;
  readonly mass: string;
  readonly credit: string;
  readonly covered: string;
  readonly decimal: (value: number) => string;
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

/** Return a plan as an SVG figure for print: black on white, with slanted column labels and a number in every cell. */
export function planFigure(plan: Plan, reference: ReferencePlan, measure: Measure, words: FigureWords): string {
  const columns = reference.edits.length;
  const rows = plan.hypothesis.length;
  const width = 2 * MARGIN + LABEL_WIDTH + (columns + 2) * CELL.width + 50;
  const height = 2 * MARGIN + TITLE_HEIGHT + HEAD_HEIGHT + (rows + 2) * CELL.height;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ' font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#1a1a1a">',
    `<title>${escapeMarkup(words.title)}</title>`,
    `<desc>${escapeMarkup(plan.signature)}</desc>`,
    // The server recognises by this that the file is no text of an exercise.
    '<metadata>Written by Markscheme</metadata>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(MARGIN, MARGIN + 14, words.title, ' font-size="14" font-weight="bold"'),
    ...heads(reference, words),
    ...margins(reference, words, rows),
    ...plan.hypothesis.flatMap((edit, row) => rowOf(edit, row, reference, measure, words)),
    '</svg>',
    '',
  ].join('\n');
}

function heads(reference: ReferencePlan, words: FigureWords): string[] {
  const labels = [words.mass, ...reference.edits.map((edit) => cut(editLabel(edit))), words.credit];
  return labels.map((label, column) => {
    const x = left(column) + CELL.width / 2;
    const y = MARGIN + TITLE_HEIGHT + HEAD_HEIGHT - 10;
    return text(x, y, label, ` transform="rotate(-30 ${x} ${y})"`);
  });
}

function margins(reference: ReferencePlan, words: FigureWords, rows: number): string[] {
  const line = (row: number, label: string, value: (edit: PlanEdit, column: number) => number): string[] => [
    text(left(0) - 10, middle(row), label, ' text-anchor="end" fill="#555555"'),
    ...reference.edits.map((edit, column) =>
      text(left(column + 1) + CELL.width / 2, middle(row), words.decimal(value(edit, column)), SMALL_TEXT),
    ),
  ];
  return [
    ...line(0, words.mass, ({ mass }) => mass),
    ...line(rows + 1, words.covered, (edit, column) => coverageOf(column, edit, reference)),
  ];
}

const SMALL_TEXT = ' text-anchor="middle" fill="#555555"';

function rowOf(edit: PlanEdit, row: number, reference: ReferencePlan, measure: Measure, words: FigureWords): string[] {
  const y = middle(row + 1);
  const top = measure === 'gain' ? 1 : Math.max(0, ...reference.transport.flat());
  const cells = reference.edits.flatMap((_, column) => {
    const value = cellOf(matrixOf(reference, measure), row, column);
    const part = top > 0 ? Math.min(1, value / top) : 0;
    const [x, corner] = [left(column + 1), y - CELL.height / 2 - 4];
    return [
      `<rect x="${x}" y="${corner}" width="${CELL.width}" height="${CELL.height}" fill="${colour(part)}" stroke="#ffffff"/>`,
      isVisible(value)
        ? text(
            x + CELL.width / 2,
            y,
            words.decimal(value),
            ` text-anchor="middle"${part > WHITE_TEXT_FROM ? ' fill="#ffffff"' : ''}`,
          )
        : '',
    ];
  });
  const credit = words.decimal(creditOf(row, edit, reference));
  return [
    text(left(0) - 10, y, cut(editLabel(edit)), ' text-anchor="end"'),
    text(left(0) + CELL.width / 2, y, words.decimal(edit.mass), SMALL_TEXT),
    ...cells,
    text(left(reference.edits.length + 1) + CELL.width / 2, y, credit, ' text-anchor="middle" font-weight="bold"'),
  ].filter(Boolean);
}

function left(column: number): number {
  return MARGIN + LABEL_WIDTH + column * CELL.width;
}

function middle(row: number): number {
  return MARGIN + TITLE_HEIGHT + HEAD_HEIGHT + row * CELL.height + CELL.height / 2 + 4;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}"${attributes}>${escapeMarkup(content)}</text>`;
}

function cut(label: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(label), ({ segment }) => segment);
  return characters.length > MAX_LABEL ? `${characters.slice(0, MAX_LABEL - 1).join('')}…` : label;
}

function colour(part: number): string {
  if (part <= 0) {
    return '#f5f5f5';
  }
  const channels = LIGHT.map((light, channel) => Math.round(light + ((DARK[channel] ?? light) - light) * part));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
