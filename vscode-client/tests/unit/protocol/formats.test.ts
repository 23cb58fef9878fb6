import assert from 'node:assert/strict';

import { errorCount, shareOf } from '../../../src/protocol/categories';
import { isNamedAsExercise, mayChangeExercises, studentInName } from '../../../src/protocol/formats';
import { marksWith } from '../../sampleMarks';

describe('Names of documents', () => {
  it('show whether a file belongs to an exercise', () => {
    const names = ['/a/week-3.hyp.lena.txt', '/a/report.src', '/a/quiz.ref0', '/a/markscheme.toml'];
    assert.deepEqual(names.filter(isNamedAsExercise), names);
    assert.deepEqual(['/a/notes.txt', '/a/my-markscheme.toml', '/a.src/b'].filter(isNamedAsExercise), []);
    assert.ok(['/a/accepted.m2', '/a/decisions.m2'].every(mayChangeExercises));
    assert.ok(!mayChangeExercises('/a/notes.txt'));
  });

  it('have the student’s name', () => {
    assert.deepEqual(['week-3.hyp.lena.txt', 'quiz.m2'].map(studentInName), ['lena', 'quiz.m2']);
  });
});

describe('Categories', () => {
  it('count errors without hits', () => {
    assert.equal(errorCount(marksWith({ tp: 5, fp_ne: 1, fn: 2, fp_un: 3, tn: 7 }).counts), 6);
  });

  it('have their own shares', () => {
    const scores = { hit: 0.5, wrong: 0.3, under: 0.2, over: 0.1, score: 0.7 };
    assert.equal(shareOf(scores, 'over-correction'), 0.1);
    assert.equal(shareOf(scores, 'hit-correction'), 0.5);
  });
});
