import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';

/** A package index on this machine with the wheels of some folders, whose connection can break off. */
export class PackageIndex {
  /** Names of the wheels that were requested, in order. */
  readonly requested: string[] = [];
  /** Wheels of which only the first half is sent, then the connection breaks off. */
  broken: RegExp | undefined;

  private constructor(
    private readonly server: Server,
    private readonly wheels: ReadonlyMap<string, string>,
  ) {}

  static async start(...folders: string[]): Promise<PackageIndex> {
    const wheels = new Map<string, string>();
    for (const folder of folders) {
      for (const name of (await readdir(folder)).filter((each) => each.endsWith('.whl'))) {
        wheels.set(name, path.join(folder, name));
      }
    }
    const server = createServer();
    const index = new PackageIndex(server, wheels);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void index.answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return index;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/simple`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer({ url = '', headers, method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = decodeURIComponent(path.posix.basename(url));
    const file = this.wheels.get(name);
    if (file !== undefined && method === 'HEAD') {
      response.writeHead(200, { 'content-length': (await stat(file)).size, 'accept-ranges': 'bytes' }).end();
      return;
    }
    if (file !== undefined) {
      await this.send(name, file, headers.range, response);
      return;
    }
    const wheels = [...this.wheels.keys()].filter((wheel) => normal(wheel.split('-')[0] ?? '') === normal(name));
    response.writeHead(wheels.length > 0 ? 200 : 404, { 'content-type': 'text/html' });
    response.end(wheels.map((wheel) => `<a href="/files/${encodeURIComponent(wheel)}">${wheel}</a>`).join('\n'));
  }

  private async send(name: string, file: string, range: string | undefined, response: ServerResponse): Promise<void> {
    const { size } = await stat(file);
    const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
    if (match) {
      const start = match[1] ? Number(match[1]) : size - Number(match[2]);
      const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
      response.writeHead(206, { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` });
      createReadStream(file, { start, end }).pipe(response);
      return;
    }
    this.requested.push(name);
    response.writeHead(200, { 'content-length': size, 'accept-ranges': 'bytes' });
    if (this.broken?.test(name)) {
      const half = createReadStream(file, { end: Math.floor(size / 2) });
      half.on('end', () => response.destroy()).pipe(response, { end: false });
    } else {
      createReadStream(file).pipe(response);
    }
  }
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}
