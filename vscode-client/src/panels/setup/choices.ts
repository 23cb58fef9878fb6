import type { SetUp, SetUpChoices, SetUpExercise, SetUpFile, SetUpFileChoice } from '../../protocol/contract';

/** A row of the set-up: a file, or one author's corrections in it. */
type Row = Pick<SetUpFile, 'path' | 'author'>;

/** What a teacher chooses for a row. An empty name goes back to the guessed one. */
export type Change = Partial<Pick<SetUpFileChoice, 'role' | 'person' | 'exercise'>>;

export const NO_CHOICES: SetUpChoices = { files: [], answers: {} };

/** Return a row's key; a file may have a row for each author. */
export function rowKey({ path, author }: Row): string {
  return JSON.stringify([path, author]);
}

/** Return the choices with a change of some rows. */
export function withChange(choices: SetUpChoices, rows: readonly Row[], change: Change): SetUpChoices {
  return rows.reduce((changed, row) => withRowChange(changed, row, change), choices);
}

/** Return the choices without those for a row. */
export function withoutRow(choices: SetUpChoices, row: Row): SetUpChoices {
  return { ...choices, files: choices.files.filter((choice) => keyOf(choice) !== rowKey(row)) };
}

/** Return the choices with the answer to a question. */
export function withAnswer(choices: SetUpChoices, question: string, answer: string): SetUpChoices {
  return { ...choices, answers: { ...choices.answers, [question]: answer } };
}

function withRowChange(choices: SetUpChoices, row: Row, change: Change): SetUpChoices {
  const earlier = choices.files.find((choice) => keyOf(choice) === rowKey(row));
  const chosen = withoutEmpty({ ...earlier, ...change });
  const others = withoutRow(choices, row).files;
  if (Object.keys(chosen).length === 0) {
    return { ...choices, files: others };
  }
  const author = row.author === null ? {} : { author: row.author };
  return { ...choices, files: [...others, { path: row.path, ...author, ...chosen }] };
}

function withoutEmpty({ role, person, exercise }: Change): Change {
  return { ...(role ? { role } : {}), ...(person ? { person } : {}), ...(exercise ? { exercise } : {}) };
}

function keyOf({ path, author }: SetUpFileChoice): string {
  return rowKey({ path, author: author ?? null });
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
export function arrange(setUp: SetUp, earlier?: Arrangement): Arrangement {
  const keys = setUp.files.map(rowKey);
  const order = earlier ? mergeOrder(earlier.order, keys) : keys;
  const places = new Map(setUp.files.map((file) => [rowKey(file), placeOf(file, earlier)]));
  const rank = new Map(order.map((key, index) => [key, index]));
  const files = [...setUp.files].sort((a, b) => (rank.get(rowKey(a)) ?? 0) - (rank.get(rowKey(b)) ?? 0));
  const named = [...new Set([...setUp.exercises.map(({ name }) => name), ...files.map(({ exercise }) => exercise)])];
  const groups = [...named.filter((name) => name !== null), ...places.values(), null];
  return {
    groups: [...new Set(groups)]
      .sort((a, b) => Number(a === null) - Number(b === null))
      .map((name) => ({
        name,
        exercise: setUp.exercises.find((exercise) => exercise.name === name),
        files: files.filter((file) => places.get(rowKey(file)) === name),
      }))
      .filter((group) => group.files.length > 0),
    order,
    places,
  };
}

/** Whether a teacher should look at a file. */
export function isUnsure({ sureness, chosen }: SetUpFile): boolean {
  return sureness !== 'sure' && !chosen;
}

function placeOf(file: SetUpFile, earlier: Arrangement | undefined): string | null {
  return file.exercise ?? (file.chosen ? (earlier?.places.get(rowKey(file)) ?? null) : null);
}

/** Return the keys in their earlier order, new keys after the key that they follow now. */
function mergeOrder(earlier: readonly string[], keys: readonly string[]): string[] {
  const present = new Set(keys);
  const merged = earlier.filter((key) => present.has(key));
  keys.forEach((key, index) => {
    if (!merged.includes(key)) {
      const before = keys[index - 1];
      merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, key);
    }
  });
  return merged;
}
