import assert from 'node:assert/strict';

import type { Locator } from 'playwright-core';

import type { SchemeForm, SchemePreview } from '../../src/protocol/contract';
import type { Drafted, FromSchemePage, ShownForm, ToSchemePage } from '../../src/panels/scheme/scheme';
import { CLASS, schemeForm, schemePreview, TABLE } from '../schemes';
import { stages, type Scene, type Stage } from './stage';
import { theme } from './themes';

const SHOWN_FOLDER = { type: 'folder', folder: CLASS };
const file = (form: SchemeForm, isSaved = false): ShownForm => ({ type: 'form', form, isSaved });

describe('The page of a mark scheme', () => {
  const setStage = stages();
  let stage: Stage;

  async function set(scene: Partial<Scene>, form: SchemeForm = schemeForm()): Promise<void> {
    stage = await setStage({ name: 'scheme', theme: theme('light'), width: 1180, height: 900, ...scene });
    await stage.post(SHOWN_FOLDER, file(form));
    await answer();
  }

  const last = async (): Promise<FromSchemePage> => (await stage.messages()).at(-1) as FromSchemePage;
  const drafts = async (): Promise<Drafted[]> =>
    ((await stage.messages()) as FromSchemePage[]).filter((message) => message.type === 'draft');
  const drafted = async (): Promise<Drafted> => {
    const message = await last();
    assert.ok(message.type === 'draft');
    return message;
  };
  const answer = async (preview: SchemePreview = schemePreview()): Promise<void> => {
    const revision = (await drafts()).at(-1)?.revision ?? 0;
    await stage.post({ type: 'preview', revision, preview } satisfies ToSchemePage);
  };
  const field = (name: string): Locator => stage.page.getByLabel(name, { exact: true });
  const button = (name: string): Locator => stage.page.getByRole('button', { name, exact: true });
  const focused = (): Promise<string> =>
    stage.page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? '');

  it('has no violation of accessibility in any theme', async () => {
    await set({});
    await stage.accessible();
  });

  for (const [name, scene] of Object.entries({
    narrow: { width: 420, height: 800 },
    zoomed: { width: 1180, height: 900, zoom: 2 },
  })) {
    it(`can be read without scrolling sideways when it is ${name}`, async () => {
      await set({ ...scene, theme: theme('dark') });
      await stage.shot(`scheme-${name}`, true);
      assert.equal(await stage.hiddenWidth(), 0);
      assert.ok(await stage.page.getByText('Bo: 15.5 of 20').isVisible());
      assert.deepEqual(await stage.violations(), []);
    });
  }

  it('offers a mark scheme to begin with where there is none, and writes its name alone', async () => {
    await set({}, schemeForm(null));
    await stage.shot('scheme-none');
    assert.deepEqual(await stage.violations(), []);
    await button('deduct per error').click();
    assert.deepEqual((await drafted()).table, { preset: 'deduct per error' });
    assert.equal(await field('Best mark').inputValue(), '20');
    await answer();
    await button('Save').click();
    assert.deepEqual(await last(), { type: 'write', table: { preset: 'deduct per error' }, digest: 'a1' });
  });

  it('has the button that saves always in sight', async () => {
    await set({ height: 700 });
    const box = await button('Save').boundingBox();
    assert.ok(box && box.y + box.height <= 700);
    await stage.shot('scheme-top');
  });

  it('takes a decimal comma, and sends a point', async () => {
    await set({ language: 'de' });
    assert.equal(await field('Not needed').inputValue(), '0,5');
    await field('Rounded to').fill('0,25');
    assert.deepEqual((await drafted()).table, { ...TABLE, rounding: 0.25 });
    assert.equal(await focused(), 'rounding', 'the form is not drawn anew at a key');
  });

  it('says beside a field what is wrong with it, and saves nothing', async () => {
    await set({});
    const sent = (await stage.messages()).length;
    await field('Best mark').fill('twenty');
    assert.equal((await stage.messages()).length, sent, 'what can’t be read is not sent');
    const fault = stage.page.getByText('Write a number, such as 0.5.');
    assert.ok(await fault.isVisible());
    assert.equal(await field('Best mark').getAttribute('aria-describedby'), await fault.getAttribute('id'));
    await button('Save').click();
    assert.equal(await focused(), 'max');
    assert.equal((await stage.messages()).length, sent);
    await field('Best mark').fill('0');
    const faults = [
      { path: ['max'], message: 'The best mark must be a number above 0' },
      { path: ['bands', 1, 'lowest'], message: 'The band begins above the best mark' },
      { path: [], message: 'lake: The lowest mark must be below the best mark' },
    ];
    await answer(schemePreview({ faults, sum: null }));
    for (const { message } of faults) {
      assert.ok(await stage.page.getByText(message).isVisible(), message);
    }
    await stage.shot('scheme-faults', true);
    assert.deepEqual(await stage.violations(), []);
  });

  it('adds and removes rows with the keyboard alone', async () => {
    await set({});
    await button('Add: Kinds of errors that count more or less').focus();
    await stage.page.keyboard.press('Enter');
    assert.equal(await focused(), 'weights/2#0');
    assert.ok(await stage.page.getByText('Choose a kind of error.').isVisible());
    await stage.page.keyboard.type('word order');
    await stage.page.keyboard.press('Tab');
    await stage.page.keyboard.type('3');
    const rows = [...TABLE.weights!, { kind: 'word order', value: 3 }];
    assert.deepEqual((await drafted()).table, { ...TABLE, weights: rows });
    await button('Remove row 1: Kinds of errors that count more or less').press('Enter');
    assert.deepEqual((await drafted()).table, { ...TABLE, weights: rows.slice(1) });
    assert.equal(await focused(), 'weights/0#0');
  });

  it('shows one student’s sum, which adds up, and opens the place of a line', async () => {
    await set({});
    assert.equal(await stage.page.locator('.mark strong').innerText(), '15.5 of 20');
    const table = await stage.page.locator('.marks').boundingBox();
    const sum = await stage.page.locator('.lines').boundingBox();
    assert.ok(table && sum && table.y < sum.y, 'the class comes first');
    const points = await stage.page.locator('.lines > p:not(.total) .number, .lines summary .number').allInnerTexts();
    assert.equal(await stage.page.locator('.lines li').first().isVisible(), false);
    const total = points.reduce((sum, text) => sum + Number(text.replace('−', '-')), 0);
    assert.equal(Math.round(total * 100), 1550);
    await stage.page.getByText('1 missed, weight 0.5').click();
    await stage.shot('scheme-sum');
    await stage.page.getByRole('button', { name: 'Missed (spelling): left “islnd”' }).click();
    const range = { start: { line: 0, character: 3 }, end: { line: 0, character: 6 } };
    assert.deepEqual(await last(), { type: 'openPlace', uri: `${CLASS.uri}/students/Bo.txt`, range, view: null });
    await button('Show how the mark of Chen is made up').click();
    assert.equal((await drafted()).student, 'lake/Chen');
  });

  it('says what is taken where points are taken, and writes points', async () => {
    await set({}, schemeForm({ basis: 'deduct', max: 20, points: { different: 0.25, not_needed: -0.5 } }));
    const taken = stage.page.getByRole('group', { name: 'Points that are taken' });
    await stage.shot('scheme-deduct');
    const missed = taken.getByRole('textbox', { name: 'Missed' });
    const unneeded = taken.getByRole('textbox', { name: 'Not needed' });
    assert.deepEqual([await missed.inputValue(), await unneeded.inputValue()], ['1', '0.5']);
    assert.equal(await taken.getByRole('textbox', { name: 'Different' }).inputValue(), '0.75');
    assert.equal(await taken.getByRole('textbox', { name: /^Correct/ }).count(), 0);
    await unneeded.fill('1');
    await missed.fill('2');
    const points = (await drafted()).table?.points;
    assert.deepEqual(points, { correct: 2, different: 1.25, not_needed: -1 });
    assert.deepEqual(await stage.violations(), []);
    await stage.page.getByRole('radio', { name: /^The mark is the share/ }).check();
    await stage.page.getByRole('group', { name: 'Points for each place' }).waitFor();
    assert.equal(await focused(), 'basis-share');
  });

  it('says how many marks of the class change', async () => {
    await set({});
    assert.ok(await stage.page.getByText('3 marks of 7 change.').isVisible());
    assert.equal(await stage.page.locator('tr.changed').count(), 3);
    assert.ok(await stage.page.getByRole('row', { name: /Farid has no revision yet/ }).isVisible());
  });

  it('keeps a draft over a reload, takes it back, and leaves it alone when the file changes elsewhere', async () => {
    await set({});
    await field('Best mark').fill('30');
    const state = await stage.state();
    await stage.close();
    await set({ state });
    assert.equal(await field('Best mark').inputValue(), '30');
    await stage.post(file(schemeForm({ ...TABLE, max: 40 }, { digest: 'b2' })));
    assert.equal(await field('Best mark').inputValue(), '30');
    await button('Read It Again').click();
    assert.deepEqual(await last(), { type: 'read', exercise: null });
    await stage.post(file(schemeForm({ ...TABLE, max: 40 }, { digest: 'b2' })));
    assert.equal(await field('Best mark').inputValue(), '40');
    await field('Best mark').fill('50');
    await button('Undo Changes').click();
    assert.equal(await field('Best mark').inputValue(), '40');
    assert.equal(await button('Save').getAttribute('aria-disabled'), 'true');
  });

  it('says that a draft is saved, and why one is not', async () => {
    await set({});
    await field('Best mark').fill('30');
    await answer();
    await button('Save').click();
    await stage.post({
      type: 'refused',
      message: 'markscheme.toml is open with changes that are not saved.',
      faults: [],
    });
    assert.match(await stage.page.getByRole('alert').innerText(), /open with changes that are not saved/);
    assert.equal(await field('Best mark').inputValue(), '30');
    await stage.post(file(schemeForm({ ...TABLE, max: 30 }, { digest: 'b2' }), true));
    assert.equal(await stage.page.getByRole('status').innerText(), 'Saved. The class is marked again.');
    assert.equal(await stage.page.getByRole('alert').count(), 0);
    assert.equal(await focused(), 'save');
  });

  it('gives an exercise a mark scheme of its own, and takes it away', async () => {
    const own = { exercise: 0, effective: schemeForm().effective };
    await set({}, schemeForm(null, own));
    await button('Give This Exercise Its Own').click();
    assert.deepEqual((await drafted()).table, {});
    await button('Use the Mark Scheme of the Class Again').click();
    assert.equal((await drafted()).table, null);
  });
});
