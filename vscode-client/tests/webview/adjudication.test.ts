import assert from 'node:assert/strict';

import { type AdjudicationPageState } from '../../src/panels/adjudication/adjudication';
import type { AdjudicationDecision } from '../../src/protocol/contract';
import { DECIDED, HALF, SENTENCE, settled, shown, TAGS, UNDO } from './adjudicated';
import { stages, type Scene, type Stage } from './stage';
import { theme } from './themes';

const FOLDER = { uri: 'file:///notes/references.m2', name: 'notes' };
const SHOWN_FOLDER = { type: 'folder', folder: FOLDER };
const { key } = SENTENCE;

interface Posted {
  readonly type: string;
  readonly steps?: readonly { readonly id: string; readonly decision: AdjudicationDecision }[];
}

describe('The page of adjudication', () => {
  const setStage = stages();
  let stage: Stage;

  async function set(scene: Partial<Scene>, ...messages: readonly object[]): Promise<void> {
    stage = await setStage({ name: 'adjudication', theme: theme('light'), width: 1000, height: 800, ...scene });
    await stage.post(SHOWN_FOLDER, ...messages);
  }

  const press = (pressed: string): Promise<void> => stage.page.keyboard.press(pressed);
  const messages = async (): Promise<Posted[]> => (await stage.messages()) as Posted[];
  const state = async (): Promise<AdjudicationPageState> => (await stage.state()) as AdjudicationPageState;
  const status = (): Promise<string> => stage.page.locator('[role=status]').innerText();
  const focused = (): Promise<string | null | undefined> =>
    stage.page.evaluate(() => document.activeElement?.getAttribute('data-key'));

  /** Return the last decision that the page has sent. */
  async function sent(): Promise<{ id: string; decision: AdjudicationDecision }> {
    const [step] = (await messages()).filter(({ type }) => type === 'steps').at(-1)?.steps ?? [];
    assert.ok(step);
    return step;
  }

  it('has no violation of accessibility in any theme, at 100 % and at 200 %', async () => {
    await set({}, shown(HALF));
    await press('ArrowRight');
    await stage.accessible([1, 2]);
  });

  it('can be read where the window is narrow, and with forced colours', async () => {
    await set({ width: 340, forcedColors: true }, shown(SENTENCE));
    await press('e');
    await stage.shot('adjudication-narrow', true);
    assert.deepEqual(await stage.violations(), []);
    assert.equal(await stage.hiddenWidth(), 0);
  });

  it('asks for the first open sentence, and says how far it is', async () => {
    await set({}, shown(SENTENCE));
    assert.deepEqual((await messages()).at(-1), { type: 'show', stop: { to: 'next', index: -1, all: false } });
    assert.match(await status(), /^Sentence 2 of 48, open, 2 open places$/);
    assert.match(await stage.page.locator('.progress').innerText(), /^33 of 48 sentences open/);
    assert.equal(await focused(), 'sentence');
  });

  it('takes an annotator’s sentence with one key, and goes to the next open one', async () => {
    await set({}, shown(SENTENCE));
    await press('3');
    const { id, decision } = await sent();
    assert.deepEqual(decision, { action: 'take', annotator: 'm', key });
    assert.deepEqual((await state()).pending, [{ id, uri: FOLDER.uri, decision }]);
    await stage.post(settled(id, DECIDED, { open: 32, decided: 1 }));
    assert.deepEqual((await messages()).at(-1), { type: 'show', stop: { to: 'next', index: 1, all: false } });
    assert.deepEqual((await state()).pending, []);
    assert.match(await status(), /^Written\. 32 of 48/);
  });

  it('goes through the places, and takes versions of them', async () => {
    await set({}, shown(SENTENCE));
    await press('Tab');
    assert.equal(await focused(), 'place-0');
    await press('1');
    const { id, decision } = await sent();
    assert.deepEqual(decision, { action: 'take', annotator: 'a', key, place: { start: 1, end: 2 } });
    await stage.post(settled(id, HALF));
    assert.equal(await focused(), 'place-1', 'the next open place');
    assert.match(await stage.page.locator('.result').innerText(), /from Adebayo, Lindqvist · by Ms Lee/);
    await press('l');
    assert.deepEqual((await sent()).decision, { action: 'leave', key, place: { start: 3, end: 3 } });
    await press('Escape');
    assert.equal(await focused(), 'sentence');
  });

  it('says who calls a correction what, and takes an annotator’s tag', async () => {
    await set({}, shown(TAGS, { tags: 1 }));
    assert.match(await status(), /^Sentence 2 of 48, only a tag is open, 1 open place$/);
    assert.match(await stage.page.locator('.progress').innerText(), /1 in which only a tag is open/);
    await press('ArrowRight');
    const version = await stage.page.locator('.place-detail li').innerText();
    assert.match(version, /majority · Verb by Adebayo, Agreement by Lindqvist, no tag by Moreau/);
    await stage.shot('adjudication-tags', true);
    await press('2');
    const { decision } = await sent();
    assert.deepEqual(decision, { action: 'take', annotator: 'l', key, place: { start: 1, end: 2 } });
  });

  it('begins each sentence outside its places', async () => {
    await set({}, shown(SENTENCE));
    await press('ArrowRight');
    assert.equal(await focused(), 'place-0');
    await stage.post(shown({ ...SENTENCE, index: 4 }));
    assert.equal(await focused(), 'sentence');
    assert.equal(await stage.page.locator('.place-detail').count(), 0);
  });

  it('writes own words with a reason', async () => {
    await set({}, shown(SENTENCE));
    await press('c');
    await stage.page.keyboard.type('all wrong');
    await press('Enter');
    assert.match(await stage.page.locator('.content').innerText(), /gets the reason: all wrong/);
    await press('ArrowRight');
    await press('e');
    assert.equal(await stage.page.locator('#entry').inputValue(), 'like');
    await stage.page.locator('#entry').fill('loves');
    assert.equal((await state()).draft?.text, 'loves', 'kept over a reload');
    await press('Enter');
    const { id, decision } = await sent();
    const place = { start: 1, end: 2 };
    assert.deepEqual(decision, { action: 'own', words: 'loves', key, place, reason: 'all wrong' });
    await stage.post({ type: 'refused', id, message: 'the words hold a line break' });
    assert.equal(await stage.page.locator('#entry').inputValue(), 'loves', 'the words are not lost');
    assert.match(await status(), /Not written: the words hold a line break/);
    assert.deepEqual((await state()).pending, []);
  });

  it('undoes decisions, also after a reload', async () => {
    await set({ state: { sentence: 1, undo: [UNDO] } }, shown(SENTENCE));
    await press('u');
    const { id, decision } = await sent();
    assert.deepEqual(decision, { action: 'restore', restore: UNDO });
    await stage.post(settled(id, SENTENCE));
    assert.deepEqual((await messages()).at(-1), { type: 'show', stop: { to: 'at', index: 1, all: false } });
    await press('u');
    assert.equal(await status(), 'There is nothing to undo.');
  });

  it('sends a decision again after a reload', async () => {
    const pending = [{ id: 'one', uri: FOLDER.uri, decision: { action: 'take', annotator: 'a', key } }];
    await set({ state: { sentence: 1, pending } }, { type: 'waiting' });
    assert.equal((await sent()).id, 'one');
    assert.match(await stage.page.locator('.pending').innerText(), /1 decision is not written yet/);
    assert.equal((await messages()).filter(({ type }) => type === 'steps').length, 1);
    await stage.post(shown(SENTENCE), settled('one', DECIDED));
    assert.deepEqual((await state()).pending, []);
    assert.equal((await state()).undo?.length, 1);
  });

  it('waits for a decision before the next key', async () => {
    await set({}, shown(SENTENCE));
    await press('1');
    await press('2');
    assert.equal((await messages()).filter(({ type }) => type === 'steps').length, 1);
  });

  it('takes the majority of all open sentences at once, and undoes it at once', async () => {
    await set({}, shown(SENTENCE));
    await stage.page.getByRole('button', { name: 'Take the Majority…' }).click();
    assert.equal((await messages()).at(-1)?.type, 'askMajority');
    await stage.post({ type: 'takeMajority' });
    const { id, decision } = await sent();
    assert.deepEqual(decision, { action: 'majority' });
    await stage.post(settled(id, DECIDED, { open: 2, decided: 31 }));
    assert.match(await status(), /^The majority’s versions are taken\. .*2 of 48/);
    await press('u');
    assert.deepEqual((await sent()).decision, { action: 'restore', restore: UNDO });
  });

  it('leaves what another page has decided to that page', async () => {
    await set({}, shown(SENTENCE), settled('other', DECIDED, { open: 1 }));
    assert.match(await stage.page.locator('.progress').innerText(), /^33 of 48/);
    assert.equal((await messages()).at(-1)?.type, 'show');
  });

  it('asks for the file of the result', async () => {
    await set({}, shown(SENTENCE));
    await stage.page.getByRole('button', { name: 'Export…' }).click();
    assert.equal((await messages()).at(-1)?.type, 'export');
  });

  it('opens an annotator’s document at the sentence', async () => {
    await set({}, shown(SENTENCE));
    await stage.page.getByRole('button', { name: 'Open Moreau’s document at this sentence' }).click();
    const { range } = SENTENCE.documents[1] ?? {};
    assert.deepEqual((await messages()).at(-1), {
      ...{ type: 'openPlace', uri: 'file:///notes/references.m2', range, view: null },
    });
  });

  it('lists its keys', async () => {
    await set({ theme: theme('dark') }, shown(SENTENCE));
    await press('?');
    await stage.page.getByRole('dialog').waitFor();
    await stage.shot('adjudication-keys');
    assert.deepEqual(await stage.violations(), []);
    await press('1');
    assert.ok(
      (await messages()).every(({ type }) => type !== 'steps'),
      'keys are off under the dialog',
    );
    await press('Escape');
    assert.equal(await focused(), 'sentence');
  });

  it('goes to a sentence by its number, and to all sentences', async () => {
    await set({}, shown(SENTENCE));
    await press('g');
    await stage.page.keyboard.type('12');
    await press('Enter');
    assert.deepEqual((await messages()).at(-1), { type: 'show', stop: { to: 'at', index: 11, all: false } });
    await press('a');
    await press('p');
    assert.deepEqual((await messages()).at(-1), { type: 'show', stop: { to: 'previous', index: 1, all: true } });
  });

  it('opens a document at the sentence', async () => {
    await set({}, shown(SENTENCE));
    await stage.page.getByRole('button', { name: 'references.m2' }).click();
    const { range } = SENTENCE.documents[1] ?? {};
    assert.deepEqual((await messages()).at(-1), {
      type: 'openPlace',
      uri: 'file:///notes/references.m2',
      range,
      view: null,
    });
  });

  it('says why there is nothing to decide', async () => {
    await set({}, shown(null, { open: 0, decided: 33 }));
    assert.match(await stage.page.locator('.content').innerText(), /Everything is decided/);
    await stage.shot('adjudication-done');
    await stage.post(shown(null, { open: 0, agreed: 48 }));
    assert.match(await stage.page.locator('.content').innerText(), /The annotators agree/);
    await stage.post({ ...shown(null, { open: 0 }), annotators: [{ name: 'a', label: 'Adebayo', documents: [] }] });
    assert.match(await stage.page.locator('.content').innerText(), /only one annotator/);
    assert.deepEqual(await stage.violations(), []);
  });
});
