import { element } from './elements';

/** A class that can be chosen: its folder's name and URI. */
interface NamedClass {
  readonly name: string;
  readonly uri: string;
}

/** Return the class with a folder, or else the first one. */
export function chosenClass<Class extends NamedClass>(
  classes: readonly Class[],
  folder: string | undefined,
): Class | undefined {
  return classes.find(({ uri }) => uri === folder) ?? classes[0];
}

/** Return the list to choose a class from; none if there is one class. */
export function classChoice(
  label: string,
  classes: readonly NamedClass[],
  shown: NamedClass,
  choose: (folder: string | undefined) => void,
): HTMLElement[] {
  if (classes.length < 2) {
    return [];
  }
  const listener = (index: number): void => {
    choose(classes[index]?.uri);
  };
  return [choice(label, 'class', classNames(classes), classes.indexOf(shown), listener)];
}

/** Return the names of classes; folders of one name with the folder that they are in. */
function classNames(classes: readonly NamedClass[]): string[] {
  return classes.map(({ name, uri }) => {
    const isUnique = classes.filter((other) => other.name === name).length === 1;
    return isUnique ? name : decodeURIComponent(uri.split('/').slice(-2).join('/'));
  });
}

/** Return a list with a label to choose one name from. */
export function choice(
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
