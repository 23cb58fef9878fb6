/** Checks of `markscheme/adjudication` and of `markscheme.adjudicate`; an answer that does not fit is refused. */

import * as v from 'valibot';

import type {
  Adjudication,
  AdjudicationAction,
  AdjudicationCounts,
  AdjudicationDecision,
  AdjudicationOrigin,
  AdjudicationResult,
  AdjudicationSentence,
  AdjudicationState,
  RestoredSentence,
  SentenceKey,
} from './contract';
import { index, range, reader, type Reader } from './readers';

const ACTIONS = ['take', 'own', 'leave', 'majority', 'withdraw', 'restore'] as const satisfies AdjudicationAction[];
const ORIGINS = ['annotators', 'agreed', 'own', 'left'] as const satisfies AdjudicationOrigin[];
const STATES = ['agreed', 'open', 'decided', 'unseen'] as const satisfies AdjudicationState[];

const names = v.array(v.string());

export const sentenceKey: v.GenericSchema<unknown, SentenceKey> = v.object({
  source: names,
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

const tag = v.object({ name: v.string(), set: v.string() });
const edit = v.object({ start: index, end: index, replacement: names, type: v.string(), tag: v.nullable(tag) });

const version = v.object({
  words: v.string(),
  edits: v.array(edit),
  annotators: names,
  alternatives: names,
  detects: v.boolean(),
  majority: v.boolean(),
});

const ruling = v.object({
  start: v.pipe(v.number(), v.integer(), v.minValue(-1)),
  end: v.pipe(v.number(), v.integer(), v.minValue(-1)),
  source: v.string(),
  words: v.string(),
  type: v.string(),
  origin: v.picklist(ORIGINS),
  annotators: names,
  author: v.string(),
  date: v.nullable(v.string()),
  reason: v.string(),
});

const location = v.object({ uri: v.string(), range });

const place = v.object({
  start: index,
  end: index,
  source: v.string(),
  versions: v.array(version),
  equal: names,
  state: v.picklist(['open', 'decided']),
  rulings: v.array(ruling),
  documents: v.array(location),
});

export const adjudicationSentence: v.GenericSchema<unknown, AdjudicationSentence> = v.object({
  index,
  key: sentenceKey,
  exercise: v.string(),
  state: v.picklist(STATES),
  tokens: names,
  places: v.array(place),
  agreed: v.array(edit),
  annotators: v.array(v.object({ annotator: v.string(), words: v.string(), changed: v.boolean() })),
  absent: names,
  rulings: v.array(ruling),
  result: v.string(),
  documents: v.array(location),
});

export const adjudicationCounts: v.GenericSchema<unknown, AdjudicationCounts> = v.object({
  sentences: index,
  agreed: index,
  open: index,
  decided: index,
  unseen: index,
  places: index,
});

const adjudication: v.GenericSchema<unknown, Adjudication> = v.object({
  file: v.string(),
  annotators: names,
  author: v.string(),
  counts: adjudicationCounts,
  matching: index,
  sentences: v.array(adjudicationSentence),
  problems: names,
});

export const restoredSentences: v.GenericSchema<unknown, RestoredSentence[]> = v.array(
  v.object({ key: sentenceKey, body: v.nullable(v.string()) }),
);

export const adjudicationResult: v.GenericSchema<unknown, AdjudicationResult> = v.object({
  file: v.string(),
  changed: index,
  places: index,
  sentences: v.array(adjudicationSentence),
  undo: restoredSentences,
  next: v.nullable(sentenceKey),
  counts: adjudicationCounts,
});

export const adjudicationDecision: v.GenericSchema<unknown, AdjudicationDecision> = v.object({
  action: v.picklist(ACTIONS),
  key: v.exactOptional(sentenceKey),
  place: v.exactOptional(v.object({ start: index, end: index })),
  annotator: v.exactOptional(v.string()),
  words: v.exactOptional(v.string()),
  reason: v.exactOptional(v.string()),
  restore: v.exactOptional(restoredSentences),
});

export const readAdjudication: Reader<Adjudication> = reader(adjudication);
export const readAdjudicationResult: Reader<AdjudicationResult> = reader(adjudicationResult);
