import assert from 'node:assert/strict';

import { isSameSeries, isSince, versionIn, versionOfWheel } from '../../../../src/server/programs';

describe('Versions', () => {
  it('are read from Markscheme’s output, not from another program’s', () => {
    assert.equal(versionIn('markscheme 0.1.0\n'), '0.1.0');
    assert.equal(versionIn('markscheme 0.1.0+g071eb093.changed\n'), '0.1.0');
    assert.equal(versionIn('a warning\nmarkscheme 1.12.0rc1\r\n'), '1.12.0rc1');
    assert.equal(versionIn('Python 3.11.2'), undefined);
    assert.equal(versionIn('markscheme-tool 2.0'), undefined);
  });

  it('are usable from 0.1.0 on', () => {
    assert.deepEqual(
      ['0.0.9', '0.1.0', '0.1', '0.1.7', '0.10.0', '1.0.0'].map((version) => isSince(version, '0.1.0')),
      [...[false, true, true, true, true, true]],
    );
  });

  it('have one series if the minor version is equal, and from 1.0 on the major version', () => {
    assert.equal(isSameSeries('0.1.0', '0.1.9'), true);
    assert.equal(isSameSeries('0.1.0', '0.2.0'), false);
    assert.equal(isSameSeries('1.2.0', '1.9.0'), true);
    assert.equal(isSameSeries('1.2.0', '2.2.0'), false);
  });

  it('are in the names of wheels', () => {
    assert.equal(versionOfWheel('/ext/wheels/markscheme-0.1.0-py3-none-any.whl'), '0.1.0');
    assert.equal(versionOfWheel('markscheme_extra-0.1.0-py3-none-any.whl'), undefined);
    assert.equal(versionOfWheel('markscheme-0.1.0.tar.gz'), undefined);
  });
});
