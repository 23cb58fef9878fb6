import type { DocumentEstimate, DocumentMarks } from './contract';
import type { DocumentAnswer, Notifications } from './methods';

/** Whether a document is estimated, since it has no reference. */
export function isEstimate(answer: DocumentAnswer | undefined): answer is DocumentEstimate {
  return answer !== undefined && 'estimate' in answer;
}

/** Whether references mark a document. */
export function isMarks(answer: DocumentAnswer | undefined): answer is DocumentMarks {
  return answer !== undefined && !('estimate' in answer);
}

/** Return the marks or the estimate in a notification; `undefined` if the document has neither any more. */
export function answerIn(params: Notifications['markscheme/marksChanged']): DocumentAnswer | undefined {
  return 'estimate' in params || params.marks !== null ? params : undefined;
}
