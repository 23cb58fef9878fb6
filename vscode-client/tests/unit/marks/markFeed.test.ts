import assert from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';

import * as vscode from 'vscode';

import { MarkFeed, type MarkServer, MarkStore } from '../../../src/marks/markStore';
import type { DocumentAnswer, Notifications } from '../../../src/protocol/methods';
import { documentEstimate, documentMarks } from '../../sampleMarks';

const A = vscode.Uri.parse('file:///a');
const OTHER = vscode.Uri.parse('file:///other');

/** A server whose requests stay open until a test answers them. */
class Server implements MarkServer {
  readonly states = new vscode.EventEmitter<MarkServer['state']>();
  readonly published = new vscode.EventEmitter<vscode.Uri>();
  readonly notified = new vscode.EventEmitter<Notifications['markscheme/marksChanged']>();
  readonly requests: { uri: string; answer: (marks: DocumentAnswer | null) => void; fail: () => void }[] = [];
  readonly state = 'running';
  readonly onDidChangeState = this.states.event;
  readonly onDidPublish = this.published.event;
  readonly onDidChangeMarks = this.notified.event;

  request: MarkServer['request'] = (_method, { textDocument: { uri } }) =>
    new Promise((answer, reject) => {
      const fail = (): void => {
        reject(new Error('no marks'));
      };
      this.requests.push({ uri, answer, fail });
    });
}

describe('The store of marks', () => {
  let server: Server;
  let store: MarkStore;
  let closed: vscode.EventEmitter<vscode.Uri>;
  let changes: string[];

  beforeEach(() => {
    server = new Server();
    store = new MarkStore();
    closed = new vscode.EventEmitter<vscode.Uri>();
    changes = [];
    store.onDidChange((uri) => changes.push(uri.toString()));
    const documents = { onDidClose: closed.event, isOpen: (uri: vscode.Uri) => uri.toString() === A.toString() };
    new MarkFeed(server, store, documents);
  });

  it('requests marks after each publication, and keeps the newest answer', async () => {
    server.published.fire(A);
    server.published.fire(A);
    assert.deepEqual(
      server.requests.map(({ uri }) => uri),
      ['file:///a', 'file:///a'],
    );
    server.requests[1]!.answer(documentMarks({ version: 2 }));
    server.requests[0]!.answer(documentMarks({ version: 1 }));
    await settled();
    assert.equal(store.of(A)?.version, 2);
    assert.deepEqual(changes, ['file:///a']);
  });

  it('forgets marks when the server has none any more, or refuses', async () => {
    for (const end of ['answer', 'fail'] as const) {
      store.receive(documentMarks());
      server.published.fire(A);
      server.requests.at(-1)![end](null);
      await settled();
      assert.equal(store.of(A), undefined, end);
    }
  });

  it('takes marks from notifications, and requests none any more', () => {
    server.notified.fire(documentMarks({ version: 1, complete: false }));
    server.published.fire(A);
    server.notified.fire(documentEstimate({ version: 2 }));
    server.published.fire(A);
    assert.equal(store.of(A)?.version, 2);
    assert.deepEqual(server.requests, []);
    assert.deepEqual(changes, ['file:///a', 'file:///a']);
  });

  it('drops the answer to a request that a notification overtook', async () => {
    server.published.fire(A);
    server.notified.fire(documentMarks({ version: 2 }));
    server.requests[0]!.answer(documentMarks({ version: 1 }));
    await settled();
    assert.equal(store.of(A)?.version, 2);
  });

  it('forgets marks when a notification says that there are none', () => {
    server.notified.fire(documentMarks());
    server.notified.fire({ uri: 'file:///a', marks: null });
    assert.equal(store.of(A), undefined);
    assert.equal(changes.length, 2);
  });

  it('keeps marks of open documents only', () => {
    server.notified.fire(documentMarks({ uri: OTHER.toString() }));
    assert.equal(store.of(OTHER), undefined);
    server.notified.fire(documentMarks());
    closed.fire(A);
    assert.equal(store.of(A), undefined);
    server.published.fire(OTHER);
    assert.deepEqual(server.requests, []);
  });

  it('forgets everything when the server stops, and requests marks of the next one', () => {
    server.notified.fire(documentMarks());
    server.states.fire('stopped');
    assert.equal(store.of(A), undefined);
    server.published.fire(A);
    assert.equal(server.requests.length, 1);
  });
});
