/** A decision of a person on its way to the server. */

import * as v from 'valibot';

import { adjudicationDecision } from '../../protocol/readers';
import type { AdjudicationDecision } from '../../protocol/contract';
import type { DeskStep } from '../desk/outcome';

export interface Step extends DeskStep {
  /** The URI of a document of the exercise. */
  readonly uri: string;
  readonly decision: AdjudicationDecision;
}

export const steps: v.GenericSchema<unknown, Step[]> = v.array(
  v.object({ id: v.string(), uri: v.string(), decision: adjudicationDecision }),
);
