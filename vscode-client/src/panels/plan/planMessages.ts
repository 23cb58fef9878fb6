/** Messages between the extension and the plan's page. */

import type { Plan } from '../../protocol/contract';
import type { VocabularyName } from '../../protocol/vocabularies';
import type { Failed, Focus, Notice, Place, RemedyRequest } from '../messages';
import type { Measure } from './planFlow';

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
  | ShownPlan
  /** What is not ready yet: the plan, or first the engine's models, or first the server. */
  | { readonly type: 'waiting'; readonly awaited: 'plan' | 'engine' | 'server' }
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
