import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { freeSpace } from '../../../../src/server/privateEnvironment';

describe('Free space', () => {
  it('is that of the nearest existing folder', async () => {
    const here = await freeSpace(tmpdir());
    const below = await freeSpace(path.join(tmpdir(), 'not', 'there'));
    assert.ok(here > 0);
    assert.ok(Math.abs(here - below) < 1e9);
  });
});
