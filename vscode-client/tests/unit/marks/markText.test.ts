import assert from 'node:assert/strict';

import { markSum, markTitle, sumLines, textOf } from '../../../src/marks/markText';
import type { MarkLine } from '../../../src/protocol/contract';
import { VOCABULARIES } from '../../../src/protocol/vocabularies';
import { findingWith, marksWith, markWith, verdictsWith } from '../../sampleMarks';

const BAND = { name: 'good', text: '' };

describe('A mark by a mark scheme', () => {
  it('has its band, or the reason why there is none', () => {
    assert.equal(markTitle(markWith(7.5)), '7.5 of 10');
    assert.equal(markTitle(markWith(7.5, { band: BAND })), '7.5 of 10 (good)');
    assert.equal(markTitle(markWith(7.5, { band: BAND, range: [7.5, 9], open: 2 })), '7.5 to 9 of 10, 2 to decide');
    assert.equal(markTitle(markWith(0, { range: [0, 0], open: 1 })), '0 of 10, 1 to decide');
    assert.equal(
      markTitle(markWith(null, { withheld: 'read this text yourself' })),
      'no mark: read this text yourself',
    );
  });

  it('is a sum of lines, findings of equal verdict together, that adds up', () => {
    const findings = [
      findingWith('not-needed'),
      findingWith('correct'),
      findingWith('correct'),
      findingWith('correct'),
    ];
    const lines: MarkLine[] = [
      { kind: 'full', points: 10, why: 'The best mark, to begin with' },
      { kind: 'place', points: -0.25, why: '', finding: 0, weight: 1 },
      ...[1, 2, 3].map((finding): MarkLine => ({ kind: 'place', points: 1 / 3, why: '', finding, weight: 1 })),
      { kind: 'words', points: -1, why: '64 words: fewer than 80' },
      { kind: 'rounding', points: 0, why: 'Rounding' },
    ];
    assert.equal(
      markSum({ lines }, findings),
      'The best mark, to begin with +10 · 3 correct +1 · 1 not needed −0.25 · 64 words: fewer than 80 −1',
    );
  });

  it('has a teacher’s points by themselves, and unfolds into lines with their places', () => {
    const range = { start: { line: 0, character: 1 }, end: { line: 0, character: 3 } };
    const lines: MarkLine[] = [
      { kind: 'place', points: 1, why: 'Correct', finding: 0, weight: 1 },
      { kind: 'given', points: -0.5, why: 'Missed (points by Ms Kim; −1 by the scheme)', finding: 1, range },
    ];
    assert.equal(
      markSum({ lines }, [findingWith('correct'), findingWith('missed')]),
      '1 correct +1 · Missed (points by Ms Kim; −1 by the scheme) −0.5',
    );
    assert.deepEqual(sumLines({ lines }), [
      { text: '+1 Correct', range: undefined },
      { text: '−0.5 Missed (points by Ms Kim; −1 by the scheme)', range },
    ]);
  });

  it('stands before the points of the places in the lines of the status bar', () => {
    const marks = marksWith({}, { verdicts: verdictsWith({ correct: 1 }, [1, 2]) });
    const text = textOf(VOCABULARIES.verdicts);
    assert.deepEqual(text.lines(marks), ['Mark: 1 of 2 (50 %)', '1 correct']);
    const mark = markWith(5, { band: BAND });
    assert.deepEqual(text.lines(marks, mark), ['Mark: 5 of 10 (good)', 'Places: 1 of 2 (50 %)', '1 correct']);
  });
});
