/** How a person's decisions reach the server. */

import { readAdjudicationResult } from '../../protocol/readers';
import type { AdjudicationResult } from '../../protocol/contract';
import type { Outbox, StepKind } from '../outbox';
import type { Step } from './step';

export type DecisionOutbox = Outbox<Step, AdjudicationResult>;

export const DECISION_STEPS: StepKind<Step, AdjudicationResult> = {
  memory: 'markscheme.pendingDecisions',
  commandOf: ({ uri, decision }) => ['markscheme.adjudicate', [uri, decision]],
  readResult: readAdjudicationResult,
};
