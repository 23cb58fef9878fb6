import type { OverviewExercise, VerdictCount } from '../../protocol/contract';

/** The findings of one group of error types, of all students. */
export interface ErrorGroup {
  /** The group in a teacher's words. */
  readonly group: string;
  readonly counts: readonly VerdictCount[];
}

/** Return an exercise's groups of error types; none from a server that does not group them. */
export function errorGroups(exercise: OverviewExercise): readonly ErrorGroup[] {
  const { groups }: { readonly name: string; readonly groups?: readonly ErrorGroup[] } = exercise;
  return groups ?? [];
}
