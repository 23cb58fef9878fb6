import assert from 'node:assert/strict';

import * as vscode from 'vscode';

import { MarkStore } from '../../../src/marks/markStore';
import type { ConnectionState } from '../../../src/connection';
import type { Notifications } from '../../../src/protocol/methods';
import { documentEstimate, documentMarks } from '../../sampleMarks';
import { closed, workspace } from '../../vscode';

const A = vscode.Uri.parse('file:///a');
const OTHER = vscode.Uri.parse('file:///other');

describe('The store of marks', () => {
  let states: vscode.EventEmitter<ConnectionState>;
  let notified: vscode.EventEmitter<Notifications['markscheme/marksChanged']>;
  let store: MarkStore;
  let changes: string[];
  let subscription: vscode.Disposable;

  beforeEach(() => {
    states = new vscode.EventEmitter();
    notified = new vscode.EventEmitter();
    store = new MarkStore();
    changes = [];
    store.onDidChange((uri) => changes.push(uri.toString()));
    workspace.textDocuments = [{ uri: A }];
    subscription = store.follow({ onDidChangeMarks: notified.event, onDidChangeState: states.event });
  });

  afterEach(() => {
    workspace.textDocuments = [];
    subscription.dispose();
  });

  it('keeps the newest marks or estimate that the server sends', () => {
    notified.fire(documentMarks({ version: 1, complete: false }));
    notified.fire(documentEstimate({ version: 2 }));
    assert.equal(store.of(A)?.version, 2);
    assert.deepEqual(changes, ['file:///a', 'file:///a']);
  });

  it('forgets marks when a notification says that there are none', () => {
    notified.fire(documentMarks());
    notified.fire({ uri: 'file:///a', marks: null });
    assert.equal(store.of(A), undefined);
    assert.equal(changes.length, 2);
  });

  it('keeps marks of open documents only', () => {
    notified.fire(documentMarks({ uri: OTHER.toString() }));
    assert.equal(store.of(OTHER), undefined);
    notified.fire(documentMarks());
    closed.fire({ uri: A });
    assert.equal(store.of(A), undefined);
  });

  it('forgets everything when the server stops', () => {
    notified.fire(documentMarks());
    states.fire('stopped');
    assert.equal(store.of(A), undefined);
    assert.deepEqual(changes, ['file:///a', 'file:///a']);
  });
});
