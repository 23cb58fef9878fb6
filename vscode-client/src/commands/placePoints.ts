/** Points as a person types them: `+0.5`, `−1`, `0,25`; for the whole text also `Content: 2`. */
const POINTS = /^\s*(?:[^:：]*\S\s*[:：])?\s*[+\-−–]?\s*\d{1,4}(?:[.,]\d{1,2})?\s*$/;
const CRITERION = /^\s*([^:：]*\S)\s*[:：]\s*$/;

/** Whether a text is points. Only those for the whole text have a criterion. */
export function isPoints(entry: string, isWhole: boolean): boolean {
  return POINTS.test(entry) && (isWhole || !/[:：]/.test(entry));
}

/** Return the criterion of an entry without a number, such as `Content:`; `undefined` for another entry. */
export function criterionAlone(entry: string): string | undefined {
  return CRITERION.exec(entry)?.[1];
}
