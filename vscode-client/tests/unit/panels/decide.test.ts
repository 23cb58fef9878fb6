import assert from 'node:assert/strict';

import { RULING_STEPS } from '../../../src/panels/decide/decidePanel';
import { type DecidePageState, DecideQueue, type Ruling, type Step } from '../../../src/panels/decide/decideQueue';
import type { DeskHost } from '../../../src/panels/desk';
import type { StudentSheet } from '../../../src/protocol/contract';
import { answersOf, ruledOn, sampleAnswer } from '../../answers';

const SAMPLES = [0, 1, 2].map((index) => sampleAnswer(index));

/** A page's state, as a window keeps it. */
class Kept implements DeskHost<DecidePageState> {
  readonly post = (): void => undefined;

  constructor(public state: DecidePageState = {}) {}

  keep(change: Partial<DecidePageState>): void {
    this.state = { ...this.state, ...change };
  }
}

describe('The queue of a class’s answers', () => {
  let kept: Kept;
  let queue: DecideQueue;

  const rule = (ruling: Ruling): Step => {
    const step = queue.rule(ruling);
    assert.ok(step);
    return step;
  };
  const takeBack = (): Step => {
    const step = queue.undo()?.step;
    assert.ok(step);
    return step;
  };
  const shown = (): unknown[] => [queue.current?.key, queue.isGone, queue.tally.left];

  beforeEach(() => {
    kept = new Kept({ scope: 'file:///class' });
    queue = new DecideQueue(kept);
    queue.replace(answersOf(SAMPLES));
  });

  it('goes on at once, and counts what is on its way', () => {
    const { id, key, uri, ruling } = rule('partly');
    assert.deepEqual([key, uri, ruling], ['key0', 'file:///class', 'partly']);
    assert.deepEqual(shown(), ['key1', false, 2]);
    assert.deepEqual(queue.tally, { left: 2, later: 0, pending: 1, final: 1, marks: 2 });
    assert.equal(queue.settle('of another page', null), undefined);
    assert.equal(queue.settle(id, ruledOn(SAMPLES[0]!, 'partly', SAMPLES.slice(1)))?.id, id);
    assert.deepEqual(queue.tally, { left: 2, later: 0, pending: 0, final: 1, marks: 2 });
  });

  it('takes steps back in order, before and after the server has them', () => {
    const first = rule('correct');
    queue.putOff();
    assert.equal(queue.undo()?.step, undefined);
    assert.deepEqual(shown(), ['key1', false, 2]);
    const undone = takeBack();
    assert.deepEqual([undone.key, undone.ruling], ['key0', null]);
    assert.deepEqual(shown(), ['key0', false, 3]);
    queue.settle(first.id, ruledOn(SAMPLES[0]!, 'correct', SAMPLES.slice(1)));
    assert.deepEqual(shown(), ['key0', false, 3]);
    queue.settle(undone.id, ruledOn(SAMPLES[0]!, null, SAMPLES));
    assert.equal(queue.undo(), undefined);
    assert.deepEqual(shown(), ['key0', false, 3]);
  });

  it('forgets a ruling that was refused, and keeps one that could not be taken back', () => {
    const [refused, ruling] = [rule('correct'), rule('wrong')];
    queue.refuse(refused.id);
    assert.deepEqual(shown(), ['key2', false, 2]);
    queue.settle(ruling.id, ruledOn(SAMPLES[1]!, 'wrong', [SAMPLES[0]!, SAMPLES[2]!]));
    const undone = takeBack();
    assert.equal(undone.key, 'key1', 'and not key0, which was refused');
    queue.refuse(undone.id);
    assert.equal(takeBack().key, 'key1');
  });

  it('shows a question that is gone until the person goes on, and no step is made of it', () => {
    queue.replace(answersOf(SAMPLES.slice(1)));
    assert.deepEqual([queue.current?.key, queue.isGone], ['key0', true]);
    assert.equal(queue.rule('correct'), undefined);
    assert.deepEqual([queue.current?.key, queue.pending], ['key1', []]);
    assert.equal(queue.undo(), undefined);
  });

  it('has the questions that were put off last, in turns', () => {
    const seen = [0, 1, 2, 3, 4].map(() => {
      const key = queue.current?.key;
      queue.putOff();
      return key;
    });
    assert.deepEqual(seen, ['key0', 'key1', 'key2', 'key0', 'key1']);
    assert.equal(queue.tally.later, 3);
    queue.choose('key1');
    queue.rule('wrong');
    queue.rule('wrong');
    assert.equal(queue.current?.key, 'key0');
    queue.rule('wrong');
    assert.equal(queue.current, undefined);
  });

  it('is the same after a reload', () => {
    queue.rule('correct');
    queue.putOff();
    const state = JSON.parse(JSON.stringify(kept.state)) as DecidePageState;
    const again = new DecideQueue(new Kept(state));
    again.replace(answersOf(SAMPLES));
    assert.deepEqual([again.current?.key, again.tally], [queue.current?.key, queue.tally]);
    assert.equal(again.undo()?.words, SAMPLES[1]!.change);
  });
});

describe('A ruling on its way', () => {
  const command = (step: Partial<Step>): unknown =>
    RULING_STEPS.commandOf({ id: 'a', uri: 'file:///class', key: 'k', ruling: null, words: '', ...step });

  it('is the server’s command with what it is about', () => {
    assert.deepEqual(command({ ruling: 'wrong' }), [
      'markscheme.decideAnswer',
      ['file:///class', { key: 'k', ruling: 'wrong' }],
    ]);
    assert.deepEqual(command({ ruling: 'needed', own: true, also: ['walked'] }), [
      'markscheme.decideAnswer',
      ['file:///class', { key: 'k', ruling: 'needed', own_correction: true, words: ['walked'] }],
    ]);
    assert.deepEqual(command({}), ['markscheme.undoDecision', ['file:///class', 'k']]);
    assert.deepEqual(command({ own: true }), ['markscheme.undoDecision', ['file:///class', 'k', true]]);
    const mark = { text: 'file:///class/Ada.txt', student: 'ada', open: 'lowest' as const };
    assert.deepEqual(command({ mark }), ['markscheme.callMarkFinal', ['file:///class', mark]]);
  });
});

describe('The queue with a text whose answers are decided together', () => {
  const answers = SAMPLES.map(({ key, change, teachers, rulings }) => ({
    ...{ key, change, teachers, rulings, sentence: 'She like it.', right: 'correct' },
  }));
  const sheet: StudentSheet = {
    key: 'text',
    label: 'Ada',
    uri: 'file:///class/Ada.txt',
    mark: '14 to 17 of 20',
    answers,
  };
  const rest = sampleAnswer(3);
  let kept: Kept;
  let queue: DecideQueue;

  beforeEach(() => {
    kept = new Kept({ scope: 'file:///class' });
    queue = new DecideQueue(kept);
    queue.replace({ ...answersOf([...SAMPLES, rest]), sheets: [sheet] });
  });

  const shown = (): readonly unknown[] => [queue.sheet?.key, queue.current?.key];

  it('shows the text first, then the questions that are not about it', () => {
    assert.deepEqual(shown(), ['text', undefined]);
    const step = queue.ruleSheet({ key0: 'correct', key1: 'wrong', key2: 'correct' });
    assert.deepEqual(step?.several, { key0: 'correct', key1: 'wrong', key2: 'correct' });
    assert.deepEqual(shown(), [undefined, 'key3']);
    const undone = queue.undo();
    assert.deepEqual([undone?.words, undone?.step?.key, undone?.step?.ruling], ['Ada', 'text', null]);
    assert.deepEqual(shown(), ['text', undefined]);
  });

  it('asks about its answers one by one where the person wants that, and takes it back', () => {
    queue.partSheet();
    assert.deepEqual(shown(), [undefined, 'key0']);
    queue.undo();
    assert.deepEqual(shown(), ['text', undefined]);
  });

  it('comes back to a text that was put off when nothing else is left', () => {
    queue.putOff();
    assert.deepEqual(shown(), [undefined, 'key3']);
    queue.rule('wrong');
    assert.deepEqual(shown(), ['text', undefined]);
  });

  it('goes on where the text is decided elsewhere', () => {
    queue.replace(answersOf([rest]));
    assert.deepEqual(shown(), [undefined, 'key3']);
  });
});
