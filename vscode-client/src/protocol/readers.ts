/** Checks of answers that panels show; a message that does not fit the contract is refused. */

import * as v from 'valibot';

import type {
  Category,
  ClassPlace,
  Counts,
  EstimateSummary,
  Marks,
  MarkSummary,
  Overview,
  Places,
  Plan,
  Progress,
  SetUp,
  Variant,
  Variants,
  Verdict,
  Weighting,
} from './contract';
import { CATEGORIES, VERDICTS } from './kinds';

/** Reads a value of one kind; `undefined` if it is of another. */
export type Reader<Value> = (data: unknown) => Value | undefined;

export function reader<Value>(schema: v.GenericSchema<unknown, Value>): Reader<Value> {
  return (data) => {
    const result = v.safeParse(schema, data);
    return result.success ? result.output : undefined;
  };
}

/** A whole number from 0. */
export const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A number from 0; summed weights need not be whole. */
const count = v.pipe(v.number(), v.minValue(0));

export const position = v.object({ line: index, character: index });

export const range = v.object({ start: position, end: position });
const precisionRecall = v.object({ precision: v.number(), recall: v.number(), f: v.number() });

const edit = v.object({
  start: index,
  end: index,
  source: v.string(),
  replacement: v.string(),
  type: v.string(),
  mass: v.number(),
});

const matrix = v.array(v.array(v.number()));

export const plan: v.GenericSchema<unknown, Plan> = v.object({
  uri: v.string(),
  version: v.number(),
  passage: index,
  range,
  source: v.array(v.string()),
  hypothesis: v.array(edit),
  references: v.array(
    v.object({
      reference: v.string(),
      edits: v.array(edit),
      gain: matrix,
      transport: matrix,
      scores: precisionRecall,
    }),
  ),
  signature: v.string(),
});

const counts: v.GenericSchema<unknown, Counts> = v.object({
  tp: count,
  fp_ne: count,
  fp_un: count,
  fn: count,
  tn: count,
});

export const verdict = v.custom<Verdict>((value) => VERDICTS.some(({ id }) => id === value));
const category = v.custom<Category>((value) => CATEGORIES.some(({ id }) => id === value));
const verdictCount = v.object({ verdict, count });

const verdicts = v.object({
  counts: v.array(verdictCount),
  earned: count,
  due: count,
  share: v.nullable(v.number()),
  rewritten: count,
  comparable: v.boolean(),
  open: count,
  range: v.array(v.number()),
});

const marks: v.GenericSchema<unknown, Marks> = v.object({
  verdicts,
  counts,
  weighting: v.custom<Weighting>((value) => typeof value === 'string'),
  weights: v.nullable(counts),
  scores: v.object({
    hit: v.number(),
    wrong: v.number(),
    under: v.number(),
    over: v.number(),
    score: v.number(),
  }),
  errant: precisionRecall,
  credit: v.nullable(precisionRecall),
  references: count,
  signature: v.string(),
});

const beforeAndAfter = v.object({ before: v.nullable(v.number()), after: v.nullable(v.number()) });

const estimate: v.GenericSchema<unknown, EstimateSummary> = v.object({
  quality: beforeAndAfter,
  q: beforeAndAfter,
  similarity: v.nullable(v.number()),
  score: v.nullable(v.number()),
  lowering: count,
  estimator: v.string(),
  signature: v.string(),
});

export const mark = v.object({
  points: v.nullable(v.number()),
  max: v.number(),
  band: v.nullable(v.object({ name: v.string(), text: v.string() })),
  withheld: v.nullable(v.string()),
  open: count,
  range: v.nullable(v.array(v.number())),
}) satisfies v.GenericSchema<unknown, MarkSummary>;

const student = v.object({
  name: v.string(),
  uri: v.string(),
  lines: v.boolean(),
  author: v.nullable(v.string()),
  view: v.nullable(v.string()),
  marks: v.nullable(marks),
  mark: v.exactOptional(mark),
  estimate: v.nullable(estimate),
  problem: v.nullable(v.string()),
});

const groupCounts = v.object({ group: v.string(), counts: v.array(verdictCount) });

const typeCounts = v.object({
  type: v.string(),
  counts: v.object({
    'hit-correction': count,
    'wrong-correction': count,
    'under-correction': count,
    'over-correction': count,
  }),
});

const accepted = v.object({
  source: v.string(),
  replacement: v.string(),
  type: v.string(),
  by: v.array(v.string()),
  students: v.array(v.string()),
});

const totals = {
  references: count,
  groups: v.array(groupCounts),
  types: v.array(typeCounts),
  accepted: v.array(accepted),
  to_decide: count,
};

const person = v.object({
  name: v.string(),
  label: v.string(),
  essays: v.array(v.object({ assignment: v.string(), exercise: index, student: index })),
  verdicts: v.nullable(verdicts),
});

export const overview: v.GenericSchema<unknown, Overview> = v.object({
  classes: v.array(
    v.object({
      name: v.string(),
      uri: v.string(),
      people: v.array(person),
      assignments: v.array(v.object({ name: v.string(), ...totals })),
      ...totals,
    }),
  ),
  exercises: v.array(
    v.object({
      name: v.string(),
      assignment: v.string(),
      uri: v.string(),
      students: v.array(student),
      problems: v.array(v.string()),
      reference_authors: v.exactOptional(v.string()),
      ...totals,
    }),
  ),
  signature: v.string(),
  problems: v.array(v.string()),
  notices: v.array(v.string()),
});

export const classPlace: v.GenericSchema<unknown, ClassPlace> = v.object({
  student: v.string(),
  label: v.string(),
  assignment: v.string(),
  uri: v.string(),
  lines: v.boolean(),
  author: v.nullable(v.string()),
  view: v.nullable(v.string()),
  range,
  verdict: v.nullable(verdict),
  category: v.nullable(category),
  rewritten: v.boolean(),
  group: v.string(),
  type: v.string(),
  before: v.string(),
  words: v.string(),
  after: v.string(),
  source: v.string(),
  change: v.string(),
  references: v.array(v.object({ names: v.string(), text: v.string() })),
});

const places: v.GenericSchema<unknown, Places> = v.object({ places: v.array(classPlace) });

export const readPlaces: Reader<Places> = reader(places);

const names = v.array(v.string());

const tallies = v.array(v.nullable(v.object({ made: index, found: index, missed: index })));
const course = v.object({
  name: v.string(),
  label: v.string(),
  totals: tallies,
  groups: v.array(v.object({ group: v.string(), tallies })),
});

export const progress: v.GenericSchema<unknown, Progress> = v.object({
  classes: v.array(
    v.object({ name: v.string(), uri: v.string(), assignments: names, whole: course, people: v.array(course) }),
  ),
  missing: names,
});

export const readProgress: Reader<Progress> = reader(progress);

const sureness = v.picklist(['sure', 'likely', 'ask']);

export const setUpRole = v.picklist(['source', 'hypothesis', 'reference', 'complete', 'none']);

export const variant: v.GenericSchema<unknown, Variant> = v.object({
  name: v.string(),
  title: v.string(),
  example: v.string(),
  allowed: v.boolean(),
  answers: index,
  students: index,
});

export const setUp: v.GenericSchema<unknown, SetUp> = v.object({
  uri: v.string(),
  configuration: v.string(),
  exists: v.boolean(),
  summary: v.string(),
  exercises: v.array(v.object({ name: v.string(), essays: v.boolean(), students: names, teachers: names })),
  files: v.array(
    v.object({
      path: v.string(),
      uri: v.string(),
      author: v.nullable(v.string()),
      authors: names,
      role: setUpRole,
      person: v.nullable(v.string()),
      exercise: v.nullable(v.string()),
      essay: v.nullable(v.string()),
      reason: v.string(),
      sureness,
      chosen: v.boolean(),
    }),
  ),
  questions: v.array(
    v.object({
      id: v.string(),
      text: v.string(),
      choices: v.array(v.object({ id: v.string(), label: v.string() })),
      default: v.string(),
      answer: v.string(),
      files: names,
    }),
  ),
  warnings: names,
  toml: v.string(),
});

export const readPlan: Reader<Plan> = reader(plan);
export const readOverview: Reader<Overview> = reader(overview);
export const readSetUp: Reader<SetUp> = reader(setUp);
export const readVariants: Reader<Variants> = reader(v.object({ variants: v.array(variant) }));
