import assert from 'node:assert/strict';

import { pageHtml } from '../../../src/panels/pageHtml';
import { folderOfArgument, placeOfArgument } from '../../../src/panels/panelTarget';
import { readFromOverviewPage, readOverviewPageState } from '../../../src/panels/overview/overviewMessages';
import { isResultRequest } from '../../../src/panels/messages';
import { readFromPlanPage, readPlanPageState, readToPlanPage } from '../../../src/panels/plan/planMessages';
import { readFromProgressPage } from '../../../src/panels/progress/progressMessages';

describe('Messages of the panels', () => {
  it('are dropped if their form is unknown', () => {
    const unknown = [
      undefined,
      null,
      'ready',
      {},
      { type: 'unknown' },
      { type: 'pin', pinned: 'yes' },
      { type: 'go', id: -1 },
    ];
    assert.deepEqual(unknown.map(readFromPlanPage).filter(Boolean), []);
    assert.deepEqual(unknown.map(readFromOverviewPage).filter(Boolean), []);
    assert.deepEqual(unknown.map(readToPlanPage).filter(Boolean), []);
  });

  it('are read without unknown members', () => {
    const go = { type: 'go', id: 1, side: 'reference', reference: 0, edit: 2 };
    assert.deepEqual(readFromPlanPage({ ...go, more: 1 }), go);
    assert.deepEqual(readFromOverviewPage({ type: 'open', uri: 'file:///a' }), { type: 'open', uri: 'file:///a' });
  });

  it('of every page of a result are distinguished from those of one page', () => {
    const wanted = { folder: 'file:///class', student: 'jonas' };
    const range = { start: { line: 0, character: 1 }, end: { line: 0, character: 4 } };
    const shared = [
      { type: 'ready' },
      { type: 'refresh' },
      { type: 'cancel' },
      { type: 'places', wanted },
      { type: 'openPlace', uri: 'file:///a', range, view: null },
    ];
    const readers: readonly ((data: unknown) => unknown)[] = [readFromOverviewPage, readFromProgressPage];
    for (const read of readers) {
      assert.deepEqual(
        shared.map((message) => read(message)),
        shared,
      );
      assert.equal(read({ type: 'places', wanted: { student: 'jonas' } }), undefined);
      assert.equal(read({ type: 'openPlace', uri: 'file:///a', range, view: 1 }), undefined);
    }
    assert.ok(shared.every(isResultRequest));
    for (const own of [
      readFromOverviewPage({ type: 'open', uri: 'a' }),
      readFromProgressPage({ type: 'save', uri: 'a' }),
    ]) {
      assert.ok(own && !isResultRequest(own));
    }
  });

  it('do not restore a state of another version', () => {
    assert.deepEqual(readPlanPageState({ measure: 'mass' }), { measure: 'mass' });
    assert.equal(readPlanPageState({ measure: 'colour' }), undefined);
    assert.equal(readOverviewPageState({ sort: { key: 'shoe size', descending: true } }), undefined);
  });
});

describe('The argument of a panel’s command', () => {
  const start = { line: 2, character: 3 };
  const uri = 'file:///a.txt';
  const range = { start, end: start };

  it('names a place by a location or a node of the tree', () => {
    for (const argument of [
      { uri, range },
      { uri, position: start },
      { uri: { scheme: 'file', path: '/a.txt', toString: () => uri }, range },
      { kind: 'sentence', document: { uri }, passage: { range } },
      { kind: 'finding', document: { uri }, finding: { range } },
    ]) {
      assert.deepEqual(placeOfArgument(argument), { uri, ...start });
    }
    assert.equal(placeOfArgument({ scheme: 'file', path: '/a.txt' }), undefined);
    assert.equal(placeOfArgument(undefined), undefined);
  });

  it('names a folder', () => {
    assert.equal(folderOfArgument(uri), uri);
    assert.equal(folderOfArgument({ kind: 'exercise', exercise: { uri } }), uri);
    assert.equal(folderOfArgument({ scheme: 'file', path: '/a.txt', toString: () => uri }), uri);
    assert.equal(folderOfArgument(undefined), undefined);
  });
});

describe('A panel’s page', () => {
  it('allows only its own script and stylesheet, and nothing inline', () => {
    const html = pageHtml({
      language: 'en"><script>',
      title: '<b>',
      cspSource: 'https://own',
      script: 'https://own/a.js',
      style: 'https://own/a.css',
      nonce: 'abc',
    });
    assert.match(html, /default-src 'none'; script-src 'nonce-abc'; style-src https:\/\/own;/);
    assert.doesNotMatch(html, /unsafe|<style|style=|<b>|\son[a-z]+=/);
    assert.equal(html.match(/<script/g)?.length, 1);
  });
});
