/** A mark scheme while a teacher changes it: numbers are text as it was typed, and rows may be unfinished. */

import type { SchemeForm, SchemeTable } from '../../protocol/contract';

export type Basis = NonNullable<SchemeTable['basis']>;

/** Numbers outside of `points`. */
const MARK_NUMBERS = ['max', 'floor', 'rounding'] as const;

/** Numbers of `points`; the verdicts in JSON's names. */
export const POINT_NUMBERS = ['correct', 'partly_correct', 'different', 'missed', 'not_needed'] as const;

type MarkNumber = (typeof MARK_NUMBERS)[number];

type PointNumber = (typeof POINT_NUMBERS)[number];

export type NumberName = MarkNumber | PointNumber;

/** What stands in place of a number. */
export const WORDS: Readonly<Partial<Record<NumberName, 'share' | 'credit'>>> = {
  partly_correct: 'share',
  different: 'credit',
};

interface KindRow {
  readonly kind: string;
  readonly value: string;
}

interface WordRow {
  readonly over: boolean;
  readonly bound: string;
  readonly points: string;
}

interface BandRow {
  readonly lowest: string;
  readonly name: string;
  readonly text: string;
}

/** The lists of a mark scheme. */
export interface Lists {
  readonly weights: readonly KindRow[];
  readonly focus: readonly string[];
  readonly caps: readonly KindRow[];
  readonly words: readonly WordRow[];
  readonly bands: readonly BandRow[];
}

/** A table as it is being typed. A member that is missing is not written: the value of the preset or of the file holds. */
export interface Draft extends Partial<Lists> {
  readonly preset?: string | undefined;
  readonly basis?: Basis | undefined;
  readonly numbers: Readonly<Partial<Record<NumberName, string>>>;
}

/** All values that hold, as text. */
export interface Values extends Lists {
  readonly basis: Basis;
  readonly numbers: Readonly<Record<NumberName, string>>;
}

/** Why a field can't be sent: no number, no kind of error, a kind of error that stands twice, no name. */
type Mistake = 'number' | 'kind' | 'twice' | 'name';

/** A table with the mistakes in what was typed, by the key of the field: its path in the table's JSON, joined by `/`. */
interface ReadDraft {
  readonly table: SchemeTable;
  readonly mistakes: ReadonlyMap<string, Mistake>;
}

/** Return the draft of a table as it is written. */
export function draftOf(table: SchemeTable, language: string): Draft {
  const { preset, basis, points, focus } = table;
  const text = (value: number): string => decimalText(value, language);
  const numbers: Partial<Record<NumberName, string>> = {};
  const put = (name: NumberName, value: number | string | undefined): void => {
    if (value !== undefined) {
      numbers[name] = typeof value === 'string' ? value : text(value);
    }
  };
  MARK_NUMBERS.forEach((name) => {
    put(name, table[name]);
  });
  POINT_NUMBERS.forEach((name) => {
    put(name, points?.[name]);
  });
  const kinds = (rows: SchemeTable['weights']): readonly KindRow[] | undefined =>
    rows?.map(({ kind, value }) => ({ kind, value: text(value) }));
  const words = table.words?.map((row) => ({ over: row.over, bound: text(row.bound), points: text(row.points) }));
  const bands = table.bands?.map((row) => ({ ...row, lowest: text(row.lowest) }));
  const lists = { weights: kinds(table.weights), focus, caps: kinds(table.caps), words, bands };
  return { ...withoutMissing({ preset, basis, ...lists }), numbers };
}

/** Return the values that hold, those of the draft before those of its preset and of the file. */
export function valuesOf(draft: Draft, form: SchemeForm, language: string): Values {
  const preset = form.presets.find(({ name }) => name === draft.preset)?.table ?? {};
  const layers = [draftOf(form.inherited, language), draftOf(preset, language), draft];
  const merged = layers.reduce((below, layer) => ({
    ...below,
    ...layer,
    numbers: { ...below.numbers, ...layer.numbers },
  }));
  return merged as Values;
}

/** Return the table that a draft stands for, without the values that can't be read. */
export function tableOf(draft: Draft): ReadDraft {
  const mistakes = new Map<string, Mistake>();
  const read = (text: string, key: string): number => {
    const value = readDecimal(text);
    if (value === undefined) {
      mistakes.set(key, 'number');
    }
    return value ?? 0;
  };
  const pick = (names: readonly NumberName[], place: string): object =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = draft.numbers[name];
        return text === undefined ? [] : [[name, text === WORDS[name] ? text : read(text, `${place}${name}`)]];
      }),
    );
  const kinds = (name: 'weights' | 'caps'): SchemeTable['weights'] => kindValues(draft[name], name, read, mistakes);
  const words = draft.words?.map(({ over, bound, points }, row) => ({
    ...{ over, bound: read(bound, `words/${row}`), points: read(points, `words/${row}`) },
  }));
  const bands = draft.bands?.map(({ lowest, name, text }, row) => {
    if (!name.trim()) {
      mistakes.set(`bands/${row}/name`, 'name');
    }
    return { lowest: read(lowest, `bands/${row}/lowest`), name: name.trim(), text: text.trim() };
  });
  const { preset, basis, focus } = draft;
  const points = pick(POINT_NUMBERS, 'points/');
  const table = {
    ...withoutMissing({ preset, basis }),
    ...pick(MARK_NUMBERS, ''),
    ...(Object.keys(points).length > 0 ? { points } : {}),
    ...withoutMissing({ weights: kinds('weights'), focus, caps: kinds('caps'), words, bands }),
  };
  return { table, mistakes };
}

function kindValues(
  rows: readonly KindRow[] | undefined,
  name: 'weights' | 'caps',
  read: (text: string, key: string) => number,
  mistakes: Map<string, Mistake>,
): SchemeTable['weights'] {
  const names = rows?.map(({ kind }) => kind.trim()) ?? [];
  names.forEach((kind, row) => {
    if (!kind || names.indexOf(kind) !== row) {
      mistakes.set(`${name}/${row}`, kind ? 'twice' : 'kind');
    }
  });
  return rows?.map(({ kind, value }, row) => ({ kind: kind.trim(), value: read(value, `${name}/${row}`) }));
}

/** Return a draft that begins with a preset. What presets never have stays: kinds of errors, words and bands. */
export function withPreset(draft: Draft, preset: string): Draft {
  const { weights, caps, words, bands } = draft;
  return { ...withoutMissing({ weights, caps, words, bands }), preset, numbers: {} };
}

/** Return a draft of the same values without its preset. */
export function withoutPreset(draft: Draft, form: SchemeForm, language: string): Draft {
  const preset = form.presets.find(({ name }) => name === draft.preset)?.table ?? {};
  const own = draftOf(preset, language);
  return { ...own, ...draft, preset: undefined, numbers: { ...own.numbers, ...draft.numbers } };
}

/** Whether two drafts are written alike. */
export function isSame(one: Draft | null, other: Draft | null): boolean {
  return JSON.stringify(one && comparable(one)) === JSON.stringify(other && comparable(other));
}

function comparable(draft: Draft): object {
  const { table, mistakes } = tableOf(draft);
  const ordered = Object.entries(table).sort(([a], [b]) => a.localeCompare(b));
  const points = Object.entries(table.points ?? {}).sort(([a], [b]) => a.localeCompare(b));
  return { ordered: ordered.filter(([name]) => name !== 'points'), points, unread: mistakes.size ? draft : null };
}

type Present<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

function withoutMissing<Members extends object>(members: Members): Present<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<Members>;
}

/** What a place takes from the best mark, where points are taken: what it lacks to a correct one. */
export type TakenNumber = Exclude<PointNumber, 'missed'>;

/** The numbers of `deduct` in the order of the form; that of a correct place is what an error that is left takes. */
export const TAKEN_NUMBERS: readonly TakenNumber[] = ['correct', 'partly_correct', 'different', 'not_needed'];

/** Return what a place takes, as text; the same text where it is no number. */
export function takenText(numbers: Values['numbers'], name: TakenNumber, language: string): string {
  const whole = readDecimal(numbers.correct);
  const value = readDecimal(numbers[name]);
  if (name === 'correct' || whole === undefined || value === undefined) {
    return numbers[name];
  }
  return decimalText(rounded(name === 'not_needed' ? -value : whole - value), language);
}

/** Return the numbers after a change of what a place takes; other places take as much as before. */
export function withTaken(
  numbers: Values['numbers'],
  name: TakenNumber,
  text: string,
  language: string,
): Partial<Record<NumberName, string>> {
  const [whole, taken] = [readDecimal(numbers.correct), readDecimal(text)];
  if (whole === undefined || taken === undefined) {
    return { [name]: text };
  }
  if (name === 'not_needed') {
    return { [name]: decimalText(rounded(-taken), language) };
  }
  if (name !== 'correct') {
    return { [name]: decimalText(rounded(whole - taken), language) };
  }
  const shifted = (['partly_correct', 'different'] as const).flatMap((other) => {
    const value = readDecimal(numbers[other]);
    return value === undefined ? [] : [[other, decimalText(rounded(value + taken - whole), language)] as const];
  });
  return { correct: text, ...Object.fromEntries(shifted) };
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

/** Write a number with all its decimals as people of a language do. */
export function decimalText(value: number, language: string): string {
  return String(value).replace('.', decimalSign(language));
}

function decimalSign(language: string): string {
  try {
    const parts = new Intl.NumberFormat(language).formatToParts(0.5);
    return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  } catch {
    return '.';
  }
}
