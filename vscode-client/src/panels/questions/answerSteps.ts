/** How a person's answers reach the server. */

import type { AnnotatorQuestion } from '../../protocol/contract';
import { readAnsweredQuestion } from '../../protocol/readers';
import type { Outbox, StepKind } from '../desk/outbox';
import { readSteps } from './questionMessages';
import type { Step } from './step';

export type AnswerOutbox = Outbox<Step, AnnotatorQuestion>;

export const ANSWER_STEPS: StepKind<Step, AnnotatorQuestion> = {
  memory: 'markscheme.pendingAnswers',
  readSteps,
  commandOf: ({ uri, key, answer, choice, note }) => {
    if (answer === null) {
      return ['markscheme.undoAnswer', [uri, key]];
    }
    const given = { key, answer, ...(choice === null ? {} : { choice }), ...(note ? { note } : {}) };
    return ['markscheme.answerQuestion', [uri, given]];
  },
  readResult: (answer) => readAnsweredQuestion(answer)?.question,
  noticeIn: (answer) => readAnsweredQuestion(answer)?.replaced.join('. '),
};
