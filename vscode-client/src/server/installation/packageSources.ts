import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { buildVariables } from '../processes/childEnvironment';
import { run } from '../processes/processTree';
import type { SearchPlaces } from '../search/searchPath';

/** pip's settings of package indexes, proxies and certificates, as an institution may need them. */
export interface PackageSources {
  /** The same settings as variables of uv, which does not read pip's. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether packages come from an index or a folder of the person's choice in place of the usual index. */
  readonly isOwnIndex: boolean;
}

const NO_SOURCES: PackageSources = { variables: {}, isOwnIndex: false };

/** Variables of uv that name an index. With one of them, a person has set up uv, and pip's settings don't matter. */
const UV_INDEXES = ['UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'UV_NO_INDEX'];
const UV_SOURCES = [...UV_INDEXES, 'UV_INDEX', 'UV_EXTRA_INDEX_URL', 'UV_FIND_LINKS', 'UV_CONFIG_FILE'];

/** pip's settings and uv's variables for them. Values of several words are lists. */
const NAMES: Readonly<Record<string, (value: string) => Record<string, string>>> = {
  'index-url': (value) => ({ UV_DEFAULT_INDEX: value }),
  'extra-index-url': (value) => ({ UV_INDEX: value, UV_INDEX_STRATEGY: 'unsafe-best-match' }),
  'find-links': (value) => ({ UV_FIND_LINKS: words(value).join(',') }),
  'trusted-host': (value) => ({ UV_INSECURE_HOST: value }),
  timeout: (value) => ({ UV_HTTP_TIMEOUT: value }),
  'default-timeout': (value) => ({ UV_HTTP_TIMEOUT: value }),
  cert: (value) => ({ SSL_CERT_FILE: value }),
  proxy: (value) => ({ HTTPS_PROXY: value, HTTP_PROXY: value }),
};

/** Sections of pip's settings, those that win last. */
const SECTIONS = ['global', 'install', ':env:'];

/** Return what a Python's pip and the environment say about sources of packages. */
export async function packageSources(python: string | undefined, places: SearchPlaces): Promise<PackageSources> {
  const { variables } = places;
  if (UV_SOURCES.some((name) => variables[name]) || uvFiles(places).some((file) => existsSync(file))) {
    return { variables: {}, isOwnIndex: UV_INDEXES.some((name) => variables[name]) };
  }
  if (python === undefined) {
    return NO_SOURCES;
  }
  const query = { command: python, arguments: ['-I', '-m', 'pip', 'config', 'list'] };
  const environment = buildVariables(variables, tmpdir(), false);
  const outcome = await run({ ...query, variables: environment, folder: tmpdir(), timeout: 30_000 }).catch(
    () => undefined,
  );
  return outcome?.code === 0 ? sourcesIn(outcome.output) : NO_SOURCES;
}

/** Return the sources in the output of `pip config list`: `global.index-url='https://…'`. */
export function sourcesIn(output: string): PackageSources {
  const settings = SECTIONS.flatMap((section) =>
    output
      .split(/\r?\n/)
      .filter((line) => line.startsWith(`${section}.`))
      .map((line) => /^([\w-]+)=(['"])(.*)\2$/.exec(line.trim().slice(section.length + 1)))
      .filter((match) => match !== null),
  );
  const variables: Record<string, string> = {};
  for (const [, name = '', , value = ''] of settings) {
    Object.assign(variables, NAMES[name]?.(value.replaceAll(/\\n/g, ' ').trim()) ?? {});
  }
  const isOwnIndex = settings.some(([, name = '']) => name === 'index-url' || name === 'no-index');
  return { variables, isOwnIndex };
}

/** Return where uv's configuration of the person and of the machine may be. */
function uvFiles({ variables, home, platform }: SearchPlaces): string[] {
  const folders =
    platform === 'win32'
      ? [variables.APPDATA, variables.PROGRAMDATA]
      : [variables.XDG_CONFIG_HOME ?? path.join(home, '.config'), '/etc'];
  return folders.filter((folder) => folder !== undefined).map((folder) => path.join(folder, 'uv', 'uv.toml'));
}

function words(value: string): string[] {
  return value.split(/\s+/).filter((word) => word !== '');
}
