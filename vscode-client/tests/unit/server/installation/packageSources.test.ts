import assert from 'node:assert/strict';

import {
  sourcesIn,
  type Surroundings,
  torchBuild,
  type TorchChoice,
  torchOption,
} from '../../../../src/server/installer';

describe('Sources of packages', () => {
  it('that a person has set for pip are uv’s too, the environment’s before the files’', () => {
    const { variables, isOwnIndex } = sourcesIn(
      [
        ":env:.index-url='https://mirror.school.example/simple'",
        ":env:.timeout='60'",
        "global.index-url='https://other.example/simple'",
        "global.extra-index-url='https://one.example/simple https://two.example/simple'",
        "global.find-links='/wheels /more'",
        "install.trusted-host='mirror.school.example'",
        "global.cert='/etc/school.pem'",
        "list.format='columns'",
      ].join('\n'),
    );
    assert.deepEqual(variables, {
      UV_DEFAULT_INDEX: 'https://mirror.school.example/simple',
      UV_INDEX: 'https://one.example/simple https://two.example/simple',
      UV_INDEX_STRATEGY: 'unsafe-best-match',
      UV_FIND_LINKS: '/wheels,/more',
      UV_INSECURE_HOST: 'mirror.school.example',
      UV_HTTP_TIMEOUT: '60',
      SSL_CERT_FILE: '/etc/school.pem',
    });
    assert.equal(isOwnIndex, true);
    assert.deepEqual(sourcesIn(''), { variables: {}, isOwnIndex: false });
  });
});

describe('PyTorch’s build', () => {
  function places(platform: NodeJS.Platform, variables: Record<string, string> = {}): Omit<Surroundings, 'torch'> {
    return {
      ...{ wheels: '', wheelFolder: '', python: '' },
      ...{ variables: { PATH: '', ...variables }, platform, home: '/nowhere' },
    };
  }

  async function chosen(
    choice: TorchChoice,
    origin: 'usual' | 'own-index' | 'folder',
    at: Omit<Surroundings, 'torch'>,
    wheels: readonly string[] = [],
  ): Promise<string> {
    const wheelFolder = origin === 'folder' ? '/wheels' : '';
    const build = await torchBuild({ ...at, wheelFolder, torch: choice }, origin === 'own-index', wheels);
    return [build, ...(origin === 'folder' ? [] : await torchOption(build, at))].join(' ');
  }

  it('is the small one without an NVIDIA driver, and named where the index has the other', async () => {
    assert.equal(await chosen('auto', 'usual', places('linux')), 'cpu --torch-backend cpu');
    assert.equal(await chosen('auto', 'usual', places('win32')), 'cpu');
    assert.equal(await chosen('auto', 'usual', places('darwin')), 'cpu');
    assert.equal(await chosen('cuda', 'usual', places('linux')), 'cuda');
    assert.equal(await chosen('cuda', 'usual', places('darwin')), 'cpu');
  });

  it('is that of a person’s own index or folder, unless the setting says otherwise', async () => {
    assert.equal(await chosen('auto', 'own-index', places('linux')), 'index');
    assert.equal(await chosen('cpu', 'own-index', places('linux')), 'cpu --torch-backend cpu');
    assert.equal(await chosen('auto', 'folder', places('linux'), ['torch-2.9.0-cp311.whl']), 'cpu');
    assert.equal(await chosen('auto', 'folder', places('linux'), ['nvidia_cublas-13.0-py3.whl']), 'cuda');
    assert.equal(await chosen('auto', 'usual', places('linux', { UV_TORCH_BACKEND: 'cu128' })), 'cpu');
  });
});
