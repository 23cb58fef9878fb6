import { PVSC_EXTENSION_ID, PythonExtension } from '@vscode/python-extension';
import * as vscode from 'vscode';

/** Milliseconds for the Python extension to answer. */
const PYTHON_TIMEOUT = 15_000;

/** Return the workspace's selected Python; `undefined` without trust or without the Python extension. */
export async function workspacePython(): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted || !vscode.extensions.getExtension(PVSC_EXTENSION_ID)) {
    return undefined;
  }
  return await within(PYTHON_TIMEOUT, async () => {
    const { environments, ready } = await PythonExtension.api();
    await ready;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const resolved = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
    return resolved?.executable.uri?.fsPath;
  });
}

/** Listen to the selection of another Python; `undefined` while the Python extension is not running. */
export async function onDidSelectPython(listener: () => void): Promise<vscode.Disposable | undefined> {
  if (!vscode.extensions.getExtension(PVSC_EXTENSION_ID)?.isActive) {
    return undefined;
  }
  const { environments } = await PythonExtension.api();
  return environments.onDidChangeActiveEnvironmentPath(listener);
}

/** Return a result; `undefined` if it is late or fails, since that is another extension's problem. */
async function within<T>(milliseconds: number, act: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([act().catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
