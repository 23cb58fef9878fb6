import assert from 'node:assert/strict';

import type { Locator } from 'playwright-core';

import type { SetUp } from '../../src/protocol/contract';
import { type Chosen, type FromSetUpPage, NO_CHOICES, type ShownSetUp } from '../../src/panels/setup/setUp';
import { FOLDER, ownEssays, question, setUpOf, sharedText } from '../setUps';
import { stages, type Scene, type Stage } from './stage';
import { theme } from './themes';

const SHOWN_FOLDER = { type: 'folder', folder: FOLDER, choices: NO_CHOICES };
const shown = (setUp: SetUp, revision = 0, readOnly: boolean | null = null): ShownSetUp => ({
  ...{ type: 'setUp', revision, setUp, readOnly },
});

describe('The set-up’s page', () => {
  const setStage = stages();
  let stage: Stage;

  async function set(scene: Partial<Scene>, ...messages: readonly object[]): Promise<void> {
    stage = await setStage({ name: 'setup', theme: theme('light'), width: 1000, height: 800, ...scene });
    await stage.post(SHOWN_FOLDER, ...messages);
  }

  const row = (name: string): Locator => stage.page.getByRole('row', { name: new RegExp(`^${name}|${name}`) }).first();
  const role = (path: string): Locator => stage.page.getByRole('combobox', { name: `What ${path} is` });
  const person = (path: string): Locator => stage.page.getByRole('combobox', { name: `Person of ${path}` });
  const last = async (): Promise<FromSetUpPage> => (await stage.messages()).at(-1) as FromSetUpPage;
  const focused = (): Promise<string> =>
    stage.page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? '');

  /** Return the files of a set-up with changes of one of them, which the teacher chose. */
  const withFile = (setUp: SetUp, path: string, changes: object): SetUp => ({
    ...setUp,
    files: setUp.files.map((file) => (file.path === path ? { ...file, chosen: true, ...changes } : file)),
  });

  it('has no violation of accessibility in any theme', async () => {
    await set({}, shown(sharedText(12)));
    await stage.page.getByRole('button', { name: 'Not used: 2' }).click();
    await stage.page.getByRole('checkbox', { name: 'Select text 2.txt' }).check();
    await stage.accessible();
  });

  it('has no serious violation of accessibility at 200 %, with an open list of names', async () => {
    await set({ theme: theme('highContrast'), width: 500, height: 400 }, shown(sharedText(40)));
    await person('text 2.txt').click();
    await stage.page.getByRole('option', { name: 'Ms Baker' }).waitFor();
    await stage.shot('setup-200');
    assert.deepEqual(await stage.violations(), []);
    assert.equal(await stage.page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  });

  it('has no serious violation of accessibility with own essays in a narrow window', async () => {
    await set({ theme: theme('dark'), width: 620 }, shown({ ...ownEssays(6), exists: true }));
    await stage.page.getByText('Show the file that is written').click();
    await stage.shot('setup-own-narrow', true);
    assert.deepEqual(await stage.violations(), []);
  });

  it('shows a class of 40 files with its head and its end in sight', async () => {
    await set({}, shown(sharedText(40)));
    assert.equal(await stage.page.locator('tbody tr:not(.group)').count(), 43);
    await role('students/Carmen.txt').scrollIntoViewIfNeeded();
    for (const name of ['What it is', 'Person', 'Why']) {
      const box = await stage.page.getByRole('columnheader', { name }).boundingBox();
      assert.ok(box && box.y >= 0 && box.y < 120, name);
    }
    const write = await stage.page.getByRole('button', { name: 'Write and Mark' }).boundingBox();
    assert.ok(write && write.y < 800);
    await stage.shot('setup-40');
  });

  it('says by words and shapes how sure a guess is, and why', async () => {
    await set({}, shown(sharedText(6)));
    const words = await stage.page.locator('.sureness').allInnerTexts();
    assert.deepEqual([...new Set(words)].sort(), ['Likely', 'Please check', 'Sure']);
    const shapes = await stage.page
      .locator('.sureness')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content));
    assert.equal(new Set(shapes).size, 3);
    assert.match(await row('text 2.txt').innerText(), /it agrees with the correction by Ms Baker/);
  });

  it('shows only what is not sure, and keeps that over a reload', async () => {
    await set({}, shown(sharedText(40)));
    await stage.page.getByRole('checkbox', { name: 'Only what is not sure (5 of 45)' }).check();
    assert.equal(await stage.page.locator('tbody tr:not(.group)').count(), 5);
    const state = await stage.state();
    await stage.close();
    await set({ state }, shown(sharedText(40)));
    assert.equal(await stage.page.locator('tbody tr:not(.group)').count(), 5);
    const chosen = withFile(sharedText(40), 'text 2.txt', { role: 'hypothesis' });
    await stage.post(shown(chosen));
    assert.equal(await stage.page.locator('tbody tr:not(.group)').count(), 5, 'a file that is dealt with stays');
  });

  it('shows a file that is not used and not sure, too', async () => {
    const setUp = sharedText(6);
    const files = setUp.files.map((file) => (file.role === 'none' ? { ...file, sureness: 'ask' as const } : file));
    await set({}, shown({ ...setUp, files }));
    const filter = stage.page.getByRole('checkbox', { name: /^Only what is not sure \((\d+) of \d+\)$/ });
    const count = /\d+/.exec(await stage.page.locator('.filter').first().innerText())?.[0];
    await filter.check();
    assert.equal(await stage.page.locator('tbody tr:not(.group)').count(), Number(count));
    assert.equal(await stage.page.locator('tbody.unused tr:not(.group)').count(), 2);
  });

  it('asks about two like names on one line', async () => {
    const choices = [
      { id: 'same', label: 'one person' },
      { id: 'two', label: 'two people' },
    ];
    const like = {
      ...question('person Lena', ['week 1/Lena.txt']),
      text: 'Lena = Lena Vogt?',
      choices,
      answer: 'same',
    };
    await set({ width: 900 }, shown(sharedText(3, { questions: [like] })));
    await stage.shot('setup-names');
    const group = stage.page.getByRole('group', { name: 'Lena = Lena Vogt?' });
    const tops = await group.getByRole('radio').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1);
    const box = await group.boundingBox();
    assert.ok(box && box.height < 45, `${box?.height} pixels high`);
  });

  it('offers to keep students’ files read-only where the settings can say it', async () => {
    await set({}, shown(sharedText(3)));
    const box = stage.page.getByRole('checkbox', { name: /^Keep students’ files read-only/ });
    assert.equal(await box.isVisible(), false);
    await stage.post(shown(sharedText(3), 0, false));
    await box.check();
    await stage.shot('setup-read-only');
    await stage.post(shown(sharedText(3), 0, false));
    assert.equal(await box.isChecked(), true);
    await stage.page.getByRole('button', { name: 'Write and Mark' }).click();
    assert.deepEqual(await last(), { type: 'write', readOnly: true });
  });

  it('sends a chosen role, and keeps row, focus and order when the new set-up comes', async () => {
    const before = sharedText(6);
    await set({}, shown(before));
    await role('students/Jonas.txt').focus();
    await role('students/Jonas.txt').selectOption('Not used');
    const choices = { files: [{ path: 'students/Jonas.txt', role: 'none' }], answers: {} };
    assert.deepEqual(await last(), { type: 'choose', revision: 1, choices });
    const summary = '39 students, 2 teachers, one exercise: lost-phone.';
    const after = withFile({ ...before, summary }, 'students/Jonas.txt', { role: 'none', exercise: null });
    await stage.post(shown({ ...after, files: [...after.files].reverse() }, 1));
    assert.equal(await focused(), 'role-["students/Jonas.txt",null]');
    const names = await stage.page.locator('tbody th.file').allInnerTexts();
    assert.ok(names.indexOf('students/Jonas.txt') < names.indexOf('students/Lucía.txt'));
    assert.match(await row('students/Jonas.txt').innerText(), /Your choice/);
    assert.equal(await stage.page.getByRole('status').innerText(), summary);
    await stage.page.getByRole('button', { name: 'Undo your choice for students/Jonas.txt' }).click();
    assert.deepEqual(await last(), { type: 'choose', revision: 2, choices: { files: [], answers: {} } });
  });

  it('drops a late set-up for earlier choices', async () => {
    await set({}, shown(sharedText(6)));
    await role('students/Jonas.txt').selectOption('Not used');
    await role('students/Amira.txt').selectOption('Not used');
    await stage.post(shown(sharedText(6), 1));
    assert.equal(await role('students/Amira.txt').inputValue(), 'none');
  });

  it('takes a name from the list or from the keyboard, and leaves a name alone that is being written', async () => {
    await set({}, shown(sharedText(6)));
    await person('text 2.txt').focus();
    await stage.page.keyboard.press('ArrowDown');
    await stage.page.keyboard.press('ArrowDown');
    await stage.page.keyboard.press('ArrowDown');
    const active = await person('text 2.txt').getAttribute('aria-activedescendant');
    assert.equal(await stage.page.locator(`#${active}`).innerText(), 'Ms Baker');
    await stage.page.keyboard.press('Enter');
    assert.deepEqual(((await last()) as Chosen).choices.files, [{ path: 'text 2.txt', person: 'Ms Baker' }]);
    assert.equal(await stage.page.getByRole('listbox').count(), 0);
    await person('text 2.txt').fill('Mr Okaf');
    await stage.post(shown(withFile(sharedText(6), 'students/Jonas.txt', { exercise: 'letter' }), 1));
    assert.equal(await person('text 2.txt').inputValue(), 'Mr Okaf');
    const sent = (await stage.messages()).length;
    await stage.page.keyboard.type('or');
    await stage.page.keyboard.press('Tab');
    const choose = (await stage.messages()).slice(sent);
    assert.equal(choose.length, 1);
    assert.deepEqual((choose[0] as Chosen).choices.files, [{ path: 'text 2.txt', person: 'Mr Okafor' }]);
  });

  it('keeps the focus and what is being written in a row that moves to another exercise', async () => {
    await set({}, shown(sharedText(3)));
    await person('students/Jonas.txt').fill('Jo');
    const sent = (await stage.messages()).length;
    await stage.post(shown(withFile(sharedText(3), 'students/Jonas.txt', { exercise: 'letter' })));
    assert.match(await stage.page.locator('tbody').nth(1).innerText(), /^\s*letter[^]*Jonas/);
    assert.equal(await focused(), 'person-["students/Jonas.txt",null]');
    await stage.page.keyboard.type('e');
    assert.equal(await person('students/Jonas.txt').inputValue(), 'Joe');
    assert.equal((await stage.messages()).length, sent);
  });

  it('gives all selected files one role', async () => {
    await set({}, shown(sharedText(6)));
    for (const name of ['Amira', 'Jonas', 'Lucía']) {
      await stage.page.getByRole('checkbox', { name: `Select students/${name}.txt` }).check();
    }
    assert.match(await stage.page.locator('.selection').innerText(), /3 files selected/);
    await stage.page
      .getByRole('combobox', { name: 'What the selected files are' })
      .selectOption('Teacher’s correction');
    await stage.page.getByRole('button', { name: 'Apply' }).focus();
    await stage.page.keyboard.press('Enter');
    const { files } = ((await last()) as Chosen).choices;
    assert.deepEqual(
      files.map((file) => [file.path, file.role]),
      ['Amira', 'Jonas', 'Lucía'].map((name) => [`students/${name}.txt`, 'reference']),
    );
    assert.equal(await stage.page.locator('.selection').isVisible(), false);
    assert.equal(await focused(), 'select-["students/Amira.txt",null]');
  });

  it('gives all files of a group another exercise', async () => {
    await set({}, shown(sharedText(3)));
    await stage.page.getByRole('checkbox', { name: 'Select all files of lost-phone' }).check();
    await stage.page.getByRole('combobox', { name: 'Exercise of the selected files' }).fill('Week 3');
    await stage.page.getByRole('button', { name: 'Apply' }).click();
    const { files } = ((await last()) as Chosen).choices;
    assert.deepEqual([files.length, new Set(files.map(({ exercise }) => exercise))], [6, new Set(['Week 3'])]);
  });

  it('asks questions with the default chosen, and keeps the focus on the answer', async () => {
    await set({}, shown(sharedText(6)));
    const answers = stage.page.getByRole('group', { name: 'Who wrote “text 2.txt”?' }).getByRole('radio');
    assert.equal(await answers.first().isChecked(), true);
    await answers.first().focus();
    await stage.page.keyboard.press('ArrowDown');
    assert.deepEqual(await last(), {
      type: 'choose',
      revision: 1,
      choices: { files: [], answers: { who: 'student' } },
    });
    const [asked] = sharedText(6).questions;
    await stage.post(shown(sharedText(6, { questions: [{ ...asked!, answer: 'student' }] }), 1));
    assert.equal(await answers.nth(1).isChecked(), true);
    assert.equal(await focused(), 'answer-who-student');
  });

  it('opens the file that an answer names, and the other files that a question is about', async () => {
    const paths = ['original.txt', 'text 2.txt'];
    const choices = paths.map((path) => ({ id: path, label: path }));
    const asked = { ...question('which', [...paths, 'marks.xlsx']), choices, answer: 'original.txt' };
    await set({}, shown(sharedText(3, { questions: [asked] })));
    const group = stage.page.getByRole('group', { name: asked.text });
    assert.equal(await group.getByRole('button').count(), 3);
    await group.getByRole('button', { name: 'Open text 2.txt beside' }).click();
    assert.deepEqual(await last(), { type: 'open', uri: `${FOLDER.uri}/text%202.txt`, staysBehind: true });
    assert.match(await group.locator('.about').innerText(), /^About:\s*marks\.xlsx$/);
  });

  it('opens a file, and writes', async () => {
    await set({}, shown(sharedText(3)));
    await row('original.txt').getByRole('button', { name: 'original.txt' }).click();
    assert.deepEqual(await last(), { type: 'open', uri: `${FOLDER.uri}/original.txt`, staysBehind: true });
    await stage.page.getByRole('button', { name: 'Write and Mark' }).click();
    assert.deepEqual(await last(), { type: 'write', readOnly: null });
    await stage.post({ type: 'writing' }, { type: 'written', summary: '3 students, one exercise.' });
    assert.match(await stage.page.locator('main').innerText(), /Marking is set up[^]*markscheme\.toml in “Lost phone”/);
    assert.deepEqual(await stage.violations(), []);
    await stage.page.getByRole('button', { name: 'Change the Set-Up' }).click();
    assert.deepEqual(await last(), { type: 'refresh' });
    await stage.post(shown(sharedText(3)));
    assert.equal(await stage.page.getByRole('button', { name: 'Write and Mark' }).count(), 1);
  });

  it('offers what students may choose between, with what hangs on it in the class', async () => {
    await set({}, { type: 'written', summary: '3 students, one exercise.' });
    assert.match(await stage.page.locator('main').innerText(), /Looking what hangs on it/);
    const one = { name: 'contractions', title: 'Contractions', example: 'don’t know; do not know' };
    const variants = [
      { ...one, name: 'spelling-variants', allowed: true, answers: 0, students: 0 },
      { ...one, allowed: false, answers: 3, students: 2 },
    ];
    await stage.post({ type: 'variants', variants });
    const group = stage.page.getByRole('group', { name: 'What may your students choose?' });
    assert.match(await group.innerText(), /In this class: nothing[^]*don’t know; do not know[^]*answers 3, students 2/);
    assert.deepEqual(await stage.violations(), []);
    await group.getByRole('checkbox').nth(1).check();
    assert.deepEqual(await last(), { type: 'allow', names: ['spelling-variants', 'contractions'] });
    await stage.post({ type: 'variants', variants: variants.map((each) => ({ ...each, allowed: true })) });
    assert.equal(await focused(), 'variant contractions');
    await group.getByRole('checkbox').first().uncheck();
    assert.deepEqual(await last(), { type: 'allow', names: ['contractions'] });
  });

  it('says before it replaces a file that is there', async () => {
    await set({}, shown(sharedText(3, { exists: true })));
    const end = stage.page.locator('footer');
    assert.match(await end.innerText(), /Update and Mark[^]*was set up before[^]*All else that you wrote in it stays/);
    await end.getByRole('button', { name: 'Open the Present File' }).click();
    assert.deepEqual(await last(), { type: 'open', uri: setUpOf([]).configuration, staysBehind: false });
  });

  it('says what is missing where nothing can be marked, and shows all files', async () => {
    const files = sharedText(2).files.map((file) => ({ ...file, role: 'none' as const, exercise: null }));
    const summary = 'Nothing to mark was found in this folder.';
    await set({}, shown(setUpOf(files, { summary, toml: '', exercises: [] })));
    assert.equal(await stage.page.locator('tbody tr:not(.group)').count(), 7);
    const sent = (await stage.messages()).length;
    const write = stage.page.getByRole('button', { name: 'Write and Mark' });
    assert.equal(await write.getAttribute('aria-disabled'), 'true');
    await write.focus();
    await stage.page.keyboard.press('Enter');
    assert.equal((await stage.messages()).length, sent);
    assert.match(await stage.page.locator('footer').innerText(), /Nothing can be marked yet/);
    await stage.page.getByRole('button', { name: 'Import Submissions…' }).click();
    assert.deepEqual(await last(), { type: 'run', command: 'markscheme.importClass' });
    await stage.shot('setup-nothing');
    assert.deepEqual(await stage.violations(), []);
  });

  it('sends the choices of an earlier load, and goes on from those that the extension has', async () => {
    const choices = { files: [{ path: 'students/Jonas.txt', role: 'none' }], answers: { who: 'student' } };
    await set({ state: { folder: FOLDER.uri, choices } });
    assert.deepEqual((await stage.messages())[0], { type: 'ready', choices });
    await stage.close();
    await set({});
    assert.deepEqual((await stage.messages())[0], { type: 'ready', choices: null });
    await stage.post({ ...SHOWN_FOLDER, choices }, shown(sharedText(3)));
    await role('students/Amira.txt').selectOption('Not used');
    assert.equal(((await last()) as Chosen).choices.files.length, 2);
  });

  it('says that the server is starting, and offers to start it after a failure', async () => {
    await set({}, { type: 'waiting' });
    assert.match(await stage.page.locator('main').innerText(), /server is starting/);
    await stage.post({ type: 'failed', message: 'The server is not installed.', remedy: 'start' });
    await stage.page.getByRole('button', { name: 'Start the Server' }).click();
    assert.deepEqual(await last(), { type: 'remedy', remedy: 'start' });
    assert.deepEqual(await stage.violations(), []);
  });
});
