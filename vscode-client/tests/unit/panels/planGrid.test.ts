import assert from 'node:assert/strict';

import { type Colour, contrast, mixed, strongestMixture, target } from '../../../src/panels/plan/page/planGrid';
import { signOf } from '../../../src/panels/plan/page/planBar';

describe('The keyboard in a grid', () => {
  it('moves by one cell with an arrow, to the end with Ctrl, and not with other keys', () => {
    const from = { row: 2, column: 3 };
    assert.deepEqual(target(from, 'ArrowLeft', false), { row: 2, column: 2 });
    assert.deepEqual(target(from, 'ArrowDown', true), { row: Infinity, column: 3 });
    assert.deepEqual(target(from, 'Home', false), { row: 2, column: -Infinity });
    assert.deepEqual(target(from, 'End', true), { row: Infinity, column: Infinity });
    assert.equal(target(from, 'a', false), undefined);
  });

  it('finds columns by their labels', () => {
    assert.deepEqual(
      [0, 25, 26, 27, 52].map((index) => signOf('reference', index)),
      ['a', 'z', 'aa', 'ab', 'ba'],
    );
  });
});

describe('Colours behind text', () => {
  const [black, white, blue]: readonly Colour[] = [
    [0, 0, 0],
    [255, 255, 255],
    [0, 99, 211],
  ];

  it('have the contrast of WCAG', () => {
    assert.equal(contrast(black!, white!), 21);
    assert.equal(contrast(white!, white!), 1);
  });

  it('are as strong as readable text allows', () => {
    const part = strongestMixture(blue!, white!, [59, 59, 59], 0.8);
    assert.ok(part > 0.3 && part < 0.8);
    assert.ok(contrast(mixed(blue!, white!, part), [59, 59, 59]) >= 4.5);
    assert.equal(strongestMixture(white!, white!, black!, 0.8), 0.8);
    assert.equal(strongestMixture(black!, white!, black!, 0.8) < 0.8, true);
  });

  it('are as strong as possible if the theme’s text is not readable anyway', () => {
    assert.equal(strongestMixture(blue!, white!, white!, 0.8), 0.8);
  });
});
