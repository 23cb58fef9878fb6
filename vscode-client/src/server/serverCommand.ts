import * as vscode from 'vscode';

import type { TorchChoice } from './installer';

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

/** Return the setting `markscheme.server.command`; a workspace's value only if the workspace is trusted. */
export function commandSetting(): string {
  return trustedSetting('server.command');
}

/** Whether the workspace sets the server's command. */
export function isWorkspaceCommand(): boolean {
  const values = vscode.workspace.getConfiguration('markscheme').inspect<unknown>('server.command');
  return values?.workspaceValue !== undefined || values?.workspaceFolderValue !== undefined;
}

export function wheelFolderSetting(): string {
  return trustedSetting('server.wheelFolder');
}

export function torchSetting(): TorchChoice {
  const choice = trustedSetting('server.torch');
  return choice === 'cpu' || choice === 'cuda' ? choice : 'auto';
}

export function pythonSetting(): string {
  return trustedSetting('server.python');
}

/**
 * Return a setting that names a program or a folder.
 *
 * VS Code ignores restricted settings of untrusted workspaces. Here they are ignored a second time, to be safe.
 */
function trustedSetting(name: string): string {
  const configuration = vscode.workspace.getConfiguration('markscheme');
  const value = vscode.workspace.isTrusted
    ? configuration.get<unknown>(name)
    : configuration.inspect<unknown>(name)?.globalValue;
  return typeof value === 'string' ? value.trim() : '';
}
