/** Checks of the answers about questions: those of annotators, and a class's. */

import * as v from 'valibot';

import type {
  AnnotatorQuestion,
  AnsweredQuestion,
  ClassQuestion,
  ClassQuestions,
  ConcernedStudent,
  QuestionAlternative,
  FileLocation,
  OpenPlace,
  QuestionQueue,
  QuestionReply,
  QuestionVersion,
  Ruled,
  StudentSheet,
} from './contract';
import { index, range, reader, verdict, type Reader } from './readers';

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

const ANSWER_NAMES = ['accept', 'reject', 'optional', 'stands', 'skip', 'note', 'partly'] as const;

export const answerName: v.GenericSchema<unknown, AnswerName> = v.picklist(ANSWER_NAMES);
export const questionKind: v.GenericSchema<unknown, QuestionKind> = v.picklist(QUESTION_KINDS);

const names = v.array(v.string());
const place: v.GenericSchema<unknown, FileLocation> = v.object({ uri: v.string(), range });

const alternative: v.GenericSchema<unknown, QuestionAlternative> = v.object({
  before: v.string(),
  after: v.string(),
  type: v.string(),
  references: names,
  hypotheses: names,
  asked: v.boolean(),
});

const version: v.GenericSchema<unknown, QuestionVersion> = v.object({
  name: v.string(),
  label: v.string(),
  role: v.picklist(['reference', 'hypothesis']),
  words: v.nullable(v.string()),
  place: v.nullable(place),
});

const reply: v.GenericSchema<unknown, QuestionReply> = v.object({
  answer: answerName,
  author: v.string(),
  date: v.nullable(v.string()),
  alternatives: v.array(index),
  note: v.string(),
  text: v.string(),
});

export const question: v.GenericSchema<unknown, AnnotatorQuestion> = v.object({
  key: v.string(),
  kind: questionKind,
  title: v.string(),
  message: v.string(),
  prompt: v.string(),
  exercise: v.string(),
  uri: v.string(),
  sentence: v.string(),
  before: v.string(),
  place: v.nullable(place),
  sentencePlace: v.nullable(place),
  alternatives: v.array(alternative),
  versions: v.array(version),
  answers: v.array(v.object({ name: answerName, title: v.string() })),
  effect: index,
  likelihood: v.number(),
  parts: v.object({ share: v.number(), credit: v.nullable(v.number()), quality: v.nullable(v.number()) }),
  priority: v.number(),
  why: v.string(),
  state: v.picklist(['open', 'skipped', 'answered']),
  replies: v.array(reply),
});

export const questionQueue: v.GenericSchema<unknown, QuestionQueue> = v.object({
  author: v.string(),
  open: index,
  skipped: index,
  answered: index,
  questions: v.array(question),
  problems: names,
  tags: names,
});

const answeredQuestion: v.GenericSchema<unknown, AnsweredQuestion> = v.object({
  question,
  open: index,
  next: v.nullable(v.string()),
  replaced: v.optional(names, []),
});

const concernedStudent: v.GenericSchema<unknown, ConcernedStudent> = v.object({
  student: v.string(),
  label: v.string(),
  uri: v.string(),
  points: v.nullable(v.number()),
  max: v.nullable(v.number()),
  after: v.record(v.string(), v.array(v.number())),
});

export const classQuestion: v.GenericSchema<unknown, ClassQuestion> = v.object({
  key: v.string(),
  assignment: v.string(),
  verdict,
  sentence: v.string(),
  corrected: v.string(),
  source: v.string(),
  answer: v.string(),
  change: v.string(),
  sentences: index,
  rulings: v.array(v.string()),
  teachers: v.array(v.object({ names: v.string(), text: v.string() })),
  students: v.array(concernedStudent),
  width: v.number(),
});

export const studentSheet: v.GenericSchema<unknown, StudentSheet> = v.object({
  key: v.string(),
  label: v.string(),
  uri: v.string(),
  mark: v.string(),
  answers: v.array(
    v.object({
      key: v.string(),
      sentence: v.string(),
      change: v.string(),
      teachers: v.array(v.object({ names: v.string(), text: v.string() })),
      rulings: v.array(v.string()),
      right: v.string(),
    }),
  ),
});

const openPlace: v.GenericSchema<unknown, OpenPlace> = v.object({
  key: v.string(),
  change: v.string(),
  location: v.nullable(place),
});

export const classQuestions: v.GenericSchema<unknown, ClassQuestions> = v.object({
  questions: v.array(classQuestion),
  open: index,
  places: index,
  sheets: v.array(studentSheet),
  marks: v.array(
    v.object({
      student: v.string(),
      label: v.string(),
      uri: v.string(),
      points: v.number(),
      max: v.number(),
      range: v.array(v.number()),
      open: index,
      places: v.array(openPlace),
      final: v.nullable(v.string()),
      reopened: v.nullable(v.string()),
    }),
  ),
  unmarked: v.array(
    v.object({
      student: v.string(),
      label: v.string(),
      uri: v.string(),
      reason: v.string(),
      open: index,
      places: v.array(openPlace),
    }),
  ),
  course: v.array(v.object({ change: v.string(), decided: v.string(), students: names })),
  problems: names,
});

/** The result of a ruling; `null` where there was nothing to take back. */
export const ruled: v.GenericSchema<unknown, Ruled | null> = v.nullable(
  v.object({
    key: v.string(),
    change: v.string(),
    ruling: v.nullable(v.string()),
    message: v.string(),
    moves: v.array(v.object({ student: v.string(), label: v.string(), before: v.string(), after: v.string() })),
    next: v.nullable(openPlace),
    state: classQuestions,
  }),
);

export const readClassQuestions: Reader<ClassQuestions> = reader(classQuestions);
export const readRuled: Reader<Ruled | null> = reader(ruled);
export const readQuestionQueue: Reader<QuestionQueue> = reader(questionQueue);
export const readAnsweredQuestion: Reader<AnsweredQuestion> = reader(answeredQuestion);
