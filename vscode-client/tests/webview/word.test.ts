import assert from 'node:assert/strict';

import { type FromWordPage, type ShownText } from '../../src/panels/word/wordMessages';
import { stages, type Scene, type Stage } from './stage';
import { theme } from './themes';

const LINES = ['Yesterday he walked to school.', '', 'She like tea at my home, and <b>he</b> too.'];

const TEXT: ShownText = {
  type: 'text',
  id: 1,
  title: 'Mei Lin.docx',
  caption: 'Mei Lin · tea',
  choices: [
    { uri: 'markscheme-text:/a.docx.txt?Ann', label: 'Ann' },
    { uri: 'markscheme-text:/a.docx.txt?Ben', label: 'Ben' },
  ],
  chosen: 'markscheme-text:/a.docx.txt?Ben',
  lines: LINES,
  places: [
    placeOf(0, 'walked', 'different', 'Different, tense, went'),
    placeOf(2, 'She like tea', 'rewritten', 'Rewritten freely'),
    placeOf(2, 'like', 'missed', 'Missed, agreement, likes'),
    placeOf(2, 'my', 'notNeeded', 'Not needed, pronouns'),
    { ...placeOf(2, '.', 'correct', 'Correct'), range: range(2, LINES[2]!.length, LINES[2]!.length) },
  ],
  remarks: ['The source may be in German.'],
  canSetUp: false,
};

const LENSES = {
  type: 'lenses',
  id: 1,
  lenses: [
    { line: 0, title: '1 different · 1 missed · 2 of 4', tooltip: 'Show the class overview' },
    { line: 2, title: '1 missed, 1 not needed', tooltip: 'Show how the edits line up' },
  ],
};

const HINTS = {
  type: 'hints',
  id: 1,
  hints: [
    { line: 0, character: 19, text: '→ went', tooltip: 'Ms Kim: went' },
    { line: 2, character: 8, text: '→ likes', tooltip: '' },
    { line: 2, character: 43, text: '[→ nothing]', tooltip: '' },
  ],
};

const CARD = {
  type: 'card',
  id: 1,
  place: 0,
  messages: ['Different (tense): go → walked'],
  markdown:
    '**Ms Kim** has `went` &amp; \\<b\\>\n\n<img src=x onerror=alert(1)> [link](https://a.test) [Ms Kim](markscheme-text:/b.docx.txt#L1,2)\n\n---\n- one\n- two',
  actions: ['Count as correct: go → walked', 'Don’t count this place: go'],
};

/** The card of a place that can be decided, as the server writes it. */
const DECIDED = {
  ...CARD,
  messages: [],
  markdown: [
    '**Different** · tense · go → **walked**',
    '- [Ms Kim](markscheme-text:/Mr%20Osei.docx.txt?Ms%20Kim#L1,2): **went** instead\n- Mr Osei: **left** instead',
    'Comment: see [page 3](command:markscheme.other) · well',
    [
      '[Correct](command:markscheme.decideAt?%5B1%5D)',
      '[Partly](command:markscheme.decideAt?%5B2%5D)',
      '[Optional](command:markscheme.decideAt?%5B3%5D)',
      "[Don't count](command:markscheme.decideAt?%5B4%5D)",
      '[More…](command:markscheme.moreActions?%5B5%5D)',
    ].join(' · '),
    '0 of 1 point',
  ].join('\n\n'),
  actions: [],
};

function range(line: number, start: number, end: number): ShownText['places'][number]['range'] {
  return { start: { line, character: start }, end: { line, character: end } };
}

function placeOf(line: number, words: string, look: string, label: string): ShownText['places'][number] {
  const start = LINES[line]!.indexOf(words);
  return { range: range(line, start, start + words.length), look, emphasis: 'frame', label };
}

describe('The page of a Word document', () => {
  const setStage = stages();
  let stage: Stage;

  async function set(scene: Partial<Scene>, ...messages: readonly object[]): Promise<void> {
    stage = await setStage({ name: 'word', theme: theme('light'), width: 900, height: 700, ...scene });
    await stage.post(...messages);
  }

  const place = (number: number) => stage.page.locator(`[data-place="${number}"]`).first();
  const posted = async (type: FromWordPage['type']): Promise<unknown[]> =>
    (await stage.messages()).filter((message) => (message as FromWordPage).type === type);

  it('has no violation of accessibility in any theme', async () => {
    await set({}, TEXT, LENSES, HINTS);
    await place(0).focus();
    await stage.post(CARD);
    await stage.accessible();
  });

  it('has no violation at 200 % in a narrow editor, and nothing runs out of it', async () => {
    await set({ width: 380, theme: theme('dark') }, TEXT, LENSES);
    await place(0).focus();
    await stage.post(CARD);
    await stage.shot('word-narrow');
    assert.deepEqual(await stage.violations(), []);
    assert.equal(await stage.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
  });

  it('frames each place with its look, and reads it with its label', async () => {
    await set({}, TEXT);
    const { page } = stage;
    assert.deepEqual(await page.locator('.sheet p').allTextContents(), [
      'Yesterday he walked (Different, tense, went)  to school.',
      '',
      'She  (Rewritten freely) like (Missed, agreement, likes)  tea at my (Not needed, pronouns)  home, and <b>he</b> too.‸✓ (Correct) ',
    ]);
    assert.equal(await page.getByRole('button', { name: 'walked (Different, tense, went)' }).count(), 1);
    assert.equal(await page.locator('.sheet [role="button"] [role="button"]').count(), 0);
    const frames = await page
      .locator('.place')
      .evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node).borderTopStyle));
    assert.deepEqual(frames, ['solid', 'solid', 'dashed', 'solid', 'dotted', 'solid']);
  });

  it('has a line under what is settled, and nothing where nothing is to be looked at', async () => {
    const emphases = ['line', 'frame', 'line', 'none', 'none'] as const;
    await set({}, { ...TEXT, places: TEXT.places.map((each, index) => ({ ...each, emphasis: emphases[index] })) });
    const borders = await stage.page.locator('.place').evaluateAll((nodes) =>
      nodes.map((node) => {
        const { borderTopWidth, borderBottomWidth, backgroundColor } = getComputedStyle(node);
        return [borderTopWidth, borderBottomWidth, backgroundColor === 'rgba(0, 0, 0, 0)'];
      }),
    );
    assert.deepEqual(borders[0], ['0px', '2px', true]);
    assert.deepEqual(borders[2], ['0px', '1px', true]);
    assert.deepEqual(borders.slice(-2), [
      ['0px', '0px', true],
      ['0px', '0px', true],
    ]);
    await stage.shot('word-quiet');
    assert.deepEqual(await stage.violations(), []);
    assert.equal(await stage.page.getByRole('button', { name: 'my (Not needed, pronouns)' }).count(), 1);
  });

  it('shows hints behind their places, also after other marks of the same text', async () => {
    await set({}, TEXT, HINTS);
    const words = (): Promise<string[]> =>
      stage.page.locator('.sheet p').evaluateAll((lines) =>
        lines.map((line) => {
          const copy = line.cloneNode(true) as HTMLElement;
          copy.querySelectorAll('.visually-hidden').forEach((label) => {
            label.remove();
          });
          return copy.textContent;
        }),
      );
    const lines = [
      'Yesterday he walked→ went to school.',
      '',
      'She like→ likes tea at my home, and <b>he</b> too.‸✓[→ nothing]',
    ];
    assert.deepEqual(await words(), lines);
    assert.equal(await stage.page.getByText('→ went').getAttribute('title'), 'Ms Kim: went');
    await stage.post({ ...TEXT, id: 2, remarks: [] });
    assert.deepEqual(await words(), lines);
    await stage.post({ ...HINTS, id: 2, hints: HINTS.hints.slice(0, 1) }, { ...HINTS, id: 1 });
    assert.deepEqual(await words(), [lines[0], '', 'She like tea at my home, and <b>he</b> too.‸✓']);
    await stage.shot('word-hints');
    assert.deepEqual(await stage.violations(), []);
  });

  it('shows the card of a place that the keyboard or the pointer is at, without HTML of the document', async () => {
    await set({}, TEXT, LENSES);
    const { page } = stage;
    await place(0).focus();
    assert.deepEqual(await posted('card'), [{ type: 'card', id: 1, place: 0 }]);
    await stage.post(CARD);
    const card = page.getByRole('dialog', { name: 'Different, tense, went' });
    assert.equal(await card.locator('strong').innerText(), 'Ms Kim');
    assert.equal(await card.locator('img, a, b').count(), 0);
    assert.match(await card.innerText(), /<img src=x onerror=alert\(1\)>/);
    assert.equal(await place(0).getAttribute('aria-describedby'), 'said');
    await card.getByRole('button', { name: 'Ms Kim' }).click();
    assert.deepEqual(await posted('follow'), [{ type: 'follow', id: 1, link: 'markscheme-text:/b.docx.txt#L1,2' }]);
    await place(0).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    assert.deepEqual(await posted('pick'), [{ type: 'pick', list: 'actions', id: 1, number: 0 }]);
    await place(0).focus();
    await page.keyboard.press('Escape');
    assert.equal(await card.isVisible(), false);
    await place(2).focus();
    await place(0).focus();
    await page.keyboard.press('Enter');
    await stage.post({ ...CARD, place: 2 });
    assert.equal(await card.isVisible(), false, 'a late card of another place is not shown');
    await stage.post(CARD);
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    assert.match(await focused(), /^Count as correct/, 'Enter waits for the card');
    await page.keyboard.press('Escape');
    assert.match(await focused(), /^walked/);
    await page.mouse.move(0, 0);
    await place(3).hover();
    await page.waitForFunction(
      () => (window as unknown as { messages: { place?: number }[] }).messages.at(-1)?.place === 3,
    );
  });

  it('has a button for each decision below what the card says, and one for more', async () => {
    await set({}, TEXT);
    const { page } = stage;
    await place(0).focus();
    await page.keyboard.press('Enter');
    await stage.post(DECIDED);
    const card = page.getByRole('dialog');
    assert.deepEqual(await card.getByRole('list', { name: 'What to do' }).getByRole('button').allInnerTexts(), [
      'Correct',
      'Partly',
      'Optional',
      "Don't count",
      'More…',
    ]);
    assert.deepEqual(
      (await card.locator('.said > *').allInnerTexts()).map((text) => text.trim()),
      [
        'Different · tense · go → walked',
        'Ms Kim: went instead\n\nMr Osei: left instead',
        'Comment: see page 3 · well',
        '0 of 1 point',
      ],
    );
    await stage.shot('word-decisions');
    assert.deepEqual(await stage.violations(), []);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Correct', 'Enter goes to the first');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.deepEqual(await posted('follow'), [{ type: 'follow', id: 1, link: 'command:markscheme.decideAt?%5B2%5D' }]);
    assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? '', /^walked/);
    await card.getByRole('button', { name: 'Ms Kim' }).click();
    assert.deepEqual((await posted('follow')).at(-1), {
      type: 'follow',
      id: 1,
      link: 'markscheme-text:/Mr%20Osei.docx.txt?Ms%20Kim#L1,2',
    });
  });

  it('has the whole card in the window: above a place far below, and after the window has become narrow', async () => {
    const below = [...Array.from({ length: 9 }, () => ''), ...LINES];
    const places = TEXT.places.map((each) => {
      const { start, end } = each.range;
      return {
        ...each,
        range: { start: { ...start, line: start.line + 9 }, end: { ...end, line: end.line + 9 } },
      };
    });
    await set({ height: 600 }, { ...TEXT, lines: below, places });
    const { page } = stage;
    const box = async (): Promise<{ x: number; y: number; width: number; height: number }> =>
      (await page.getByRole('dialog').boundingBox())!;
    await place(2).focus();
    await stage.post({ ...DECIDED, place: 2 });
    const [card, words] = [await box(), (await place(2).boundingBox())!];
    assert.ok(card.y > 0 && card.y + card.height <= words.y, 'above its place');
    await page.setViewportSize({ width: 460, height: 600 });
    const { x, width } = await box();
    assert.ok(x >= 0 && x + width <= 460, 'inside the narrow window');
  });

  it('keeps the keyboard at its place when marks change, and goes where it is sent', async () => {
    await set({}, TEXT, LENSES);
    const { page } = stage;
    await place(2).focus();
    const places = TEXT.places.map((each, number) =>
      number === 2 ? { ...each, look: 'correct', label: 'Correct' } : each,
    );
    await stage.post({ ...TEXT, id: 2, places });
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    assert.equal(await focused(), 'like (Correct) ');
    await stage.post({ type: 'go', range: TEXT.places[3]!.range, takesFocus: true });
    assert.equal(await focused(), 'my (Not needed, pronouns) ');
    assert.deepEqual((await posted('at')).at(-1), { type: 'at', id: 2, place: 3 });
  });

  it('has buttons for lenses, texts, findings and the text editor', async () => {
    await set({}, TEXT, LENSES);
    const { page } = stage;
    await page.getByRole('button', { name: '1 missed, 1 not needed' }).click();
    assert.deepEqual(await posted('pick'), [{ type: 'pick', list: 'lenses', id: 1, number: 1 }]);
    for (const name of ['Previous finding', 'Next finding', 'Open as text']) {
      await page.getByRole('button', { name }).click();
    }
    assert.deepEqual(
      (await posted('press')).map((message) => (message as { button: string }).button),
      ['previous', 'next', 'openText'],
    );
    await page.getByRole('combobox', { name: 'Text' }).selectOption('Ann');
    assert.deepEqual(await posted('choose'), [{ type: 'choose', uri: 'markscheme-text:/a.docx.txt?Ann' }]);
  });

  it('says calmly that a document is part of no exercise, and offers the set-up', async () => {
    const remarks = ['This document is not part of an exercise yet.'];
    await set({}, { ...TEXT, places: [], choices: TEXT.choices.slice(0, 1), remarks, canSetUp: true });
    await stage.shot('word-stranger');
    assert.deepEqual(await stage.violations(), []);
    await stage.page.getByRole('button', { name: 'Set up an exercise…' }).click();
    assert.deepEqual(await posted('press'), [{ type: 'press', button: 'setUp' }]);
  });

  it('says why a document can’t be shown', async () => {
    await set({}, { type: 'failed', message: 'Mei.docx: this is not a Word document', remedy: 'retry' });
    assert.deepEqual(await stage.violations(), []);
    await stage.page.getByRole('button', { name: 'Retry' }).click();
    assert.deepEqual(await posted('remedy'), [{ type: 'remedy', remedy: 'retry' }]);
  });
});
