import assert from 'node:assert/strict';

import { studentItem } from '../../../src/exercises/exerciseItems';

describe('The item of a student', () => {
  it('opens the document with the server’s answer whether it has lines', () => {
    for (const lines of [true, false]) {
      const student = { name: 'lena', uri: 'file:///a.hyp.lena.txt', lines, author: null };
      const exercise = { name: 'a', uri: 'file:///', source: null, hypotheses: [student], references: [] };
      const { command } = studentItem({ kind: 'student', student, exercise }, undefined);
      assert.equal(command?.command, 'markscheme.openStudent');
      assert.deepEqual(command.arguments, [student.uri, lines]);
    }
  });
});
