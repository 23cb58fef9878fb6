import assert from 'node:assert/strict';

import {
  type FeedbackDraft,
  feedbackMessage,
  FIRST_CHOICE,
  lastChoice,
  modes,
  optionsOf,
  summaryOf,
} from '../../../src/commands/feedback';
import { unfinishedText } from '../../../src/commands/writtenFiles';

const CHOICES = {
  folder: 'file:///class',
  assignments: ['Week 1', 'Week 2'],
  students: ['Ada', 'Ben', 'Mei Lin'].map((name) => ({ name: name.toLowerCase(), label: name })),
  groups: ['Articles', 'tense'],
};
const DRAFT: FeedbackDraft = { ...FIRST_CHOICE, students: [], assignment: undefined, open: 'range' };

describe('Giving back', () => {
  it('offers tracked changes in Word only', () => {
    const names = (format: string): string[] => modes(format).map(({ name }) => name);
    assert.deepEqual(names('docx'), ['direct', 'tracked', 'hint']);
    assert.deepEqual(names('html'), ['direct', 'hint']);
    assert.deepEqual(names('pdf'), ['direct', 'hint']);
  });

  it('leaves out of the server’s options what is not limited', () => {
    assert.deepEqual(optionsOf(DRAFT), { bundle: 'each' });
    const limited: FeedbackDraft = {
      ...DRAFT,
      ...{ students: ['ada'], focus: ['tense'], bundle: 'zip', assignment: 'Week 1' },
    };
    const options = { bundle: 'zip', students: ['ada'], focus: ['tense'], assignment: 'Week 1' };
    assert.deepEqual(optionsOf(limited), options);
    assert.deepEqual(optionsOf({ ...DRAFT, open: 'lowest' }), { bundle: 'each', open: 'lowest' });
  });

  it('says first how much is to be decided, and who has no mark and why', () => {
    const unmarked = {
      student: 'ben',
      label: 'Ben',
      uri: 'file:///ben',
      reason: 'rewritten freely',
      open: 0,
      places: [],
    };
    assert.deepEqual(unfinishedText({ open: 30, unmarked: [] }), {
      message: 'To decide: 30.',
      detail: 'Marks can change until it is decided.',
    });
    const { message, detail } = unfinishedText({
      open: 1,
      unmarked: [unmarked, ...Array<typeof unmarked>(9).fill(unmarked)],
    });
    assert.equal(message, 'To decide: 1. 10 students have no mark.');
    assert.match(detail, /\nBen: rewritten freely\n.*\n2 more$/s);
    assert.deepEqual(unfinishedText({ open: 0, unmarked: [unmarked] }), {
      message: '1 student has no mark.',
      detail: 'Ben: rewritten freely',
    });
  });

  it('begins with the choice of the last time, without what can’t be chosen here', () => {
    assert.deepEqual(lastChoice(undefined, CHOICES), FIRST_CHOICE);
    assert.deepEqual(lastChoice({ format: 'pages' }, CHOICES), FIRST_CHOICE);
    const kept = { format: 'pdf', mode: 'tracked', bundle: 'zip', focus: ['tense', 'commas'] };
    const expected = { format: 'pdf', mode: 'direct', bundle: 'zip', focus: ['tense'] };
    assert.deepEqual(lastChoice(kept, CHOICES), expected);
  });

  it('says in one line what is given back, and to whom', () => {
    assert.equal(summaryOf(DRAFT, CHOICES), 'All 3 students · Page · The teachers’ words');
    const one: FeedbackDraft = { ...DRAFT, students: ['mei lin'], mode: 'hint', focus: ['tense'] };
    assert.equal(summaryOf(one, CHOICES), 'Mei Lin · Page · Hints only · tense');
  });

  it('says what was written, by its name or by the number of texts', () => {
    const message = (files: readonly string[], texts: number): string =>
      feedbackMessage({ files: [...files], texts, problems: [] });
    assert.equal(message(['file:///a/Mei%20Lin.html'], 1), 'The feedback was written: Mei Lin.html.');
    assert.equal(message(['file:///a/b.html', 'file:///a/c.html'], 2), 'Feedback was written for 2 texts.');
    assert.equal(message(['file:///a/class.zip'], 28), 'The feedback for 28 texts was written: class.zip.');
  });

  it('says why somebody has none, and does not list a whole class', () => {
    const message = (problems: string[]): string =>
      feedbackMessage({ files: ['file:///a/b.html'], texts: 1, problems });
    const first = 'Tom has no revision yet';
    assert.equal(message([first]), `The feedback was written: b.html. ${first}.`);
    assert.match(
      message([first, 'Ada has no revision yet.', 'B.', 'C.', 'D.']),
      /B\. There are 2 more notes like these\.$/,
    );
  });
});
