/** Messages between the extension and the page of a class's answers, the keys of the page, and what a person decides. */

import * as v from 'valibot';

import type { ClassQuestion, ClassQuestions, Ruled, StudentSheet } from '../../protocol/contract';
import { classQuestion, classQuestions, ruled, studentSheet } from '../../protocol/readers';
import { reader, type Reader } from '../../protocol/readers';
import { Keys } from '../desk/keyTable';
import { refused, settled, type DeskStep, type Outcome } from '../desk/outcome';
import {
  computedRequest,
  conditions,
  focus,
  openPlace,
  remedyRequest,
  scope,
  strings,
  words,
  type ComputedMessage,
  type ComputedPageState,
  type ComputedRequest,
  type OpenPlace,
  type RemedyRequest,
  type ShownResult,
} from '../messages';
import type { DecideStrings } from './decideStrings';

/** What a teacher can say of an answer, as the server names it. */
export const RULINGS = ['correct', 'partly', 'wrong', 'needed', 'either', 'taste'] as const;
export type Ruling = (typeof RULINGS)[number];

/** What can be said of an answer, or of a teacher's correction that nobody in the class makes. */
export function rulingsOn(question: ClassQuestion): Ruling[] {
  return RULINGS.filter((ruling) => question.rulings.includes(ruling));
}

/** Whether a question is about a teacher's own correction, which has other words that are right too. */
export function isOwnCorrection(question: ClassQuestion): boolean {
  return question.rulings.includes('taste');
}

/** What answers that nobody has decided count as in a mark that the teacher calls final. */
export const ENDS = ['as-they-are', 'lowest', 'highest'] as const;
export type End = (typeof ENDS)[number];

/** That a student's mark is final, or open again. */
export interface FinalMark {
  /** The URI of the student's document. */
  readonly text: string;
  readonly student: string;
  readonly open: End | null;
}

/** What a key does on the page. */
export type DecideAction = Ruling | 'words' | 'all' | 'each' | 'always' | 'later' | 'undo';

export const DECIDE_KEYS = new Keys<DecideAction>({
  correct: ['c'],
  partly: ['p'],
  wrong: ['w'],
  needed: ['n'],
  either: ['e'],
  taste: ['t'],
  words: ['o'],
  all: ['a'],
  each: ['b'],
  always: ['a'],
  later: ['l'],
  undo: ['u'],
});

/** A ruling on its way to the server, or one that is taken back. */
export interface Step extends DeskStep {
  /** The folder or document that the questions are from; `null` for the workspace. */
  readonly uri: string | null;
  /** The key of the question, or of a student's mark. */
  readonly key: string;
  /** `null` to take the question's last ruling back, and for a mark. */
  readonly ruling: Ruling | null;
  /** Whether it holds in all exercises of the course. */
  readonly always?: boolean | undefined;
  /** Whether the question is about a teacher's own correction. */
  readonly own?: boolean | undefined;
  /** Other words that are right too. */
  readonly also?: readonly string[] | undefined;
  /** Of a text whose answers are decided together: the ruling on each, by the key of its question. */
  readonly several?: Readonly<Record<string, Ruling>> | undefined;
  /** For a mark: whether it is final. */
  readonly mark?: FinalMark | undefined;
  /** What it is about, in words, for a message when the step fails. */
  readonly words: string;
}

/** Something that the person did and can take back: a ruling, or what was put off. */
export type Deed = {
  readonly isRuling: boolean;
} & ({ readonly question: ClassQuestion } | { readonly sheet: StudentSheet });

/** What the page keeps over a reload. */
export interface DecidePageState extends ComputedPageState {
  /** The question that is shown; it stays until the person has done something about it. */
  readonly current?: ClassQuestion | undefined;
  /** The text that is shown in place of a question: its open answers are decided together. */
  readonly sheet?: StudentSheet | undefined;
  /** The keys of the texts whose answers are asked about one by one. */
  readonly parted?: readonly string[] | undefined;
  /** Whether the ruling on it shall hold in all exercises of the course. */
  readonly always?: boolean | undefined;
  /** The keys of the questions that were put off, in the order in which they come again. */
  readonly later?: readonly string[] | undefined;
  /** The steps that the server has not confirmed, the oldest first. */
  readonly pending?: readonly Step[] | undefined;
  /** What can be taken back, the newest last. */
  readonly deeds?: readonly Deed[] | undefined;
}

export type ShownAnswers = ShownResult<ClassQuestions>;

export type ToDecidePage = ComputedMessage<DecideStrings> | ShownAnswers | Outcome<Ruled | null>;

/** Rulings to send; the page alone asks for it. */
export interface SentSteps {
  readonly type: 'steps';
  readonly steps: readonly Step[];
}

export type FromDecidePage = ComputedRequest | RemedyRequest | OpenPlace | SentSteps;

const steps = v.array(
  v.object({
    id: v.string(),
    uri: v.nullable(v.string()),
    key: v.string(),
    ruling: v.nullable(v.picklist(RULINGS)),
    own: v.optional(v.boolean()),
    also: v.optional(v.array(v.string())),
    several: v.optional(v.record(v.string(), v.picklist(RULINGS))),
    mark: v.optional(v.object({ text: v.string(), student: v.string(), open: v.nullable(v.picklist(ENDS)) })),
    always: v.optional(v.boolean()),
    words: v.string(),
  }),
);

const toDecidePage = v.variant('type', [
  v.object({ ...words, strings: strings<DecideStrings>(), scope }),
  v.object({ type: v.literal('result'), result: classQuestions }),
  v.object({ ...settled, result: ruled }),
  refused,
  focus,
  ...conditions,
]);

const fromDecidePage = v.variant('type', [
  computedRequest,
  remedyRequest,
  openPlace,
  v.object({ type: v.literal('steps'), steps }),
]);

const decidePageState = v.object({
  scope: v.optional(v.nullable(v.string())),
  current: v.optional(classQuestion),
  always: v.optional(v.boolean()),
  later: v.optional(v.array(v.string())),
  pending: v.optional(steps),
  sheet: v.optional(studentSheet),
  parted: v.optional(v.array(v.string())),
  deeds: v.optional(
    v.array(
      v.union([
        v.object({ question: classQuestion, isRuling: v.boolean() }),
        v.object({ sheet: studentSheet, isRuling: v.boolean() }),
      ]),
    ),
  ),
});

export const readSteps: Reader<readonly Step[]> = reader(steps);
export const readToDecidePage: Reader<ToDecidePage> = reader(toDecidePage);
export const readFromDecidePage: Reader<FromDecidePage> = reader(fromDecidePage);
export const readDecidePageState: Reader<DecidePageState> = reader(decidePageState);
