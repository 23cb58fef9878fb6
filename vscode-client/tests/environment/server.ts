import { spawn } from 'node:child_process';

import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';

import type { Start } from '../../src/server/programs';

/** Start a server over stdio, call `act` with the connection, and end the server. */
export async function withServer<T>(
  start: Start,
  variables: NodeJS.ProcessEnv,
  folder: string,
  act: (connection: MessageConnection) => Promise<T>,
): Promise<T> {
  const child = spawn(start.command, [...start.arguments, 'serve', '--stdio'], {
    cwd: folder,
    env: variables,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  try {
    return await act(connection);
  } finally {
    await connection.sendRequest('shutdown').catch(() => undefined);
    await connection.sendNotification('exit').catch(() => undefined);
    child.stdin.end();
    await ended;
    connection.dispose();
  }
}
