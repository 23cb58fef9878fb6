/** What lies beside the examples in the window that most stories share. */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { openDocument, richText, wordDocument } from './wordDocuments';

export const NOTES = 'shopping.rtf';
export const WORKSHEET = 'opinion-grades.csv';
export const TEA = 'tea';

/** Write the classes and documents of all stories. */
export function writeSchool(workspace: string): void {
  writeFileSync(path.join(workspace, NOTES), '{\\rtf1\\ansi We need milk and two lemons.}');
  writeCalmClass(path.join(workspace, 'class'));
  writeMusic(path.join(workspace, 'music'));
  writeDocuments(workspace);
  writeWorksheet(workspace);
}

const CALM_SOURCE = [
  'Last summer I go to Lisbon with my two sister.',
  "The weather were very hot and we can't to sleep at night.",
  'Every morning we buyed fresh bread in a small bakery.',
  'My sisters enjoyed to walk along the river. In the evening we have listened some music.',
];
const CALM_TEACHER = [
  'Last summer I went to Lisbon with my two sisters.',
  "The weather was very hot and we couldn't sleep at night.",
  'Every morning we bought fresh bread in a small bakery.',
  'My sisters enjoyed walking along the river. In the evening we listened to some music.',
];
const CALM_STUDENTS: Readonly<Record<string, readonly string[]>> = {
  Aylin: CALM_TEACHER,
  Ben: [CALM_SOURCE[0]!.replace('go', 'gone'), CALM_TEACHER[1]!, CALM_SOURCE[2]!, CALM_SOURCE[3]!],
  Chloe: [CALM_TEACHER[0]!, CALM_SOURCE[1]!, CALM_SOURCE[2]!.replace('buyed', 'have bought'), CALM_TEACHER[3]!],
  Dario: [
    CALM_SOURCE[0]!.replace('go', 'gone'),
    CALM_SOURCE[1]!.replace("can't to", "can't"),
    CALM_TEACHER[2]!,
    CALM_SOURCE[3]!,
  ],
  Emeka: [CALM_TEACHER[0]!.replace('two', 'three'), CALM_TEACHER[1]!, CALM_TEACHER[2]!, CALM_TEACHER[3]!],
  Fatma: [
    CALM_SOURCE[0]!.replace('go', 'was going'),
    CALM_SOURCE[1]!,
    CALM_SOURCE[2]!,
    CALM_SOURCE[3]!.replace('to walk', 'walk'),
  ],
  Goran: CALM_SOURCE,
  mei_lin: [
    CALM_SOURCE[0]!.replace('go', 'gone'),
    CALM_SOURCE[1]!,
    CALM_TEACHER[2]!,
    CALM_SOURCE[3]!.replace('have listened', 'listened'),
  ],
};

/** Write a class whose text is not given a name. */
function writeCalmClass(folder: string): void {
  const write = (name: string, lines: readonly string[]): void => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  };
  write('original.txt', CALM_SOURCE);
  write('correction Ms Baker.txt', CALM_TEACHER);
  Object.entries(CALM_STUDENTS).forEach(([name, lines]) => {
    write(`students/${name}.txt`, lines);
  });
  write('markscheme.toml', [
    '[[exercise]]',
    'source = "original.txt"',
    'references = ["correction *.txt"]',
    'hypotheses = ["students/*.txt"]',
  ]);
}

const SENTENCES = [
  ['Yesterday I go to the market with my aunt.', 'Yesterday I went to the market with my aunt.'],
  ['She buy a apple and three pear for us.', 'She bought an apple and three pears for us.'],
  ['Then we was sitting in park near the river.', 'Then we sat in the park near the river.'],
  ['I am agree that it was very nice day.', 'I agree that it was a very nice day.'],
] as const;
const OTHER_WAYS = [
  'Yesterday I have gone to the market with my aunt.',
  'She buys an apple and three pears for us.',
  'Then we were sitting in a park near to the river.',
  'I am agreeing that it was the very nice day.',
];
export const EIGHT = ['Ada', 'Ben', 'Chloé', 'Dario', 'Emre', 'Femi', 'Greta', 'Hana'];
const EIGHT_CONFIGURATION = `
[[exercise]]
name = "Market"
source = "market/original.txt"
references = ["market/correction {teacher}.txt"]
hypotheses = ["market/students/{student}.txt"]

[[exercise]]
name = "Diary"
source = "diary/drafts/{student}.txt"
references = ["diary/corrected/{teacher}/{student}.txt"]
hypotheses = ["diary/revisions/{student}.txt"]

[groups]
"Articles" = ["DET"]
"Verbs" = ["VERB", "VERB:TENSE", "VERB:FORM", "VERB:SVA"]
`;

function lines(texts: readonly (string | undefined)[]): string {
  return `${texts.join('\n')}\n`;
}

/** Return a student's revision: each sentence as the teacher has it, otherwise corrected, or left as it is. */
function revision(number: number): string {
  return lines(
    SENTENCES.map(([learner, teacher], index) => {
      const versions = [teacher, OTHER_WAYS[index], learner];
      return versions[(number + index * (number + 1)) % versions.length];
    }),
  );
}

/** Put a class of eight with two assignments in the place of the examples; Hana has no revision of her diary yet. */
export function writeEight(folder: string): void {
  for (const name of readdirSync(folder)) {
    rmSync(path.join(folder, name), { recursive: true });
  }
  const draft = lines(SENTENCES.map(([learner]) => learner));
  const corrected = lines(SENTENCES.map(([, teacher]) => teacher));
  const write = (name: string, text: string): void => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write('markscheme.toml', EIGHT_CONFIGURATION);
  write('market/original.txt', draft);
  write('market/correction Ms Baker.txt', corrected);
  EIGHT.forEach((student, number) => {
    write(`market/students/${student}.txt`, revision(number));
    write(`diary/drafts/${student}.txt`, draft);
    write(`diary/corrected/Mr Cruz/${student}.txt`, corrected);
    if (student !== 'Hana') {
      write(`diary/revisions/${student}.txt`, revision(number + 1));
    }
  });
}

const MUSIC_CONFIGURATION = `
[comments]

[scheme]
basis = "deduct"
max = 10
weights = { agreement = 2 }

[[exercise]]
name = "Music"
source = "task.txt"
references = ["correction {teacher}.txt"]
hypotheses = ["students/{student}.txt"]
`;
const MUSIC = {
  'markscheme.toml': MUSIC_CONFIGURATION,
  'task.txt': 'She like music very many.\nHe go to school every day.\n',
  'correction Ms Baker.txt': 'She likes music very much.\nHe goes to school every day.\n',
  'students/Mei.txt': 'She likes music very many.\nHe go to school every day.\n',
};

/** Write a class with a mark scheme; Mei has missed two of three errors. */
function writeMusic(folder: string): void {
  for (const [name, text] of Object.entries(MUSIC)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

export const TEA_LINES = ['Yesterday he go to school.', 'She like tea at home.'] as const;
/** Write a class that hands in documents of every kind. */
function writeDocuments(workspace: string): void {
  const folder = path.join(workspace, TEA);
  mkdirSync(path.join(folder, 'students'), { recursive: true });
  const write = (name: string, content: string | Buffer): void => {
    writeFileSync(path.join(folder, name), content);
  };
  write(
    'markscheme.toml',
    '[[exercise]]\nname = "tea"\nsource = "tea.docx"\nreferences = ["tea by {teacher}.docx"]\nhypotheses = ["students/{student}.*"]\n',
  );
  write('tea.docx', wordDocument([TEA_LINES[0]], [TEA_LINES[1]]));
  write('tea by Ms Kim.docx', wordDocument(['Yesterday he went to school.'], ['She likes tea at home.']));
  write('students/mei.docx', wordDocument(['Yesterday he walked to school.'], [TEA_LINES[1]]));
  write('students/oskar.odt', openDocument('Yesterday he went to school.', TEA_LINES[1]));
  write('students/rita.rtf', richText('Yesterday he walked to school.', 'She likes tea at home.'));
  // Beside configured exercises, a document with tracked changes is no exercise of its own.
  const alone = path.join(workspace, 'alone');
  mkdirSync(alone);
  writeFileSync(
    path.join(alone, 'both.docx'),
    wordDocument(
      ['Yesterday he ', { before: 'go', by: { Ann: 'went', Ben: 'walked' } }, ' to school.'],
      ['She ', { before: 'like', by: { Ann: 'likes', Ben: 'loves' } }, ' tea at home.'],
    ),
  );
}

/** Write Moodle's worksheet for the two students of an exercise. */
function writeWorksheet(workspace: string): void {
  const head =
    'Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Grade can be changed",' +
    '"Last modified (submission)","Last modified (grade)","Feedback comments"';
  const row = (number: number, name: string): string =>
    `"Participant ${String(number)}",${name},,"Submitted for grading",,100.00,Yes,-,-,`;
  writeFileSync(path.join(workspace, WORKSHEET), `${[head, row(1, 'Lena'), row(2, 'Tomas')].join('\n')}\n`);
}
