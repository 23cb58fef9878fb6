import assert from 'node:assert/strict';

import { failureIn } from '../../../../src/server/installationText';
import { stepIn } from '../../../../src/server/installationText';

describe('The output of pip and uv', () => {
  const steps: [string, ReturnType<typeof stepIn>][] = [
    ['Collecting torch<3,>=2.6 (from markscheme==0.1.0)', { kind: 'look-up', name: 'torch' }],
    ['Processing /ext/wheels/markscheme-0.1.0-py3-none-any.whl', { kind: 'look-up', name: 'markscheme' }],
    [
      '  Downloading torch-2.13.0-cp311-cp311-manylinux_2_28_x86_64.whl (900.4 MB)',
      { kind: 'download', name: 'torch', size: '900.4 MB' },
    ],
    [
      '  Downloading python_docx-1.2.0-py3-none-any.whl.metadata (2.0 kB)',
      { kind: 'download', name: 'python_docx', size: '2.0 kB' },
    ],
    ['Downloading torch (183.0MiB)', { kind: 'download', name: 'torch', size: '183.0MiB' }],
    ['Resolved 93 packages in 1.21s', { kind: 'look-up' }],
    ['Installing collected packages: wasabi, torch', { kind: 'install' }],
    ['Prepared 93 packages in 12.00s', { kind: 'install' }],
    ['Installed 1 package in 3ms', { kind: 'install' }],
    ['Creating virtual environment at: /x/environment', { kind: 'prepare' }],
    [' Downloaded torch', { kind: 'downloaded', name: 'torch' }],
    [' + torch==2.13.0', undefined],
    ['', undefined],
  ];
  steps.forEach(([line, step]) => {
    it(`reports a step: ${line || '(nothing)'}`, () => {
      assert.deepEqual(stepIn(line), step);
    });
  });

  const failures: [string, string[], boolean, string, RegExp][] = [
    [
      'pip without a network',
      [
        "WARNING: Retrying after connection broken by 'NewConnectionError(<urllib3>: Failed to establish a new connection: [Errno -2] Name or service not known)'",
        'ERROR: No matching distribution found for attrs<27',
        '[notice] A new release of pip is available',
      ],
      false,
      'no-network',
      /Name or service not known/,
    ],
    [
      'uv without a network',
      ['error: Failed to fetch: https://mirror.example/simple/torch/', 'cause: dns error'],
      false,
      'no-network',
      /Failed to fetch/,
    ],
    [
      'uv, PyTorch’s own index out of reach',
      ['error: Request failed after 3 retries', '  cause: Failed to fetch: https://torch.example/whl/cpu/torch/'],
      false,
      'no-torch-index',
      /whl\/cpu/,
    ],
    ['a full disk', ['ERROR: Could not install packages: [Errno 28] No space left on device'], false, 'no-space', /28/],
    ['a full disk on Windows', ['error: failed to copy', 'cause: os error 112'], false, 'no-space', /112/],
    [
      'Debian without python3-venv',
      ['The virtual environment was not created successfully because ensurepip is not available.  On Debian/Ubuntu'],
      false,
      'no-venv',
      /ensurepip/,
    ],
    [
      'pip, a folder that lacks a wheel',
      ['ERROR: Could not find a version', 'ERROR: No matching distribution found for torch<3,>=2.6'],
      true,
      'missing-wheel',
      /^torch/,
    ],
    [
      'uv, a folder that lacks a wheel',
      [
        'error: No solution found when resolving dependencies',
        'cause: Because errant was not found in the provided package locations and markscheme==0.1.0 depends on errant>=3',
      ],
      true,
      'missing-wheel',
      /^errant$/,
    ],
    [
      'anything else',
      ['Collecting torch', 'error: No solution found when resolving dependencies', 'cause: Because of this.'],
      false,
      'other',
      /No solution found.*Because of this/,
    ],
    ['no output', [], false, 'other', /^$/],
  ];
  it('reports a connection that breaks off during a download as such', () => {
    const lines = ['error: Failed to download `torch==2.13.0`', '  cause: error decoding response body'];
    assert.equal(failureIn(lines, false, 'torch').kind, 'interrupted');
    assert.equal(failureIn(lines, false, 'torch').detail, 'torch');
    const lookUp = failureIn(lines, false);
    assert.equal(lookUp.kind, 'interrupted', 'a page of the index breaks off');
    assert.equal(lookUp.detail, '');
    assert.equal(failureIn(['error: dns error'], false, 'torch').kind, 'interrupted');
  });

  failures.forEach(([name, lines, offline, kind, detail]) => {
    it(`reports a failure: ${name}`, () => {
      const failure = failureIn(lines, offline);
      assert.equal(failure.kind, kind);
      assert.match(failure.detail, detail);
    });
  });
});
