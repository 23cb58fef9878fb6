import type { SetUp, SetUpChoices, SetUpExercise, SetUpFile, SetUpFileChoice } from '../../protocol/contract';

/** A row of the set-up: a file, or one author's corrections in it. */
type Row = Pick<SetUpFileChoice, 'path' | 'author'>;

/** What a teacher chooses for a row. An empty name goes back to the guessed one. */
export type Change = Partial<Pick<SetUpFileChoice, 'role' | 'person' | 'exercise'>>;

export const NO_CHOICES: SetUpChoices = { files: [], answers: {} };

/** Return a row's key; a file may have a row for each author. */
export function rowKey({ path, author = null }: Row): string {
  return JSON.stringify([path, author]);
}

/** Return the choices with a change of some rows. */
export function withChange(choices: SetUpChoices, rows: readonly Row[], change: Change): SetUpChoices {
  return rows.reduce((changed, row) => {
    const { role, person, exercise } = { ...choiceFor(changed, row), ...change };
    const others = withoutRow(changed, row);
    if (!role && !person && !exercise) {
      return others;
    }
    const choice: SetUpFileChoice = {
      path: row.path,
      ...(row.author ? { author: row.author } : {}),
      ...(role ? { role } : {}),
      ...(person ? { person } : {}),
      ...(exercise ? { exercise } : {}),
    };
    return { ...others, files: [...others.files, choice] };
  }, choices);
}

/** Return the choices without those for a row. */
export function withoutRow(choices: SetUpChoices, row: Row): SetUpChoices {
  return { ...choices, files: choices.files.filter((choice) => rowKey(choice) !== rowKey(row)) };
}

/** Return the choices with the answer to a question. */
export function withAnswer(choices: SetUpChoices, question: string, answer: string): SetUpChoices {
  return { ...choices, answers: { ...choices.answers, [question]: answer } };
}

/** Return what is chosen for a row; `undefined` if nothing is. */
export function choiceFor(choices: SetUpChoices, row: Row): SetUpFileChoice | undefined {
  return choices.files.find((choice) => rowKey(choice) === rowKey(row));
}

/** The files of an exercise; `name` is `null` for the files that take no part. */
export interface Group {
  readonly name: string | null;
  /** `undefined` where nothing can be marked yet. */
  readonly exercise: SetUpExercise | undefined;
  readonly files: readonly SetUpFile[];
}

/** The order of the table. */
export interface Arrangement {
  readonly groups: readonly Group[];
  /** The keys of all rows, from the first to the last. */
  readonly order: readonly string[];
  /** The name of each row's group. */
  readonly places: ReadonlyMap<string, string | null>;
}

/**
 * Arrange a set-up's files by exercise.
 *
 * After an earlier arrangement the rows stay in their order, and a file that the teacher takes out of an exercise stays
 * where it was: so no row moves away while the teacher works on it.
 */
export function arrange({ files, exercises }: SetUp, earlier?: Arrangement): Arrangement {
  const byKey = new Map(files.map((file) => [rowKey(file), file]));
  const order = mergeOrder(earlier?.order ?? [], [...byKey.keys()]);
  const places = new Map(
    order.map((key) => {
      const { exercise = null, chosen = false } = byKey.get(key) ?? {};
      return [key, exercise ?? (chosen ? (earlier?.places.get(key) ?? null) : null)];
    }),
  );
  const names = new Set([...exercises.map(({ name }) => name), ...places.values()]);
  names.delete(null);
  const groups = [...names, null].map((name) => ({
    name,
    exercise: exercises.find((exercise) => exercise.name === name),
    files: order.flatMap((key) => (places.get(key) === name ? (byKey.get(key) ?? []) : [])),
  }));
  return { groups: groups.filter((group) => group.files.length > 0), order, places };
}

/** Whether a teacher should look at a file. */
export function isUnsure({ sureness, chosen }: SetUpFile): boolean {
  return sureness !== 'sure' && !chosen;
}

/** Return the keys in their earlier order, new keys after the key that they follow now. */
function mergeOrder(earlier: readonly string[], keys: readonly string[]): string[] {
  const present = new Set(keys);
  const merged = earlier.filter((key) => present.has(key));
  const known = new Set(merged);
  keys.forEach((key, index) => {
    if (!known.has(key)) {
      const before = keys[index - 1];
      merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, key);
    }
  });
  return merged;
}
