import assert from 'node:assert/strict';

import type { RunRequest } from '../../src/panels/messages';
import type { AnnotatorQuestion, FileLocation, QuestionReply } from '../../src/protocol/contract';
import type { Step } from '../../src/panels/questions/questionList';
import { queueOf, sampleQuestion } from '../questions';
import { run, stages, type Scene, type Stage } from './stage';
import { theme } from './themes';

const SCOPE = {
  type: 'scope',
  title: 'Open Questions',
  scope: { uri: 'file:///corpus', name: 'corpus' },
};

const shown = (questions: readonly AnnotatorQuestion[], lack: string | null = null): object => ({
  type: 'result',
  result: queueOf(questions),
  answered: false,
  lack,
});

const SAMPLES = [0, 1, 2, 3, 4].map((index) => sampleQuestion(index));

describe('The page of questions', () => {
  const setStage = stages();
  let stage: Stage;

  async function set(scene: Partial<Scene>, ...messages: readonly object[]): Promise<void> {
    stage = await setStage({ name: 'questions', theme: theme('light'), width: 1100, height: 900, ...scene });
    await stage.post(SCOPE, ...messages);
  }

  const focusList = (): Promise<void> => stage.post({ type: 'focus' });
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await stage.page.keyboard.press(key);
    }
  };
  const prompt = (): Promise<string> => stage.page.locator('#prompt').innerText();
  const active = (): Promise<string | null> =>
    stage.page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant');
      return id ? (document.getElementById(id)?.textContent ?? null) : null;
    });
  const steps = async (): Promise<Step[]> =>
    (await stage.messages())
      .filter((message): message is { type: 'steps'; steps: Step[] } => (message as { type: string }).type === 'steps')
      .flatMap((message) => message.steps);
  const settle = async (step: Step | undefined, question: AnnotatorQuestion): Promise<void> => {
    await stage.post({ type: 'settled', id: step?.id ?? '', result: question });
  };

  it('has no violation of accessibility in any theme, at 100 % and at 200 %', async () => {
    await set({}, shown(SAMPLES));
    await focusList();
    await press('j', '2');
    await stage.accessible([1, 2]);
  });

  it('is read where the window is narrow, and with forced colours', async () => {
    await set({ width: 340, forcedColors: true }, shown(SAMPLES));
    await stage.shot('questions-narrow', true);
    assert.deepEqual(await stage.violations(), []);
    assert.equal(await stage.hiddenWidth(), 0);
  });

  it('answers with one key each, and shows the next question at once', async () => {
    await set({}, shown(SAMPLES));
    await focusList();
    assert.equal(await prompt(), SAMPLES[0]?.prompt);
    await press('a', 'r', 'o', 's');
    assert.equal(await prompt(), SAMPLES[4]?.prompt);
    assert.match((await active()) ?? '', /word4/, 'the list keeps the keyboard');
    const sent = await steps();
    assert.deepEqual(
      sent.map(({ key, answer }) => [key, answer]),
      [
        ['key0', 'accept'],
        ['key1', 'reject'],
        ['key2', 'optional'],
        ['key3', 'stands'],
      ],
    );
    assert.match(await stage.page.locator('.tally').innerText(), /^1 open\s+4 answered\s+4 being saved/);
    assert.match(await stage.page.locator('.spoken').innerText(), /Left as it stands\. 1 left\./);
    for (const [index, step] of sent.entries()) {
      await settle(step, { ...SAMPLES[index]!, state: 'answered' });
    }
    assert.match(await stage.page.locator('.tally').innerText(), /^1 open\s+4 answered\s+signed Ms Kim/);
    await press('x');
    assert.equal(await prompt(), SAMPLES[4]?.prompt, 'a skipped question stays open');
  });

  it('moves with letters and arrows, and skips to the end', async () => {
    await set({}, shown(SAMPLES));
    await focusList();
    await press('j', 'ArrowDown', 'k');
    assert.equal(await prompt(), SAMPLES[1]?.prompt);
    await press('x');
    assert.equal(await prompt(), SAMPLES[2]?.prompt);
    assert.match(await stage.page.locator('.queue li').last().innerText(), /word1[^]*skipped/);
    await press('Enter');
    assert.deepEqual((await stage.messages()).at(-1), run('openBeside', SAMPLES[2]!.place));
  });

  it('answers about one correction alone, which a number chooses', async () => {
    await set({}, shown([sampleQuestion(1)]));
    await focusList();
    await press('2');
    assert.equal(await stage.page.locator('.correction[aria-pressed=true]').count(), 1);
    await press('a');
    assert.equal((await steps())[0]?.choice, 1);
  });

  it('takes the last answer back, also after the server has it', async () => {
    await set({}, shown(SAMPLES));
    await focusList();
    await press('a', 'a');
    const [first, second] = await steps();
    await settle(first, { ...SAMPLES[0]!, state: 'answered' });
    await settle(second, { ...SAMPLES[1]!, state: 'answered' });
    await stage.post({
      type: 'result',
      result: { ...queueOf(SAMPLES.slice(2)), answered: 2 },
      answered: false,
      lack: null,
    });
    await press('u');
    assert.equal(await prompt(), SAMPLES[1]?.prompt);
    await press('Control+z');
    assert.equal(await prompt(), SAMPLES[0]?.prompt);
    assert.deepEqual(
      (await steps()).slice(2).map(({ key, answer }) => [key, answer]),
      [
        ['key1', null],
        ['key0', null],
      ],
    );
    assert.match(await stage.page.locator('.tally').innerText(), /^5 open\s+0 answered/);
  });

  it('writes a note, whose letters are no keys', async () => {
    await set({}, shown(SAMPLES));
    await focusList();
    await press('n');
    await stage.page.keyboard.type('a rare use');
    await stage.shot('questions-note', true);
    assert.deepEqual(await stage.violations(), []);
    await press('Enter');
    const [step] = await steps();
    assert.deepEqual([step?.answer, step?.note], ['note', 'a rare use']);
    assert.match((await active()) ?? '', /word1/);
    await press('n', 'Escape', 'a');
    assert.equal((await steps()).length, 2);
  });

  it('sends what is not confirmed again after a reload', async () => {
    await set({}, shown(SAMPLES));
    await focusList();
    await press('a', 'r');
    const [state, sent] = [await stage.state(), await steps()];
    await stage.close();
    await set({ state }, shown(SAMPLES));
    assert.deepEqual(await steps(), sent);
    assert.equal(await stage.page.locator('.queue li').count(), 3);
  });

  it('brings a question back that was not saved, with the reason', async () => {
    await set({}, shown(SAMPLES));
    await focusList();
    await press('a');
    const [step] = await steps();
    await stage.post({ type: 'refused', id: step?.id, message: 'accepted.m2 can’t be written' });
    assert.equal(await stage.page.locator('.queue li').count(), 5);
    assert.match(await stage.page.locator('[role=alert]').innerText(), /Not saved: .*word0.*can’t be written/);
    await stage.shot('questions-failed', true);
    assert.deepEqual(await stage.violations(), []);
    await stage.page.getByRole('button', { name: 'Show the Question' }).click();
    assert.equal(await prompt(), SAMPLES[0]?.prompt);
    assert.deepEqual(((await stage.state()) as { pending: unknown }).pending, []);
  });

  it('shows questions of one kind, and answered ones with who and when', async () => {
    await set({}, shown(SAMPLES));
    await stage.page.locator('[data-key=kind]').selectOption('Contradicting references');
    assert.equal(await stage.page.locator('.queue li').count(), 1);
    await stage.page.locator('[data-key=kind]').selectOption('All kinds');
    await stage.page.locator('[data-key=show]').selectOption('Answered');
    assert.deepEqual((await stage.messages()).at(-1), { type: 'refresh', parameters: { answered: true, limit: 400 } });
    const reply: QuestionReply = {
      ...{ author: 'Ms Kim', date: '2026-11-22', alternatives: [0], note: '' },
      answer: 'accept',
      text: 'accepted by Ms Kim, 2026-11-22',
    };
    const answered: AnnotatorQuestion = { ...sampleQuestion(7), state: 'answered', replies: [reply] };
    await stage.post({
      type: 'result',
      result: { ...queueOf([answered]), open: 5, answered: 1 },
      answered: true,
      lack: null,
    });
    assert.match(await stage.page.locator('.replies').innerText(), /accepted by Ms Kim, 2026-11-22/);
    await stage.page.locator('.queue').focus();
    await press('u');
    const [step] = await steps();
    assert.deepEqual([step?.key, step?.answer], ['key7', null]);
  });

  it('groups people by their words, and opens a person’s text', async () => {
    await set({}, shown(SAMPLES));
    const rows = await stage.page.locator('.versions').last().locator('li').allInnerTexts();
    assert.equal(rows.length, 2);
    assert.match(rows[0] ?? '', /7 texts/);
    await stage.page.locator('.versions').first().getByRole('button', { name: 'Roy' }).click();
    const { command, parameters } = (await stage.messages()).at(-1) as RunRequest;
    const [place] = parameters as [FileLocation];
    assert.deepEqual([command, place.uri], ['markscheme.openBeside', 'file:///corpus/roy.txt']);
  });

  for (const [lack, words] of [
    ['exercise', /No exercise found here/],
    ['reference', /No references yet/],
    ['hypothesis', /No corrections to be marked yet/],
    [null, /The references agree/],
  ] as const) {
    it(`says in words why there are no questions: ${lack ?? 'none'}`, async () => {
      await set({}, shown([], lack));
      assert.match(await stage.page.locator('main').innerText(), words);
      assert.deepEqual(await stage.violations(), []);
    });
  }

  it('says that all are answered, and shows how far the search is', async () => {
    await set({}, { type: 'computing', part: 0.4, message: 'Kim' });
    assert.match(await stage.page.locator('main').innerText(), /Looking for questions/);
    await stage.page.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual((await stage.messages()).at(-1), { type: 'cancel' });
    await stage.post({ type: 'result', result: { ...queueOf([]), answered: 4 }, answered: false, lack: null });
    assert.match(await stage.page.locator('main').innerText(), /All questions are answered/);
    await stage.shot('questions-done', true);
  });
});
