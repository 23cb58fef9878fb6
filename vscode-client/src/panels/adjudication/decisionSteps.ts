/** How a person's decisions reach the server. */

import { readAdjudicationResult } from '../../protocol/readers';
import type { AdjudicationResult } from '../../protocol/contract';
import { reader } from '../../protocol/readers';
import type { Outbox, StepKind } from '../desk/outbox';
import { steps, type Step } from './step';

export type DecisionOutbox = Outbox<Step, AdjudicationResult>;

export const DECISION_STEPS: StepKind<Step, AdjudicationResult> = {
  memory: 'markscheme.pendingDecisions',
  readSteps: reader(steps),
  commandOf: ({ uri, decision }) => ['markscheme.adjudicate', [uri, decision]],
  readResult: readAdjudicationResult,
};
