import { doubtsOf, type Doubt } from '../marks/estimates';
import type {
  DocumentEstimate,
  DocumentMarks,
  EstimateSummary,
  EstimatedEdit,
  EstimatedPassage,
  Exercise,
  Hypothesis,
  Marks,
  MarkSummary,
  Passage,
} from '../protocol/contract';
import { errorCount, type ShownFinding, type Vocabulary } from '../protocol/vocabularies';

/** A node of the tree of exercises. */
export type Node =
  | ExerciseNode
  | ToDecideNode
  | StudentNode
  | SentenceNode
  | RightSentencesNode
  | FindingNode
  | DoubtfulSentenceNode
  | DoubtNode
  | ProblemNode
  | ActionNode;

/** An exercise, or all exercises of an assignment in which each student has an essay of their own. */
export interface Assignment extends Pick<Exercise, 'name' | 'uri' | 'references'> {
  readonly students: readonly Student[];
  readonly sources: readonly Text[];
}

/** A text's file, and its view if the file has no lines. */
export type Text = Pick<Hypothesis, 'uri' | 'view'>;

/** A student's correction; or the source of a student who has no revision yet. */
export type Student = Pick<Hypothesis, 'label' | 'author'> & Text & { readonly absence?: string };

export interface ExerciseNode {
  readonly kind: 'exercise';
  readonly exercise: Assignment;
}

/** The number of decisions that are left about an exercise, which leads to them. */
export interface ToDecideNode {
  readonly kind: 'toDecide';
  readonly exercise: Assignment;
  readonly open: number;
}

export interface StudentNode {
  readonly kind: 'student';
  readonly exercise: Assignment;
  readonly student: Student;
}

export interface SentenceNode {
  readonly kind: 'sentence';
  readonly document: DocumentMarks;
  readonly index: number;
  readonly passage: Passage;
  /** What is open comes first. */
  readonly findings: readonly ShownFinding[];
  readonly parent: StudentNode;
}

/** The sentences in which a teacher has nothing to look at. */
export interface RightSentencesNode {
  readonly kind: 'rightSentences';
  readonly sentences: readonly SentenceNode[];
  readonly parent: StudentNode;
}

export interface FindingNode {
  readonly kind: 'finding';
  readonly document: DocumentMarks;
  readonly finding: ShownFinding;
  readonly parent: SentenceNode;
}

/** A sentence with edits that lower the estimate. */
export interface DoubtfulSentenceNode {
  readonly kind: 'doubtfulSentence';
  readonly document: DocumentEstimate;
  readonly index: number;
  readonly passage: EstimatedPassage;
  readonly parent: StudentNode;
}

/** An edit that lowers the estimate. */
export interface DoubtNode {
  readonly kind: 'doubt';
  readonly document: DocumentEstimate;
  readonly index: number;
  readonly edit: EstimatedEdit;
  readonly parent: DoubtfulSentenceNode;
}

/** The reason why there are no nodes, shown in their place; or, as information, what to know of the files. */
export interface ProblemNode {
  readonly kind: 'problem';
  readonly text: string;
  readonly icon: 'warning' | 'info';
}

/** Something to do while there are no exercises, such as another try to install the server. */
export interface ActionNode {
  readonly kind: 'action';
  readonly label: string;
  readonly icon: string;
  readonly command: string;
}

/** The order of students in the tree; the first one is that of a new workspace. */
export const ORDERS = ['open', 'name', 'score', 'findings'] as const;
export type Order = (typeof ORDERS)[number];

/** A student's result, as far as it is available. */
export interface Standing {
  readonly marks: Marks | null;
  /** The mark, where there is a mark scheme. */
  readonly mark?: MarkSummary;
  /** In place of marks, without a reference. */
  readonly estimate?: Pick<EstimateSummary, 'quality' | 'q' | 'lowering'> | null;
  readonly problem: string | null;
}

/** Return the URI of the file or folder that a node is about; `undefined` where it is about none. */
export function fileOf(node: Node): string | undefined {
  if ('parent' in node) {
    return fileOf(node.parent);
  }
  return node.kind === 'student' ? node.student.uri : 'exercise' in node ? node.exercise.uri : undefined;
}

/** Return the assignments of exercises, in the order of their first exercises. */
export function assignmentsOf(exercises: readonly Exercise[]): readonly Assignment[] {
  const groups = new Map<string, [Exercise, ...Exercise[]]>();
  for (const exercise of exercises) {
    const key = exercise.student === null ? exerciseKey(exercise) : `${exercise.folder}#${exercise.assignment}#`;
    const group = groups.get(key);
    if (group) {
      group.push(exercise);
    } else {
      groups.set(key, [exercise]);
    }
  }
  return [...groups.values()].map(assignmentOf);
}

function assignmentOf(exercises: readonly [Exercise, ...Exercise[]]): Assignment {
  const [first] = exercises;
  return {
    name: first.assignment,
    uri: first.student === null ? first.uri : first.folder,
    references: exercises.flatMap(({ references }) => references),
    sources: exercises.flatMap(({ source, source_view }) =>
      source === null ? [] : { uri: source, view: source_view },
    ),
    students: exercises.flatMap((exercise) => [...exercise.hypotheses, ...absentStudent(exercise)]),
  };
}

/** Return the student whose own essay has nothing to mark yet. */
function absentStudent({ student, problem, source, source_view, hypotheses }: Exercise): Student[] {
  const isAbsent = student !== null && problem !== null && source !== null && hypotheses.length === 0;
  return isAbsent ? [{ label: student, uri: source, view: source_view, author: null, absence: problem }] : [];
}

/** Return an exercise's key; a folder may have several. */
export function exerciseKey(exercise: Pick<Exercise, 'uri' | 'name'>): string {
  return `${exercise.uri}#${exercise.name}`;
}

/** Return the key of a student's correction; a file may hold several. */
export function studentKey(student: Pick<Hypothesis, 'uri' | 'author'>): string {
  return `${student.uri}#${student.author ?? ''}`;
}

/** Return the number of a student's places that are to be decided before the mark is final. */
export function openIn({ marks, mark }: { readonly marks: Marks | null; readonly mark?: MarkSummary }): number {
  return mark?.open ?? marks?.verdicts.open ?? 0;
}

/**
 * Return students in an order, equal ones by name. Those without marks, or without a mark to compare, come last, but
 * first where the order is that of what a teacher has to do.
 */
export function sortStudents(
  students: readonly Student[],
  order: Order,
  standing: (student: Student) => Standing | undefined,
  vocabulary: Vocabulary,
): readonly Student[] {
  const rank = (student: Student): number => {
    const result = standing(student);
    const marks = result?.marks;
    if (order === 'name') {
      return 0;
    }
    if (order === 'open') {
      return result ? -openIn(result) : 0;
    }
    if (!marks) {
      return Number.POSITIVE_INFINITY;
    }
    const mark = result.mark ? result.mark.points : vocabulary.markOf(marks);
    return order === 'score' ? (mark ?? Number.POSITIVE_INFINITY) : -errorCount(vocabulary, marks);
  };
  const byName = new Intl.Collator(undefined, { numeric: true });
  return students
    .map((student) => ({ student, rank: rank(student) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank) || byName.compare(a.student.label, b.student.label))
    .map(({ student }) => student);
}

interface Placed {
  readonly passage: Passage | EstimatedPassage;
}

/** Compare sentences by their places: passages come in the order of the source, and a student may move sentences. */
function byPlace(one: Placed, other: Placed): number {
  const [a, b] = [one.passage.range.start, other.passage.range.start];
  return a.line - b.line || a.character - b.character;
}

/** Return the sentences that have findings, in the order of the text, each with its open findings first. */
export function sentencesOf(document: DocumentMarks, vocabulary: Vocabulary, parent: StudentNode): SentenceNode[] {
  const all = vocabulary.findingsOf(document);
  return document.passages
    .map((passage, index): SentenceNode => {
      const findings = openFirst(
        all.filter((finding) => finding.passage === index),
        ({ open }) => open,
      );
      return { kind: 'sentence', document, index, passage, findings, parent };
    })
    .filter(({ findings }) => findings.length > 0)
    .sort(byPlace);
}

/** Return what stands below a student: what is open first, and one row for the sentences in which all is right. */
export function rowsOf(sentences: readonly SentenceNode[], parent: StudentNode): (SentenceNode | RightSentencesNode)[] {
  const isRight = ({ findings }: SentenceNode): boolean => !findings.some(({ open, kind }) => open || kind.isError);
  const right = sentences.filter(isRight);
  const rows = openFirst(
    sentences.filter((sentence) => !isRight(sentence)),
    hasOpen,
  );
  return right.length > 0 ? [...rows, { kind: 'rightSentences', sentences: right, parent }] : rows;
}

/** Whether something in a sentence is to be decided. */
export function hasOpen({ findings }: SentenceNode): boolean {
  return findings.some(({ open }) => open);
}

function openFirst<Item>(items: readonly Item[], isOpen: (item: Item) => boolean): Item[] {
  return [...items.filter(isOpen), ...items.filter((item) => !isOpen(item))];
}

/** Return the sentences that have edits that lower the estimate, each with these edits and their indices. */
export function doubtfulSentencesOf(
  document: DocumentEstimate,
): { readonly index: number; readonly passage: EstimatedPassage; readonly doubts: readonly Doubt[] }[] {
  const doubts = doubtsOf(document);
  return document.estimate.passages
    .map((passage, index) => ({ index, passage, doubts: doubts.filter(([, edit]) => edit.passage === index) }))
    .filter((sentence) => sentence.doubts.length > 0)
    .sort(byPlace);
}
