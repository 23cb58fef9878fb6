/** Where a server was found, and how it is started. */
export interface ServerCommand {
  readonly command: string;
  /** Arguments before `serve`: none for `markscheme`, `-I -m markscheme` for a Python. */
  readonly arguments: readonly string[];
  readonly origin: ServerOrigin;
  /** Its version, as `markscheme --version` says it. */
  readonly version: string;
}

export type ServerOrigin = 'setting' | 'path' | 'python' | 'private';

/** What finds or makes a server; `undefined` if a person did not want one. */
export interface ServerFinder {
  find(): Promise<ServerCommand | undefined>;
}
