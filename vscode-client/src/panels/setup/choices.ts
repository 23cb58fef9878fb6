import type { SetUpChoices, SetUpFile, SetUpFileChoice } from '../../protocol/contract';

/** A row of the set-up: a file, or one author's corrections in it. */
export type Row = Pick<SetUpFile, 'path' | 'author'>;

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
