import assert from 'node:assert/strict';

import { pageHtml } from '../../../src/panels/panelPage';
import { folderOfArgument, placeOfArgument } from '../../../src/panels/folderPanels';

describe('The argument of a panel’s command', () => {
  const start = { line: 2, character: 3 };
  const uri = 'file:///a.txt';
  const range = { start, end: start };

  it('names a place by its range or its position', () => {
    for (const argument of [
      { uri, range },
      { uri, position: start },
      { uri: { scheme: 'file', path: '/a.txt', toString: () => uri }, range },
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
      words: { Undo: '</script>' },
      language: 'en"><script>',
      title: '<b>',
      cspSource: 'https://own',
      script: 'https://own/a.js',
      style: 'https://own/a.css',
      nonce: 'abc',
    });
    assert.match(html, /default-src 'none'; script-src 'nonce-abc'; style-src https:\/\/own;/);
    assert.doesNotMatch(html, /unsafe|<style|style=|<b>|\son[a-z]+=/);
    assert.equal(html.match(/<script(?! type="application\/json")/g)?.length, 1);
    assert.equal(html.match(/<\/script>/g)?.length, 2, 'no word ends its element');
  });
});
