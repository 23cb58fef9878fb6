import assert from 'node:assert/strict';

import { PLAN, planOf, shown } from './sentences';
import { stages, type Scene, type Stage } from './stage';
import { theme } from './themes';

describe('The plan’s page', () => {
  const setStage = stages();
  let stage: Stage;

  async function set(scene: Partial<Scene>, ...messages: readonly object[]): Promise<void> {
    stage = await setStage({ name: 'plan', theme: theme('light'), width: 760, height: 900, ...scene });
    await stage.post(...messages);
  }

  const focused = (): Promise<string> => stage.page.evaluate(() => document.activeElement?.textContent ?? '');
  const description = (): Promise<string> => stage.page.locator('.status').innerText();

  it('has no violation of accessibility in any theme, at 100 % and at 200 %', async () => {
    await set({ width: 1100 }, shown(PLAN));
    await stage.page.locator('td.flow').nth(18).focus();
    await stage.accessible([1, 2]);
  });

  it('has no violation of accessibility in a narrow panel with many edits, by gain', async () => {
    const long = planOf(12, 9, 'maximilian-von-der-vogelweide-the-younger');
    await set({ theme: theme('dark'), width: 560, state: { measure: 'gain' } }, long);
    await stage.shot('plan-12x9', true);
    assert.deepEqual(await stage.violations(), []);
  });

  it('shows its numbers with forced colours', async () => {
    await set({ width: 1100, forcedColors: true }, shown(PLAN));
    await stage.shot('plan-forced', true);
    assert.equal(await stage.page.locator('td.flow').nth(18).innerText(), '0.59');
  });

  it('has a table with row and column headers, and a number in every cell', async () => {
    await set({}, shown(PLAN));
    const page = stage.page;
    assert.equal(await page.getByRole('grid').count(), 1);
    assert.equal(await page.getByRole('rowheader').count(), 1 + 5 + 1);
    assert.equal(await page.getByRole('columnheader').count(), 1 + 1 + 8 + 1);
    const numbers = await page.locator('td.flow').allInnerTexts();
    assert.equal(numbers.length, 40);
    assert.deepEqual(
      numbers.filter((number) => number !== '0'),
      ['0.29', '0.29', '0.59', '0.10', '0.33', '1.37'],
    );
  });

  it('names types of error in words, and has ERRANT’s codes and the signature for CLEME2.0 only', async () => {
    await set({ width: 1100 }, shown(PLAN, 1, 'verdicts'));
    const types = stage.page.locator('.plan .type');
    assert.equal(await types.first().innerText(), 'word of the same family');
    assert.equal(await types.first().getAttribute('title'), 'R:MORPH');
    assert.equal(await stage.page.locator('.signature').count(), 0);
    await stage.shot('plan-verdicts', true);
    assert.deepEqual(await stage.violations(), []);
    await stage.post(shown(PLAN, 1, 'cleme2'));
    assert.equal(await types.first().innerText(), 'R:MORPH');
    assert.equal(await stage.page.locator('.signature').count(), 1);
  });

  it('moves with the arrow keys, and describes the cell', async () => {
    await set({}, shown(PLAN), { type: 'focus' });
    const page = stage.page;
    assert.equal(await page.locator('table.plan [tabindex="0"]').count(), 1);
    for (const key of [
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
    ]) {
      await page.keyboard.press(key);
    }
    assert.equal(await focused(), '0.59');
    assert.equal(
      await description(),
      'jonas’s edit “know” → “hear”: 0.59 of its mass 0.69 lines up with teacher-a’s edit “know” → “hear”, with gain 1.00.',
    );
    assert.equal(await page.locator('.edit.highlighted').count(), 2);
    await page.keyboard.press('ArrowRight');
    assert.match(await description(), /does not line up with teacher-a’s edit “of” → “from”. The gain would be 0.00/);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Home');
    assert.equal(await focused(), 'Edit');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), 'Edit');
  });

  it('is left with Tab, and entered again at the same cell', async () => {
    await set({}, shown(PLAN), { type: 'focus' });
    await stage.page.keyboard.press('ArrowDown');
    await stage.page.keyboard.press('Shift+Tab');
    assert.match(await focused(), /driving test/);
    await stage.page.keyboard.press('Tab');
    assert.equal(await focused(), 'Mass');
  });

  it('goes to an edit with Enter in a cell or a header, and with a press in the sentence', async () => {
    await set({}, shown(PLAN, 7));
    const page = stage.page;
    await page.locator('td.flow').nth(18).focus();
    await page.keyboard.press('Enter');
    await page.locator('tbody th.edit-head').nth(4).focus();
    await page.keyboard.press('Enter');
    await page.locator('thead th.edit-head').nth(3).focus();
    await page.keyboard.press('Enter');
    await page.locator('.sentences .edit').nth(0).click();
    const goMessages = (await stage.messages()).filter((message) => (message as { type: string }).type === 'go');
    const go = (side: string, edit: number): object => ({ type: 'go', id: 7, side, reference: 0, edit });
    assert.deepEqual(goMessages, [go('hypothesis', 2), go('hypothesis', 4), go('reference', 3), go('hypothesis', 0)]);
  });

  it('shows another reference by its tab, with the focus on the tab, and keeps it', async () => {
    await set({}, shown(PLAN));
    const page = stage.page;
    await page.getByRole('tab', { name: 'teacher-a' }).focus();
    await page.keyboard.press('ArrowRight');
    assert.match(await focused(), /teacher-b/);
    assert.match(await page.getByRole('tab', { selected: true }).innerText(), /teacher-b\s*F 0.41/);
    assert.equal(await page.locator('thead th.edit-head').count(), 3);
    assert.equal(((await stage.state()) as { reference: string }).reference, 'teacher-b');
  });

  it('restores the reference and the measure', async () => {
    await set({ state: { reference: 'teacher-b', measure: 'gain' } }, shown(PLAN));
    assert.match(await stage.page.getByRole('tab', { selected: true }).innerText(), /teacher-b/);
    assert.equal(await stage.page.getByRole('radio', { name: 'Gain' }).isChecked(), true);
    assert.equal(await stage.page.locator('td.flow').first().innerText(), '1.00');
  });

  it('shows gains on request, and exports them', async () => {
    await set({}, shown(PLAN, 3));
    const page = stage.page;
    await page.getByRole('radio', { name: 'Gain' }).check({ force: true });
    assert.equal(await page.locator('td.flow').nth(0).innerText(), '0.16');
    await page.getByRole('button', { name: 'Copy as CSV' }).click();
    await page.getByRole('button', { name: 'Save as SVG…' }).click();
    const lastMessages = (await stage.messages()).slice(-2);
    assert.deepEqual(lastMessages, [
      { type: 'copy', id: 3, reference: 0, measure: 'gain' },
      { type: 'save', id: 3, reference: 0, measure: 'gain' },
    ]);
  });

  it('keeps the focus in its cell when the plan is drawn again', async () => {
    await set({}, shown(PLAN));
    await stage.page.locator('td.flow').nth(18).focus();
    await stage.post(shown(PLAN, 2));
    assert.equal(await focused(), '0.59');
  });

  it('is pinned by a button that shows it', async () => {
    await set({}, shown(PLAN));
    const pin = stage.page.getByRole('button', { name: 'Pin' });
    await pin.click();
    assert.deepEqual((await stage.messages()).at(-1), { type: 'pin', pinned: true });
    assert.equal(await pin.getAttribute('aria-pressed'), 'true');
    assert.equal(await focused(), 'Pin');
  });

  const situations: readonly [string, object, RegExp][] = [
    ['one side only', planOf(0, 3), /jonas changes nothing in this sentence. teacher-a changes this:/],
    ['the other side only', planOf(3, 0), /teacher-a changes nothing in this sentence. jonas changes this:/],
    ['no edits', planOf(0, 0), /Neither jonas nor teacher-a changes this sentence/],
    ['no sentence', { type: 'nothing' }, /Put the cursor into a sentence/],
    ['an engine that loads', { type: 'waiting', awaited: 'engine' }, /Loading the engine’s models/],
    ['a failure', { type: 'failed', message: 'the encoder could not be loaded', remedy: 'retry' }, /encoder could not/],
  ];
  for (const [name, message, words] of situations) {
    it(`shows its state: ${name}`, async () => {
      await set({ theme: theme('dark'), width: 600 }, message);
      await stage.shot(`plan-${name.replaceAll(' ', '-')}`);
      assert.match(await stage.page.locator('main').innerText(), words);
      assert.deepEqual(await stage.violations(), []);
    });
  }

  it('offers a remedy, and puts the focus on it', async () => {
    await set({}, { type: 'failed', message: 'no', remedy: 'start' }, { type: 'focus' });
    assert.equal(await focused(), 'Start the Server');
    await stage.page.keyboard.press('Enter');
    assert.deepEqual((await stage.messages()).at(-1), { type: 'remedy', remedy: 'start' });
  });

  it('shows markup in a document as text', async () => {
    const [edit, ...rest] = PLAN.hypothesis;
    const markup = '<img src=x onerror=alert(1)>';
    await set({}, shown({ ...PLAN, hypothesis: [{ ...edit!, replacement: markup }, ...rest] }));
    assert.equal(await stage.page.locator('img').count(), 0);
    assert.ok((await stage.page.locator('main').innerText()).includes(markup));
  });

  it('colours cells only as strong as readable text allows', async () => {
    const pale = { ...theme('dark'), variables: { ...theme('dark').variables, '--vscode-charts-blue': '#cfe8ff' } };
    await set({ theme: pale }, planOf(2, 2));
    assert.deepEqual(await stage.violations(), []);
  });
});
