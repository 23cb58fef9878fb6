import assert from 'node:assert/strict';

import {
  changesOf,
  decisionOf,
  resultChanges,
  sentenceGroups,
  sentenceParts,
  takenFrom,
} from '../../../src/panels/adjudication/adjudication';
import { HALF, SENTENCE } from '../../webview/adjudicated';

const NAMES = ['a', 'l', 'm'];
const { key } = SENTENCE;

describe('A sentence of annotators', () => {
  const line = (annotator: string): string[] =>
    sentenceParts(SENTENCE.tokens, changesOf(SENTENCE, annotator), SENTENCE.places).map(
      ({ kind, text, place }) => `${kind}${place === undefined ? '' : ` ${place}`}: ${text}`,
    );

  it('is cut at the places, with the changes of one annotator', () => {
    assert.deepEqual(line('m'), [
      'same: She',
      'removed 0: like',
      'added 0: liked',
      'same: music',
      'added 1: very much',
      'removed: .',
      'added: !',
    ]);
  });

  it('shows a place at which an annotator adds nothing', () => {
    assert.deepEqual(line('a').slice(2, 5), ['added 0: likes', 'same: music', 'gap 1: ']);
  });

  it('marks an error without a correction', () => {
    const mark = { start: 1, end: 2, replacement: [], type: 'UNK' };
    assert.deepEqual(sentenceParts(SENTENCE.tokens, [mark], SENTENCE.places)[1], {
      kind: 'marked',
      text: 'like',
      place: 0,
    });
  });

  it('has its annotators by their numbers, those alike together', () => {
    const groups = sentenceGroups(SENTENCE, NAMES).map(({ annotators }) => annotators.map(({ number }) => number));
    assert.deepEqual(groups, [[1, 2], [3]]);
  });

  it('has a result of what is decided and agreed', () => {
    const parts = sentenceParts(HALF.tokens, resultChanges(HALF.rulings), HALF.places);
    const words = parts.filter(({ kind }) => kind !== 'removed' && kind !== 'gap').map(({ text }) => text);
    assert.equal(words.join(' '), HALF.result);
  });
});

describe('A key of adjudication', () => {
  it('takes the sentence or the version of an annotator', () => {
    assert.deepEqual(takenFrom('m', SENTENCE, undefined), { decision: { action: 'take', annotator: 'm', key } });
    assert.deepEqual(takenFrom('l', SENTENCE, 1), {
      decision: { action: 'take', annotator: 'l', key, place: { start: 3, end: 3 } },
    });
  });

  it('says why there is nothing to take', () => {
    assert.deepEqual(takenFrom(undefined, SENTENCE, undefined), { problem: 'noAnnotator' });
    assert.deepEqual(takenFrom('a', { ...SENTENCE, absent: ['a'] }, 0), { problem: 'absent' });
  });

  it('takes the majority’s version, if there is one', () => {
    assert.deepEqual(decisionOf('majority', SENTENCE, undefined)?.decision, { action: 'majority', key });
    assert.deepEqual(decisionOf('majority', SENTENCE, 0)?.decision, {
      ...{ action: 'take', annotator: 'a', key, place: { start: 1, end: 2 } },
    });
    const places = SENTENCE.places.map((place) => ({
      ...place,
      versions: place.versions.map((version) => ({ ...version, majority: false })),
    }));
    assert.deepEqual(decisionOf('majority', { ...SENTENCE, places }, 0), { problem: 'noMajority' });
  });

  it('leaves the source, and takes back only what is decided', () => {
    assert.deepEqual(decisionOf('leave', SENTENCE, undefined)?.decision, { action: 'leave', key });
    assert.deepEqual(decisionOf('withdraw', SENTENCE, undefined), { problem: 'nothingDecided' });
    assert.deepEqual(decisionOf('withdraw', HALF, 1), { problem: 'nothingDecided' });
    assert.equal(decisionOf('withdraw', HALF, 0)?.decision?.action, 'withdraw');
    assert.equal(decisionOf('help', SENTENCE, undefined), undefined);
  });
});
