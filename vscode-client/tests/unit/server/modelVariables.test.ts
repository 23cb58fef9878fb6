import assert from 'node:assert/strict';

import { mayHaveKey, modelVariables } from '../../../src/server/languageModel';

function variablesOf(settings: Readonly<Record<string, unknown>>): Record<string, string> {
  return modelVariables((name) => settings[name]);
}

describe('The server’s variables for a language model', () => {
  it('are empty without settings', () => {
    assert.deepEqual(variablesOf({}), {});
    assert.deepEqual(variablesOf({ endpoint: ' ', model: '' }), {});
  });

  it('have the settings', () => {
    const settings = { endpoint: ' http://127.0.0.1:1/v1', model: 'm', timeout: 2.5, inputPrice: 0 };
    assert.deepEqual(variablesOf(settings), {
      MARKSCHEME_LLM_ENDPOINT: 'http://127.0.0.1:1/v1',
      MARKSCHEME_LLM_MODEL: 'm',
      MARKSCHEME_LLM_TIMEOUT: '2.5',
      MARKSCHEME_LLM_INPUT_PRICE: '0',
    });
  });

  it('empty the endpoint of the environment if only a model is set', () => {
    const variables = variablesOf({ model: '/models/tiny' });
    assert.equal(variables.MARKSCHEME_LLM_ENDPOINT, '');
  });

  it('lack the key for a server that the workspace brings', () => {
    assert.equal(mayHaveKey('private', true), true);
    assert.equal(mayHaveKey('path', false), true);
    assert.equal(mayHaveKey('setting', false), true);
    assert.equal(mayHaveKey('setting', true), false);
    assert.equal(mayHaveKey('python', false), false);
  });
});
