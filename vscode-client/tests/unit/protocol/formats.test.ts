import assert from 'node:assert/strict';

import { isNamedAsExercise, studentInName } from '../../../src/exerciseFiles';

describe('Names of documents', () => {
  it('show whether a file belongs to an exercise', () => {
    const names = [
      '/a/week-3.hyp.lena.txt',
      '/a/week-3.hyp.mei.odt',
      '/a/report.src',
      '/a/quiz.ref0',
      '/a/markscheme.toml',
    ];
    assert.deepEqual(names.filter(isNamedAsExercise), names);
    assert.deepEqual(['/a/notes.txt', '/a/my-markscheme.toml', '/a.src/b'].filter(isNamedAsExercise), []);
  });

  it('have the student’s name', () => {
    assert.deepEqual(['week-3.hyp.lena.txt', 'quiz.m2'].map(studentInName), ['lena', 'quiz.m2']);
  });
});
