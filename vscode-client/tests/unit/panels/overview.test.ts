import assert from 'node:assert/strict';

import { errorsOf, parted, pressed, sorted, SORT_KEYS, type MarkedStudent } from '../../../src/panels/overview/classList';
import { contrast, mixed, strongestMixture, type Colour } from '../../../src/panels/plan/page/contrast';
import { dodged, median } from '../../../src/panels/overview/distribution';
import {
  readFromOverviewPage,
  readFromPlanPage,
  readOverviewPageState,
  readPlanPageState,
  readToPlanPage,
} from '../../../src/panels/messages';
import { pageHtml } from '../../../src/panels/pageHtml';
import { folderOfArgument, placeOfArgument } from '../../../src/panels/panelTarget';
import { target } from '../../../src/panels/plan/page/gridWalk';
import { columnSign } from '../../../src/panels/plan/page/planView';

function student(name: string, tp: number, fn: number): MarkedStudent {
  const none = { precision: 0, recall: 0, f: 0 };
  return {
    name,
    uri: `file:///${name}`,
    problem: null,
    marks: {
      counts: { tp, fp_ne: 1, fp_un: 1, fn, tn: 0 },
      scores: { hit: tp / (tp + fn + 1), wrong: 0, under: 0, over: 0, score: tp / 10 },
      errant: none,
      credit: null,
      references: 1,
      signature: '',
    },
  };
}

describe('the list of a class', () => {
  const students = [student('Zoe', 5, 1), student('Äsa 10', 5, 4), student('Äsa 9', 2, 4)];
  const names = (key: (typeof SORT_KEYS)[number], descending: boolean): string[] =>
    sorted(students, { key, descending }, 'en').map(({ name }) => name);

  it('stands by name as people sort names', () => {
    assert.deepEqual(names('name', false), ['Äsa 9', 'Äsa 10', 'Zoe']);
    assert.deepEqual(names('name', true), ['Zoe', 'Äsa 10', 'Äsa 9']);
  });

  it('stands by any number, equals by name', () => {
    assert.deepEqual(names('score', true), ['Äsa 10', 'Zoe', 'Äsa 9']);
    assert.deepEqual(names('under-correction', true), ['Äsa 9', 'Äsa 10', 'Zoe']);
    assert.deepEqual(names('errors', false), ['Zoe', 'Äsa 9', 'Äsa 10']);
  });

  it('is sorted by every column without losing anybody', () => {
    for (const key of SORT_KEYS) {
      assert.equal(new Set(names(key, true)).size, 3, key);
    }
  });

  it('turns round at a second press, and begins with names from A, numbers from the most', () => {
    assert.deepEqual(pressed({ key: 'name', descending: false }, 'score'), { key: 'score', descending: true });
    assert.deepEqual(pressed({ key: 'score', descending: true }, 'score'), { key: 'score', descending: false });
    assert.deepEqual(pressed({ key: 'score', descending: true }, 'name'), { key: 'name', descending: false });
  });

  it('parts those who could not be marked, and those who could only be estimated', () => {
    const nobody = { ...students[0]!, marks: null };
    const estimate = { quality: { before: 0.4, after: 0.6 }, q: { before: -0.4, after: 0.4 }, lowering: 0 };
    const { marked, estimated, unmarked } = parted([
      ...students,
      { ...nobody, problem: 'why' },
      { ...nobody, estimate },
    ]);
    assert.deepEqual([marked.length, estimated.length, unmarked.length], [3, 1, 1]);
    assert.equal(errorsOf(students[0]!.marks.counts), 3);
  });
});

describe('a class’s numbers', () => {
  it('have a median, or none', () => {
    assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3]), median([7]), median([])], [2, 2.5, 7, undefined]);
  });

  it('are dots in their very places, that do not cover each other while there is room', () => {
    const values = [0.5, 0.5, 0.51, 0.9, 0.5];
    const dots = dodged(values, 100, 8, 2);
    assert.deepEqual(
      dots.map(({ index }) => index),
      [0, 1, 4, 2, 3],
    );
    for (const dot of dots) {
      assert.equal(dot.x, (values[dot.index] ?? 0) * 100);
      const near = dots.filter((other) => other !== dot && other.level === dot.level);
      assert.ok(near.every((other) => Math.abs(other.x - dot.x) >= 8));
    }
  });

  it('stay within the strip when there are more of them than it has room for', () => {
    const dots = dodged(new Array<number>(40).fill(0.5), 100, 8, 2);
    assert.equal(dots.length, 40);
    assert.ok(dots.every(({ level }) => Math.abs(level) <= 2));
  });
});

describe('colours that text is read on', () => {
  const [black, white, blue]: readonly Colour[] = [
    [0, 0, 0],
    [255, 255, 255],
    [0, 99, 211],
  ];

  it('contrast as WCAG says', () => {
    assert.equal(contrast(black!, white!), 21);
    assert.equal(contrast(white!, white!), 1);
  });

  it('are as strong as can be, and no stronger', () => {
    const part = strongestMixture(blue!, white!, [59, 59, 59], 0.8);
    assert.ok(part > 0.3 && part < 0.8);
    assert.ok(contrast(mixed(blue!, white!, part), [59, 59, 59]) >= 4.5);
    assert.equal(strongestMixture(white!, white!, black!, 0.8), 0.8);
    assert.equal(strongestMixture(black!, white!, black!, 0.8) < 0.8, true);
  });

  it('are left to a theme whose text can’t be read anyway', () => {
    assert.equal(strongestMixture(blue!, white!, white!, 0.8), 0.8);
  });
});

describe('messages of the panels', () => {
  it('are dropped if they are none', () => {
    const none = [
      undefined,
      null,
      'ready',
      {},
      { type: 'unheard' },
      { type: 'pin', pinned: 'yes' },
      { type: 'go', id: -1 },
    ];
    assert.deepEqual(none.map(readFromPlanPage).filter(Boolean), []);
    assert.deepEqual(none.map(readFromOverviewPage).filter(Boolean), []);
    assert.deepEqual(none.map(readToPlanPage).filter(Boolean), []);
  });

  it('are read as they were written', () => {
    const go = { type: 'go', id: 1, side: 'reference', reference: 0, edit: 2 };
    assert.deepEqual(readFromPlanPage({ ...go, more: 1 }), go);
    assert.deepEqual(readFromOverviewPage({ type: 'open', uri: 'file:///a' }), { type: 'open', uri: 'file:///a' });
  });

  it('leave out a state that another version has kept', () => {
    assert.deepEqual(readPlanPageState({ measure: 'mass' }), { measure: 'mass' });
    assert.equal(readPlanPageState({ measure: 'colour' }), undefined);
    assert.equal(readOverviewPageState({ sort: { key: 'shoe size', descending: true } }), undefined);
  });
});

describe('the argument of a panel’s command', () => {
  const start = { line: 2, character: 3 };
  const uri = 'file:///a.txt';
  const range = { start, end: start };

  it('names a place, as a location or as a node of the tree', () => {
    for (const argument of [
      { uri, range },
      { uri, position: start },
      { uri: { scheme: 'file', path: '/a.txt', toString: () => uri }, range },
      { kind: 'sentence', document: { uri }, passage: { range } },
      { kind: 'finding', document: { uri }, finding: { range } },
    ]) {
      assert.deepEqual(placeOfArgument(argument), { uri, ...start });
    }
    assert.equal(placeOfArgument({ scheme: 'file', path: '/a.txt' }), undefined);
    assert.equal(placeOfArgument(undefined), undefined);
  });

  it('names a folder', () => {
    assert.equal(folderOfArgument(uri), uri);
    assert.equal(folderOfArgument({ kind: 'exercise', exercise: { uri } }), uri);
    assert.equal(folderOfArgument({ scheme: 'file', path: '/a.txt', toString: () => uri }), uri);
    assert.equal(folderOfArgument(undefined), undefined);
  });
});

describe('a panel’s page', () => {
  it('allows its own script and style and nothing else, and has nothing inline', () => {
    const html = pageHtml({
      language: 'en"><script>',
      title: '<b>',
      cspSource: 'https://own',
      script: 'https://own/a.js',
      style: 'https://own/a.css',
      nonce: 'abc',
    });
    assert.match(html, /default-src 'none'; script-src 'nonce-abc'; style-src https:\/\/own;/);
    assert.doesNotMatch(html, /unsafe|<style|style=|<b>|\son[a-z]+=/);
    assert.equal(html.match(/<script/g)?.length, 1);
  });
});

describe('walking a grid', () => {
  it('goes one cell with an arrow, to the end with Ctrl, and nowhere with other keys', () => {
    const from = { row: 2, column: 3 };
    assert.deepEqual(target(from, 'ArrowLeft', false), { row: 2, column: 2 });
    assert.deepEqual(target(from, 'ArrowDown', true), { row: Infinity, column: 3 });
    assert.deepEqual(target(from, 'Home', false), { row: 2, column: -Infinity });
    assert.deepEqual(target(from, 'End', true), { row: Infinity, column: Infinity });
    assert.equal(target(from, 'a', false), undefined);
  });

  it('has a sign for every column', () => {
    assert.deepEqual([0, 25, 26, 27, 52].map(columnSign), ['a', 'z', 'aa', 'ab', 'ba']);
  });
});
