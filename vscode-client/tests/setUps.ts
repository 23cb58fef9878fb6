import type { SetUp, SetUpExercise, SetUpFile, SetUpQuestion } from '../src/protocol/contract';

const NAMES = [
  'Amira', 'Jonas', 'Lucía', 'Mei Lin', 'Tomás', 'Sara', 'Pavel', 'Yuki', 'Noor', 'Émile',
  'Anna', 'Björn', 'Chen', 'Dana', 'Elif', 'Farid', 'Giulia', 'Hana', 'Ivan', 'Jia',
  'Kofi', 'Lena', 'Mateo', 'Nadia', 'Olu', 'Priya', 'Quinn', 'Rosa', 'Samir', 'Thuy',
  'Uma', 'Viktor', 'Wanjiru', 'Xavier', 'Ylva', 'Zoran', 'Maximilian von der Vogelweide the Younger', 'Aiko', 'Bo', 'Carmen',
]; // prettier-ignore

/** The folder of the set-ups. */
export const FOLDER = { uri: 'file:///class/Lost%20phone', name: 'Lost phone' };

/** Return a row of a set-up, with all else from `changes`. */
export function setUpFile(path: string, changes: Partial<SetUpFile> = {}): SetUpFile {
  return {
    path,
    uri: `${FOLDER.uri}/${encodeURI(path)}`,
    author: null,
    authors: [],
    role: 'hypothesis',
    person: null,
    exercise: 'lost-phone',
    essay: null,
    reason: 'in the folder students',
    sureness: 'sure',
    chosen: false,
    ...changes,
  };
}

/** Return a set-up of these files, with all else from `changes`. */
export function setUpOf(files: readonly SetUpFile[], changes: Partial<SetUp> = {}): SetUp {
  return {
    uri: FOLDER.uri,
    configuration: `${FOLDER.uri}/markscheme.toml`,
    exists: false,
    summary: '40 students, 2 teachers, one exercise: lost-phone.',
    exercises: exercisesOf(files),
    files: files,
    questions: [],
    warnings: [],
    toml: '[[exercise]]\nname = "lost-phone"\nsource = "original.txt"\nhypotheses = ["students/{student}.txt"]\n',
    ...changes,
  };
}

/** Return a class with one text: its source, two teachers, students, and files without a part. */
export function sharedText(size: number, changes: Partial<SetUp> = {}): SetUp {
  const students = Array.from({ length: size }, (_, index) => {
    const name = NAMES[index % NAMES.length] ?? '';
    const isOdd = index % 9 === 4;
    return setUpFile(`students/${name}.txt`, {
      person: name,
      ...(isOdd ? { sureness: 'likely', reason: 'shares its sentences with original.txt' } : {}),
    });
  });
  return setUpOf(
    [
      setUpFile('original.txt', { role: 'source', reason: 'all other texts depart from it' }),
      setUpFile('correction Ms Baker.txt', { role: 'reference', person: 'Ms Baker', reason: 'called correction' }),
      setUpFile('text 2.txt', {
        role: 'reference',
        person: 'Mr Cruz',
        sureness: 'ask',
        reason: 'it agrees with the correction by Ms Baker in most places',
      }),
      ...students,
      setUpFile('marks.xlsx', { role: 'none', exercise: null, reason: '.xlsx is no text of an exercise' }),
      setUpFile('Instructions.txt', { role: 'none', exercise: null, reason: 'shares nothing with the other texts' }),
    ],
    { questions: [question('who', ['text 2.txt'])], warnings: ['students/late.txt is empty.'], ...changes },
  );
}

/** Return a class with a draft, a correction and a revision for each student, and a Word document by two authors. */
export function ownEssays(size: number): SetUp {
  const files = NAMES.slice(0, size).flatMap((name) => [
    setUpFile(`drafts/${name}.txt`, { role: 'source', person: name, essay: name, exercise: 'holidays' }),
    setUpFile(`corrected/${name}.txt`, { role: 'reference', person: 'Ms Baker', essay: name, exercise: 'holidays' }),
    setUpFile(`revisions/${name}.txt`, { person: name, essay: name, exercise: 'holidays', sureness: 'likely' }),
  ]);
  const word = { authors: ['M. Baker', 'J. Cruz'], exercise: 'letter', reason: 'tracked changes' };
  const authors = ['M. Baker', 'J. Cruz'].map((author) =>
    setUpFile('letter.docx', { ...word, author, role: 'reference', person: author }),
  );
  return setUpOf([...files, ...authors]);
}

/** Return a question about files with two answers. */
export function question(id: string, files: readonly string[]): SetUpQuestion {
  return {
    id,
    text: 'Who wrote “text 2.txt”?',
    choices: [
      { id: 'teacher', label: 'A teacher: it is a correction to mark against' },
      { id: 'student', label: 'A student: it is to be marked' },
    ],
    default: 'teacher',
    answer: 'teacher',
    files: files,
  };
}

function exercisesOf(files: readonly SetUpFile[]): SetUpExercise[] {
  const names = [...new Set(files.flatMap(({ exercise }) => (exercise === null ? [] : [exercise])))];
  return names.map((name) => {
    const own = files.filter(({ exercise }) => exercise === name);
    const people = (role: SetUpFile['role']): string[] => [
      ...new Set(own.filter((file) => file.role === role).flatMap(({ person }) => (person === null ? [] : [person]))),
    ];
    return {
      name,
      essays: own.some(({ essay }) => essay !== null),
      students: people('hypothesis').sort(),
      teachers: people('reference').sort(),
    };
  });
}
