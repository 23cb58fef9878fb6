import * as vscode from 'vscode';

import type { TorchChoice } from './installation/torchBuild';

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
