import assert from 'node:assert/strict';

import { ColorThemeKind } from 'vscode';

import { hintLabel, quietText, type QuietText, wholeWords } from '../../../src/marks/decorations';
import { toRange } from '../../../src/frontEditor';
import type { Finding, Verdict } from '../../../src/protocol/contract';
import { VOCABULARIES } from '../../../src/protocol/vocabularies';
import { documentMarks, findingWith } from '../../sampleMarks';

const LINE = "He have gone already in park, and don't on live of it.";

function at(words: string): Finding['range'] {
  const start = LINE.indexOf(words);
  assert.ok(start >= 0, words);
  return { start: { line: 0, character: start }, end: { line: 0, character: start + words.length } };
}

/** Return a place with what a teacher has instead of some words; without words, behind `after`. */
function place(verdict: Verdict, words: string, instead?: readonly [string, string], changes: Partial<Finding> = {}) {
  const suggestions = instead
    ? [{ range: at(instead[0]), before: instead[0], text: instead[1], references: ['kim'] }]
    : [];
  return findingWith(verdict, { range: at(words), hypothesis: words, suggestions, ...changes });
}

function quiet(findings: readonly Finding[], showsAll = false): QuietText {
  return quietText(documentMarks({ findings }), VOCABULARIES.verdicts, () => LINE, showsAll);
}

function wordsOf({ start, end }: Finding['range']): string {
  return LINE.slice(start.character, end.character);
}

function strokes(text: QuietText): string[] {
  return text.strokes.map(({ look, emphasis, range }) => `${look.name} ${emphasis}: ${wordsOf(range)}`);
}

/** Return each hint behind the words that stand before it. */
function hints(text: QuietText): string[] {
  return text.hints.map(
    (hint) => `${LINE.slice(0, hint.position.character)}[${hintLabel(hint, ColorThemeKind.Light)}]`,
  );
}

describe('A quiet text', () => {
  it('frames what nobody has decided, underlines other faults and what is right, and leaves the rest alone', () => {
    const findings = [
      place('different', 'gone', undefined, { open: true }),
      place('missed', 'park'),
      place('correct', 'have'),
      place('optional', 'live'),
    ];
    assert.deepEqual(strokes(quiet(findings)), ['different frame: gone', 'missed line: park', 'correct line: have']);
    assert.deepEqual(strokes(quiet(findings, true)).at(-1), 'optional frame: live');
  });

  it('cuts no word', () => {
    assert.equal(wordsOf(wholeWords(toRange(at("n't")), () => LINE)), "don't");
    assert.equal(wordsOf(wholeWords(toRange(at('on live')), () => LINE)), 'on live');
    assert.deepEqual(strokes(quiet([place('correct', 'do'), place('correct', "n't")])), ["correct line: don't"]);
  });

  it('has a teacher’s words behind the whole frame', () => {
    const text = quiet([place('different', 'gone', ['have gone already', 'had already left'], { open: true })]);
    assert.deepEqual(strokes(text), ['different frame: have gone already']);
    assert.deepEqual(hints(text), ['He have gone already[→ had already left]']);
  });

  it('leaves out the words at either end that stay', () => {
    assert.deepEqual(hints(quiet([place('missed', 'gone', ['have gone already', 'have left already'])])), [
      'He have gone[→ left]',
    ]);
  });

  it('keeps the frames of two places that one suggestion changes', () => {
    const instead = ['have gone', 'went'] as const;
    const text = quiet([place('missed', 'have', instead), place('different', 'gone', instead, { open: true })]);
    assert.deepEqual(strokes(text), ['missed line: have', 'different frame: gone']);
    assert.deepEqual(hints(text), ['He have gone[→ went]']);
  });

  it('strikes through what a teacher takes out, without a hint', () => {
    const text = quiet([place('missed', 'on', ['on live', 'live'])]);
    assert.deepEqual([text.struck.map(wordsOf), hints(text)], [['on'], []]);
  });

  it('adds words behind a caret, or behind the frame that has the place in it', () => {
    const before = { start: at('park').start, end: at('park').start };
    const text = quiet([place('missed', 'in', ['in park', 'in the park'], { range: before, hypothesis: '' })]);
    assert.deepEqual(hints(text), ['He have gone already in [+ the]']);
    assert.equal(text.strokes[0]?.range.start.character, at('in').end.character, 'the caret stands before its hint');
    assert.deepEqual(hints(quiet([place('partly-correct', 'in park', ['in park', 'in the park'])])), [
      'He have gone already in park[→ in the park]',
    ]);
  });

  it('hints at nothing where the words are right', () => {
    assert.deepEqual(hints(quiet([place('correct', 'gone', ['gone', 'left'])])), []);
    assert.deepEqual(hints(quiet([place('not-needed', 'gone', ['gone', 'go'])])), []);
  });

  it('has hints in brackets where they are as bright as the text', () => {
    const [hint] = quiet([place('missed', 'gone', ['gone', 'left'])]).hints;
    assert.equal(hintLabel(hint!, ColorThemeKind.HighContrast), '[→ left]');
  });
});
