import assert from 'node:assert/strict';

import type { ClientCapabilities } from 'vscode-languageclient/node';

import { MARKS_CAPABILITY } from '../../../src/marks/markStore';

describe('The capability for notifications about marks', () => {
  it('and for hovers below diagnostics is announced beside other experimental capabilities', () => {
    const capabilities: ClientCapabilities = { experimental: { other: true } };
    MARKS_CAPABILITY.fillClientCapabilities(capabilities);
    assert.deepEqual(capabilities.experimental, {
      other: true,
      markscheme: {
        marksChanged: true,
        exercisesChanged: true,
        hoverShowsDiagnostics: true,
        commandLinks: true,
        decided: true,
        asksForText: true,
      },
    });
  });
});
