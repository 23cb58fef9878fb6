import type { ShownPlan } from '../../src/panels/plan/planFlow';
import type { Plan, PlanEdit, ReferencePlan } from '../../src/protocol/contract';

const SOURCE =
  'Thanks you for your letter , I was very happy to know of you 😀 and specially to know that you are passed your exam of drive .';

const OWN: PlanEdit[] = [
  edit(1, 2, 'you', '', 'U:PRON', 0.2895),
  edit(5, 6, ',', ';', 'R:PUNCT', 0.2902),
  edit(11, 12, 'know', 'hear', 'R:VERB', 0.6915),
  edit(21, 22, 'are', 'have', 'R:VERB:TENSE', 0.332),
  edit(26, 27, 'drive', 'driving', 'R:MORPH', 1.3732),
];

const TEACHER_A: ReferencePlan = {
  reference: 'teacher-a',
  edits: [
    edit(0, 1, 'Thanks', 'Thank', 'R:MORPH', 0.4357),
    edit(5, 6, ',', ';', 'R:PUNCT', 0.3093),
    edit(11, 12, 'know', 'hear', 'R:VERB', 0.5919),
    edit(12, 13, 'of', 'from', 'R:PREP', 0.3452),
    edit(16, 17, 'specially', 'especially', 'R:ADV', 0.2947),
    edit(18, 19, 'know', 'hear', 'R:VERB', 0.327),
    edit(21, 22, 'are', 'have', 'R:VERB:TENSE', 0.3913),
    edit(24, 27, 'exam of drive', 'driving test', 'R:OTHER', 1.6696),
  ],
  gain: [
    [0.1621, 0.0481, 0, 0, 0, 0, 0.0078, 0],
    [0.0618, 1, 0.0007, 0, 0, 0, 0, 0],
    [0.0327, 0, 1, 0, 0.055, 0.0809, 0.0748, 0],
    [0, 0, 0, 0, 0.0418, 0.0421, 1, 0],
    [0, 0, 0, 0, 0, 0, 0, 0.486],
  ],
  transport: [
    [0.2895, 0, 0, 0, 0, 0, 0, 0],
    [0, 0.2902, 0, 0, 0, 0, 0, 0],
    [0, 0, 0.5919, 0, 0, 0.0996, 0, 0],
    [0, 0, 0, 0, 0, 0, 0.332, 0],
    [0, 0, 0, 0, 0, 0, 0, 1.3732],
  ],
  scores: { precision: 0.6506, recall: 0.4437, f: 0.5951 },
};

const TEACHER_B: ReferencePlan = {
  reference: 'teacher-b',
  edits: [
    edit(1, 2, 'you', '', 'U:PRON', 0.2939),
    edit(11, 12, 'know', 'hear', 'R:VERB', 0.6509),
    edit(24, 24, '', 'driving', 'M:NOUN', 2.1812),
  ],
  gain: [
    [1, 0, 0],
    [0.04, 0, 0],
    [0, 1, 0],
    [0.04, 0.04, 0],
    [0, 0, 0.1135],
  ],
  transport: [
    [0.2895, 0, 0],
    [0, 0, 0],
    [0, 0.6509, 0],
    [0, 0, 0],
    [0, 0, 1.3732],
  ],
  scores: { precision: 0.4745, recall: 0.2579, f: 0.4063 },
};

export const PLAN: Plan = {
  uri: 'file:///class/letter/letter.hyp.jonas.txt',
  version: 1,
  passage: 1,
  range: { start: { line: 2, character: 0 }, end: { line: 2, character: 123 } },
  source: SOURCE.split(' '),
  hypothesis: OWN,
  references: [TEACHER_A, TEACHER_B],
  signature:
    'metric:cleme2+credit|level:corpus|assumption:dependent|factors:0.5,0.4,0.05,0.05|refs:2|tau:0.7071067811865475|floor:0.1|beta:0.5|encoder:all-MiniLM-L6-v2@53aa51172d14,mean,float32|pipeline:markscheme-english-1.2.0|version:0.1.0',
};

export function shown(plan: Plan, id = 1, vocabulary: ShownPlan['vocabulary'] = 'cleme2'): ShownPlan {
  return {
    type: 'plan',
    id,
    student: 'jonas',
    exercise: 'letter',
    place: { uri: plan.uri, line: 2, character: 3 },
    plan,
    vocabulary,
  };
}

/** Return the plan of a sentence with numbers of edits on both sides, each lined up with its counterpart. */
export function planOf(rows: number, columns: number, student = 'jonas'): ShownPlan {
  const source = Array.from(
    { length: 3 * Math.max(rows, columns, 2) },
    (_, index) => WORDS[index % WORDS.length] ?? '',
  );
  const edits = (length: number): PlanEdit[] =>
    Array.from({ length }, (_, index) => {
      const word = source[3 * index] ?? '';
      return edit(
        3 * index,
        3 * index + 1,
        word,
        NEW[index % NEW.length] ?? '',
        'R:VERB:TENSE',
        0.2 + (index % 5) * 0.3,
      );
    });
  const [own, other] = [edits(rows), edits(columns)];
  const value = (row: number, column: number): number =>
    row === column ? Math.min(own[row]!.mass, other[column]!.mass) : (row * 7 + column * 3) % 11 === 0 ? 0.08 : 0;
  const matrix = own.map((_, row) => other.map((__, column) => value(row, column)));
  const reference = {
    reference: 'teacher-a',
    edits: other,
    transport: matrix,
    gain: matrix.map((line, row) => line.map((cell, column) => (row === column ? 0.9 : cell > 0 ? 0.2 : 0))),
    scores: { precision: 0.71, recall: 0.68, f: 0.7 },
  };
  return { ...shown({ ...PLAN, source, hypothesis: own, references: [reference] }), student };
}

const WORDS = [
  'yesterday',
  'we',
  'go',
  'at',
  'the',
  'incomprehensibilities',
  'of',
  'a',
  'very',
  'long',
  'summer',
  'evening',
];
const NEW = ['went', 'to', 'counterrevolutionaries', 'has been', 'will have been going', 'the'];

function edit(start: number, end: number, source: string, replacement: string, type: string, mass: number): PlanEdit {
  return { start, end, source, replacement, type, mass };
}
