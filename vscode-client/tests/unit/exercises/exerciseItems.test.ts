import assert from 'node:assert/strict';

import { TreeItemCollapsibleState, type TreeItem } from 'vscode';

import {
  exerciseNode,
  findingNode,
  rowsOf,
  sentenceNode,
  type Standing,
  studentNode,
  type StudentNode,
  toDecideNode,
} from '../../../src/exercises/exerciseNodes';
import { textOf } from '../../../src/marks/markText';
import type { DocumentMarks, Mark, Marks } from '../../../src/protocol/contract';
import { VOCABULARIES, type VocabularyName } from '../../../src/protocol/vocabularies';
import {
  chunkWith,
  documentMarks,
  findingWith,
  marksWith,
  markWith,
  passageWith,
  START,
  suggestion,
  verdictsWith,
} from '../../sampleMarks';

const STUDENT = { label: 'Lena', uri: 'file:///a.hyp.lena.txt', view: null, author: null };
const EXERCISE = { name: 'a', uri: 'file:///', sources: [], students: [STUDENT], references: [] };

const text = (name: VocabularyName) => textOf(VOCABULARIES[name]);

function lena(standing?: Standing, name: VocabularyName = 'verdicts', view: string | null = null): StudentNode {
  return studentNode(EXERCISE, { ...STUDENT, view }, standing, text(name));
}

/** Return the items of a document's findings. */
function findingItems(document: DocumentMarks, name: VocabularyName = 'verdicts'): TreeItem[] {
  return VOCABULARIES[name].findingsOf(document).map((finding) => findingNode(lena(), finding, text(name)).item);
}

/** Return the item of a sentence without findings. */
function sentenceItem(
  words: string,
  changes: Parameters<typeof passageWith>[1] = {},
  name: VocabularyName = 'verdicts',
) {
  return sentenceNode(lena(), { passage: passageWith(words, changes), index: 0, findings: [] }, text(name)).item;
}

describe('The item of a student', () => {
  const description = (name: VocabularyName, marks: Marks): unknown => lena({ marks }, name).item.description;

  it('opens the document, or the view of one without lines', () => {
    for (const view of [null, 'markscheme-text:/a.hyp.lena.docx.txt']) {
      const { command } = lena(undefined, 'verdicts', view).item;
      assert.equal(command?.command, 'markscheme.openStudent');
      assert.deepEqual(command.arguments, ['file:///a.hyp.lena.txt', view]);
    }
  });

  it('has the points alone, where nothing is open, and the verdicts in its tooltip', () => {
    const verdicts = verdictsWith({ missed: 17, correct: 30, 'partly-correct': 2 }, [31, 48]);
    const marks = marksWith({}, { verdicts });
    assert.equal(description('verdicts', marks), '31 of 48');
    const { tooltip } = lena({ marks }).item;
    assert.match(tooltip as string, /30 correct, 2 partly correct, 17 missed/);
  });

  it('has the points as they are, and how many places are to be decided, with the sign of that', () => {
    const verdicts = verdictsWith({ different: 4 }, [23, 33], { open: 4, range: [23, 27] });
    const open = { marks: marksWith({}, { verdicts }) };
    const item = (mark?: Mark): TreeItem => lena({ ...open, ...(mark ? { mark } : {}) }).item;
    assert.equal(item().description, '23 of 33 · 4 to decide');
    assert.equal((item().iconPath as { readonly id: string }).id, 'circle-filled');
    assert.equal(item(markWith(7.5, { open: 4, range: [7.5, 8] })).description, '7.5 · 4 to decide');
  });

  it('has half points with one decimal', () => {
    const verdicts = verdictsWith({ 'partly-correct': 1 }, [0.5, 1]);
    assert.equal(description('verdicts', marksWith({}, { verdicts })), '0.5 of 1');
  });

  it('says that a free rewriting has no mark to compare', () => {
    const verdicts = verdictsWith({ different: 3 }, [1, 4], { comparable: false, rewritten: 3 });
    const marks = marksWith({}, { verdicts });
    assert.equal(description('verdicts', marks), 'no mark');
    const { tooltip } = lena({ marks }).item;
    assert.match(tooltip as string, /not comparable: rewritten freely/);
  });

  it('says that there is nothing to mark', () => {
    assert.equal(description('verdicts', marksWith({})), 'nothing to mark');
    assert.equal(description('cleme2', marksWith({})), '0.000 · nothing to mark');
  });

  it('has the mark of a mark scheme in place of the points, and that there is none', () => {
    const verdicts = verdictsWith({ missed: 1, correct: 2 }, [2, 3]);
    const described = (name: VocabularyName, mark: Mark): unknown =>
      lena({ marks: marksWith({ tp: 2 }, { verdicts }), mark }, name).item.description;
    assert.equal(described('verdicts', markWith(7.25)), '7.25');
    assert.equal(described('cleme2', markWith(7.5)), '7.5 · 2 hit');
    assert.equal(described('verdicts', markWith(null, { withheld: 'why' })), 'no mark');
  });

  it('has the score and the categories that occur for CLEME2.0', () => {
    const scores = { hit: 0, wrong: 0, under: 0, over: 0, score: 0.4567 };
    assert.equal(description('cleme2', marksWith({ tp: 3, fn: 2 }, { scores })), '0.457 · 3 hit, 2 under');
  });
});

describe('What a screen reader says', () => {
  const spoken = (item: TreeItem): unknown => item.accessibilityInformation?.label;

  it('of an exercise and of a student has names and counts, and no paths', () => {
    assert.equal(spoken(exerciseNode(EXERCISE, true, 0).item), 'a, 1 student');
    assert.equal(spoken(exerciseNode(EXERCISE, true, 3).item), 'a, 1 student · 3 to decide');
    const marks = marksWith({}, { verdicts: verdictsWith({ missed: 1 }, [0, 1]) });
    assert.equal(spoken(lena({ marks }).item), 'Lena: 0 of 1');
    assert.equal(spoken(lena({ problem: 'no text' }).item), 'Lena: no text');
    assert.equal(spoken(lena().item), 'Lena');
  });

  it('of a sentence has its verdicts and its words', () => {
    const item = sentenceItem('I am here.', { verdicts: verdictsWith({ missed: 1 }) });
    assert.equal(spoken(item), '1 missed: I am here.');
  });

  it('has whole words, where the server’s are parts of words', () => {
    const findings = [
      findingWith('different', {
        ...{ source: 'ca', hypothesis: 'could', whole: { before: "can't", after: "couldn't" } },
        ...{ group: '', suggestions: [{ ...suggestion('must'), whole: { before: "couldn't", after: "mustn't" } }] },
      }),
      findingWith('partly-correct', {
        ...{ source: 'do', hypothesis: 'did', group: '' },
        missing: [{ range: START, before: 'ca', text: 'could', whole: { before: "can't", after: "couldn't" } }],
      }),
    ];
    const items = findingItems(documentMarks({ findings }));
    assert.deepEqual(
      items.map(({ label, description }) => [label, description]),
      [
        ["can't → couldn't", "Different · mustn't"],
        ['do → did', "Partly correct · missing: can't → couldn't"],
      ],
    );
  });

  it('of a finding has the verdict and the change in words, without arrows', () => {
    const findings = [
      findingWith('different', { source: 'at', hypothesis: '', group: '', suggestions: [suggestion('on')] }),
      findingWith('missed', { source: '', hypothesis: '', group: '', suggestions: [suggestion('the')] }),
      findingWith('correct', { source: 'go', hypothesis: 'went', group: 'tense' }),
    ];
    const items = findingItems(documentMarks({ findings }));
    assert.deepEqual(items.map(spoken), [
      'Different: took out “at”, teachers: on',
      'Missed: added nothing, teachers: the',
      'Correct: “go” changed to “went”, tense',
    ]);
  });
});

describe('The item of a sentence', () => {
  const description = (name: VocabularyName, changes: Parameters<typeof passageWith>[1]): unknown =>
    sentenceItem('text', changes, name).description;

  it('has words where the student left the sentence out', () => {
    assert.equal(sentenceItem('').label, '(left out)');
  });

  it('has its verdicts, and no credit', () => {
    const verdicts = verdictsWith({ 'not-needed': 1, optional: 1 });
    assert.equal(description('verdicts', { verdicts, credit: 0.5 }), '1 not needed, 1 optional');
  });

  it('asks to read a free rewriting', () => {
    const verdicts = verdictsWith({ different: 1 }, [0, 2], { rewritten: 1, comparable: false });
    assert.equal(description('verdicts', { verdicts }), 'rewritten freely: read this one yourself');
  });

  it('has its categories and its credit for CLEME2.0', () => {
    const { counts } = marksWith({ tp: 1, fp_un: 2 });
    assert.equal(description('cleme2', { counts, credit: 0.5 }), '1 hit, 2 over · credit 50 %');
  });
});

describe('The rows of what is to be decided', () => {
  it('lead from an exercise to its queue', () => {
    const { label, command } = toDecideNode(EXERCISE, 30).item;
    assert.equal(label, 'To decide: 30');
    assert.deepEqual(
      [command?.command, command?.arguments],
      ['markscheme.showAnswersToDecide', [{ exercise: EXERCISE }]],
    );
  });

  it('are unfolded sentences, above one folded row for those in which all is right', async () => {
    const document = documentMarks({
      passages: ['right', 'missed', 'open'].map((words) => passageWith(words)),
      findings: [
        findingWith('correct', { passage: 0 }),
        findingWith('missed', { passage: 1 }),
        findingWith('missed', { passage: 2, hypothesis: 'settled' }),
        findingWith('different', { passage: 2, open: true }),
      ],
    });
    const rows = rowsOf(lena(), document, VOCABULARIES.verdicts);
    assert.deepEqual(
      rows.map(({ item: { label, collapsibleState } }) => [label, collapsibleState]),
      [
        ['open', TreeItemCollapsibleState.Expanded],
        ['missed', TreeItemCollapsibleState.Collapsed],
        ['1 sentence with nothing to decide or to correct', TreeItemCollapsibleState.Collapsed],
      ],
    );
    const findings = (await rows[0]!.children!()).map(({ item: { description } }) => description);
    assert.deepEqual(findings, ['Different · to decide · word choice', 'Missed · word choice']);
  });
});

describe('The item of a finding', () => {
  const items = (name: VocabularyName, document: DocumentMarks): unknown[] =>
    findingItems(document, name).map(({ label, description }) => [label, description]);

  it('has the verdict, the group of errors, and the teachers’ words unless it is correct', () => {
    const suggestions = [suggestion('especially'), suggestion('above all'), suggestion('especially')];
    const findings = [
      findingWith('missed', { source: 'specially', hypothesis: 'specially', group: 'spelling', suggestions }),
      findingWith('correct', { source: 'go', hypothesis: 'went', group: 'tense', suggestions }),
      findingWith('different', { source: 'at', hypothesis: '', group: 'prepositions', suggestions: [suggestion('')] }),
    ];
    assert.deepEqual(items('verdicts', documentMarks({ findings })), [
      ['specially', 'Missed · spelling · especially / above all'],
      ['go → went', 'Correct · tense'],
      ['at → ∅', 'Different · prepositions · ∅'],
    ]);
  });

  it('has the words of the teachers who change an optional place', () => {
    const version = { reference: 'kim', category: null, alignment: null, edits: [], source: 'so', follows: false };
    const references = [
      { ...version, text: 'that' },
      { ...version, reference: 'lee', text: 'so', follows: true },
    ];
    const findings = [
      findingWith('optional', { source: 'so', hypothesis: 'so', group: 'adjectives and adverbs', references }),
    ];
    assert.deepEqual(items('verdicts', documentMarks({ findings })), [
      ['so', 'Optional · adjectives and adverbs · that'],
    ]);
  });

  it('has what is missing of a partly correct place, and who decided', () => {
    const missing = [{ range: START, before: '', text: 'the' }];
    const findings = [
      findingWith('partly-correct', { missing, suggestions: [suggestion('the b')] }),
      findingWith('correct', { decided: 'Ms Kim, 2026-01-08', group: '' }),
    ];
    assert.deepEqual(items('verdicts', documentMarks({ findings })), [
      ['a → b', 'Partly correct · word choice · missing: + the'],
      ['a → b', 'Correct · decided: Ms Kim, 2026-01-08'],
    ]);
  });

  it('is one line for a free rewriting', () => {
    const findings = [findingWith('different', { hypothesis: 'All is\nnew.', group: '', rewritten: true })];
    assert.deepEqual(items('verdicts', documentMarks({ findings })), [
      ['All is new.', 'Rewritten freely · read this one yourself'],
    ]);
  });

  it('has the category, ERRANT’s code and the references’ words for CLEME2.0', () => {
    const reference = (words: string) => ({
      reference: 'kim',
      text: words,
      category: null,
      alignment: null,
      edits: [],
    });
    const chunks = [
      chunkWith({ category: 'under-correction', references: [reference('c'), reference(''), reference('c')] }),
      chunkWith({ references: [reference('b')] }),
    ];
    assert.deepEqual(items('cleme2', documentMarks({ chunks })), [
      ['a', 'Under-correction · R:OTHER · c / ∅'],
      ['a → b', 'Hit · R:OTHER'],
    ]);
  });
});
