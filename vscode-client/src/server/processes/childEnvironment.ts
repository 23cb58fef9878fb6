import { devNull } from 'node:os';

/** Variables for the programs that the extension starts: where packages come from stays, where they go to does not. */

export type Variables = Readonly<Record<string, string | undefined>>;

/** What leads a Python to another Python's code. */
const LEADS_ASTRAY = /^(PYTHON.*|VIRTUAL_ENV.*|CONDA_.*|_CONDA_.*|__PYVENV_LAUNCHER__|_?PIPENV_.*|POETRY_.*|PDM_.*)$/i;

/** Settings of pip and uv about indexes, proxies and certificates, which an institution may need. */
const SUPPLY = new Set([
  ...of('PIP', 'INDEX_URL', 'EXTRA_INDEX_URL', 'FIND_LINKS', 'NO_INDEX', 'CERT', 'CLIENT_CERT', 'PROXY'),
  ...of('PIP', 'TRUSTED_HOST', 'TIMEOUT', 'DEFAULT_TIMEOUT', 'RETRIES', 'CONFIG_FILE', 'KEYRING_PROVIDER'),
  ...of('UV', 'INDEX', 'DEFAULT_INDEX', 'INDEX_URL', 'EXTRA_INDEX_URL', 'FIND_LINKS', 'INSECURE_HOST', 'OFFLINE'),
  ...of('UV', 'NATIVE_TLS', 'SYSTEM_CERTS', 'HTTP_TIMEOUT', 'HTTP_RETRIES', 'CONFIG_FILE', 'TORCH_BACKEND'),
  ...of('UV', 'KEYRING_PROVIDER', 'PYTHON_DOWNLOADS', 'PYTHON_INSTALL_DIR', 'PYTHON_INSTALL_MIRROR'),
]);

/** Settings about how they work on this machine. */
const WORK = new Set([
  ...of('PIP', 'CACHE_DIR', 'NO_CACHE_DIR'),
  ...of('UV', 'CACHE_DIR', 'NO_CACHE', 'LINK_MODE', 'CONCURRENT_DOWNLOADS', 'CONCURRENT_INSTALLS'),
]);

/**
 * For building an environment: nothing that would install into, or take code from, another one.
 * Offline, settings about where packages come from are nothing either.
 */
export function buildVariables(variables: Variables, temporary: string, offline: boolean): NodeJS.ProcessEnv {
  const kept = Object.entries(variables).filter(([name]) => !LEADS_ASTRAY.test(name) && isKept(name, offline));
  return {
    ...Object.fromEntries(kept),
    ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    ...{ PIP_USER: '0', PIP_NO_INPUT: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', PYTHONUTF8: '1', NO_COLOR: '1' },
    ...(offline ? { PIP_CONFIG_FILE: devNull, UV_NO_CONFIG: '1' } : {}),
  };
}

/** For a server whose Python is its own: each variable that leads astray, taken away. */
export function serverVariables(variables: Variables): Readonly<Record<string, undefined>> {
  const astray = Object.keys(variables).filter((name) => LEADS_ASTRAY.test(name));
  return Object.fromEntries(astray.map((name) => [name, undefined]));
}

/** Of pip's and uv's settings only the ones above; of other programs' all. */
function isKept(name: string, offline: boolean): boolean {
  const setting = name.toUpperCase();
  return !/^(PIP|UV)_/.test(setting) || WORK.has(setting) || (!offline && SUPPLY.has(setting));
}

function of(program: string, ...names: string[]): string[] {
  return names.map((name) => `${program}_${name}`);
}
