import assert from 'node:assert/strict';

import { editInWords, editLabel } from '../../../src/words';
import { placeOfEdit } from '../../../src/panels/plan/planPanel';
import { errorTypeInWords } from '../../../src/marks/kindText';
import { planCsv, planFigure } from '../../../src/panels/plan/planFile';
import {
  coverageOf,
  creditOf,
  heatOf,
  largestTransport,
  planWords,
  stretchesOf,
} from '../../../src/panels/plan/planFlow';
import { Numbers } from '../../../src/panels/numbers';
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

describe('The numbers of a plan', () => {
  it('give an edit credit for the part of its mass that gains', () => {
    assert.equal(creditOf(0, KNOW, REFERENCE), 0.75);
  });

  it('cover a reference’s edit by the mass that it receives and that gains', () => {
    assert.equal(coverageOf(0, KNOW, REFERENCE), 0.5);
    assert.equal(coverageOf(1, OF, REFERENCE), 0.5);
  });

  it('are 0 to 1, and 0 for an edit without mass', () => {
    assert.equal(creditOf(0, { ...KNOW, mass: 0.1 }, REFERENCE), 1);
    assert.equal(creditOf(0, { ...KNOW, mass: 0 }, REFERENCE), 0);
  });

  it('have a colour scale from nothing to the largest transport', () => {
    assert.equal(largestTransport([REFERENCE]), 0.25);
    assert.equal(largestTransport([]), 0);
    assert.deepEqual([heatOf(0, 1), heatOf(0.001, 1), heatOf(0.5, 1), heatOf(2, 1), heatOf(1, 0)], [0, 0, 0.5, 1, 0]);
  });
});

describe('A plan as CSV', () => {
  it('has masses, the matrix and credits, unrounded, with quoted labels', () => {
    assert.deepEqual(planCsv(PLAN, REFERENCE, 'mass').split('\r\n'), [
      'edit,mass,1-2 know -> hear [R:VERB],"2-3 of -> from, ""well"" [R:VERB]",credit',
      'mass,,0.5,0.25,',
      '1-2 know -> hear [R:VERB],0.5,0.25,0.25,0.75',
      '',
    ]);
  });

  it('has gains if the panel shows them', () => {
    assert.match(planCsv(PLAN, REFERENCE, 'gain'), /hear \[R:VERB\],0\.5,1,0\.5,0\.75/);
  });

  it('has no label that a spreadsheet reads as a formula', () => {
    const plan = { ...PLAN, hypothesis: [edit(0, 0, '', '=1+1')] };
    const [, , label] = planCsv(plan, REFERENCE, 'mass').split('\r\n');
    assert.match(label ?? '', /^0-0 \(nothing\) -> =1\+1/);
  });
});

describe('A plan as a figure', () => {
  it('has every number, the signature, and escaped text', () => {
    const markup = { ...PLAN, hypothesis: [edit(1, 2, 'know', '<b>&\u0001', 0.5)] };
    const figure = planFigure(markup, REFERENCE, 'mass', 'jonas <against> "teacher-a"', new Numbers('en'));
    assert.match(figure, /<title>jonas &lt;against&gt; &quot;teacher-a&quot;<\/title>/);
    assert.match(figure, /know → &lt;b&gt;&amp;</);
    assert.match(figure, /<desc>metric:credit\|tau:0\.7<\/desc>/);
    assert.equal(figure.match(/>0\.25</g)?.length, 3);
    assert.equal(figure.match(/<rect/g)?.length, 1 + 2);
  });
});

describe('A plan in words', () => {
  const words = planWords('jonas', PLAN.hypothesis, REFERENCE, new Numbers('en'));

  it('describes a cell', () => {
    assert.equal(
      words.cell(0, 0),
      'jonas’s edit “know” → “hear”: 0.25 of its mass 0.50 lines up with teacher-a’s edit “know” → “hear”, with gain 1.00.',
    );
  });

  it('describes a row and a column', () => {
    assert.match(words.row(0), /^jonas’s edit “know” → “hear”, verb replaced\. Mass 0\.50\. Credit 0\.75/);
    assert.match(words.column(1), /^teacher-a’s edit “of” → .*\. Mass 0\.25\. 50% of it is covered\.$/);
  });

  it('is empty outside the plan', () => {
    assert.deepEqual([words.cell(1, 0), words.row(9), words.column(9)], ['', '', '']);
  });

  it('has labels and words for edits that insert and remove', () => {
    const [insertion, removal] = [edit(1, 1, '', 'very'), edit(1, 2, 'you', '')];
    assert.deepEqual([editLabel(KNOW), editLabel(insertion), editLabel(removal)], ['know → hear', '+ very', '− you']);
    assert.deepEqual([editInWords(insertion), editInWords(removal)], ['add “very”', 'remove “you”']);
  });

  it('has numbers in the person’s language, or in English if it is unknown', () => {
    assert.deepEqual([new Numbers('de').decimal(0.5), new Numbers('no language').decimal(0.5)], ['0,50', '0.50']);
  });
});

describe('A type of error in words', () => {
  const words = (type: string): string => errorTypeInWords(type);

  it('says what is missing, unnecessary or replaced', () => {
    assert.deepEqual(['M:DET', 'U:PREP', 'R:PREP'].map(words), [
      'determiner missing',
      'unnecessary preposition',
      'preposition replaced',
    ]);
  });

  it('names the error if no word replaces another', () => {
    assert.deepEqual(['R:WO', 'R:VERB:SVA'].map(words), ['word order', 'subject and verb agreement']);
  });

  it('is the type itself if it is unknown', () => {
    assert.deepEqual(['R:NEW', 'noop', 'X:DET'].map(words), ['R:NEW', 'noop', 'X:DET']);
  });
});

describe('A sentence with its edits', () => {
  const line = (source: readonly string[], edits: readonly PlanEdit[]): unknown[] =>
    stretchesOf(source, edits).map(({ words, edit }) => edit ?? words.join(' '));

  it('has every unchanged word once, and every edit in its place', () => {
    assert.deepEqual(line(PLAN.source, [edit(4, 4, '', 'well'), KNOW]), ['I', 1, 'of you', 0, '.']);
  });

  it('may begin and end with an edit', () => {
    assert.deepEqual(line(['a', 'b'], [edit(0, 1, 'a', 'A'), edit(2, 2, '', '!')]), [0, 'b', 1]);
  });
});

describe('The place of an edit in the editor', () => {
  const text = 'I hear of you.';
  const marked = (edit: PlanEdit, isHypothesisEdit: boolean, within = text): string => {
    const { start, end } = placeOfEdit(within, PLAN.source, PLAN.hypothesis, edit, isHypothesisEdit);
    return within.slice(0, start) + '[' + within.slice(start, end) + ']' + within.slice(end);
  };

  it('is at its new words if it is the student’s', () => {
    assert.equal(marked(KNOW, true), 'I [hear] of you.');
  });

  it('is at the student’s words if it is a teacher’s', () => {
    assert.equal(marked(OF, false), 'I hear [of] you.');
    assert.equal(marked(edit(1, 3, 'know of', 'hear from'), false), 'I [hear of] you.');
  });

  it('is between words if it inserts some', () => {
    assert.equal(marked(edit(3, 3, '', 'all'), false), 'I hear of[] you.');
    assert.equal(marked(edit(0, 0, '', 'Now'), false), '[]I hear of you.');
  });

  it('is after the word before it if it removes words', () => {
    const removal = edit(2, 3, 'of', '');
    const { start, end } = placeOfEdit('I know you.', PLAN.source, [removal], removal, true);
    assert.deepEqual([start, end], [6, 6]);
  });

  it('is found among tokens with another spelling, and among markup', () => {
    const dash = { ...PLAN, source: ['Yes', '-', 'you', 'know', '.'] };
    const { start, end } = placeOfEdit('Yes – you hear.', dash.source, [edit(3, 4, 'know', 'hear')], OF, false);
    assert.equal('Yes – you hear.'.slice(start, end), 'you');
    assert.equal(marked(KNOW, true, 'I {~~know~>hear~~} of you.'), 'I {~~know~>[hear]~~} of you.');
  });

  it('is never outside the text', () => {
    const { start, end } = placeOfEdit('', PLAN.source, PLAN.hypothesis, KNOW, true);
    assert.deepEqual([start, end], [0, 0]);
  });
});
