import assert from 'node:assert/strict';

import { LastMessages } from '../../../src/panels/panelPage';

interface Result {
  readonly type: 'result';
  readonly number: number;
}
interface Condition {
  readonly type: 'running' | 'cancelled';
}

describe('The last messages of a panel', () => {
  const first: Result = { type: 'result', number: 1 };
  const running: Condition = { type: 'running' };
  const cancelled: Condition = { type: 'cancelled' };

  it('are the result and what was posted after it', () => {
    const posted: (Result | Condition)[] = [];
    const messages = new LastMessages<Result, Condition>((message) => posted.push(message));
    messages.repeat();
    assert.deepEqual([posted, messages.isEmpty, messages.shown], [[], true, undefined]);
    messages.show(first);
    messages.update(running);
    posted.length = 0;
    messages.repeat();
    assert.deepEqual([posted, messages.isEmpty, messages.shown], [[first, running], false, first]);
  });

  it('are posted once if the result is the newest', () => {
    const posted: (Result | Condition)[] = [];
    const messages = new LastMessages<Result, Condition>((message) => posted.push(message));
    messages.show(first);
    posted.length = 0;
    messages.repeat();
    assert.deepEqual(posted, [first]);
  });

  it('go back to the result, or say that there is none', () => {
    const posted: (Result | Condition)[] = [];
    const messages = new LastMessages<Result, Condition>((message) => posted.push(message));
    messages.restore(cancelled);
    messages.show(first);
    messages.update(running);
    messages.restore(cancelled);
    assert.deepEqual(posted, [cancelled, first, running, first]);
  });
});
