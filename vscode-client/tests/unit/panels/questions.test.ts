import assert from 'node:assert/strict';

import { choiceOf, cutAtWords, type DeskHost, placeInSentence, type PressedKey } from '../../../src/panels/desk';
import {
  QUESTION_KEYS,
  QuestionList,
  type QuestionsPageState,
  type Step,
  stepOf,
  versionGroups,
} from '../../../src/panels/questions/questionList';
import { queueOf, sampleQuestion } from '../../questions';

const step = (index: number, answer: Step['answer'] = 'accept'): Step => stepOf(sampleQuestion(index), { answer });

/** A page's state, as a window keeps it. */
class Kept implements DeskHost<QuestionsPageState> {
  state: QuestionsPageState = {};
  readonly post = (): void => undefined;

  keep(change: QuestionsPageState): void {
    this.state = { ...this.state, ...change };
  }
}

describe('The list of questions', () => {
  const samples = [0, 1, 2].map(sampleQuestion);

  it('shows questions as they are after the steps', () => {
    const list = new QuestionList(new Kept());
    list.replace(queueOf(samples));
    const [accepted, skipped] = [step(0), step(1, 'skip')];
    list.send(accepted);
    list.send(skipped);
    const keys = (): string[] => list.shown({ show: 'open' }).map(({ key }) => key);
    assert.deepEqual(keys(), ['key2', 'key1']);
    assert.deepEqual(list.numbers, { open: 2, skipped: 1, answered: 1 });
    list.settle(accepted.id, { ...sampleQuestion(0), state: 'answered' });
    assert.deepEqual(list.numbers, { open: 2, skipped: 1, answered: 1 });
    list.drop(skipped.id);
    assert.deepEqual(keys(), ['key1', 'key2']);
    assert.deepEqual(list.pending, []);
  });

  it('cuts the sentence at the place, also where words are added', () => {
    const question = sampleQuestion(0);
    assert.deepEqual(placeInSentence(question), {
      before: 'She like ',
      place: 'word0',
      after: ' of the city very much .',
    });
    assert.equal(placeInSentence({ ...question, place: null })?.place, 'word0');
    assert.equal(placeInSentence({ ...question, place: null, before: 'e' }), undefined, 'several places are none');
  });

  it('cuts a sentence at words that stand in one place, whole words first', () => {
    const cut = (sentence: string, words: string): string | undefined => cutAtWords(sentence, words)?.before;
    assert.equal(cut('He finishes in time.', 'in'), 'He finishes ');
    assert.equal(cut('He didn’t go.', 'n’t'), 'He did');
    assert.equal(cut('Ödön go on.', 'n'), undefined);
    assert.equal(cut('in and in', 'in'), undefined);
    assert.equal(cut('Go home.', ''), undefined);
    assert.equal(cut('Go home.', 'Go home.'), undefined);
  });

  it('groups people with the same words, most people first', () => {
    const groups = versionGroups(sampleQuestion(0).versions, 'hypothesis');
    assert.deepEqual(
      groups.map(({ words, people }) => [words, people.length]),
      [
        ['word0s', 7],
        ['word0', 1],
      ],
    );
    assert.equal(versionGroups(sampleQuestion(0).versions, 'reference').at(-1)?.words, null);
  });

  it('reads keys, but none of VS Code’s', () => {
    const key = (name: string, held: object = {}): PressedKey => ({
      ...{ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
      ...held,
    });
    assert.equal(QUESTION_KEYS.actionOf(key('a')), 'accept');
    assert.equal(QUESTION_KEYS.actionOf(key('z', { ctrlKey: true })), 'undo');
    assert.equal(QUESTION_KEYS.actionOf(key('a', { ctrlKey: true })), undefined);
    assert.equal(QUESTION_KEYS.actionOf(key('s', { metaKey: true })), undefined);
    assert.equal(choiceOf(key('2')), 1);
    assert.equal(choiceOf(key('0')), undefined);
  });
});
