import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { end, gone, marked } from './processes';
import type { Surroundings } from './surroundings';

const START_TIMEOUT = 60_000;
const STOP_TIMEOUT = 20_000;

/** A running code-server, which serves VS Code to browsers on this machine. */
export class Host {
  readonly password = randomBytes(16).toString('hex');

  private constructor(
    readonly url: string,
    private readonly surroundings: Surroundings,
    private readonly log: string,
  ) {}

  private child: ChildProcess | undefined;

  /** Install a packed extension, and start VS Code with it. */
  static async start(command: string, vsix: string, surroundings: Surroundings): Promise<Host> {
    const port = await freePort();
    const host = new Host(`http://127.0.0.1:${port}`, surroundings, path.join(surroundings.folder, 'code-server.log'));
    const configuration = path.join(surroundings.folder, 'code-server.yaml');
    writeFileSync(configuration, `bind-addr: 127.0.0.1:${port}\nauth: password\ncert: false\n`);
    const folders = ['--config', configuration, '--user-data-dir', surroundings.userData];
    folders.push('--extensions-dir', surroundings.extensions);
    const options = { env: { ...surroundings.environment, PASSWORD: host.password }, cwd: surroundings.folder };
    execFileSync(command, [...folders, '--install-extension', vsix], { ...options, stdio: 'pipe', timeout: 120_000 });
    const log = openSync(host.log, 'a');
    const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'];
    host.child = spawn(command, [...folders, ...quiet, '--disable-proxy'], {
      ...options,
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await host.answers();
    return host;
  }

  /** End VS Code, and return the commands of processes that outlived it. They are ended too. */
  async stop(): Promise<string[]> {
    if (this.child?.pid) {
      end(-this.child.pid, 'SIGTERM');
    }
    const left = await gone(this.surroundings.mark, STOP_TIMEOUT);
    for (const { pid } of marked(this.surroundings.mark)) {
      end(pid, 'SIGKILL');
    }
    return left.map(({ pid, command }) => `${pid} ${command}`);
  }

  private async answers(): Promise<void> {
    const until = Date.now() + START_TIMEOUT;
    while (Date.now() < until && this.child?.exitCode === null) {
      const answer = await fetch(`${this.url}/healthz`).catch(() => undefined);
      if (answer?.ok) {
        return;
      }
      await pause(100);
    }
    throw new Error(`code-server did not start:\n${readFileSync(this.log, 'utf8')}`);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
