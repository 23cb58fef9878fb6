/**
 * Kinds of findings: verdicts, and CLEME2.0's categories. All about a kind but its words, which `marks/kindText` has.
 *
 * This is the one table of signs and colours: texts, side bar, status bar, pages and, with the same signs and colours,
 * `reports/templates/feedback.css` follow it. The colours are those of the manifest, `markscheme.` and the look's name.
 */

import type { Category, Verdict } from './contract';

export type KindId = Verdict | Category;

/** How something is marked in the text. Each look differs from the others of its vocabulary in colour, frame and signs. */
export interface Look {
  /** The last part of the names of the theme colour and of the CSS class. */
  readonly name: string;
  /** The icon that shows the sign where an icon is needed: VS Code's, or one of `media/signs.woff`. */
  readonly icon: string;
  /** Style and width of the frame, as in CSS, for people who can't distinguish the colours. */
  readonly frame: { readonly style: string; readonly width: string };
  /** The sign at a place without words: a caret, and what says the verdict without its colour. */
  readonly gap: string;
  /** The lane beside the scroll bar: left if nothing is to be done, right if words are to be changed, else centre. */
  readonly lane: Lane;
}

/** A lane of VS Code's overview ruler. */
export type Lane = 'Left' | 'Center' | 'Right';

export interface Kind extends Look {
  readonly id: KindId;
  /** A sign for tables and legends; empty where the colour's square stands alone. */
  readonly sign: string;
  /** Whether the student changed the words. */
  readonly isChange: boolean;
  /** Whether the place needs a correction. */
  readonly isDue: boolean;
  /** Whether a person has something to do about it. */
  readonly isError: boolean;
}

/** The sign at a place where words are missing. */
export const CARET = '‸';

const THIN = { style: 'solid', width: '1px' };
const THICK = { style: 'solid', width: '2px' };
const DASHED = { style: 'dashed', width: '1px' };
const DOTTED = { style: 'dotted', width: '2px' };

type Signed<Id extends KindId> = Kind & { readonly id: Id };

/** CLEME2.0's categories, in the order in which they are shown everywhere. */
export const CATEGORIES: readonly Signed<Category>[] = [
  {
    id: 'hit-correction',
    name: 'hit',
    icon: 'check',
    frame: THIN,
    gap: `${CARET}✓`,
    lane: 'Left',
    sign: '',
    isChange: true,
    isDue: true,
    isError: false,
  },
  {
    id: 'wrong-correction',
    name: 'wrong',
    icon: 'markscheme-different',
    frame: THICK,
    gap: `${CARET}≠`,
    lane: 'Center',
    sign: '',
    isChange: true,
    isDue: true,
    isError: true,
  },
  {
    id: 'under-correction',
    name: 'under',
    icon: 'circle-large-outline',
    frame: DASHED,
    gap: `${CARET}○`,
    lane: 'Right',
    sign: '',
    isChange: false,
    isDue: true,
    isError: true,
  },
  {
    id: 'over-correction',
    name: 'over',
    icon: 'close',
    frame: DOTTED,
    gap: `${CARET}×`,
    lane: 'Center',
    sign: '',
    isChange: true,
    isDue: false,
    isError: true,
  },
];

/** The verdicts, in the order in which they are shown everywhere. */
export const VERDICTS: readonly Signed<Verdict>[] = [
  {
    id: 'correct',
    name: 'correct',
    icon: 'check',
    frame: THIN,
    gap: `${CARET}✓`,
    lane: 'Left',
    sign: '✓',
    isChange: true,
    isDue: true,
    isError: false,
  },
  {
    id: 'partly-correct',
    name: 'partlyCorrect',
    icon: 'color-mode',
    frame: { style: 'solid', width: '1px 1px 3px 1px' },
    gap: `${CARET}◐`,
    lane: 'Center',
    sign: '◐',
    isChange: true,
    isDue: true,
    isError: true,
  },
  {
    id: 'different',
    name: 'different',
    icon: 'markscheme-different',
    frame: THICK,
    gap: `${CARET}≠`,
    lane: 'Center',
    sign: '≠',
    isChange: true,
    isDue: true,
    isError: true,
  },
  {
    id: 'missed',
    name: 'missed',
    icon: 'circle-large-outline',
    frame: DASHED,
    gap: `${CARET}○`,
    lane: 'Right',
    sign: '○',
    isChange: false,
    isDue: true,
    isError: true,
  },
  {
    id: 'not-needed',
    name: 'notNeeded',
    icon: 'close',
    frame: DOTTED,
    gap: `${CARET}×`,
    lane: 'Center',
    sign: '×',
    isChange: true,
    isDue: false,
    isError: true,
  },
  {
    id: 'optional',
    name: 'optional',
    icon: 'circle-small-filled',
    frame: { style: 'dotted', width: '0 0 1px 0' },
    gap: `${CARET}·`,
    lane: 'Left',
    sign: '·',
    isChange: false,
    isDue: false,
    isError: false,
  },
];

/** A passage that is rewritten freely: one line below it, since its places are not judged. */
export const REWRITTEN: Look = {
  name: 'rewritten',
  icon: 'edit',
  frame: { style: 'solid', width: '0 0 2px 0' },
  gap: `${CARET}~`,
  lane: 'Center',
};

/** An edit that lowers the estimate, without a reference. */
export const DOUBT: Look = {
  name: 'doubt',
  icon: 'question',
  frame: { style: 'dashed', width: '0 0 2px 0' },
  gap: `${CARET}?`,
  lane: 'Center',
};

/** Return the width of a frame's lower edge, from CSS's one or four widths. */
export function lowerEdge(width: string): string {
  const widths = width.split(' ');
  return widths[2] ?? widths[0] ?? '1px';
}
