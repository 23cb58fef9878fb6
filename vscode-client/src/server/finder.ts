import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import * as vscode from 'vscode';

import type { ServerCommand, ServerFinder } from './serverCommand';

const run = promisify(execFile);

/** Looks where a server may be: the setting, then PATH. */
export class Finder implements ServerFinder {
  async find(): Promise<ServerCommand | undefined> {
    const setting = vscode.workspace.getConfiguration('markscheme').get<string>('server.command', '');
    const command = setting || 'markscheme';
    const { stdout } = await run(command, ['--version']);
    return { command, arguments: [], origin: setting ? 'setting' : 'path', version: stdout.trim() };
  }
}
