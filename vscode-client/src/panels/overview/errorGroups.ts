import * as v from 'valibot';

import type { OverviewExercise, VerdictCount } from '../../protocol/contract';
import { reader, verdictCount } from '../../protocol/readers';

/** The findings of one group of error types, of all students. */
export interface ErrorGroup {
  /** The group in a teacher's words. */
  readonly group: string;
  readonly counts: readonly VerdictCount[];
}

const readGroups = reader(
  v.object({ groups: v.array(v.object({ group: v.string(), counts: v.array(verdictCount) })) }),
);

/** Return an exercise's groups of error types; `undefined` from a server that does not group them. */
export function errorGroups(exercise: OverviewExercise): readonly ErrorGroup[] | undefined {
  return readGroups(exercise)?.groups;
}
