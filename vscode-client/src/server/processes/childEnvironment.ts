import { devNull } from 'node:os';

/** Environment variables of the programs that the extension starts. */

export type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that make a Python load another Python's code. */
const FOREIGN_PYTHON =
  /^(PYTHON.*|VIRTUAL_ENV.*|CONDA_.*|_CONDA_.*|__PYVENV_LAUNCHER__|_?PIPENV_.*|POETRY_.*|PDM_.*)$/i;

/** Variables of pip and uv about indexes, proxies and certificates, which an institution may need. */
const PACKAGE_SOURCES = new Set([
  ...of('PIP', 'INDEX_URL', 'EXTRA_INDEX_URL', 'FIND_LINKS', 'NO_INDEX', 'CERT', 'CLIENT_CERT', 'PROXY'),
  ...of('PIP', 'TRUSTED_HOST', 'TIMEOUT', 'DEFAULT_TIMEOUT', 'RETRIES', 'CONFIG_FILE', 'KEYRING_PROVIDER'),
  ...of('UV', 'INDEX', 'DEFAULT_INDEX', 'INDEX_URL', 'EXTRA_INDEX_URL', 'FIND_LINKS', 'INSECURE_HOST', 'OFFLINE'),
  ...of('UV', 'NATIVE_TLS', 'SYSTEM_CERTS', 'HTTP_TIMEOUT', 'HTTP_RETRIES', 'CONFIG_FILE', 'TORCH_BACKEND'),
  ...of('UV', 'KEYRING_PROVIDER', 'PYTHON_DOWNLOADS', 'PYTHON_INSTALL_DIR', 'PYTHON_INSTALL_MIRROR'),
]);

/** Variables of pip and uv about caches and downloads on this machine. */
const LOCAL_OPTIONS = new Set([
  ...of('PIP', 'CACHE_DIR', 'NO_CACHE_DIR'),
  ...of('UV', 'CACHE_DIR', 'NO_CACHE', 'LINK_MODE', 'CONCURRENT_DOWNLOADS', 'CONCURRENT_INSTALLS'),
]);

/**
 * Return the variables to build a Python environment with.
 *
 * They lack everything that would install packages into another environment or load code from one. Offline, they lack
 * the sources of packages too.
 */
export function buildVariables(variables: Variables, temporary: string, offline: boolean): NodeJS.ProcessEnv {
  const kept = Object.entries(variables).filter(
    ([name, value]) => value !== undefined && !FOREIGN_PYTHON.test(name) && isKept(name, offline),
  );
  return {
    ...Object.fromEntries(kept),
    ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    ...{ PIP_USER: '0', PIP_NO_INPUT: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', PYTHONUTF8: '1', NO_COLOR: '1' },
    ...(offline ? { PIP_CONFIG_FILE: devNull, UV_NO_CONFIG: '1' } : {}),
  };
}

/** Return the changes for a server in its own Python environment: variables of other Pythons, each removed. */
export function serverVariables(variables: Variables): Readonly<Record<string, undefined>> {
  const names = Object.keys(variables).filter((name) => FOREIGN_PYTHON.test(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** Whether a variable is kept: of pip's and uv's only the listed ones, of other programs' all. */
function isKept(name: string, offline: boolean): boolean {
  const setting = name.toUpperCase();
  return !/^(PIP|UV)_/.test(setting) || LOCAL_OPTIONS.has(setting) || (!offline && PACKAGE_SOURCES.has(setting));
}

function of(program: string, ...names: string[]): string[] {
  return names.map((name) => `${program}_${name}`);
}
