import assert from 'node:assert/strict';

import { counterpart, wordDifferences } from '../../../src/exercises/sideBySide';

function changes(one: string, other: string): string[] {
  return wordDifferences(one, other).map(
    (place) => `${one.slice(place.one.start, place.one.end)} > ${other.slice(place.other.start, place.other.end)}`,
  );
}

describe('The words in which two texts differ', () => {
  it('are whole words, with nothing on the side that has none', () => {
    assert.deepEqual(changes("I can't to sleep, and she go home.", "I couldn't sleep, and then she goes home."), [
      "can't to > couldn't",
      ' > then',
      'go > goes',
    ]);
  });

  it('are none where only spaces and line ends differ', () => {
    assert.deepEqual(changes('Dear Nadia,\nthanks.', 'Dear  Nadia, thanks.\n'), []);
  });

  it('are all words where nothing is in common, and where one text is empty', () => {
    assert.deepEqual(changes('uno dos', 'one two'), ['uno dos > one two']);
    assert.deepEqual(changes('', 'one two'), [' > one two']);
    assert.deepEqual(changes('uno', ''), ['uno > ']);
    assert.deepEqual(changes('', ''), []);
  });

  it('leave the rest of both texts equal, whatever the texts', () => {
    let seed = 7;
    const random = (limit: number): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * limit);
    };
    const text = (): string => Array.from({ length: random(12) }, () => 'abc'[random(3)]).join(' ');
    for (let round = 0; round < 500; round += 1) {
      const [one, other] = [text(), text()];
      const rest = (words: string, side: 'one' | 'other'): string[] =>
        wordDifferences(one, other)
          .reduceRight((left, place) => left.slice(0, place[side].start) + left.slice(place[side].end), words)
          .split(' ')
          .filter(Boolean);
      assert.deepEqual(rest(one, 'one'), rest(other, 'other'), `${one} | ${other}`);
    }
  });

  it('say which place of the other text belongs to a place', () => {
    const [one, other] = ['I go home now.', 'Today I went home now.'];
    const differences = wordDifferences(one, other);
    assert.equal(counterpart(differences, one.indexOf('home'), 'one'), other.indexOf('home'));
    assert.equal(counterpart(differences, other.indexOf('now'), 'other'), one.indexOf('now'));
    assert.equal(counterpart([], 5, 'one'), 5);
  });
});
