/** How a server is started, and where it was found. */
export interface ServerCommand {
  readonly command: string;
  /** Arguments before `serve`: none for `markscheme`, `-I -m markscheme` for a Python. */
  readonly arguments: readonly string[];
  readonly origin: ServerOrigin;
  /** The version that `markscheme --version` prints. */
  readonly version: string;
  /** Variables that replace VS Code's own; `undefined` removes one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export type ServerOrigin = 'setting' | 'path' | 'python' | 'private';

/** Finds a server. */
export interface ServerFinder {
  /**
   * Return a server, or `undefined` if there is none yet.
   *
   * `isRequested` says that a person has just asked for the server: offers that they refused before are made again.
   */
  find(isRequested: boolean): Promise<ServerCommand | undefined>;
}

/** Why there is no server. A person has already seen the message, with an action. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError';
}
