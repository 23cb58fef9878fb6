/** A decision of a person on its way to the server. */

import type { AdjudicationDecision } from '../../protocol/contract';
import type { DeskStep } from '../messages';

export interface Step extends DeskStep {
  /** The URI of a document of the exercise. */
  readonly uri: string;
  readonly decision: AdjudicationDecision;
}
