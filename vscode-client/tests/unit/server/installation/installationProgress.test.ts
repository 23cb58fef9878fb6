import assert from 'node:assert/strict';

import {
  baseSizeText,
  encoderSizeText,
  failureText,
  InstallationFailure,
  InstallationProgress,
} from '../../../../src/server/installationText';

describe('The progress of an installation', () => {
  it('tells the step, the bytes that are here, and the minutes', () => {
    const progress = new InstallationProgress('Installing', 0);
    progress.add({ kind: 'look-up' });
    assert.equal(progress.text(1000), 'Step 2 of 4: choosing packages. Less than a minute so far.');
    progress.add({ kind: 'download', name: 'scipy', size: '35.0 MB' });
    progress.add({ kind: 'download', name: 'torch', size: '200.0MB' });
    progress.add({ kind: 'downloaded', name: 'scipy' });
    assert.equal(progress.text(125_000), 'Step 3 of 4: downloading; 35 MB of 235 MB are here. 2 minutes so far.');
    progress.add({ kind: 'install' });
    assert.match(progress.text(65_000), /^Step 4 of 4: .* One minute so far\.$/);
  });
});

describe('The words about an installation', () => {
  it('begin without names of libraries, and tell gigabytes only if they are true', () => {
    assert.match(baseSizeText(false), /^It takes about 140 MB from the network, 500 MB on the disk/);
    assert.match(baseSizeText(true), /nothing from the network/);
    const small = encoderSizeText('cpu', false);
    assert.match(small, /^It takes about 380 MB from the network, 1\.0 GB on the disk/);
    assert.doesNotMatch(small.split('. ')[0]!, /PyTorch|NVIDIA|CUDA/);
    assert.match(encoderSizeText('cpu', true), /nothing from the network/);
    assert.match(encoderSizeText('cuda', false), /3\.2 GB from the network, 5\.9 GB on the disk/);
  });

  it('tell after a failure what the disk holds', () => {
    const failure = (kept: number): InstallationFailure => new InstallationFailure('interrupted', 'torch', { kept });
    assert.match(
      failureText(failure(212e6)),
      /^The connection broke off during the download\. .* keeps 212 MB of downloads/,
    );
    assert.match(failureText(failure(0)), /Nothing was left on the disk\.$/);
    const unreachable = new InstallationFailure('no-network', 'cause: dns error: failed to lookup address information');
    assert.doesNotMatch(failureText(unreachable), /dns|cause/, 'the log has the details');
    const full = new InstallationFailure('too-little-space', '0.4 GB', { needed: 2.5e9, kept: 0 });
    assert.match(failureText(full), /has 0\.4 GB free, and 2\.5 GB are needed/);
  });
});
