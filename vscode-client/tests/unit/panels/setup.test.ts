import assert from 'node:assert/strict';

import * as v from 'valibot';

import {
  arrange,
  isUnsure,
  NO_CHOICES,
  rowKey,
  withAnswer,
  withChange,
  withoutRow,
} from '../../../src/panels/setup/setUp';
import { readOnlyPatterns } from '../../../src/panels/setup/setUpPanel';
import * as check from '../../../src/protocol/checks';
import { setUpFile, setUpOf, sharedText } from '../../setUps';

const word = (author: string | null): { path: string; author: string | null } => ({ path: 'letter.docx', author });

describe('Students’ files that are kept read-only', () => {
  const file = (path: string, role: 'hypothesis' | 'reference' | 'none' = 'hypothesis') => ({ path, role });

  it('are all of a folder where only students’ files end so, and else each file', () => {
    const files = [
      ...[
        file('students/Ada.txt'),
        file('students/Bo.txt'),
        file('students/Cy.docx'),
        file('students/notes.txt', 'none'),
      ],
      ...[file('week[1]/ref.kim.txt', 'reference'), file('week[1]/Bo.txt'), file('Ada.txt')],
    ];
    assert.deepEqual(readOnlyPatterns(files, ''), ['*.txt', 'students/*.docx', 'students/*.txt', 'week[[]1[]]/Bo.txt']);
    assert.deepEqual(readOnlyPatterns([file('students/Ada.txt')], 'classes/10b'), ['classes/10b/students/*.txt']);
  });
});

describe('The choices of a set-up', () => {
  it('have one entry for each row, with all that was chosen for it', () => {
    const one = withChange(NO_CHOICES, [word('Kim')], { role: 'reference' });
    const two = withChange(one, [word('Kim'), word(null)], { person: 'Ms Kim' });
    assert.deepEqual(two.files, [
      { path: 'letter.docx', author: 'Kim', role: 'reference', person: 'Ms Kim' },
      { path: 'letter.docx', person: 'Ms Kim' },
    ]);
    assert.deepEqual(withoutRow(two, word('Kim')).files, [{ path: 'letter.docx', person: 'Ms Kim' }]);
  });

  it('go back to the guess with an empty name', () => {
    const named = withChange(NO_CHOICES, [word(null)], { person: 'Kim' });
    assert.deepEqual(withChange(named, [word(null)], { person: '' }), NO_CHOICES);
    const both = withChange(named, [word(null)], { role: 'reference' });
    assert.deepEqual(withChange(both, [word(null)], { person: '' }).files, [
      { path: 'letter.docx', role: 'reference' },
    ]);
  });

  it('have the last answer to a question', () => {
    const answered = withAnswer(withAnswer(NO_CHOICES, 'who', 'a'), 'who', 'b');
    assert.deepEqual(answered, { files: [], answers: { who: 'b' } });
    assert.deepEqual(NO_CHOICES, { files: [], answers: {} });
  });
});

describe('The table of a set-up', () => {
  const a = setUpFile('a.txt', { role: 'source' });
  const b = setUpFile('b.txt', { exercise: 'week-2' });
  const c = setUpFile('c.txt');
  const unused = setUpFile('d.txt', { role: 'none', exercise: null });
  const shape = (...parameters: Parameters<typeof arrange>): unknown =>
    arrange(...parameters).groups.map(({ name, files }) => [name, ...files.map(({ path }) => path)]);

  it('has a group for each exercise, and the files without a part at the end', () => {
    const groups = [
      ['lost-phone', 'a.txt', 'c.txt'],
      ['week-2', 'b.txt'],
      [null, 'd.txt'],
    ];
    assert.deepEqual(shape(setUpOf([a, c, b, unused])), groups);
  });

  it('has a group without marks for a file whose exercise can’t be marked', () => {
    const [group] = arrange(setUpOf([a], { exercises: [] })).groups;
    assert.deepEqual([group?.name, group?.exercise], ['lost-phone', undefined]);
  });

  it('keeps the order of rows while a teacher works, and has new files at their places', () => {
    const first = arrange(setUpOf([a, c, b]));
    const reference = { ...c, role: 'reference', chosen: true } as const;
    const fresh = setUpFile('bb.txt');
    assert.deepEqual(shape(setUpOf([reference, fresh, a, b]), first), [
      ['lost-phone', 'a.txt', 'c.txt', 'bb.txt'],
      ['week-2', 'b.txt'],
    ]);
  });

  it('leaves a file where it was that the teacher takes out of its exercise', () => {
    const first = arrange(setUpOf([a, c, b, unused]));
    const out = { ...c, role: 'none', exercise: null, chosen: true } as const;
    const second = arrange(setUpOf([a, b, out, unused]), first);
    assert.equal(second.places.get(rowKey(c)), 'lost-phone');
    const third = arrange(setUpOf([a, b, unused, out]), second);
    assert.equal(third.places.get(rowKey(c)), 'lost-phone');
    assert.deepEqual(shape(setUpOf([a, b, out, unused])), [
      ['lost-phone', 'a.txt'],
      ['week-2', 'b.txt'],
      [null, 'c.txt', 'd.txt'],
    ]);
  });

  it('counts a file as unsure until the teacher chooses', () => {
    const ask = setUpFile('a.txt', { sureness: 'ask' });
    assert.deepEqual([a, ask, { ...ask, chosen: true }].map(isUnsure), [false, true, false]);
  });
});

describe('The server’s set-up', () => {
  it('is read as it is', () => {
    const setUp = sharedText(3);
    assert.deepEqual(v.parse(check.SetUp, setUp), setUp);
    assert.ok(!v.is(check.SetUp, { ...setUp, files: [{ path: 'a' }] }));
  });
});
