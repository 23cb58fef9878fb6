import assert from 'node:assert/strict';

import { editInWords, editSign } from '../../../src/panels/editLabel';
import { placeOfEdit } from '../../../src/panels/plan/editPlace';
import { errorTypeNames } from '../../../src/panels/errorTypeNames';
import { errorTypeInWords } from '../../../src/panels/errorTypes';
import { markedSentence } from '../../../src/panels/plan/markedSentence';
import { planCsv } from '../../../src/panels/plan/planCsv';
import { planFigure } from '../../../src/panels/plan/planFigure';
import { creditOf, heatOf, largestTransport, metOf } from '../../../src/panels/plan/planFlow';
import { planStrings } from '../../../src/panels/plan/planStrings';
import { PlanWords } from '../../../src/panels/plan/planWords';
import { Numbers } from '../../../src/panels/wording';
import type { Plan, PlanEdit, ReferencePlan } from '../../../src/protocol/contract';

function edit(start: number, end: number, source: string, replacement: string, mass = 1): PlanEdit {
  return { start, end, source, replacement, type: 'R:VERB', mass };
}

const KNOW = edit(1, 2, 'know', 'hear', 0.5);
const OF = edit(2, 3, 'of', 'from, "well"', 0.25);
const REFERENCE: ReferencePlan = {
  reference: 'teacher-a',
  edits: [KNOW, OF],
  gain: [[1, 0.5]],
  transport: [[0.25, 0.25]],
  scores: { precision: 0.75, recall: 0.5, f: 0.68 },
};
const PLAN: Plan = {
  uri: 'file:///a',
  version: 1,
  passage: 0,
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 20 } },
  source: ['I', 'know', 'of', 'you', '.'],
  hypothesis: [KNOW],
  references: [REFERENCE],
  signature: 'metric:credit|tau:0.7',
};

describe('a plan in numbers', () => {
  it('credits an edit with the part of its mass that gains', () => {
    assert.equal(creditOf(0, KNOW, REFERENCE), 0.75);
  });

  it('meets a reference’s edit by what comes in and gains', () => {
    assert.equal(metOf(0, KNOW, REFERENCE), 0.5);
    assert.equal(metOf(1, OF, REFERENCE), 0.5);
  });

  it('never leaves 0 to 1, and an edit without mass has none', () => {
    assert.equal(creditOf(0, { ...KNOW, mass: 0.1 }, REFERENCE), 1);
    assert.equal(creditOf(0, { ...KNOW, mass: 0 }, REFERENCE), 0);
  });

  it('has colours from nothing to the most that moves', () => {
    assert.equal(largestTransport([REFERENCE]), 0.25);
    assert.equal(largestTransport([]), 0);
    assert.deepEqual([heatOf(0, 1), heatOf(0.001, 1), heatOf(0.5, 1), heatOf(2, 1), heatOf(1, 0)], [0, 0, 0.5, 1, 0]);
  });
});

describe('a plan as CSV', () => {
  it('has masses, the matrix and credits, unrounded, with quoted labels', () => {
    assert.deepEqual(planCsv(PLAN, REFERENCE, 'mass').split('\r\n'), [
      'edit,mass,1-2 know -> hear [R:VERB],"2-3 of -> from, ""well"" [R:VERB]",credit',
      'mass,,0.5,0.25,',
      '1-2 know -> hear [R:VERB],0.5,0.25,0.25,0.75',
      '',
    ]);
  });

  it('has gains where they are shown', () => {
    assert.match(planCsv(PLAN, REFERENCE, 'gain'), /hear \[R:VERB\],0\.5,1,0\.5,0\.75/);
  });

  it('begins no label with what a spreadsheet takes for a formula', () => {
    const plan = { ...PLAN, hypothesis: [edit(0, 0, '', '=1+1')] };
    const [, , label] = planCsv(plan, REFERENCE, 'mass').split('\r\n');
    assert.match(label ?? '', /^0-0 \(nothing\) -> =1\+1/);
  });
});

describe('a plan as a figure', () => {
  const words = {
    title: 'jonas <against> "teacher-a"',
    mass: 'Mass',
    credit: 'Credit',
    met: 'Met',
    decimal: (value: number) => value.toFixed(2),
  };

  it('has every number, its signature, and a document’s text as text', () => {
    const markup = { ...PLAN, hypothesis: [edit(1, 2, 'know', '<b>&\u0001', 0.5)] };
    const figure = planFigure(markup, REFERENCE, 'mass', words);
    assert.match(figure, /<title>jonas &lt;against&gt; &quot;teacher-a&quot;<\/title>/);
    assert.match(figure, /know → &lt;b&gt;&amp;</);
    assert.match(figure, /<desc>metric:credit\|tau:0\.7<\/desc>/);
    assert.equal(figure.match(/>0\.25</g)?.length, 3);
    assert.equal(figure.match(/<rect/g)?.length, 1 + 2);
  });
});

describe('a plan in words', () => {
  const words = new PlanWords('jonas', PLAN.hypothesis, REFERENCE, planStrings(), new Numbers('en'));

  it('says what a cell is', () => {
    assert.equal(
      words.cell(0, 0),
      'jonas’s edit “know” → “hear” gives 0.25 of its 0.50 to teacher-a’s “know” → “hear”: gain 1.00.',
    );
  });

  it('says what a row and a column are', () => {
    assert.match(words.row(0), /^jonas’s edit “know” → “hear”, verb replaced\. Mass 0\.50\. Credit 0\.75/);
    assert.match(words.column(1), /^teacher-a’s edit “of” → .*\. Mass 0\.25\. 50% of it was met\.$/);
  });

  it('says nothing of what is not there', () => {
    assert.deepEqual([words.cell(1, 0), words.row(9), words.column(9)], ['', '', '']);
  });

  it('has signs and words for edits that insert and remove', () => {
    const { change } = planStrings();
    const [insertion, removal] = [edit(1, 1, '', 'very'), edit(1, 2, 'you', '')];
    assert.deepEqual([editSign(KNOW), editSign(insertion), editSign(removal)], ['know → hear', '+ very', '− you']);
    assert.deepEqual([editInWords(insertion, change), editInWords(removal, change)], ['add “very”', 'remove “you”']);
  });

  it('writes numbers as a language does, and those of an unknown one in English', () => {
    assert.deepEqual([new Numbers('de').decimal(0.5), new Numbers('no language').decimal(0.5)], ['0,50', '0.50']);
  });
});

describe('a type of error in words', () => {
  const words = (type: string): string => errorTypeInWords(type, errorTypeNames());

  it('says what was missing, unnecessary or replaced', () => {
    assert.deepEqual(['M:DET', 'U:PREP', 'R:PREP'].map(words), [
      'determiner missing',
      'unnecessary preposition',
      'preposition replaced',
    ]);
  });

  it('names an error by itself where no word stands for another', () => {
    assert.deepEqual(['R:WO', 'R:VERB:SVA'].map(words), ['word order', 'subject and verb agreement']);
  });

  it('leaves a type that is unknown as it is', () => {
    assert.deepEqual(['R:NEW', 'noop', 'X:DET'].map(words), ['R:NEW', 'noop', 'X:DET']);
  });
});

describe('a sentence with its edits', () => {
  it('has every kept word once, and every edit in its place', () => {
    const edits = [edit(4, 4, '', 'well'), KNOW];
    assert.deepEqual(markedSentence(PLAN.source, edits), [
      { kept: 'I' },
      { edit: 1 },
      { kept: 'of you' },
      { edit: 0 },
      { kept: '.' },
    ]);
  });

  it('may begin and end with an edit', () => {
    assert.deepEqual(markedSentence(['a', 'b'], [edit(0, 1, 'a', 'A'), edit(2, 2, '', '!')]), [
      { edit: 0 },
      { kept: 'b' },
      { edit: 1 },
    ]);
  });
});

describe('the place of an edit in the editor', () => {
  const text = 'I hear of you.';
  const found = (meant: PlanEdit, own: boolean, within = text): string => {
    const { start, end } = placeOfEdit(within, PLAN.source, PLAN.hypothesis, meant, own);
    return within.slice(0, start) + '[' + within.slice(start, end) + ']' + within.slice(end);
  };

  it('is its new words, where it is the student’s own', () => {
    assert.equal(found(KNOW, true), 'I [hear] of you.');
  });

  it('is what the student has there, where it is a teacher’s', () => {
    assert.equal(found(OF, false), 'I hear [of] you.');
    assert.equal(found(edit(1, 3, 'know of', 'hear from'), false), 'I [hear of] you.');
  });

  it('is between words where nothing stands', () => {
    assert.equal(found(edit(3, 3, '', 'all'), false), 'I hear of[] you.');
    assert.equal(found(edit(0, 0, '', 'Now'), false), '[]I hear of you.');
  });

  it('is after the word before, where the student has removed words', () => {
    const removal = edit(2, 3, 'of', '');
    const { start, end } = placeOfEdit('I know you.', PLAN.source, [removal], removal, true);
    assert.deepEqual([start, end], [6, 6]);
  });

  it('is found though a token is written otherwise in the text, and among markup', () => {
    const dash = { ...PLAN, source: ['Yes', '-', 'you', 'know', '.'] };
    const { start, end } = placeOfEdit('Yes – you hear.', dash.source, [edit(3, 4, 'know', 'hear')], OF, false);
    assert.equal('Yes – you hear.'.slice(start, end), 'you');
    assert.equal(found(KNOW, true, 'I {~~know~>hear~~} of you.'), 'I {~~know~>[hear]~~} of you.');
  });

  it('never leaves the text', () => {
    const { start, end } = placeOfEdit('', PLAN.source, PLAN.hypothesis, KNOW, true);
    assert.deepEqual([start, end], [0, 0]);
  });
});
