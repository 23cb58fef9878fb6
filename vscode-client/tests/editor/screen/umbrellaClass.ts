/** A class of four students that no file configures. */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const STUDENTS = ['Amira', 'Jonas', 'Mei Lin', 'Tomás'];

/** The sentences of a text, each as the learner wrote it, as a teacher has it, and as students have it. */
const SENTENCES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'Last summer I have lost my umbrella in the bus.',
    'Last summer I lost my umbrella on the bus.',
    ['Last summer I lost my umbrella in the bus.', 'Last summer I have lost my umbrella on the bus.'],
  ],
  [
    'It were green and my grandmother give it to me.',
    'It was green and my grandmother gave it to me.',
    ['It was green and my grandmother gave it to me.', 'It was green and my grandmother gives it to me.'],
  ],
  [
    'The driver did not saw nothing under the seats.',
    'The driver did not see anything under the seats.',
    ['The driver did not see nothing under the seats.', 'The driver didn’t see anything under the seats.'],
  ],
  [
    'Now I am walking to school when it rain.',
    'Now I walk to school when it rains.',
    ['Now I am walking to school when it rains.', 'Now I walk to school when it rain.'],
  ],
];

/** Replace a folder's content by a class: a text, a teacher's correction, and four students'. */
export function writeClass(workspace: string): void {
  for (const name of readdirSync(workspace)) {
    rmSync(path.join(workspace, name), { recursive: true });
  }
  const text = (version: (sentence: (typeof SENTENCES)[number], index: number) => string): string =>
    `${SENTENCES.map(version).join(' ')}\n`;
  writeFileSync(
    path.join(workspace, 'original.txt'),
    text(([learner]) => learner),
  );
  writeFileSync(
    path.join(workspace, 'correction Ms Baker.txt'),
    text(([, teacher]) => teacher),
  );
  mkdirSync(path.join(workspace, 'students'));
  STUDENTS.forEach((student, number) => {
    const own = text(([, , versions], index) => versions[(number + (number > 1 ? index : 0)) % 2] ?? '');
    writeFileSync(path.join(workspace, 'students', `${student}.txt`), own);
  });
}
