import assert from 'node:assert/strict';

import * as vscode from 'vscode';

import type { ConnectionState } from '../../../src/connection';
import { Outbox } from '../../../src/panels/outbox';
import type { Outcome } from '../../../src/panels/messages';
import type { AnnotatorQuestion } from '../../../src/protocol/contract';
import { ANSWER_STEPS, type AnswerOutbox } from '../../../src/panels/questions/questionsPanel';
import { RULING_STEPS } from '../../../src/panels/decide/decidePanel';
import { type Step, stepOf } from '../../../src/panels/questions/questionList';
import { ruledOn, sampleAnswer } from '../../answers';
import { sampleQuestion } from '../../questions';
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
    return Promise.resolve({ question, open: 1, next: null, replaced: [] } as Result);
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

describe('The outbox', () => {
  let sender: Sender;
  let memory: Memory;
  let outbox: AnswerOutbox;
  let outcomes: Outcome<AnnotatorQuestion>[];

  const open = (): void => {
    outbox = new Outbox(sender, memory as vscode.Memento, ANSWER_STEPS);
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

  it('sends rulings and takes them back by their questions, also where the server has nothing to take back', async () => {
    const commands: unknown[] = [];
    sender.run = (command, parameters) => {
      commands.push([command, parameters]);
      const [question, other] = [sampleAnswer(0), sampleAnswer(1)];
      return Promise.resolve((command.endsWith('undoDecision') ? null : ruledOn(question, 'wrong', [other])) as never);
    };
    const rulings = new Outbox(sender, memory as vscode.Memento, RULING_STEPS);
    const ruling = { uri: 'file:///class', key: 'key0', words: 'a → b' };
    const ruled = await rulings.send({ ...ruling, id: '1', ruling: 'wrong' });
    assert.equal(ruled?.state.open, 1);
    assert.equal(await rulings.send({ ...ruling, id: '2', ruling: null }), null);
    await rulings.send({ ...ruling, id: '3', ruling: 'wrong', always: true });
    assert.deepEqual(commands, [
      ['markscheme.decideAnswer', ['file:///class', { key: 'key0', ruling: 'wrong' }]],
      ['markscheme.undoDecision', ['file:///class', 'key0']],
      ['markscheme.decideAnswer', ['file:///class', { key: 'key0', ruling: 'wrong', always: true }]],
    ]);
  });

  it('reports what the server refuses, and goes on', async () => {
    sender.refuses = true;
    await assert.rejects(outbox.send(step(0)), /accepted\.m2 is broken/);
    sender.refuses = false;
    assert.equal((await outbox.send(step(1))).key, 'key1');
  });
});
