import assert from 'node:assert/strict';

import { commentItems, criterionAlone, isPoints, writtenItem } from '../../../src/commands/placeDialogs';
import type { Comment, CommentChoice, PlaceChoices } from '../../../src/protocol/contract';

const COMMENT: Comment = { code: 'T', text: 'When, Mei?', key: null, given: true, by: 'Ms Kim', date: '2026-11-22' };

function choice(text: string, fits: boolean): CommentChoice {
  return { code: 'T', text, template: `{${text}}`, key: text, fits };
}

function choicesWith(changes: Partial<PlaceChoices> = {}): PlaceChoices {
  return {
    about: 'left “go”',
    range: null,
    finding: 1,
    comment: null,
    template: '',
    changed: false,
    choices: [choice('other', false), choice('fitting', true)],
    points: null,
    by: 'Ms Kim',
    ...changes,
  };
}

function labels(choices: PlaceChoices): readonly string[] {
  return commentItems(choices).map(({ label }) => label);
}

describe('The list of comments on a place', () => {
  it('has those for such a place first, so that Enter changes least', () => {
    assert.deepEqual(labels(choicesWith()), ['For this place', 'fitting', 'Other comments', 'other']);
    const items = commentItems(choicesWith());
    assert.deepEqual(items[1]?.chosen, {
      command: 'markscheme.comment',
      argument: { text: '{fitting}', code: 'T', key: 'fitting' },
    });
  });

  it('takes back what a teacher said, and leaves a place without a comment', () => {
    const said = labels(choicesWith({ comment: COMMENT, changed: true }));
    assert.deepEqual(said.slice(2, 5), [
      '',
      '$(discard) Back to the suggested comment',
      '$(circle-slash) No comment here',
    ]);
    const dropped = labels(choicesWith({ changed: true, choices: [] }));
    assert.deepEqual(dropped, ['', '$(discard) Take the comment back']);
    assert.deepEqual(labels(choicesWith({ comment: COMMENT, changed: true, finding: null, choices: [] })), [
      '',
      '$(circle-slash) No comment here',
    ]);
  });

  it('saves what is written', () => {
    assert.deepEqual(writtenItem('Who?').chosen, { command: 'markscheme.comment', argument: { text: 'Who?' } });
  });
});

describe('Points as they are typed', () => {
  it('are numbers with at most two decimals', () => {
    for (const entry of ['2', '+0.5', '−1', '-0,25', ' – 3 ']) {
      assert.equal(isPoints(entry, false), true, entry);
    }
    for (const entry of ['', 'two', '0.125', '1e3', 'Content: 2']) {
      assert.equal(isPoints(entry, false), false, entry);
    }
  });

  it('have a criterion for the whole text, which alone takes its points back', () => {
    assert.equal(isPoints('Content and ideas: +2', true), true);
    assert.equal(isPoints('Content:', true), false);
    assert.equal(criterionAlone('Content: '), 'Content');
    assert.equal(criterionAlone('Content: 2'), undefined);
  });
});
