/**
 * What the extension and the page of a mark scheme share: their messages, and the draft, which is the table of a file with
 * each number as the text that a teacher typed.
 */

import type { SchemeFault, SchemeForm, SchemePoints, SchemePreview, SchemeTable } from '../../protocol/contract';
import type { Failed, Focus, OpenPlace, RemedyRequest, ShownFolder } from '../messages';
import { Numbers } from '../numbers';

/** The mark scheme as it is in the file. `isSaved`: the page's changes are in it now. */
export interface ShownForm {
  readonly type: 'form';
  readonly form: SchemeForm;
  readonly isSaved: boolean;
}

export type ToSchemePage =
  | ShownFolder
  | ShownForm
  /** What a draft does; `revision` is the page's number of the draft. */
  | { readonly type: 'preview'; readonly revision: number; readonly preview: SchemePreview }
  /** The file was not written: the table has faults, or `message` says why. */
  | { readonly type: 'refused'; readonly message: string; readonly faults: readonly SchemeFault[] }
  /** `busy`: the server reads or writes the file, or marks the class. `waiting`: it is starting. */
  | { readonly type: 'busy' }
  | { readonly type: 'waiting' }
  | Failed
  | Focus;

/** The table of the page's draft, and the student whose sum is shown; `null` for no table, and for any student. */
export interface Drafted {
  readonly type: 'draft';
  readonly revision: number;
  readonly table: SchemeTable | null;
  readonly student: string | null;
}

export type FromSchemePage =
  /** The page is loaded, or wants the mark scheme of an exercise; `null` for that of the whole file. */
  | { readonly type: 'ready' | 'read'; readonly exercise: number | null }
  | Drafted
  | { readonly type: 'write'; readonly table: SchemeTable | null; readonly digest: string }
  /** Show the file, or set up the folder. */
  | { readonly type: 'openConfiguration' | 'setUp' }
  | RemedyRequest
  | OpenPlace;

/** What the page keeps over a reload. */
export interface SchemePageState {
  readonly folder?: string | undefined;
  readonly exercise?: number | null | undefined;
  /** The draft with changes that are not saved, and the digest of the file that it was made from. */
  readonly draft?: Draft | null | undefined;
  readonly digest?: string | undefined;
  readonly student?: string | null | undefined;
  readonly scroll?: number | undefined;
}

/** A part of a table with text in place of numbers. */
type Typed<Part> = Part extends number
  ? string
  : Part extends object
    ? { readonly [Name in keyof Part]: Typed<Part[Name]> }
    : Part;

/** A table as it is being typed. A member that is missing is not written: the value of the preset or of the file holds. */
export type Draft = Typed<SchemeTable>;

/** All values that hold. */
export type Values = Typed<
  Omit<Required<SchemeTable>, 'preset' | 'points'> & { readonly points: Required<SchemePoints> }
>;

type Points = Values['points'];

/** The numbers of `points`; the verdicts in JSON's names. */
export const POINT_NAMES = ['correct', 'partly_correct', 'different', 'missed', 'not_needed'] as const;

/** The numbers of `points` where they are taken from the best mark; a correct place has what an error that is left takes. */
export const TAKEN_NAMES = ['correct', 'partly_correct', 'different', 'not_needed'] as const;

type TakenName = (typeof TAKEN_NAMES)[number];

/** The lists of rows that a teacher adds to and takes from. */
export const LISTS = ['weights', 'caps', 'words', 'bands'] as const;

/** The members with a number, on each level of a table. */
const NUMBERS = new Set<string>(['max', 'floor', 'rounding', ...POINT_NAMES, 'value', 'bound', 'points', 'lowest']);

/** What can stand in place of a number. */
export const WORDS: Readonly<Record<string, 'share' | 'credit' | undefined>> = {
  partly_correct: 'share',
  different: 'credit',
};

/** Why a value can't be sent: no number, no kind of error, a kind of error that stands twice, no name. */
type Mistake = 'number' | 'kind' | 'twice' | 'name';

/** Return the draft of a table as it is written. */
export function draftOf(table: SchemeTable, language: string): Draft {
  const text = decimalWriter(language);
  const written = JSON.stringify(table, (_, part: unknown) => (typeof part === 'number' ? text(part) : part));
  return JSON.parse(written) as Draft;
}

/** Return the values that hold, those of the draft before those of its preset and of the file. */
export function valuesOf(draft: Draft, form: SchemeForm, language: string): Values {
  return layered(draftOf(form.inherited, language), presetOf(draft, form, language), draft) as Values;
}

/** Return a draft that begins with a preset; what a preset does not have stays: the lists of rows. */
export function withPreset(draft: Draft, preset: string): Draft {
  const lists = LISTS.flatMap((name) => (draft[name] ? [[name, draft[name]] as const] : []));
  return { ...Object.fromEntries(lists), preset };
}

/** Return a draft of the same values without its preset. */
export function withoutPreset(draft: Draft, form: SchemeForm, language: string): Draft {
  const { preset = '', ...own } = draft;
  return preset ? layered(presetOf(draft, form, language), own) : own;
}

function presetOf({ preset }: Draft, form: SchemeForm, language: string): Draft {
  return draftOf(form.presets.find(({ name }) => name === preset)?.table ?? {}, language);
}

function layered(...layers: readonly Draft[]): Draft {
  return layers.reduce((below, layer) => ({ ...below, ...layer, points: { ...below.points, ...layer.points } }));
}

/**
 * Return the table that a draft stands for, and the mistakes in what was typed by their paths in the table's JSON, joined
 * by `/`. A table with mistakes can't be sent: what is no number stays text in it.
 */
export function tableOf(draft: Draft): { readonly table: SchemeTable; readonly mistakes: Map<string, Mistake> } {
  const mistakes = new Map<string, Mistake>();
  const readText = (text: string, path: readonly string[]): string | number => {
    const name = path.at(-1) ?? '';
    const isNumber = NUMBERS.has(name) && text !== WORDS[name];
    const value = isNumber ? readDecimal(text) : undefined;
    if (isNumber && value === undefined) {
      mistakes.set(path.join('/'), 'number');
    }
    return value ?? text.trim();
  };
  const read = (part: unknown, ...path: readonly string[]): unknown => {
    if (typeof part === 'object' && part !== null) {
      const members = Object.entries(part).map(([name, each]) => [name, read(each, ...path, name)] as const);
      return Array.isArray(part) ? members.map(([, each]) => each) : Object.fromEntries(members);
    }
    return typeof part === 'string' ? readText(part, path) : part;
  };
  const { points = {}, ...others } = draft;
  const table = read(Object.keys(points).length > 0 ? draft : others) as SchemeTable;
  for (const list of ['weights', 'caps'] as const) {
    const kinds = table[list]?.map(({ kind }) => kind) ?? [];
    kinds.forEach((kind, row) => {
      if (!kind || kinds.indexOf(kind) !== row) {
        mistakes.set(`${list}/${row}`, kind ? 'twice' : 'kind');
      }
    });
  }
  table.bands?.forEach(({ name }, row) => {
    if (!name) {
      mistakes.set(`bands/${row}/name`, 'name');
    }
  });
  return { table, mistakes };
}

/** Whether two drafts are written alike; the order of members is of no account. */
export function isSame(one: Draft | null, other: Draft | null): boolean {
  const [first, second] = [one, other].map((draft) =>
    JSON.stringify(draft && tableOf(draft).table, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ),
  );
  return first === second;
}

/**
 * Return what a place takes for what it earns, or the reverse: what it lacks to a correct place, or a number's opposite.
 * What is no number stays.
 */
export function mirrored({ correct }: Points, name: TakenName, text: string, language: string): string {
  const value = readDecimal(text);
  const whole = name === 'not_needed' ? 0 : (readDecimal(correct) ?? 0);
  return name === 'correct' || value === undefined ? text : decimalWriter(language)(rounded(whole - value));
}

/** Return the numbers after a change of what a place takes; other places take as much as before. */
export function withTaken(points: Points, name: TakenName, text: string, language: string): Partial<Points> {
  const changed = { ...points, [name]: mirrored(points, name, text, language) };
  const others = (['partly_correct', 'different'] as const).filter((other) => readDecimal(points[other]) !== undefined);
  const shifted = others.map((other) => {
    const taken = mirrored(points, other, points[other], language);
    return [other, mirrored(changed, other, taken, language)] as const;
  });
  return { ...(name === 'correct' ? Object.fromEntries(shifted) : {}), [name]: changed[name] };
}

/** Return a number without the error of its last binary places. */
function rounded(value: number): number {
  const whole = Math.round(value * 1e6) / 1e6;
  return whole === 0 ? 0 : whole;
}

const DECIMAL = /^[+-]?(\d+[.]?\d*|[.]\d+)$/;

/** Return the number that a person typed, with a decimal point or a decimal comma; `undefined` if it is none. */
export function readDecimal(text: string): number | undefined {
  const plain = text.trim().replace(/[−–]/g, '-').replace(',', '.');
  return DECIMAL.test(plain) ? Number(plain) : undefined;
}

/** Return what writes a number with all its decimals as people of a language do. */
export function decimalWriter(language: string): (value: number) => string {
  const sign = new Numbers(language).points(0.5).charAt(1);
  return (value) => String(value).replace('.', sign);
}
