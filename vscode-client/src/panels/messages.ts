/** What panels and the extension say to each other; both sides check every message that comes in. */

import * as v from 'valibot';

import type { Overview, Plan } from '../protocol/contract';
import { SORT_KEYS, type Sort } from './overview/classList';
import type { OverviewStrings } from './overview/overviewStrings';
import { MEASURES, type Measure } from './plan/planFlow';
import type { PlanStrings } from './plan/planStrings';

/** A place in a document. */
export interface Place {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** What can be done about a failure: ask again, or start the server. */
export type Remedy = 'retry' | 'start';

export interface Failed {
  readonly type: 'failed';
  readonly message: string;
  readonly remedy: Remedy;
}

/** Something to say to the person, for a moment. */
export interface Said {
  readonly type: 'said';
  readonly text: string;
}

/** The page takes the keyboard. */
export interface Focus {
  readonly type: 'focus';
}

export interface Words<Strings> {
  readonly type: 'words';
  readonly language: string;
  readonly strings: Strings;
}

/** What is waited for: the plan, or first the engine's models, or first the server. */
export type Awaited = 'plan' | 'engine' | 'server';

export interface ShownPlan {
  readonly type: 'plan';
  /** Goes back with what the person does, so that it is done to this plan or not at all. */
  readonly id: number;
  readonly student: string;
  readonly exercise: string;
  readonly place: Place;
  readonly plan: Plan;
}

export type ToPlanPage =
  | Words<PlanStrings>
  | ShownPlan
  | { readonly type: 'waiting'; readonly awaited: Awaited }
  | { readonly type: 'nothing' }
  | { readonly type: 'pinned'; readonly pinned: boolean }
  | Failed
  | Said
  | Focus;

/** Whose edit is meant. */
export type Side = 'hypothesis' | 'reference';

export type FromPlanPage =
  | { readonly type: 'ready' }
  | { readonly type: 'remedy'; readonly remedy: Remedy }
  | { readonly type: 'pin'; readonly pinned: boolean }
  | {
      readonly type: 'go';
      readonly id: number;
      readonly side: Side;
      readonly reference: number;
      readonly edit: number;
    }
  | {
      readonly type: 'copy' | 'save';
      readonly id: number;
      readonly reference: number;
      readonly measure: Measure;
    };

/** What the plan page keeps over a reload. */
export interface PlanPageState {
  readonly place?: Place | undefined;
  readonly pinned?: boolean | undefined;
  readonly reference?: string | undefined;
  readonly measure?: Measure | undefined;
  readonly scroll?: number | undefined;
}

export interface ShownOverview {
  readonly type: 'overview';
  readonly overview: Overview;
}

export type ToOverviewPage =
  | (Words<OverviewStrings> & { readonly scope: Scope })
  | ShownOverview
  /** `part` is in 0 to 1, `null` while it is not known. */
  | { readonly type: 'computing'; readonly part: number | null; readonly message: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'waiting' }
  | Failed
  | Said
  | Focus;

/** What an overview is of: the folder's uri, or `null` for the whole workspace. */
export interface Scope {
  readonly uri: string | null;
  readonly name: string;
}

export type FromOverviewPage =
  | { readonly type: 'ready' | 'refresh' | 'cancel' }
  | { readonly type: 'remedy'; readonly remedy: Remedy }
  | { readonly type: 'open'; readonly uri: string };

/** What the overview's page keeps over a reload. */
export interface OverviewPageState {
  readonly scope?: string | null | undefined;
  readonly exercise?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly allTypes?: boolean | undefined;
  readonly scroll?: number | undefined;
}

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const count = v.pipe(v.number(), v.minValue(0));
const remedy = v.picklist(['retry', 'start']);
const measure = v.picklist(MEASURES);
const place = v.object({ uri: v.string(), line: index, character: index });

const failed = v.object({ type: v.literal('failed'), message: v.string(), remedy });
const said = v.object({ type: v.literal('said'), text: v.string() });
const focus = v.object({ type: v.literal('focus') });
const waiting = v.object({ type: v.literal('waiting') });

function strings<Strings>(): v.GenericSchema<unknown, Strings> {
  return v.custom<Strings>((value) => typeof value === 'object' && value !== null);
}

const position = v.object({ line: index, character: index });
const range = v.object({ start: position, end: position });
const precisionRecall = v.object({ precision: v.number(), recall: v.number(), f: v.number() });
const edit = v.object({
  start: index,
  end: index,
  source: v.string(),
  replacement: v.string(),
  type: v.string(),
  mass: v.number(),
});
const matrix = v.array(v.array(v.number()));
const plan: v.GenericSchema<unknown, Plan> = v.object({
  uri: v.string(),
  version: v.number(),
  passage: index,
  range,
  source: v.array(v.string()),
  hypothesis: v.array(edit),
  references: v.array(
    v.object({
      reference: v.string(),
      edits: v.array(edit),
      gain: matrix,
      transport: matrix,
      scores: precisionRecall,
    }),
  ),
  signature: v.string(),
});

const counts = v.object({ tp: count, fp_ne: count, fp_un: count, fn: count, tn: count });
const byCategory = v.object({
  'hit-correction': count,
  'wrong-correction': count,
  'under-correction': count,
  'over-correction': count,
});
const marks = v.object({
  counts,
  scores: v.object({
    hit: v.number(),
    wrong: v.number(),
    under: v.number(),
    over: v.number(),
    score: v.number(),
  }),
  errant: precisionRecall,
  credit: v.nullable(precisionRecall),
  references: count,
  signature: v.string(),
});
const beforeAndAfter = v.object({ before: v.nullable(v.number()), after: v.nullable(v.number()) });
const estimate = v.object({
  quality: beforeAndAfter,
  q: beforeAndAfter,
  lowering: count,
});
const student = v.object({
  name: v.string(),
  uri: v.string(),
  author: v.exactOptional(v.nullable(v.string())),
  marks: v.nullable(marks),
  estimate: v.exactOptional(v.nullable(estimate)),
  problem: v.nullable(v.string()),
});

const overview = v.object({
  exercises: v.array(
    v.object({
      name: v.string(),
      uri: v.string(),
      references: count,
      students: v.array(student),
      types: v.array(v.object({ type: v.string(), counts: byCategory })),
      accepted: v.array(
        v.object({
          source: v.string(),
          replacement: v.string(),
          type: v.string(),
          by: v.array(v.string()),
          students: v.array(v.string()),
        }),
      ),
      problems: v.array(v.string()),
    }),
  ),
  signature: v.string(),
  problems: v.array(v.string()),
});

const toPlanPage = v.variant('type', [
  v.object({ type: v.literal('words'), language: v.string(), strings: strings<PlanStrings>() }),
  v.object({
    type: v.literal('plan'),
    id: index,
    student: v.string(),
    exercise: v.string(),
    place,
    plan,
  }),
  v.object({ type: v.literal('waiting'), awaited: v.picklist(['plan', 'engine', 'server']) }),
  v.object({ type: v.literal('nothing') }),
  v.object({ type: v.literal('pinned'), pinned: v.boolean() }),
  failed,
  said,
  focus,
]);

const fromPlanPage = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('remedy'), remedy }),
  v.object({ type: v.literal('pin'), pinned: v.boolean() }),
  v.object({
    type: v.literal('go'),
    id: index,
    side: v.picklist(['hypothesis', 'reference']),
    reference: index,
    edit: index,
  }),
  v.object({ type: v.picklist(['copy', 'save']), id: index, reference: index, measure }),
]);

const planPageState = v.object({
  place: v.optional(place),
  pinned: v.optional(v.boolean()),
  reference: v.optional(v.string()),
  measure: v.optional(measure),
  scroll: v.optional(v.number()),
});

const toOverviewPage = v.variant('type', [
  v.object({
    type: v.literal('words'),
    language: v.string(),
    strings: strings<OverviewStrings>(),
    scope: v.object({ uri: v.nullable(v.string()), name: v.string() }),
  }),
  v.object({ type: v.literal('overview'), overview }),
  v.object({
    type: v.literal('computing'),
    part: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    message: v.string(),
  }),
  v.object({ type: v.literal('cancelled') }),
  waiting,
  failed,
  said,
  focus,
]);

const fromOverviewPage = v.variant('type', [
  v.object({ type: v.picklist(['ready', 'refresh', 'cancel']) }),
  v.object({ type: v.literal('remedy'), remedy }),
  v.object({ type: v.literal('open'), uri: v.string() }),
]);

const overviewPageState = v.object({
  scope: v.optional(v.nullable(v.string())),
  exercise: v.optional(v.string()),
  sort: v.optional(v.object({ key: v.picklist(SORT_KEYS), descending: v.boolean() })),
  allTypes: v.optional(v.boolean()),
  scroll: v.optional(v.number()),
});

/** A message of one kind, or `undefined` if it is none. */
type Reader<Message> = (data: unknown) => Message | undefined;

function reader<Message>(schema: v.GenericSchema<unknown, Message>): Reader<Message> {
  return (data) => {
    const read = v.safeParse(schema, data);
    return read.success ? read.output : undefined;
  };
}

export const readToPlanPage: Reader<ToPlanPage> = reader(toPlanPage);
export const readFromPlanPage: Reader<FromPlanPage> = reader(fromPlanPage);
export const readPlanPageState: Reader<PlanPageState> = reader(planPageState);
export const readToOverviewPage: Reader<ToOverviewPage> = reader(toOverviewPage);
export const readFromOverviewPage: Reader<FromOverviewPage> = reader(fromOverviewPage);
export const readOverviewPageState: Reader<OverviewPageState> = reader(overviewPageState);
export const readOverview: Reader<Overview> = reader(overview);
export const readPlan: Reader<Plan> = reader(plan);
