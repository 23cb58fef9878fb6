import assert from 'node:assert/strict';

import * as vscode from 'vscode';

import type { ConnectionState } from '../../../src/connection';
import { actionOf, choiceOf } from '../../../src/panels/questions/keys';
import { Outbox } from '../../../src/panels/questions/outbox';
import { placeInSentence } from '../../../src/panels/questions/placeInSentence';
import { QuestionList } from '../../../src/panels/questions/questionList';
import { stepOf, type Outcome, type Step } from '../../../src/panels/questions/step';
import { versionGroups } from '../../../src/panels/questions/versionGroups';
import { queueOf, sampleQuestion } from '../../questions';
import { until } from '../../waiting';

/** A server that answers, refuses, or ends before it answers. */
class Sender {
  state: ConnectionState = 'running';
  readonly received: string[] = [];
  refuses = false;
  endsBefore = 0;
  private readonly changed = new vscode.EventEmitter<ConnectionState>();
  readonly onDidChangeState = this.changed.event;

  changeTo(state: ConnectionState): void {
    this.state = state;
    this.changed.fire(state);
  }

  run<Result>(command: string, [, given]: readonly unknown[]): Promise<Result | undefined> {
    const key = typeof given === 'string' ? given : (given as { key: string }).key;
    this.received.push(`${command.replace('markscheme.', '')} ${key}`);
    if (this.endsBefore > 0) {
      this.endsBefore -= 1;
      this.changeTo('stopped');
      return new Promise(() => undefined);
    }
    if (this.refuses) {
      return Promise.reject(Object.assign(new Error('accepted.m2 is broken'), { code: -32803 }));
    }
    const question = { ...sampleQuestion(Number(key.replace('key', ''))), state: 'answered' };
    return Promise.resolve({ question, open: 1, next: null } as Result);
  }
}

/** What a workspace keeps over a reload. */
class Memory {
  private readonly values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  get(key: string): unknown {
    return this.values.get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
    return Promise.resolve();
  }
}

const step = (index: number, answer: Step['answer'] = 'accept'): Step => stepOf(sampleQuestion(index), { answer });

describe('The outbox of answers', () => {
  let sender: Sender;
  let memory: Memory;
  let outbox: Outbox;
  let outcomes: Outcome[];

  const open = (): void => {
    outbox = new Outbox(sender, memory as vscode.Memento);
    outbox.onDidSettle((outcome) => outcomes.push(outcome));
  };

  beforeEach(() => {
    [sender, memory, outcomes] = [new Sender(), new Memory(), []];
    open();
  });

  it('sends steps in their order, each once', async () => {
    const steps = [step(0), step(1, 'reject'), step(0, null)];
    outbox.add(steps);
    outbox.add(steps);
    await until('three outcomes', () => outcomes.length === 3);
    assert.deepEqual(sender.received, ['answerQuestion key0', 'answerQuestion key1', 'undoAnswer key0']);
    outbox.add(steps.slice(0, 1));
    assert.equal(outcomes.at(-1)?.id, steps[0]?.id, 'a page that was hidden hears of it');
    assert.equal(sender.received.length, 3);
  });

  it('sends a step again when the server ended before it answered', async () => {
    sender.endsBefore = 1;
    outbox.add([step(0), step(1)]);
    await until('the server to have ended', () => sender.state === 'stopped');
    assert.equal(outcomes.length, 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    sender.changeTo('running');
    await until('two outcomes', () => outcomes.length === 2);
    assert.deepEqual(sender.received, ['answerQuestion key0', 'answerQuestion key0', 'answerQuestion key1']);
  });

  it('keeps steps over a reload until the server has answered', async () => {
    sender.state = 'stopped';
    outbox.add([step(0), step(1)]);
    outbox.dispose();
    sender.state = 'running';
    open();
    await until('two outcomes', () => outcomes.length === 2);
    outbox.dispose();
    open();
    assert.equal(sender.received.length, 2, 'nothing is left to send');
  });

  it('reports what the server refuses, and goes on', async () => {
    sender.refuses = true;
    await assert.rejects(outbox.send(step(0)), /accepted\.m2 is broken/);
    sender.refuses = false;
    assert.equal((await outbox.send(step(1))).key, 'key1');
  });
});

describe('The list of questions', () => {
  const samples = [0, 1, 2].map(sampleQuestion);

  it('shows questions as they are after the steps', () => {
    const list = new QuestionList();
    list.replace(queueOf(samples));
    const [accepted, skipped] = [step(0), step(1, 'skip')];
    list.add(accepted);
    list.add(skipped);
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
    const key = (name: string, held: object = {}): Parameters<typeof actionOf>[0] => ({
      ...{ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
      ...held,
    });
    assert.equal(actionOf(key('a')), 'accept');
    assert.equal(actionOf(key('z', { ctrlKey: true })), 'undo');
    assert.equal(actionOf(key('a', { ctrlKey: true })), undefined);
    assert.equal(actionOf(key('s', { metaKey: true })), undefined);
    assert.equal(choiceOf(key('2')), 1);
    assert.equal(choiceOf(key('0')), undefined);
  });
});
