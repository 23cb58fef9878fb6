import { PVSC_EXTENSION_ID, PythonExtension } from '@vscode/python-extension';
import * as vscode from 'vscode';

/** Milliseconds that the Python extension has to say which Python is selected. */
const PATIENCE = 15_000;

/** The Python that is selected for the workspace; `undefined` without trust or without the Python extension. */
export async function workspacePython(): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted || !vscode.extensions.getExtension(PVSC_EXTENSION_ID)) {
    return undefined;
  }
  return await within(PATIENCE, async () => {
    const { environments, ready } = await PythonExtension.api();
    await ready;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const resolved = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
    return resolved?.executable.uri?.fsPath;
  });
}

/** Tells when another Python is selected; `undefined` while the Python extension does not run. */
export async function onDidSelectPython(act: () => void): Promise<vscode.Disposable | undefined> {
  if (!vscode.extensions.getExtension(PVSC_EXTENSION_ID)?.isActive) {
    return undefined;
  }
  const { environments } = await PythonExtension.api();
  return environments.onDidChangeActiveEnvironmentPath(act);
}

/** Another extension's trouble is not ours: late or failing, there is no answer. */
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
