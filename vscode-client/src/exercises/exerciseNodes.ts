import { doubtsOf, type Doubt } from '../marks/estimates';
import type {
  DocumentEstimate,
  DocumentMarks,
  EstimatedEdit,
  EstimatedPassage,
  Exercise,
  Finding,
  Marks,
  OverviewEstimate,
  Participant,
  Passage,
} from '../protocol/contract';

/** What stands in the tree of exercises. */
export type Node =
  ExerciseNode | StudentNode | SentenceNode | FindingNode | DoubtfulSentenceNode | DoubtNode | ProblemNode;

export interface ExerciseNode {
  readonly kind: 'exercise';
  readonly exercise: Exercise;
}

export interface StudentNode {
  readonly kind: 'student';
  readonly exercise: Exercise;
  readonly student: Participant;
}

export interface SentenceNode {
  readonly kind: 'sentence';
  readonly document: DocumentMarks;
  readonly index: number;
  readonly passage: Passage;
  readonly parent: StudentNode;
}

export interface FindingNode {
  readonly kind: 'finding';
  readonly document: DocumentMarks;
  readonly index: number;
  readonly finding: Finding;
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

/** Why something is not there, in the place where it would be. */
export interface ProblemNode {
  readonly kind: 'problem';
  readonly text: string;
}

/** How students stand in the tree. */
export type Order = 'name' | 'score' | 'findings';

/** What is known of a student when the tree is drawn. */
export interface Standing {
  readonly marks: Marks | null;
  /** Without a teacher's reference, in place of marks. */
  readonly estimate?: OverviewEstimate | null;
  readonly problem: string | null;
}

/** Identifies an exercise; several may stand in one folder. */
export function exerciseKey(exercise: Exercise): string {
  return `${exercise.uri}#${exercise.name}`;
}

/** Identifies a student's document in an exercise, also where a file holds several. */
export function studentKey(student: Participant): string {
  return `${student.uri}#${student.author ?? ''}`;
}

/** Findings of a student that are no hits. */
export function findingsToSee({ counts }: Marks): number {
  return counts.fp_ne + counts.fn + counts.fp_un;
}

/** Students in an order; who has no marks stands last, equals by name. */
export function sorted(
  students: readonly Participant[],
  order: Order,
  standing: (student: Participant) => Standing | undefined,
): readonly Participant[] {
  const rank = (student: Participant): number => {
    const marks = standing(student)?.marks;
    if (order === 'name') {
      return 0;
    }
    if (!marks) {
      return Number.POSITIVE_INFINITY;
    }
    return order === 'score' ? marks.scores.score : -findingsToSee(marks);
  };
  const byName = new Intl.Collator(undefined, { numeric: true });
  return students
    .map((student) => ({ student, rank: rank(student) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank) || byName.compare(a.student.name, b.student.name))
    .map(({ student }) => student);
}

/** The sentences that have a finding, and each one's findings with their index. */
export function sentencesOf(
  document: DocumentMarks,
): { readonly index: number; readonly passage: Passage; readonly findings: readonly [number, Finding][] }[] {
  return document.passages
    .map((passage, index) => ({
      index,
      passage,
      findings: [...document.findings.entries()].filter(
        ([at, finding]) => finding.passage === index && !document.ignored.includes(at),
      ),
    }))
    .filter(({ findings }) => findings.length > 0);
}

/** The sentences that have an edit that lowers the estimate, and each one's such edits with their index. */
export function doubtfulSentencesOf(
  document: DocumentEstimate,
): { readonly index: number; readonly passage: EstimatedPassage; readonly doubts: readonly Doubt[] }[] {
  const doubts = doubtsOf(document);
  return document.estimate.passages
    .map((passage, index) => ({ index, passage, doubts: doubts.filter(([, edit]) => edit.passage === index) }))
    .filter((sentence) => sentence.doubts.length > 0);
}
