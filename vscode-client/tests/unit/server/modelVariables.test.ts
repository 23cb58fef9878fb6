import assert from 'node:assert/strict';

import { mayHaveKey, type ModelSettings, modelVariables } from '../../../src/server/languageModel';

const empty: ModelSettings = {
  endpoint: undefined,
  model: undefined,
  concurrency: undefined,
  timeout: undefined,
  inputPrice: undefined,
  outputPrice: undefined,
};

describe('The server’s variables for a language model', () => {
  it('are empty without settings', () => {
    assert.deepEqual(modelVariables(empty, undefined), {});
    assert.deepEqual(modelVariables({ ...empty, endpoint: ' ', model: '' }, undefined), {});
  });

  it('have the settings and the key', () => {
    const settings = { ...empty, endpoint: ' http://127.0.0.1:1/v1', model: 'm', timeout: 2.5, inputPrice: 0 };
    assert.deepEqual(modelVariables(settings, 'secret'), {
      MARKSCHEME_LLM_ENDPOINT: 'http://127.0.0.1:1/v1',
      MARKSCHEME_LLM_MODEL: 'm',
      MARKSCHEME_LLM_TIMEOUT: '2.5',
      MARKSCHEME_LLM_INPUT_PRICE: '0',
      MARKSCHEME_LLM_KEY: 'secret',
    });
  });

  it('empty the endpoint of the environment if only a model is set', () => {
    const variables = modelVariables({ ...empty, model: '/models/tiny' }, undefined);
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
