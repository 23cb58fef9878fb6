import type { OverviewAssignment, OverviewClass } from '../../../protocol/contract';
import { element } from '../../page/elements';
import type { OverviewStrings } from '../overviewStrings';

/** Return the list to choose a class from; none if there is one class. */
export function classChoice(
  strings: OverviewStrings,
  classes: readonly OverviewClass[],
  shown: OverviewClass,
  choose: (folder: string | undefined) => void,
): HTMLElement[] {
  if (classes.length < 2) {
    return [];
  }
  const listener = (index: number): void => {
    choose(classes[index]?.uri);
  };
  return [choice(strings.classOf, 'class', classNames(classes), classes.indexOf(shown), listener)];
}

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

/** Return the names of classes; folders of one name with the folder that they are in. */
function classNames(classes: readonly OverviewClass[]): string[] {
  return classes.map(({ name, uri }) => {
    const isUnique = classes.filter((other) => other.name === name).length === 1;
    return isUnique ? name : decodeURIComponent(uri.split('/').slice(-2).join('/'));
  });
}

function choice(
  label: string,
  key: string,
  names: readonly string[],
  chosen: number,
  choose: (index: number) => void,
): HTMLElement {
  const select = element(
    'select',
    {
      attributes: { 'data-key': key },
      on: {
        change: () => {
          choose(select.selectedIndex);
        },
      },
    },
    ...names.map((name, index) =>
      element('option', { attributes: { selected: index === chosen ? '' : undefined } }, name),
    ),
  );
  return element('label', { class: 'exercises' }, element('span', {}, label), select);
}
