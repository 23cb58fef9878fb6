import assert from 'node:assert/strict';

import { mayHaveKey, modelVariables, type ModelSettings } from '../../../src/server/modelVariables';

const nothing: ModelSettings = {
  endpoint: undefined,
  model: undefined,
  concurrency: undefined,
  timeout: undefined,
  inputPrice: undefined,
  outputPrice: undefined,
};

describe('The variables that tell the server of a language model', () => {
  it('are none where nothing is set', () => {
    assert.deepEqual(modelVariables(nothing, undefined), {});
    assert.deepEqual(modelVariables({ ...nothing, endpoint: ' ', model: '' }, undefined), {});
  });

  it('hold what is set, and the key', () => {
    const settings = { ...nothing, endpoint: ' http://127.0.0.1:1/v1', model: 'm', timeout: 2.5, inputPrice: 0 };
    assert.deepEqual(modelVariables(settings, 'secret'), {
      MARKSCHEME_LLM_ENDPOINT: 'http://127.0.0.1:1/v1',
      MARKSCHEME_LLM_MODEL: 'm',
      MARKSCHEME_LLM_TIMEOUT: '2.5',
      MARKSCHEME_LLM_INPUT_PRICE: '0',
      MARKSCHEME_LLM_KEY: 'secret',
    });
  });

  it('send nothing to an endpoint of the environment where a folder is set', () => {
    const variables = modelVariables({ ...nothing, model: '/models/tiny' }, undefined);
    assert.equal(variables.MARKSCHEME_LLM_ENDPOINT, '');
  });

  it('give the key to no server that a workspace brings', () => {
    assert.equal(mayHaveKey('private', true), true);
    assert.equal(mayHaveKey('path', false), true);
    assert.equal(mayHaveKey('setting', false), true);
    assert.equal(mayHaveKey('setting', true), false);
    assert.equal(mayHaveKey('python', false), false);
  });
});
