import type { OverviewAssignment, OverviewClass } from '../../../protocol/contract';
import { choice } from '../../page/choices';
import type { OverviewStrings } from '../overviewStrings';

/** Return the list to choose an assignment from, or all if their marks add up; none if there is one assignment. */
export function assignmentChoice(
  strings: OverviewStrings,
  { assignments }: OverviewClass,
  shown: OverviewAssignment | undefined,
  together: boolean,
  choose: (assignment: string | undefined) => void,
): HTMLElement[] {
  if (assignments.length < 2) {
    return [];
  }
  const names = assignments.map(({ name }) => name);
  const all = together ? [strings.allAssignments] : [];
  const chosen = shown ? all.length + assignments.indexOf(shown) : 0;
  const listener = (index: number): void => {
    choose(names[index - all.length]);
  };
  return [choice(strings.assignment, 'assignment', [...all, ...names], chosen, listener)];
}
