import type {
  ClassPlace,
  Counts,
  Marks,
  Overview,
  OverviewExercise,
  OverviewStudent,
  Person,
  Verdict,
  Verdicts,
} from '../../src/protocol/contract';
import { estimateWith, marksWith, verdictsWith } from '../sampleMarks';

const NAMES = [
  'amira', 'jonas', 'lucía', 'mei', 'tomás', 'sara', 'pavel', 'yuki', 'noor', 'émile',
  'anna', 'björn', 'chen', 'dana', 'elif', 'farid', 'giulia', 'hana', 'ivan', 'jia',
  'kofi', 'lena', 'mateo', 'nadia', 'olu', 'priya', 'quinn', 'rosa', 'samir', 'thuy',
  'uma', 'viktor', 'wanjiru', 'xavier', 'ylva', 'zoran', 'maximilian-von-der-vogelweide-the-younger', 'aiko', 'bo', 'carmen',
]; // prettier-ignore

const TYPES = [
  'R:VERB:TENSE', 'R:PREP', 'M:DET', 'R:VERB:FORM', 'U:DET', 'R:NOUN:NUM', 'R:SPELL', 'R:VERB', 'R:ORTH', 'M:PREP',
  'R:MORPH', 'R:WO', 'U:PREP', 'M:PUNCT', 'R:OTHER',
]; // prettier-ignore

const GROUPS = ['tense', 'prepositions', 'articles and determiners', 'spelling', 'punctuation', 'word choice'];

/** Return a class with numbers of students, always the same; the first one has a second assignment too. */
export function classroom(size: number, unmarked = 0, estimated = 0): Overview {
  const exercises = [
    exercise('letter', size, unmarked, estimated),
    { ...exercise('postcard', 1, 0, 0), types: [], accepted: [] },
  ];
  const assignments = exercises.map(({ name, references, groups, types, accepted, to_decide }) => ({
    ...{ name, references, groups, types, accepted, to_decide },
  }));
  return {
    problems: [],
    notices: [
      '1 file of 7b fits no pattern of markscheme.toml: Brief Aiko.docx. Set the folder up again to take it in',
    ],
    classes: [
      {
        ...{ name: '10b', uri: 'file:///class', people: people(exercises), assignments },
        ...{ ...assignments[0]!, name: '10b' },
      },
    ],
    exercises,
    signature:
      'metric:cleme2|level:corpus|assumption:dependent|factors:0.5,0.4,0.05,0.05|refs:2|pipeline:markscheme-english-1.2.0|version:0.1.0',
  };
}

/** Return a class whose first assignment has a mark scheme: marks of 10, with bands; the second student has none. */
export function gradedClassroom(size: number): Overview {
  const room = classroom(size);
  const exercises = room.exercises.map((one, index) => (index === 0 ? graded(one) : one));
  return { ...room, exercises };
}

/** Return the class with open places: as many for each student of its first assignment. */
export function openClassroom(room: Overview, toDecide: number, open: readonly number[]): Overview {
  const exercises = room.exercises.map((one, number) => ({
    ...one,
    to_decide: number === 0 ? toDecide : 0,
    students: one.students.map((student, index) =>
      number === 0 && student.marks
        ? { ...student, marks: withOpen(student.marks, open[index % open.length] ?? 0) }
        : student,
    ),
  }));
  return { ...room, exercises, classes: room.classes.map((shown) => ({ ...shown, to_decide: toDecide })) };
}

function withOpen(marks: Marks, open: number): Marks {
  const { verdicts } = marks;
  return { ...marks, verdicts: { ...verdicts, open, range: [verdicts.earned, verdicts.earned + open] } };
}

function graded(exercise: OverviewExercise): OverviewExercise {
  const students = exercise.students.map((student, index) => {
    const points = index === 1 ? null : 4 + ((index * 7) % 12) / 2;
    const band = points === null ? null : { name: points < 6 ? 'C' : 'B', text: 'Look at your verbs once more.' };
    const certain =
      points === null ? { withheld: 'read it yourself', range: null } : { withheld: null, range: [points, points] };
    return { ...student, mark: { points, max: 10, band, open: 0, ...certain } };
  });
  return { ...exercise, students };
}

function people(exercises: readonly OverviewExercise[]): Person[] {
  const names = [...new Set(exercises.flatMap(({ students }) => students.map(({ name }) => name)))];
  return names.map((name) => ({
    name,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    essays: exercises.flatMap(({ assignment, students }, exercise) =>
      students.flatMap((one, index) => (one.name === name ? [{ assignment, exercise, student: index }] : [])),
    ),
    verdicts: null,
  }));
}

/** Return places with a verdict, one a student. */
export function places(verdict: Verdict, students: readonly string[], changes: Partial<ClassPlace> = {}): ClassPlace[] {
  return students.map((student, index) => ({
    student,
    label: student,
    assignment: index % 2 ? 'postcard' : 'letter',
    uri: `file:///class/letter/letter.hyp.${student}.txt`,
    lines: true,
    author: null,
    view: null,
    range: { start: { line: index, character: 10 }, end: { line: index, character: 12 } },
    verdict,
    category: null,
    rewritten: false,
    group: 'tense',
    type: 'R:VERB:TENSE',
    before: 'Yesterday ',
    words: 'go',
    after: ' we to the market with my aunt and bought three pears.',
    source: 'go',
    change: 'left “go”',
    references: [
      { names: 'Ms Baker', text: 'went' },
      { names: 'Mr Cruz', text: 'have gone' },
    ],
    ...changes,
  }));
}

function exercise(name: string, size: number, unmarked: number, estimated: number): OverviewExercise {
  const uri = `file:///class/${name}`;
  const students = Array.from({ length: size }, (_, index) => student(uri, index));
  const failed = Array.from({ length: unmarked }, (_, index) => ({
    name: `late-${index + 1}`,
    uri: `${uri}/${name}.hyp.late-${index + 1}.txt`,
    lines: true,
    author: null,
    view: null,
    marks: null,
    estimate: null,
    problem: 'letter.hyp.late.txt, line 3: the text has 9 paragraphs where the source has 7',
  }));
  const unreferenced = Array.from({ length: estimated }, (_, index) => ({
    name: `guest-${index + 1}`,
    uri: `${uri}/${name}.hyp.guest-${index + 1}.txt`,
    lines: true,
    author: null,
    view: null,
    marks: null,
    estimate: estimateWith(index + 1, {
      quality: { before: 0.41, after: 0.996 },
      q: { before: -0.36, after: 5.52 },
    }),
    problem: null,
  }));
  return {
    name,
    assignment: name,
    uri,
    references: 2,
    to_decide: 0,
    problems: unmarked > 0 ? ['letter.ref.teacher-c.docx: the file is damaged'] : [],
    students: [...students, ...failed, ...unreferenced],
    types: TYPES.map((type, index) => {
      const scale = Math.max(1, Math.round((size * 4) / (index + 2)));
      return {
        type,
        counts: {
          'hit-correction': scale + index,
          'wrong-correction': Math.round(scale * 0.4),
          'under-correction': scale,
          'over-correction': Math.round(scale * 0.2),
        },
      };
    }),
    ...{ groups: GROUPS.map((group, index) => ({ group, counts: groupCounts(Math.round((size * 5) / (index + 1))) })) },
    accepted: [
      {
        source: 'know of',
        replacement: 'hear about',
        type: 'R:VERB',
        by: ['Ms Kim'],
        students: students.slice(0, 3).map((one) => one.name),
      },
      {
        source: '',
        replacement: 'very',
        type: 'M:ADV',
        by: ['Ms Kim', 'Mr Okafor'],
        students: students.slice(1, 2).map((one) => one.name),
      },
    ],
  };
}

function student(folder: string, index: number): OverviewStudent {
  const name = NAMES[index % NAMES.length] ?? 'student';
  const counts: Counts = {
    tp: 18 + ((index * 7) % 31),
    fp_ne: 6 + ((index * 5) % 17),
    fp_un: (index * 3) % 9,
    fn: 9 + ((index * 11) % 37),
    tn: 100,
  };
  return {
    name,
    uri: `${folder}/letter.hyp.${name}.txt`,
    lines: true,
    author: null,
    view: null,
    marks: marksOf(counts, index),
    estimate: null,
    problem: null,
  };
}

function marksOf(counts: Counts, index: number): Marks {
  const { tp, fp_ne, fp_un, fn } = counts;
  const due = tp + fp_ne + fn;
  const [hit, wrong, under] = [tp / due, fp_ne / due, fn / due];
  const over = fp_un / (tp + fp_ne + fp_un);
  const score = 0.5 * hit + 0.4 * (1 - wrong) + 0.05 * (1 - under) + 0.05 * (1 - over);
  return marksWith(counts, {
    verdicts: verdictsOf(counts, index),
    scores: { hit, wrong, under, over, score },
    errant: { precision: 0.6, recall: 0.5, f: 0.57 },
    references: 2,
    signature: 'metric:cleme2',
  });
}

function groupCounts(scale: number): Verdicts['counts'] {
  return verdictsWith({
    correct: scale,
    'partly-correct': Math.round(scale * 0.1),
    different: Math.round(scale * 0.2),
    missed: Math.round(scale * 0.6),
    'not-needed': Math.round(scale * 0.1),
  }).counts;
}

/** Return verdicts for the places of these chunks; the fifth student rewrites freely. */
function verdictsOf({ tp, fp_ne, fp_un, fn }: Counts, index: number): Verdicts {
  const partly = Math.floor(fp_ne / 2);
  const optional = Math.floor(fn / 4);
  const counts = {
    correct: tp,
    'partly-correct': partly,
    different: fp_ne - partly,
    missed: fn - optional,
    'not-needed': fp_un,
    optional,
  };
  const isFree = index === 4;
  return verdictsWith(counts, [tp + partly / 2, tp + fp_ne + fn - optional], {
    rewritten: isFree ? 3 : 0,
    comparable: !isFree,
  });
}
