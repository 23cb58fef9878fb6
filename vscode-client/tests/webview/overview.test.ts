import assert from 'node:assert/strict';

import type { ShownOverview } from '../../src/panels/overview/page/classList';
import type { VocabularyName } from '../../src/protocol/vocabularies';
import { classroom, gradedClassroom, openClassroom, places } from './classroom';
import { run, stages, type Scene, type Stage } from './stage';
import { theme, themes } from './themes';

const SCOPE = {
  type: 'scope',
  title: 'Class overview',
  scope: { uri: null, name: 'All exercises' },
};
const shown = (size: number, unmarked = 0, estimated = 0, vocabulary: VocabularyName = 'verdicts'): ShownOverview => ({
  type: 'result',
  result: classroom(size, unmarked, estimated),
  vocabulary,
});
const byCategories = (size: number): ShownOverview => shown(size, 0, 0, 'cleme2');

describe('The overview’s page', () => {
  const setStage = stages();
  let stage: Stage;

  async function set(scene: Partial<Scene>, ...messages: readonly object[]): Promise<void> {
    stage = await setStage({ name: 'overview', theme: theme('light'), width: 1000, height: 900, ...scene });
    await stage.post(SCOPE, ...messages);
  }

  const names = (): Promise<string[]> => stage.page.locator('.students tbody th').allInnerTexts();
  const focused = (): Promise<string> => stage.page.evaluate(() => document.activeElement?.textContent ?? '');
  const sort = (name: string): ReturnType<typeof stage.page.getByRole> =>
    stage.page.locator('.students').getByRole('columnheader', { name });

  it('has no violation of accessibility in any theme, at 100 % and at 200 %', async () => {
    await set({}, shown(12, 2, 2));
    await stage.accessible([1, 2]);
  });

  for (const [size, width] of [
    [40, 1200],
    [1, 560],
  ] as const) {
    it(`has no violation of accessibility with ${size} students`, async () => {
      await set({ theme: theme('dark'), width, state: { allTypes: true } }, shown(size));
      await stage.shot(`overview-${size}`, true);
      assert.equal((await names()).length, size);
      assert.deepEqual(await stage.violations(), []);
    });
  }

  it('has no violation of accessibility for CLEME2.0', async () => {
    await set({ theme: theme('highContrast') }, byCategories(12));
    await stage.shot('overview-cleme2', true);
    assert.deepEqual(await stage.violations(), []);
  });

  it('shows its bars with forced colours', async () => {
    await set({ forcedColors: true }, shown(8));
    await stage.shot('overview-forced', true);
    assert.equal(await stage.page.locator('.students tbody tr').count(), 8);
  });

  it('has its own colours in a window that does not know them yet', async () => {
    await set({}, shown(8));
    const bar = stage.page.locator('.stack .different').first();
    const colour = (): Promise<string> => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
    for (const look of themes()) {
      await stage.wear(look);
      const expected = await colour();
      const variables = Object.entries(look.variables).filter(([name]) => !name.startsWith('--vscode-markscheme-'));
      await stage.wear({ ...look, variables: Object.fromEntries(variables) });
      assert.equal(await colour(), expected, look.name);
    }
  });

  it('shows points and verdicts, and says where a mark can’t be compared', async () => {
    await set({ state: { assignment: 'letter' } }, shown(6));
    const marks = await stage.page.locator('td.score').allInnerTexts();
    assert.equal(marks.filter((mark) => /^\d+(\.5)? of \d+$/.test(mark.trim())).length, 5);
    assert.equal(marks.filter((mark) => mark.includes('not comparable: rewritten freely')).length, 1);
    const heads = await stage.page.locator('.students thead th').allInnerTexts();
    const expected = [
      'Student',
      'Places',
      'Shares',
      'Correct',
      'Partly',
      'Different',
      'Missed',
      'Not needed',
      'Optional',
    ];
    assert.deepEqual(
      heads.map((head) => head.replace(/[^A-Za-z ]/g, '').trim()),
      expected,
    );
    assert.doesNotMatch(await stage.page.locator('main').innerText(), /\bhits?\b|over-correction|CLEME|metric:/i);
    await sort('Places').getByRole('button').click();
    assert.match((await stage.page.locator('td.score').allInnerTexts()).at(-1) ?? '', /rewritten freely/);
    await sort('Places').getByRole('button').click();
    assert.match((await stage.page.locator('td.score').allInnerTexts()).at(-1) ?? '', /rewritten freely/);
  });

  it('has a column with the marks of a mark scheme, and their bands', async () => {
    await set({ state: { assignment: 'letter' } }, { ...shown(4), result: gradedClassroom(4) });
    await stage.shot('overview-scheme', true);
    const cells = (): Promise<string[]> => stage.page.locator('.students td.mark').allInnerTexts();
    assert.deepEqual(
      (await cells()).map((cell) => cell.replaceAll(/\s+/g, ' ').trim()),
      ['4 of 10 C', 'no mark', '5 of 10 C', '8.5 of 10 B'],
    );
    assert.equal(await sort('Places').count(), 1);
    assert.deepEqual(await stage.violations(), []);
    await sort('Mark').getByRole('button').click();
    assert.equal(await sort('Mark').getAttribute('aria-sort'), 'descending');
    assert.match((await cells())[0] ?? '', /^8\.5 of 10/);
    assert.match((await cells()).at(-1) ?? '', /^no mark/);
    const sums = await stage.page
      .locator('.students tfoot tr > *')
      .evaluateAll((cells) => cells.reduce((width, cell) => width + Number(cell.getAttribute('colspan') ?? 1), 0));
    assert.equal(sums, await stage.page.locator('.students thead th').count());
    await stage.page.getByLabel('Assignment').selectOption({ label: 'All assignments' });
    assert.equal(await stage.page.locator('.students td.mark').count(), 0);
    const row = await stage.page.locator('.students tbody tr', { hasText: 'Amira' }).innerText();
    assert.match(row, /4 of 10/);
  });

  it('says how teachers share the work on a file', async () => {
    const message = shown(3);
    const [letter, ...others] = message.result.exercises;
    const authored = { ...letter!, reference_authors: 'Ms Kim and Mr Roy together' };
    await set({}, { ...message, result: { ...message.result, exercises: [authored, ...others] } });
    await stage.page.getByText('Corrected by Ms Kim and Mr Roy together').waitFor();
    assert.deepEqual(await stage.violations(), []);
  });

  it('shows groups of errors by verdicts, and types by categories', async () => {
    await set({}, shown(6));
    const types = stage.page.locator('.types tbody tr');
    assert.match(await types.first().innerText(), /^tense/);
    assert.equal(await stage.page.locator('.types code').count(), 0);
    await stage.post(byCategories(6));
    assert.match(await types.nth(1).innerText(), /preposition replaced/);
  });

  it('shows the other vocabulary as soon as the setting changes', async () => {
    await set({}, shown(6));
    assert.equal(await sort('Missed').count(), 1);
    await stage.post(byCategories(6));
    assert.equal(await sort('Missed').count(), 0);
    assert.equal(await sort('Under').count(), 1);
    const signature = stage.page.locator('.signature');
    assert.doesNotMatch(await signature.innerText(), /metric:cleme2/);
    await signature.getByText('How this was computed').click();
    assert.match(await signature.innerText(), /metric:cleme2/);
  });

  it('sorts by every column with the keyboard, shows the order, and keeps it', async () => {
    await set({}, byCategories(12));
    await sort('Student').getByRole('button').click();
    assert.equal(await sort('Student').getAttribute('aria-sort'), 'ascending');
    await sort('Score').getByRole('button').focus();
    await stage.page.keyboard.press('Enter');
    assert.equal(await sort('Score').getAttribute('aria-sort'), 'descending');
    assert.equal(await sort('Student').getAttribute('aria-sort'), 'none');
    const scores = (await stage.page.locator('td.score .number').allInnerTexts()).map(Number);
    assert.deepEqual(
      scores,
      [...scores].sort((one, other) => other - one),
    );
    await stage.page.keyboard.press('Enter');
    assert.equal(await sort('Score').getAttribute('aria-sort'), 'ascending');
    assert.deepEqual(((await stage.state()) as { sort: object }).sort, { key: 'score', descending: false });
    for (const column of ['Shares', 'Hits', 'Wrong', 'Under', 'Over', 'Errors', 'Student']) {
      await sort(column).getByRole('button').click();
      assert.notEqual(await sort(column).getAttribute('aria-sort'), 'none', column);
    }
  });

  it('opens a student’s document with a press and with Enter', async () => {
    await set({ state: { assignment: 'letter' } }, shown(3));
    await stage.page.getByRole('button', { name: 'Amira', exact: true }).click();
    await stage.page.getByRole('button', { name: 'Jonas', exact: true }).focus();
    await stage.page.keyboard.press('Enter');
    assert.deepEqual((await stage.messages()).slice(-2), [
      run('openStudent', 'file:///class/letter/letter.hyp.amira.txt', null),
      run('openStudent', 'file:///class/letter/letter.hyp.jonas.txt', null),
    ]);
  });

  it('opens a student’s own text in a file of several', async () => {
    const uri = 'file:///class/letter/exam.m2';
    const room = classroom(3);
    const exercises = room.exercises.map((one) => ({
      ...one,
      students: one.students.map((student) => ({ ...student, uri, view: student.name })),
    }));
    await set({ state: { assignment: 'letter' } }, { ...shown(3), result: { ...room, exercises } });
    await stage.page.getByRole('button', { name: 'Jonas', exact: true }).click();
    assert.deepEqual((await stage.messages()).at(-1), run('openStudent', uri, 'jonas'));
  });

  it('gives back the feedback of the class', async () => {
    await set({}, shown(3));
    await stage.page.getByRole('button', { name: 'Give Back…' }).click();
    assert.deepEqual((await stage.messages()).at(-1), run('giveBack', 'file:///class'));
    await stage.page.getByRole('button', { name: 'Mark Scheme…' }).click();
    assert.deepEqual((await stage.messages()).at(-1), run('editScheme', 'file:///class'));
  });

  it('says how many answers are open, who has them first, and leads to them', async () => {
    await set({}, { ...shown(4), result: openClassroom(classroom(4, 1), 3, [0, 4, 1, 0]) });
    const rows = (await stage.page.locator('.students tbody tr').allInnerTexts()).map((row) =>
      row.replaceAll(/\s+/g, ' '),
    );
    assert.match(rows[0] ?? '', /^Late-1 Without marks letter: letter.hyp.late.txt, line 3/);
    assert.match(rows[1] ?? '', /^Jonas ?●?4 to decide 27.5 to 31.5 of 51/);
    assert.match(rows[2] ?? '', /^Lucía ?●?1 to decide/);
    assert.match(rows[3] ?? '', /^Amira \d/);
    await stage.page.getByRole('button', { name: 'Jonas: 4 to decide. Decide', exact: true }).click();
    assert.deepEqual((await stage.messages()).at(-1), run('showAnswersToDecide', 'file:///class'));
    await stage.page.getByRole('button', { name: 'To decide: 3', exact: true }).click();
    assert.deepEqual((await stage.messages()).at(-1), run('showAnswersToDecide', 'file:///class'));
    await sort('Student').getByRole('button').click();
    assert.deepEqual(await names(), ['Amira', 'Jonas', 'Lucía', 'Mei', 'Late-1']);
    await stage.post(shown(3));
    await stage.page.getByRole('button', { name: 'To decide: 0', exact: true }).waitFor();
    assert.equal(await stage.page.getByText(/\d to decide/).count(), 0);
  });

  for (const [width, height] of [
    [1440, 900],
    [900, 600],
    [560, 600],
  ] as const) {
    it(`shows the first student without scrolling, and no column is cut, at ${width} pixels`, async () => {
      const result = openClassroom(classroom(12, 2, 2), 14, [3, 0, 12]);
      const graded = openClassroom(gradedClassroom(12), 14, [3, 0, 12]);
      for (const [name, state, room] of [
        ['together', {}, result],
        ['letter', { assignment: 'letter' }, result],
        ['scheme', { assignment: 'letter' }, graded],
      ] as const) {
        await set({ width, height, state }, { ...shown(1), result: room });
        await stage.shot(`overview-${name}-${width}`);
        const first = await stage.page.locator('.students tbody tr').first().boundingBox();
        assert.ok(first && first.y + first.height < height, `${name}: ${JSON.stringify(first)}`);
        for (const box of await stage.page.locator('.scroller').all()) {
          assert.equal(await box.evaluate((node) => node.scrollWidth - node.clientWidth), 0, name);
        }
      }
    });
  }

  it('says once what the numbers of places are out of, and has no mark without a mark scheme', async () => {
    await set({}, shown(6));
    const words = await stage.page.locator('main').innerText();
    assert.equal(words.match(/out of those that this student’s text has/g)?.length, 1);
    assert.doesNotMatch(words, /median mark|distribution of marks/i);
    assert.match(words, /Median of places/);
    await stage.post(shown(1));
    assert.doesNotMatch(await stage.page.locator('main').innerText(), /out of those/);
  });

  it('lists students without marks, with the reason', async () => {
    await set({}, shown(3, 2));
    const listed = stage.page.locator('.unmarked');
    assert.equal(await listed.count(), 2);
    assert.match(await listed.first().innerText(), /Late-1.*9 paragraphs where the source has 7/s);
    assert.match(await stage.page.locator('.left-out').innerText(), /teacher-c.docx: the file is damaged/);
  });

  it('lists students without a reference separately, and says so', async () => {
    await set({}, shown(3, 0, 2));
    assert.equal(await stage.page.locator('.students tbody tr').count(), 3);
    const listed = stage.page.locator('.estimated li');
    assert.match(await listed.first().innerText(), /Guest-1\s*letter\s*1 edit to check/);
    assert.match(await listed.last().innerText(), /Guest-2\s*letter\s*2 edits to check/);
    const part = stage.page.locator('section.part', { has: stage.page.locator('.estimated') });
    assert.match(await part.innerText(), /without a teacher’s correction/i);
    assert.doesNotMatch(await part.innerText(), /0\.41/);
    await part.getByText('Show the estimates').click();
    assert.match(await part.innerText(), /Guest-1: 0\.41 → >0\.99 \(q -0\.4 → 5\.5\)/);
    assert.equal(await stage.page.locator('.unmarked').count(), 0);
  });

  it('explains types of error in words, the most frequent first, and shows all on request', async () => {
    await set({}, byCategories(12));
    const types = stage.page.locator('.types tbody tr');
    assert.equal(await types.count(), 10);
    assert.match(await types.nth(1).innerText(), /preposition replaced\s*R:PREP/);
    await stage.page.getByRole('button', { name: 'Show all 15 types' }).focus();
    await stage.page.keyboard.press('Enter');
    assert.equal(await types.count(), 15);
    assert.equal(await focused(), 'Show the 10 most frequent');
  });

  it('describes the figure in words', async () => {
    await set({}, byCategories(12));
    const words = await stage.page.getByRole('img').getAttribute('aria-label');
    assert.match(words ?? '', /Score: from 0\.\d\d to 0\.\d\d, median 0\.\d\d\. Hits: from \d+% to \d+%, median \d+%/);
    assert.equal(await stage.page.locator('.strip.score .dot').count(), 12);
    await stage.post(shown(12));
    const verdicts = await stage.page.getByRole('img').getAttribute('aria-label');
    assert.match(verdicts ?? '', /Places: from \d+% to \d+%, median \d+%\. Correct: from \d+% to \d+%/);
    assert.equal(await stage.page.locator('.strip.score .dot').count(), 11);
  });

  it('shows the progress of marking, and can be cancelled', async () => {
    await set({ theme: theme('dark') }, { type: 'computing', part: 0.4, message: '16 of 40' });
    await stage.shot('overview-computing');
    assert.equal(await stage.page.getByRole('progressbar').getAttribute('value'), '0.4');
    assert.deepEqual(await stage.violations(), []);
    await stage.page.getByRole('button', { name: 'Cancel' }).focus();
    await stage.post({ type: 'computing', part: 0.5, message: '20 of 40' });
    assert.equal(await focused(), 'Cancel');
    await stage.page.keyboard.press('Enter');
    assert.deepEqual((await stage.messages()).at(-1), { type: 'cancel' });
    await stage.post({ type: 'cancelled' });
    assert.equal(await stage.page.getByRole('button', { name: 'Retry' }).count(), 1);
  });

  it('keeps its content and the focus while the class is marked again', async () => {
    await set({}, shown(12));
    await stage.page.getByRole('button', { name: 'Mei', exact: true }).focus();
    await stage.post({ type: 'computing', part: null, message: '' });
    assert.equal(await focused(), 'Mei');
    assert.equal((await names()).length, 12);
    await stage.post(shown(13));
    assert.equal(await focused(), 'Mei');
    assert.equal((await names()).length, 13);
    assert.equal(await stage.page.getByRole('button', { name: 'Refresh' }).count(), 1);
  });

  it('keeps its content below a later failure', async () => {
    await set({ theme: theme('dark') }, shown(3), {
      type: 'failed',
      message: 'The server has ended.',
      remedy: 'start',
    });
    await stage.shot('overview-failed');
    assert.equal((await names()).length, 3);
    await stage.page.getByRole('button', { name: 'Start the Server' }).click();
    assert.deepEqual((await stage.messages()).at(-1), { type: 'remedy', remedy: 'start' });
    assert.deepEqual(await stage.violations(), []);
  });

  it('shows another assignment, and keeps it over a reload', async () => {
    await set({}, shown(3));
    assert.deepEqual(await names(), ['Amira', 'Jonas', 'Lucía']);
    await stage.page.getByLabel('Assignment').selectOption('postcard');
    assert.deepEqual(await names(), ['Amira']);
    const state = await stage.state();
    await stage.close();
    await set({ state }, shown(3));
    assert.deepEqual(await names(), ['Amira']);
  });

  it('shows a student with several essays once, with a mark in each assignment and together', async () => {
    await set({}, shown(3));
    const heads = await stage.page.locator('.students thead th').allInnerTexts();
    assert.deepEqual(
      heads.slice(0, 4).map((head) => head.replace('▲', '').trim()),
      ['Student', 'letter', 'postcard', 'All places'],
    );
    const marks = await stage.page.locator('.students tbody tr').first().locator('td.score').allInnerTexts();
    const [letter, postcard, together] = marks.map((mark) => mark.split(' of ').map(Number));
    assert.deepEqual(together, [letter![0]! + postcard![0]!, letter![1]! + postcard![1]!]);
    await stage.page.getByTitle('Open Amira, postcard’s document').click();
    assert.deepEqual(
      (await stage.messages()).at(-1),
      run('openStudent', 'file:///class/postcard/letter.hyp.amira.txt', null),
    );
  });

  it('has the sums of its students in the last row', async () => {
    await set({}, shown(5));
    const numbers = (row: string): Promise<number[]> =>
      stage.page
        .locator(`.students ${row} td.count`)
        .allInnerTexts()
        .then((cells) => cells.map((cell) => Number.parseInt(cell, 10)));
    const cells = await numbers('tbody tr');
    const sums = await numbers('tfoot tr');
    assert.equal(sums.length, 6);
    sums.forEach((sum, column) => {
      const own = cells.filter((_, index) => index % sums.length === column);
      assert.equal(
        sum,
        own.reduce((total, count) => total + count, 0),
      );
    });
  });

  it('shows the sentences behind a number with the keyboard alone, in any theme', async () => {
    await set({}, shown(4));
    const number = stage.page.getByRole('button', { name: /^Amira: \d+ missed: show the sentences$/ });
    await number.focus();
    await stage.page.keyboard.press('Enter');
    const wanted = { folder: 'file:///class', student: 'amira', verdict: 'missed' };
    assert.deepEqual((await stage.messages()).at(-1), { type: 'places', wanted });
    assert.equal(await focused(), 'Amira · Missed');
    const three = [
      ...places('missed', ['Amira']),
      ...places('not-needed', ['Amira'], { words: 'very', change: 'added “very”' }),
      ...places('partly-correct', ['Amira'], { words: '', group: '' }),
    ];
    await stage.post({ type: 'places', wanted, places: three, problem: '' });
    await stage.accessible([1], 'places');
    assert.equal(await focused(), 'Amira · Missed · 3 places');
    const items = await stage.page.locator('.sentences li').allInnerTexts();
    assert.match(items[0] ?? '', /Amira\s+letter\s+○\s*Missed.*Yesterday go we.*left “go”.*Ms Baker: went/s);
    assert.match(items[2] ?? '', /‸◐/);
    await stage.page.keyboard.press('Tab');
    await stage.page.keyboard.press('Enter');
    assert.deepEqual((await stage.messages()).at(-1), run('goTo', three[0]!.uri, three[0]!.range, null));
    await stage.page.getByRole('button', { name: 'Back to the class' }).focus();
    await stage.page.keyboard.press('Enter');
    assert.match((await number.getAttribute('data-key')) ?? '', /amira/);
    assert.equal(await number.evaluate((node) => node === document.activeElement), true);
  });

  it('shows the sentences of a group of errors, of one assignment or all', async () => {
    await set({}, shown(4));
    await stage.page.getByRole('button', { name: 'tense: show the sentences' }).click();
    const all = { folder: 'file:///class', group: 'tense' };
    assert.deepEqual((await stage.messages()).at(-1), { type: 'places', wanted: all });
    await stage.post({ type: 'places', wanted: all, places: places('missed', ['Amira', 'Jonas']), problem: '' });
    assert.equal(await focused(), 'tense · 2 places');
    await stage.page.getByLabel('Assignment').selectOption('letter');
    await stage.page.getByRole('button', { name: /^tense: \d+ missed/ }).click();
    const one = { folder: 'file:///class', assignment: 'letter', group: 'tense', verdict: 'missed' };
    assert.deepEqual((await stage.messages()).at(-1), { type: 'places', wanted: one });
    await stage.post({ type: 'places', wanted: all, places: places('missed', ['Amira']), problem: '' });
    assert.equal(await stage.page.locator('.sentences li').count(), 0);
    await stage.post({ type: 'places', wanted: one, places: [], problem: 'The server has ended.' });
    assert.match(await stage.page.locator('main').innerText(), /The server has ended/);
  });

  it('says how many different answers stand at the places to decide', async () => {
    await set({}, { ...shown(4), result: openClassroom(classroom(4, 1), 3, [0, 4, 1, 0]) });
    const sum = stage.page.locator('.students tfoot td.open');
    assert.equal(await sum.innerText(), '5 places, 3 different answers');
  });

  it('shows many sentences in parts', async () => {
    await set({}, shown(4));
    await stage.page.getByRole('button', { name: /^All students: \d+ missed/ }).click();
    const wanted = { folder: 'file:///class', verdict: 'missed' };
    const many = places('missed', new Array<string>(230).fill('Amira'));
    await stage.post({ type: 'places', wanted, places: many, problem: '' });
    const items = stage.page.locator('.sentences li');
    assert.equal(await items.count(), 100);
    await stage.page.getByRole('button', { name: 'Show more' }).click();
    await stage.page.getByRole('button', { name: 'Show more' }).click();
    assert.equal(await items.count(), 230);
    assert.equal(await stage.page.getByRole('button', { name: 'Show more' }).isVisible(), false);
  });

  it('has an axis in the unit of the marks', async () => {
    await set({}, shown(4));
    assert.deepEqual(await stage.page.locator('.tick').allInnerTexts(), ['0%', '25%', '50%', '75%', '100%']);
    await stage.post(byCategories(4));
    assert.deepEqual(await stage.page.locator('.tick').allInnerTexts(), ['0.00', '0.25', '0.50', '0.75', '1.00']);
  });

  it('says that there are no exercises, and explains what one is', async () => {
    await set(
      {},
      {
        type: 'result',
        result: { classes: [], exercises: [], signature: '', problems: [], notices: [] },
        vocabulary: 'verdicts',
      },
    );
    assert.match(await stage.page.locator('main').innerText(), /No exercise found here.*week-3.src.txt/s);
    assert.deepEqual(await stage.violations(), []);
  });
});
