/** Where a server was found, and how it is started. */
export interface ServerCommand {
  readonly command: string;
  /** Arguments before `serve`: none for `markscheme`, `-I -m markscheme` for a Python. */
  readonly arguments: readonly string[];
  readonly origin: ServerOrigin;
  /** Its version, as `markscheme --version` says it. */
  readonly version: string;
  /** What its process has instead of VS Code's own variables; `undefined` takes one away. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export type ServerOrigin = 'setting' | 'path' | 'python' | 'private';

/** What finds or makes a server; `undefined` if there is none (yet): a person is asked, and did not want one. */
export interface ServerFinder {
  /** With `wanted` a person has just asked for the server: what they refused before is asked again. */
  find(wanted: boolean): Promise<ServerCommand | undefined>;
}

/** Why there is no server, in words that a person has been shown already, with a way on. */
export class ToldError extends Error {
  override readonly name = 'ToldError';
}
