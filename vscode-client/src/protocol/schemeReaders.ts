/** Checks of the answers about mark schemes. */

import * as v from 'valibot';

import type {
  KindValue,
  MarkLine,
  SchemeFault,
  SchemeForm,
  SchemePreview,
  SchemeSumRow,
  SchemeTable,
  WrittenScheme,
} from './contract';
import { index, mark, range, reader, type Reader } from './readers';

const kindValues: v.GenericSchema<unknown, readonly KindValue[]> = v.array(
  v.object({ kind: v.string(), value: v.number() }),
);

export const schemeTable: v.GenericSchema<unknown, SchemeTable> = v.object({
  preset: v.exactOptional(v.string()),
  basis: v.exactOptional(v.picklist(['share', 'points', 'deduct'])),
  max: v.exactOptional(v.number()),
  floor: v.exactOptional(v.number()),
  rounding: v.exactOptional(v.number()),
  points: v.exactOptional(
    v.object({
      correct: v.exactOptional(v.number()),
      partly_correct: v.exactOptional(v.union([v.number(), v.literal('share')])),
      different: v.exactOptional(v.union([v.number(), v.literal('credit')])),
      missed: v.exactOptional(v.number()),
      not_needed: v.exactOptional(v.number()),
    }),
  ),
  weights: v.exactOptional(kindValues),
  focus: v.exactOptional(v.array(v.string())),
  caps: v.exactOptional(kindValues),
  words: v.exactOptional(v.array(v.object({ over: v.boolean(), bound: v.number(), points: v.number() }))),
  bands: v.exactOptional(v.array(v.object({ lowest: v.number(), name: v.string(), text: v.string() }))),
});

export const schemeForm: v.GenericSchema<unknown, SchemeForm> = v.object({
  configuration: v.string(),
  exercise: v.nullable(index),
  targets: v.array(v.object({ exercise: v.nullable(index), name: v.string(), written: v.boolean() })),
  table: v.nullable(schemeTable),
  inherited: schemeTable,
  effective: v.nullable(schemeTable),
  presets: v.array(v.object({ name: v.string(), description: v.string(), table: schemeTable })),
  groups: v.array(v.string()),
  types: v.array(v.string()),
  digest: v.string(),
});

export const schemeFaults: v.GenericSchema<unknown, SchemeFault[]> = v.array(
  v.object({ path: v.array(v.union([v.string(), v.number()])), message: v.string() }),
);

const line: v.GenericSchema<unknown, MarkLine> = v.object({
  kind: v.custom<MarkLine['kind']>((value) => typeof value === 'string'),
  points: v.number(),
  why: v.string(),
  finding: v.exactOptional(index),
  range: v.exactOptional(range),
  weight: v.exactOptional(v.number()),
});

const row: v.GenericSchema<unknown, SchemeSumRow> = v.object({
  points: v.number(),
  words: v.string(),
  lines: v.array(line),
});

export const schemePreview: v.GenericSchema<unknown, SchemePreview> = v.object({
  faults: schemeFaults,
  students: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      assignment: v.string(),
      before: v.nullable(mark),
      after: v.nullable(mark),
      problem: v.nullable(v.string()),
    }),
  ),
  sum: v.nullable(
    v.object({ id: v.string(), uri: v.string(), view: v.nullable(v.string()), mark, rows: v.array(row) }),
  ),
});

export const readSchemeForm: Reader<SchemeForm> = reader(schemeForm);
export const readSchemePreview: Reader<SchemePreview> = reader(schemePreview);
export const readWrittenScheme: Reader<WrittenScheme> = reader(
  v.object({ written: v.boolean(), faults: schemeFaults }),
);
