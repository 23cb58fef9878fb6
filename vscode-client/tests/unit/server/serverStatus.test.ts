import assert from 'node:assert/strict';

import { statusKind } from '../../../src/server/serverInstallation';

describe('The status of the server', () => {
  const cases: [string, Parameters<typeof statusKind>][] = [
    ['unknown', ['stopped', 'none', undefined]],
    ['absent', ['stopped', 'none', 'absent']],
    ['installing', ['stopped', 'installing', 'absent']],
    ['installing', ['running', 'installing', 'ready']],
    ['elsewhere', ['stopped', 'none', 'building']],
    ['failed', ['stopped', 'failed', 'absent']],
    ['running', ['running', 'failed', undefined]],
    ['broken', ['stopped', 'none', 'broken']],
    ['starting', ['starting', 'none', 'absent']],
    ['stopped', ['failed', 'none', 'ready']],
  ];
  cases.forEach(([kind, states]) => {
    it(`is ${kind} with ${states.join(', ')}`, () => {
      assert.equal(statusKind(...states), kind);
    });
  });
});
