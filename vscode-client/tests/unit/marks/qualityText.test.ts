import assert from 'node:assert/strict';

import { changeText } from '../../../src/words';

describe('An estimated quality', () => {
  const change = (before: number | null, after: number | null): string =>
    changeText({ before, after }, { before: before && 10 * before, after: after && 10 * after });

  it('has two decimals', () => {
    assert.equal(change(0.5, 0.987), '0.50 → 0.99');
  });

  it('is followed by q next to 0 or 1', () => {
    assert.equal(change(0.5, 0.994), '0.50 → >0.99 (q 5.0 → 9.9)');
    assert.equal(change(0.001, 0.5), '<0.01 → 0.50 (q 0.0 → 5.0)');
  });

  it('is a dash for a text without words', () => {
    assert.equal(change(null, 0.994), '– → >0.99');
  });
});
