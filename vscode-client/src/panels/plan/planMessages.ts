/** Messages between the extension and the plan's page. */

import * as v from 'valibot';

import type { Plan } from '../../protocol/contract';
import { index, plan, reader, type Reader } from '../../protocol/readers';
import { VOCABULARY_NAMES, type VocabularyName } from '../../protocol/vocabularies';
import {
  failed,
  focus,
  notice,
  place,
  remedyRequest,
  strings,
  words,
  type Failed,
  type Focus,
  type Notice,
  type Place,
  type RemedyRequest,
  type Words,
} from '../messages';
import { MEASURES, type Measure } from './planFlow';
import type { PlanStrings } from './planStrings';

/** What is not ready yet: the plan, or first the engine's models, or first the server. */
export type Awaited = 'plan' | 'engine' | 'server';

export interface ShownPlan {
  readonly type: 'plan';
  /** Returned with each action of the person, which is dropped if the panel shows another plan by then. */
  readonly id: number;
  readonly student: string;
  readonly exercise: string;
  readonly place: Place;
  readonly plan: Plan;
  readonly vocabulary: VocabularyName;
}

export type ToPlanPage =
  | Words<PlanStrings>
  | ShownPlan
  | { readonly type: 'waiting'; readonly awaited: Awaited }
  | { readonly type: 'nothing' }
  | { readonly type: 'pinned'; readonly pinned: boolean }
  | Failed
  | Notice
  | Focus;

/** Whose edit is meant. */
export type Side = 'hypothesis' | 'reference';

export type FromPlanPage =
  | { readonly type: 'ready' }
  | RemedyRequest
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

/** What the plan's page keeps over a reload. */
export interface PlanPageState {
  readonly place?: Place | undefined;
  readonly pinned?: boolean | undefined;
  readonly reference?: string | undefined;
  readonly measure?: Measure | undefined;
  readonly scroll?: number | undefined;
}

const measure = v.picklist(MEASURES);

const toPlanPage = v.variant('type', [
  v.object({ ...words, strings: strings<PlanStrings>() }),
  v.object({
    type: v.literal('plan'),
    id: index,
    student: v.string(),
    exercise: v.string(),
    place,
    plan,
    vocabulary: v.picklist(VOCABULARY_NAMES),
  }),
  v.object({ type: v.literal('waiting'), awaited: v.picklist(['plan', 'engine', 'server']) }),
  v.object({ type: v.literal('nothing') }),
  v.object({ type: v.literal('pinned'), pinned: v.boolean() }),
  failed,
  notice,
  focus,
]);

const fromPlanPage = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  remedyRequest,
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

export const readToPlanPage: Reader<ToPlanPage> = reader(toPlanPage);
export const readFromPlanPage: Reader<FromPlanPage> = reader(fromPlanPage);
export const readPlanPageState: Reader<PlanPageState> = reader(planPageState);
