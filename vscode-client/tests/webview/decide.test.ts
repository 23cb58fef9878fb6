import assert from 'node:assert/strict';

import type { Step } from '../../src/panels/decide/decideQueue';
import type { ClassQuestion, Ruled } from '../../src/protocol/contract';
import { answersOf, ruledOn, sampleAnswer } from '../answers';
import { run, stages, type Scene, type Stage } from './stage';
import { theme } from './themes';

const SCOPE = {
  type: 'scope',
  title: 'To Decide',
  scope: { uri: 'file:///class', name: 'class' },
};

const SAMPLES = [0, 1, 2, 3, 4].map((index) => sampleAnswer(index));

const shown = (questions: readonly ClassQuestion[], more: object = {}): object => ({
  type: 'result',
  result: { ...answersOf(questions), ...more },
});

describe('The page of answers to decide', () => {
  const setStage = stages();
  let stage: Stage;

  async function set(scene: Partial<Scene>, ...messages: readonly object[]): Promise<void> {
    stage = await setStage({ name: 'decide', theme: theme('light'), width: 900, height: 900, ...scene });
    await stage.post(SCOPE, ...messages);
  }

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await stage.page.keyboard.press(key);
    }
  };
  const asked = (): Promise<string | null> => stage.page.locator('.prompt').getAttribute('data-question');
  const text = (selector: string): Promise<string> => stage.page.locator(selector).innerText();
  const spoken = (): Promise<string> => text('.spoken');
  const steps = async (): Promise<Step[]> =>
    (await stage.messages())
      .filter((message): message is { type: 'steps'; steps: Step[] } => (message as { type: string }).type === 'steps')
      .flatMap((message) => message.steps);
  const sent = async (): Promise<unknown[]> => (await steps()).map(({ key, ruling }) => [key, ruling]);
  const settle = async (step: Step | undefined, result: Ruled | null): Promise<void> => {
    await stage.post({ type: 'settled', id: step?.id ?? '', result });
  };

  it('has no violation of accessibility in any theme, at 100 % and at 200 %', async () => {
    await set({}, shown([sampleAnswer(1, 8), ...SAMPLES.slice(2)], { problems: ['week-3/Mia.pages can’t be read'] }));
    await stage.post({ type: 'focus' });
    await stage.accessible([1, 2]);
  });

  it('is read where the window is narrow, and with forced colours', async () => {
    await set({ width: 340, forcedColors: true }, shown(SAMPLES));
    await stage.shot('decide-narrow', true);
    assert.deepEqual(await stage.violations(), []);
    assert.equal(await stage.hiddenWidth(), 0);
  });

  it('shows the answer in its sentence, the teachers’ words, and the marks under each decision', async () => {
    await set({}, shown([sampleAnswer(1, 8), sampleAnswer(2)]));
    assert.deepEqual(await stage.page.locator('mark').allInnerTexts(), ['word1', 'word1s']);
    assert.match(await text('.kind'), /letter · ≠ ?Now: Different · in 3 sentences/);
    assert.equal(await text('.prompt'), 'word1 → word1s');
    assert.match(await text('.teachers'), /Ms Kim, Mr Roy\s+word1 → the word1/);
    const rows = await stage.page.locator('.marks tbody tr').allInnerTexts();
    assert.equal(rows.length, 6);
    assert.equal(rows[0], 'Ada\t14 of 20\t15\t14.5\t14\t14 of 19');
    assert.match(await text('main'), /and 2 more/);
    assert.match(await text('.tally'), /^To decide: 2\s+1 of 2 marks are final$/);
    assert.deepEqual(await stage.page.locator('.answers button:visible').allInnerTexts(), [
      'Correct C',
      'Partly P',
      'Wrong W',
      'Either Is Fine E',
      'Always A',
      'Later L',
      'Undo U',
    ]);
  });

  it('says its words in the editor’s language, also those at a module’s top', async () => {
    const words = { 'To decide: {0}': 'Offen: {0}', Correct: 'Richtig', Later: 'Später </script>' };
    await set({ language: 'de', words }, shown([sampleAnswer(1, 8)]));
    assert.match(await text('.tally'), /^Offen: 1/);
    const buttons = await stage.page.locator('.answers button:visible').allInnerTexts();
    assert.deepEqual([buttons[0], buttons.at(-2)], ['Richtig C', 'Später </script> L']);
    assert.equal(await stage.page.locator('html').getAttribute('lang'), 'de');
    assert.match(await text('.marks tbody'), /14,5/);
  });

  it('leads from a student’s name to the answer in the text, where the editor can show it', async () => {
    const question = sampleAnswer(0);
    const answers = answersOf([question]);
    const range = { start: { line: 2, character: 4 }, end: { line: 2, character: 9 } };
    const [ada, ...others] = answers.marks;
    const location = { uri: 'file:///class/Ada.txt', range };
    const marks = [{ ...ada!, places: [{ key: 'key0', change: question.change, location }] }, ...others];
    await set({}, { type: 'result', result: { ...answers, marks } });
    await stage.page.getByRole('button', { name: 'Ada', exact: true }).click();
    assert.deepEqual((await stage.messages()).at(-1), run('goTo', location.uri, location.range, null));
    assert.equal(await stage.page.locator('.marks tbody button').count(), 1);
  });

  it('marks no place that the words don’t name clearly, and says where no teacher changes anything', async () => {
    const question = {
      ...sampleAnswer(0),
      source: 'of',
      sentence: 'One of the best of all.',
      answer: '',
      teachers: [],
    };
    await set(
      {},
      shown([{ ...question, students: [{ ...question.students[0]!, points: null, max: null, after: {} }] }]),
    );
    assert.equal(await stage.page.locator('mark').count(), 0);
    assert.match(await text('main'), /No teacher changes anything here\./);
    assert.match(await text('.marks tbody'), /Ada\s+no mark/);
  });

  it('decides with one key each about the question that the person saw, and says what it did to the marks', async () => {
    await set({}, shown(SAMPLES));
    assert.equal(await stage.page.evaluate(() => document.activeElement?.getAttribute('data-key')), 'question');
    await press('c', 'p', 'w', 'e');
    assert.deepEqual(await sent(), [
      ['key0', 'correct'],
      ['key1', 'partly'],
      ['key2', 'wrong'],
      ['key3', 'either'],
    ]);
    assert.equal((await steps())[0]?.uri, 'file:///class');
    assert.equal(await asked(), 'key4');
    assert.match(await spoken(), /word3 → word3s: either is fine\. Next: word4 → word4s\./);
    assert.match(await text('.tally'), /^To decide: 1\s+1 of 2 marks are final\s+4 being saved$/);
    const [first] = await steps();
    await settle(first, ruledOn(SAMPLES[0]!, 'correct', SAMPLES.slice(1)));
    assert.equal(await text('.report'), 'word0 → word0s: correct. Ada: 14 to 17 of 20 → 17 of 20');
    assert.equal(await asked(), 'key4', 'what the server still asks about is decided already');
    assert.match(await text('.tally'), /^To decide: 1\s+1 of 2 marks are final\s+3 being saved$/);
  });

  it('asks of a teacher’s own correction whether it is needed, and takes other words that are right too', async () => {
    const own = (index: number): ClassQuestion => ({
      ...sampleAnswer(index, 0),
      ...{ verdict: 'missed', rulings: ['needed', 'either', 'taste'] },
    });
    await set({}, shown([own(0), own(1), own(2)], { marks: [] }));
    assert.deepEqual(await stage.page.locator('.answers button:visible').allInnerTexts(), [
      ...['Needed N', 'Either Is Fine E', 'Taste T', 'Other Words Too… O', 'Always A', 'Later L', 'Undo U'],
    ]);
    assert.equal(await stage.page.locator('.marks').count(), 0, 'no student’s mark hangs on it');
    assert.deepEqual(await stage.violations(), []);
    await press('t', 'o');
    assert.match(await text('.other-words'), /Other words for “word1” that are right too/);
    await stage.page.keyboard.type('one / the other ');
    assert.equal(await asked(), 'key1', 'letters are the input’s');
    assert.deepEqual(await stage.violations(), []);
    await press('Enter');
    assert.equal(await asked(), 'key2');
    await press('o', 'Escape');
    assert.equal(await stage.page.locator('.other-words').count(), 0);
    await press('u');
    const [taste, words, undone] = await steps();
    assert.deepEqual([taste?.ruling, taste?.own, taste?.also], ['taste', true, undefined]);
    assert.deepEqual([words?.ruling, words?.own, words?.also], ['needed', true, ['one', 'the other']]);
    assert.deepEqual([undone?.key, undone?.ruling, undone?.own], ['key1', null, true]);
  });

  it('shows a text with many open answers as one list, all right but those that are named', async () => {
    const answers = SAMPLES.slice(0, 4).map(({ key, change, teachers, rulings }, index) => ({
      ...{
        key,
        change,
        teachers,
        rulings,
        sentence: `She like word${index}.`,
        right: index === 0 ? 'either' : 'correct',
      },
    }));
    const sheet = { key: 'text', label: 'Ada', uri: 'file:///class/Ada.txt', mark: '14 to 17 of 20', answers };
    await set({}, shown(SAMPLES, { sheets: [sheet] }));
    assert.equal(await text('.prompt'), 'Ada: 14 to 17 of 20');
    assert.deepEqual(await stage.page.locator('.answers button:visible').allInnerTexts(), [
      ...['All Right but Those Named A', 'One by One B', 'Later L', 'Undo U'],
    ]);
    assert.equal(await stage.page.locator('.sheet tbody tr').count(), 4);
    assert.deepEqual(await stage.violations(), []);
    await stage.page.getByRole('combobox', { name: 'word2 → word2s' }).selectOption('wrong');
    await press('c');
    assert.deepEqual(await sent(), [], 'a ruling on one answer is no key of a list');
    await stage.page.locator('.prompt').focus();
    await press('a');
    const [step] = await steps();
    assert.deepEqual(step?.several, { key0: 'either', key1: 'correct', key2: 'wrong', key3: 'correct' });
    assert.equal(await asked(), 'key4');
    await press('a');
    assert.equal((await steps()).length, 1, 'the same key says of a question that its decision holds always');
    assert.equal(await stage.page.locator('[data-key=always]').getAttribute('aria-pressed'), 'true');
    await settle(step, {
      ...{ key: 'text', change: '4 answers', ruling: 'several', message: 'Decided: Ada’s mark changed', next: null },
      state: answersOf(SAMPLES.slice(4)),
      moves: [{ student: 'ada', label: 'Ada', before: '14 to 17 of 20', after: '16 of 20' }],
    });
    assert.equal(await text('.report'), '4 answers: decided. Ada: 14 to 17 of 20 → 16 of 20');
    await press('u');
    assert.equal(await asked(), 'text');
    await press('b');
    assert.equal((await steps()).at(-1)?.key, 'text');
  });

  it('calls a mark final as the teacher chooses, and takes it back', async () => {
    await set({}, shown(SAMPLES));
    const row = stage.page.locator('.finals tbody tr');
    assert.deepEqual(await row.allInnerTexts(), ['Ada\t14 to 17 of 20, 5 to decide\t\nAs It Is\nLowest\nHighest']);
    await row.getByRole('button', { name: 'Ada: Lowest' }).click();
    const [step] = await steps();
    assert.deepEqual(step?.mark, { text: 'file:///class/Ada.txt', student: 'ada', open: 'lowest' });
    assert.ok(await row.getByRole('button', { name: 'Ada: Lowest' }).isDisabled(), 'it is on its way');
    assert.match(await text('.tally'), /^To decide: 5/);
    const state = answersOf([]);
    const [ada, zoe] = state.marks;
    const final = { ...ada!, range: [14, 14], open: 0, final: 'Ms Kim, 2026-11-26' };
    await settle(step, {
      ...{ key: 'ada', change: 'Ada’s mark', ruling: 'lowest', message: 'Final now: Ada’s mark', next: null },
      moves: [{ student: 'ada', label: 'Ada', before: '14 to 17 of 20', after: '14 of 20, final' }],
      state: { ...state, marks: [final, zoe!] },
    });
    assert.equal(await text('.report'), 'Ada’s mark: final. Ada: 14 to 17 of 20 → 14 of 20, final');
    assert.match((await row.allInnerTexts())[0]!, /^Ada\t14 of 20\s+final: Ms Kim, 2026-11-26\s+Open Again$/);
    await row.getByRole('button', { name: 'Ada: Open Again' }).click();
    assert.equal((await steps()).at(-1)?.mark?.open, null);
    await stage.post(shown(SAMPLES, { marks: [{ ...ada, open: 5, reopened: 'Ms Kim, 2026-11-26' }] }));
    assert.match((await row.allInnerTexts())[0]!, /was final \(Ms Kim, 2026-11-26\); the text has changed since/);
  });

  it('loses none of 30 keys that are pressed faster than the server answers', async () => {
    const many = Array.from({ length: 32 }, (_, index) => sampleAnswer(index));
    await set({}, shown(many));
    const keys = Array.from({ length: 30 }, (_, index) => 'cpwe'[index % 4]!);
    await stage.page.evaluate((pressed) => {
      for (const key of pressed) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }
    }, keys);
    const rulings = { c: 'correct', p: 'partly', w: 'wrong', e: 'either' } as Record<string, string>;
    assert.deepEqual(
      await sent(),
      keys.map((key, index) => [`key${index}`, rulings[key]]),
    );
    assert.equal(await asked(), 'key30');
  });

  it('asks about a teacher’s correction that nobody makes whether it is needed, and takes no other key', async () => {
    const question: ClassQuestion = { ...sampleAnswer(0), verdict: 'missed', rulings: ['needed', 'either'] };
    await set({}, shown([question, sampleAnswer(1)]));
    assert.deepEqual(await stage.page.locator('.answers button:visible').allInnerTexts(), [
      'Needed N',
      'Either Is Fine E',
      'Always A',
      'Later L',
      'Undo U',
    ]);
    await press('c', 'n');
    assert.deepEqual(await sent(), [['key0', 'needed']]);
    assert.equal(await asked(), 'key1');
  });

  it('has a key with which the next decision alone holds in all exercises', async () => {
    await set({}, shown(SAMPLES));
    const pressed = (): Promise<string | null> =>
      stage.page.getByRole('button', { name: 'Always' }).getAttribute('aria-pressed');
    assert.equal(await pressed(), 'false');
    await press('a');
    assert.equal(await pressed(), 'true');
    assert.equal(await spoken(), 'The next decision holds in all exercises.');
    await press('a', 'a', 'c', 'w', 'a', 'l', 'p');
    assert.equal(await pressed(), 'false');
    const [first, ...others] = await steps();
    assert.deepEqual([first?.ruling, first?.always], ['correct', true]);
    assert.deepEqual(
      others.map(({ ruling, always }) => [ruling, always]),
      [
        ['wrong', false],
        ['partly', false],
      ],
    );
    await settle(first, ruledOn(SAMPLES[0] ?? sampleAnswer(0), 'correct', []));
    assert.match(await text('.report'), /word0 → word0s: correct\. In all exercises\./);
    await press('u', 'u', 'u', 'u');
    assert.deepEqual((await steps()).at(-1)?.ruling, null);
    await press('c');
    assert.equal((await steps()).at(-1)?.always, false);
  });

  it('decides once with a key that is held down', async () => {
    await set({}, shown(SAMPLES));
    await stage.page.keyboard.down('c');
    await stage.page.keyboard.down('c');
    await stage.page.keyboard.up('c');
    assert.equal((await steps()).length, 1);
  });

  it('decides with its buttons, which keep the keyboard', async () => {
    await set({}, shown(SAMPLES));
    await stage.page.getByRole('button', { name: 'Wrong' }).click();
    await press('Enter', 'c');
    await stage.page.getByRole('button', { name: 'Either Is Fine' }).click();
    await stage.page.getByRole('button', { name: 'Wrong' }).click();
    assert.deepEqual(
      await sent(),
      ['wrong', 'wrong', 'correct', 'either', 'wrong'].map((ruling, index) => [`key${index}`, ruling]),
    );
    const focused = await stage.page.evaluate(() => document.activeElement?.getAttribute('data-key'));
    assert.equal(focused, 'question', 'a button that goes does not take the keyboard with it');
  });

  it('puts questions off until the others are done, and takes that back, too', async () => {
    await set({}, shown(SAMPLES.slice(0, 3)));
    await press('l');
    assert.equal(await asked(), 'key1');
    assert.match(await text('.tally'), /^To decide: 3\s+1 of them put off/);
    await press('c', 'c');
    assert.equal(await asked(), 'key0');
    await press('u', 'u', 'u', 'u');
    assert.equal(await asked(), 'key0');
    assert.equal(await text('.report'), 'There is no decision of yours to take back here.');
    assert.deepEqual(await sent(), [
      ['key1', 'correct'],
      ['key2', 'correct'],
      ['key2', null],
      ['key1', null],
    ]);
    assert.match(await text('.tally'), /^To decide: 3\s+1 of 2/);
  });

  it('takes a ruling back that the server has, and shows its question at once', async () => {
    await set({}, shown(SAMPLES));
    await press('c');
    await settle((await steps())[0], ruledOn(SAMPLES[0]!, 'correct', SAMPLES.slice(1)));
    await press('Control+z');
    assert.equal(await asked(), 'key0');
    assert.match(await text('.tally'), /^To decide: 5/);
    assert.equal(await stage.page.locator('.gone').count(), 0);
    await settle((await steps())[1], ruledOn(SAMPLES[0]!, null, SAMPLES));
    assert.match(await text('.report'), /^word0 → word0s: open again\. Ada: /);
    assert.equal(await asked(), 'key0');
  });

  it('says so if a ruling can’t be taken back any more', async () => {
    await set({}, shown(SAMPLES));
    await press('c');
    await settle((await steps())[0], ruledOn(SAMPLES[0]!, 'correct', SAMPLES.slice(1)));
    await press('u');
    await settle((await steps())[1], null);
    assert.match(await text('[role=alert]'), /word0 → word0s.*before the server was started again.*light bulb/);
    assert.equal(await stage.page.locator('.gone').count(), 1);
  });

  it('says why rulings were not saved, in one line for one reason, and asks again', async () => {
    await set({}, shown(SAMPLES));
    await press('c', 'w');
    const [first, second] = await steps();
    const message = 'decisions.m2 can’t be written: make it writable';
    await stage.post({ type: 'refused', id: first?.id, message }, { type: 'refused', id: second?.id, message });
    assert.equal(await text('.failure span'), `Not saved: word0 → word0s; word1 → word1s – ${message}`);
    assert.match(await text('.tally'), /^To decide: 5/);
    assert.deepEqual((await stage.messages()).at(-1), { type: 'refresh' });
    assert.equal(await asked(), 'key2', 'the person keeps the question');
    await stage.shot('decide-failed', true);
    assert.deepEqual(await stage.violations(), []);
    await press('u');
    assert.equal((await steps()).length, 2, 'what was not saved is not taken back');
    await stage.page.getByRole('button', { name: 'Show the Question' }).click();
    assert.equal(await asked(), 'key0');
    assert.equal(await stage.page.locator('.failure').count(), 0);
  });

  it('keeps the question in its place when the list is read again', async () => {
    await set({}, shown(SAMPLES));
    await press('c');
    const moved = { ...SAMPLES[1]!, verdict: 'not-needed' as const };
    await stage.post(shown([sampleAnswer(9), moved]));
    assert.equal(await asked(), 'key1');
    assert.match(await text('.kind'), /Not needed/);
    await press('w');
    assert.equal(await asked(), 'key9');
  });

  it('sends nothing about an answer that was decided elsewhere meanwhile, and goes on', async () => {
    await set({}, shown(SAMPLES));
    await stage.post(shown(SAMPLES.slice(1)));
    assert.equal(await asked(), 'key0', 'it does not change under the person’s hands');
    assert.match(await text('.gone'), /decided already, or its text has changed/);
    await press('c');
    assert.deepEqual(await sent(), []);
    assert.equal(await asked(), 'key1');
    assert.match(await spoken(), /not open any more\. Next: word1/);
  });

  for (const [open, words] of [
    [0, 'The mark is final.'],
    [2, '0 of 1 marks are final.'],
  ] as const) {
    it(`says that nothing is left, and: ${words}`, async () => {
      await set({}, shown([SAMPLES[0]!]));
      await press('c');
      assert.match(await text('.prompt'), /Nothing is left to decide/);
      assert.deepEqual(await stage.page.locator('.answers button:visible').allInnerTexts(), ['Undo U']);
      const state = answersOf([]);
      const marks = state.marks.slice(0, 1).map((mark) => ({ ...mark, open }));
      await settle((await steps())[0], { ...ruledOn(SAMPLES[0]!, 'correct', []), state: { ...state, marks } });
      assert.ok((await text('.prompt')).includes(words));
      await stage.shot(`decide-done-${open}`, true);
      assert.deepEqual(await stage.violations(), []);
      await press('c');
      assert.equal((await steps()).length, 1);
      await press('u');
      assert.equal(await asked(), 'key0', 'the last one can be taken back');
      assert.equal(await stage.page.getByRole('button', { name: 'Correct' }).count(), 1);
    });
  }

  it('waits for more questions where the server has not listed all', async () => {
    await set({}, shown(SAMPLES.slice(0, 1), { open: 2 }));
    await press('c');
    assert.match(await text('.prompt'), /More questions follow/);
    await settle((await steps())[0], ruledOn(SAMPLES[0]!, 'correct', [SAMPLES[1]!]));
    assert.equal(await asked(), 'key1');
  });

  it('sends what is not confirmed again after a reload, and shows the same question', async () => {
    await set({}, shown(SAMPLES));
    await press('c', 'l', 'w');
    const [state, before] = [await stage.state(), await steps()];
    await stage.close();
    await set({ state });
    assert.deepEqual(await steps(), before);
    await press('c');
    assert.equal((await steps()).length, before.length, 'a key before the question is there decides nothing');
    await stage.post(shown(SAMPLES));
    assert.equal(await asked(), 'key3');
    assert.match(await text('.tally'), /^To decide: 3\s+1 of them put off/);
  });

  it('shows how far the marking is, and can be cancelled', async () => {
    await set({}, { type: 'computing', part: 0.4, message: 'Ada' });
    assert.match(await text('main'), /Marking the class/);
    await stage.page.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual((await stage.messages()).at(-1), { type: 'cancel' });
  });
});
