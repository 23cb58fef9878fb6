import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

import { buildVariables, serverVariables } from '../../../../src/server/programs';

const foreign = {
  ...{ PYTHONPATH: '/elsewhere', PYTHONHOME: '/elsewhere', PythonStartup: 'x.py', VIRTUAL_ENV: '/project/.venv' },
  ...{ CONDA_PREFIX: '/conda', PIP_TARGET: '/elsewhere', PIP_PREFIX: '/elsewhere', pip_root: '/elsewhere' },
  ...{ PIP_CONSTRAINT: 'c.txt', UV_PROJECT_ENVIRONMENT: '/project/.venv', UV_SYSTEM_PYTHON: '1', UV_PYTHON: '3.9' },
};
const sources = {
  ...{ PIP_INDEX_URL: 'https://mirror.example/simple', PIP_CERT: '/c.pem', UV_DEFAULT_INDEX: 'https://mirror.example' },
  ...{ HTTPS_PROXY: 'http://proxy.example:3128', PATH: '/usr/bin', SSL_CERT_FILE: '/c.pem' },
};

describe('Environment variables of child processes', () => {
  it('lack those of other environments, and keep the sources of packages', () => {
    const kept = buildVariables({ ...foreign, ...sources }, '/t', false);
    assert.deepEqual(
      Object.keys(foreign).filter((name) => name in kept),
      [],
    );
    assert.deepEqual(Object.fromEntries(Object.keys(sources).map((name) => [name, kept[name]])), sources);
    assert.equal(kept.PIP_USER, '0');
    assert.equal(kept.TMPDIR, '/t');
  });

  it('lack indexes if packages come from a folder', () => {
    const kept = Object.keys(buildVariables({ ...foreign, ...sources }, '/t', true));
    assert.deepEqual(
      kept.filter((name) => name.includes('INDEX')),
      [],
    );
    assert.ok(kept.includes('PIP_CONFIG_FILE') && kept.includes('HTTPS_PROXY'));
  });

  it('are removed in the server’s process', () => {
    const variables = { ...process.env, PYTHONPATH: '/elsewhere' };
    const script = 'console.log(process.env.PYTHONPATH)';
    const output = execFileSync(process.execPath, ['-e', script], {
      env: { ...variables, ...serverVariables(variables) },
      encoding: 'utf8',
    });
    assert.equal(output.trim(), 'undefined');
  });
});
