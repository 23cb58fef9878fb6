/** What panels read of the server's answers, which the connection has checked. */

import * as v from 'valibot';

import * as check from './checks';
import type { AnnotatorQuestion } from './contract';

/** Reads a value of one kind; `undefined` if it is of another. */
export type Reader<Value> = (data: unknown) => Value | undefined;

export function reader<Value>(schema: v.GenericSchema<unknown, Value>): Reader<Value> {
  return (data) => {
    const result = v.safeParse(schema, data);
    return result.success ? result.output : undefined;
  };
}

export type AnswerName = AnnotatorQuestion['answers'][number]['name'];
export type QuestionKind = AnnotatorQuestion['kind'];
export type QuestionState = AnnotatorQuestion['state'];

/** The kinds of questions, in the order in which a person chooses among them. */
export const QUESTION_KINDS = [
  'uncovered-correction',
  'contradicting-references',
  'unchanged-reference',
  'uncorrected-error',
] as const satisfies readonly QuestionKind[];

export { Position as position } from './checks';

export const readAdjudication = /* @__PURE__ */ reader(check.Adjudication);
export const readAdjudicationResult = /* @__PURE__ */ reader(check.AdjudicationResult);
export const readAnsweredQuestion = /* @__PURE__ */ reader(check.AnsweredQuestion);
export const readClassQuestions = /* @__PURE__ */ reader(check.ClassQuestions);
export const readOverview = /* @__PURE__ */ reader(check.Overview);
export const readPlaces = /* @__PURE__ */ reader(check.Places);
export const readPlan = /* @__PURE__ */ reader(check.Plan);
export const readProgress = /* @__PURE__ */ reader(check.Progress);
export const readQuestionQueue = /* @__PURE__ */ reader(check.QuestionQueue);
export const readRuled = /* @__PURE__ */ reader(v.nullable(check.Ruled));
export const readSchemeForm = /* @__PURE__ */ reader(check.SchemeForm);
export const readSchemePreview = /* @__PURE__ */ reader(check.SchemePreview);
export const readSetUp = /* @__PURE__ */ reader(check.SetUp);
export const readVariants = /* @__PURE__ */ reader(check.Variants);
export const readWrittenScheme = /* @__PURE__ */ reader(check.WrittenScheme);
