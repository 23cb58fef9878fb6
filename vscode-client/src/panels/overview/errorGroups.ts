import type { VerdictCount } from '../../protocol/contract';

/** The findings of one group of error types, of all students. */
export interface ErrorGroup {
  /** The group in a teacher's words. */
  readonly group: string;
  readonly counts: readonly VerdictCount[];
}

/** An exercise of an overview; a server of an older version does not group errors. */
interface GroupedExercise {
  readonly name: string;
  readonly groups?: readonly ErrorGroup[];
}

/** Return an exercise's groups of error types; none from a server that does not group them. */
export function errorGroups({ groups = [] }: GroupedExercise): readonly ErrorGroup[] {
  return groups;
}
