/** Reading what pages and the workspace's memory hold; an answer of the server is checked by the connection. */

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

/** A whole number from 0. */
export const index = /* @__PURE__ */ v.pipe(v.number(), v.integer(), v.minValue(0));

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

export {
  AdjudicationCounts as adjudicationCounts,
  AdjudicationDecision as adjudicationDecision,
  AdjudicationResult as adjudicationResult,
  AdjudicationSentence as adjudicationSentence,
  AnnotatorQuestion as question,
  AnswerName as answerName,
  ClassPlace as classPlace,
  ClassQuestion as classQuestion,
  ClassQuestions as classQuestions,
  Overview as overview,
  Plan as plan,
  Position as position,
  Progress as progress,
  QuestionName as questionKind,
  QuestionQueue as questionQueue,
  Range as range,
  SchemeForm as schemeForm,
  SchemePreview as schemePreview,
  SchemeTable as schemeTable,
  SentenceKey as sentenceKey,
  SetUp as setUp,
  StudentSheet as studentSheet,
  Variant as variant,
} from './checks';

export const ruled = /* @__PURE__ */ v.nullable(check.Ruled);
export const restoredSentences = /* @__PURE__ */ v.array(check.RestoredSentence);
export const schemeFaults = /* @__PURE__ */ v.array(check.SchemeFault);
export const setUpRole = /* @__PURE__ */ v.picklist(['source', 'hypothesis', 'reference', 'complete', 'none']);

export const readAdjudication = /* @__PURE__ */ reader(check.Adjudication);
export const readAdjudicationResult = /* @__PURE__ */ reader(check.AdjudicationResult);
export const readAnsweredQuestion = /* @__PURE__ */ reader(check.AnsweredQuestion);
export const readClassQuestions = /* @__PURE__ */ reader(check.ClassQuestions);
export const readOverview = /* @__PURE__ */ reader(check.Overview);
export const readPlaces = /* @__PURE__ */ reader(check.Places);
export const readPlan = /* @__PURE__ */ reader(check.Plan);
export const readProgress = /* @__PURE__ */ reader(check.Progress);
export const readQuestionQueue = /* @__PURE__ */ reader(check.QuestionQueue);
export const readRuled = /* @__PURE__ */ reader(ruled);
export const readSchemeForm = /* @__PURE__ */ reader(check.SchemeForm);
export const readSchemePreview = /* @__PURE__ */ reader(check.SchemePreview);
export const readSetUp = /* @__PURE__ */ reader(check.SetUp);
export const readVariants = /* @__PURE__ */ reader(check.Variants);
export const readWrittenScheme = /* @__PURE__ */ reader(check.WrittenScheme);
