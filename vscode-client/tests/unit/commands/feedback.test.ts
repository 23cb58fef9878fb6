import assert from 'node:assert/strict';

import { feedbackMessage, modes } from '../../../src/commands/feedback';

describe('Giving back', () => {
  it('offers tracked changes in Word only', () => {
    const names = (format: string): string[] => modes(format).map(({ name }) => name);
    assert.deepEqual(names('docx'), ['direct', 'tracked', 'hint']);
    assert.deepEqual(names('html'), ['direct', 'hint']);
    assert.deepEqual(names('pdf'), ['direct', 'hint']);
  });

  it('says what was written, by its name or by the number of texts', () => {
    assert.equal(feedbackMessage(['file:///a/Mei%20Lin.html'], []), 'The feedback was written: Mei Lin.html.');
    assert.equal(feedbackMessage(['file:///a/b.html', 'file:///a/c.html'], []), 'Feedback was written for 2 texts.');
  });

  it('says why somebody has none, and does not list a whole class', () => {
    const problems = ['Tom has no revision yet.', 'Ada has no revision yet.', 'B.', 'C.', 'D.'];
    assert.equal(
      feedbackMessage(['file:///a/b.html'], problems.slice(0, 1)),
      'The feedback was written: b.html. Tom has no revision yet.',
    );
    assert.match(feedbackMessage(['file:///a/b.html'], problems), /B\. There are 2 more notes like these\.$/);
  });
});
