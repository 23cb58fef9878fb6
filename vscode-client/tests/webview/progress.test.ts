import assert from 'node:assert/strict';

import { places } from './classroom';
import { run, stages, type Scene, type Stage } from './stage';
import { theme } from './themes';
import { progressClass } from './weeks';

const SCOPE = {
  type: 'scope',
  title: 'Progress',
  scope: { uri: null, name: 'All exercises' },
};
const MISSING = ['Noor has no revision of Week 3 yet'];
const shown = (size: number, weeks: number, missing: readonly string[] = MISSING): object => ({
  type: 'result',
  result: { classes: [progressClass(size, weeks)], missing },
});

describe('The page of progress', () => {
  const setStage = stages();
  let stage: Stage;

  async function set(scene: Partial<Scene>, ...messages: readonly object[]): Promise<void> {
    stage = await setStage({ name: 'progress', theme: theme('light'), width: 1000, height: 900, ...scene });
    await stage.post(SCOPE, ...messages);
  }

  const names = (): Promise<string[]> => stage.page.locator('.charts tbody th').allInnerTexts();
  const focused = (): Promise<string> => stage.page.evaluate(() => document.activeElement?.textContent ?? '');

  it('has no violation of accessibility in any theme, at 100 % and at 200 %', async () => {
    await set({}, shown(8, 4));
    await stage.accessible([1, 2]);
  });

  it('scrolls its charts where the window is narrow', async () => {
    await set({ width: 340, theme: theme('dark') }, shown(8, 12));
    await stage.shot('progress-narrow', true);
    assert.deepEqual(await stage.violations(), []);
    assert.equal(await stage.hiddenWidth(), 0);
    assert.equal(await stage.page.locator('.scroller').getAttribute('tabindex'), '0');
  });

  it('shows its bars with forced colours, and in print', async () => {
    await set({ forcedColors: true }, shown(8, 4));
    await stage.shot('progress-forced', true);
    assert.ok((await stage.page.locator('.charts .column').count()) > 30);
    await stage.page.emulateMedia({ media: 'print', forcedColors: 'none' });
    await stage.shot('progress-print', true);
  });

  it('has a chart for each student under the class, and says each number in words', async () => {
    await set({}, shown(4, 3));
    assert.deepEqual(await names(), ['The class', 'Amira', 'Jonas', 'Lucía', 'Mei Lin']);
    const amira = stage.page.locator('.charts tbody tr', { hasText: 'Amira' });
    const number = amira.getByRole('button', { name: /^Amira, Week 1: found \d+ of \d+, missed \d+/ });
    assert.match(await number.innerText(), /^\d+ of \d+$/);
    assert.match((await amira.locator('td').nth(1).textContent()) ?? '', /not handed in/);
    assert.equal(await stage.page.locator('.missing li').innerText(), MISSING[0]);
    assert.match(await stage.page.locator('.key').innerText(), /order of markscheme\.toml/);
  });

  it('shows one kind of error of everybody, and every kind of one student', async () => {
    await set({}, shown(4, 3));
    await stage.page.locator('[data-key=group]').selectOption('tense');
    assert.equal((await names()).length, 5);
    await stage.page.getByRole('button', { name: 'Jonas', exact: true }).click();
    assert.equal((await names())[0], 'All kinds');
    assert.ok((await names()).includes('prepositions'));
    await stage.shot('progress-student', true);
    assert.deepEqual(await stage.violations(), []);
    await stage.page.locator('[data-key=whose]').selectOption('All students');
    assert.equal((await names())[0], 'The class');
  });

  it('is sorted by a column, with the class above', async () => {
    await set({}, shown(6, 3));
    const head = stage.page.getByRole('columnheader', { name: 'Week 2' });
    await head.getByRole('button').click();
    assert.equal(await head.getAttribute('aria-sort'), 'ascending');
    assert.equal((await names())[0], 'The class');
    assert.equal((await names()).at(-1), 'Amira');
    await head.getByRole('button').press('Enter');
    assert.equal(await head.getAttribute('aria-sort'), 'descending');
    assert.equal((await names()).at(-1), 'Amira');
  });

  it('shows the sentences behind a number, and returns to it', async () => {
    await set({}, shown(4, 3));
    await stage.page.getByRole('button', { name: /^Jonas, Week 1: / }).press('Enter');
    const wanted = { folder: 'file:///class', outcome: 'made', assignment: 'Week 1', student: 'jonas' };
    assert.deepEqual((await stage.messages()).at(-1), { type: 'places', wanted });
    await stage.post({ type: 'places', wanted, places: places('missed', ['jonas', 'jonas', 'jonas']), problem: '' });
    assert.equal(await stage.page.locator('.sentences li').count(), 3);
    assert.match(await focused(), /^Jonas · Week 1/);
    assert.deepEqual(await stage.violations(), []);
    await stage.shot('progress-places', true);
    await stage.page.getByRole('button', { name: 'Back to the class' }).click();
    assert.match(await focused(), /^\d+ of \d+$/);
  });

  it('asks for the sentences again with an equal result, since the first request may have failed', async () => {
    const wanted = { folder: 'file:///class', outcome: 'made', assignment: 'Week 1', student: 'jonas' };
    await set({ state: { scope: null, wanted } }, shown(4, 3));
    await stage.post({ type: 'places', wanted, places: [], problem: 'The server has ended.' });
    await stage.post(shown(4, 3));
    assert.deepEqual((await stage.messages()).at(-1), { type: 'places', wanted });
    await stage.post({ type: 'places', wanted, places: places('missed', ['jonas']), problem: '' });
    assert.equal(await stage.page.locator('.sentences li').count(), 1);
  });

  it('asks for a file, and is drawn again when marks change', async () => {
    await set({}, shown(4, 3));
    await stage.page.getByRole('button', { name: 'Save as CSV…' }).click();
    assert.deepEqual((await stage.messages()).at(-1), run('saveProgress', 'file:///class'));
    await stage.post({ type: 'computing', part: 0.5, message: 'Jonas' });
    assert.equal((await names()).length, 5);
    await stage.post(shown(3, 3));
    assert.equal((await names()).length, 4);
  });

  it('says what to do where there is no progress', async () => {
    await set({}, { type: 'result', result: { classes: [], missing: MISSING } });
    assert.match(await stage.page.locator('main').innerText(), /no progress to show yet/);
    assert.deepEqual(await stage.violations(), []);
  });
});
