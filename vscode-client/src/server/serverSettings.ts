import * as vscode from 'vscode';

/** The setting `markscheme.server.command`; a workspace's value only where the workspace is trusted. */
export function commandSetting(): string {
  return trusted('server.command');
}

/** Whether it is the workspace that says which program is the server. */
export function isWorkspaceCommand(): boolean {
  const found = vscode.workspace.getConfiguration('markscheme').inspect<unknown>('server.command');
  return found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
}

export function wheelFolderSetting(): string {
  return trusted('server.wheelFolder');
}

export function pythonSetting(): string {
  return trusted('server.python');
}

/**
 * VS Code itself leaves out restricted settings of untrusted workspaces; what names a program
 * is not left to that alone.
 */
function trusted(name: string): string {
  const configuration = vscode.workspace.getConfiguration('markscheme');
  const value = vscode.workspace.isTrusted
    ? configuration.get<unknown>(name)
    : configuration.inspect<unknown>(name)?.globalValue;
  return typeof value === 'string' ? value.trim() : '';
}
