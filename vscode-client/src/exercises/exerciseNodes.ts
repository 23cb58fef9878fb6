import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import { errorTypeInWords } from '../marks/kindText';
import { type Doubt, doubtsOf, doubtText, type VocabularyText } from '../marks/markText';
import type {
  DocumentEstimate,
  DocumentMarks,
  EstimatedEdit,
  EstimatedPassage,
  EstimateSummary,
  Exercise,
  Finding,
  Hypothesis,
  Marks,
  MarkSummary,
  Passage,
} from '../protocol/contract';
import { DOUBT, errorCount, type ShownFinding, type Vocabulary } from '../protocol/vocabularies';
import { changeText, qualityText } from '../words';

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
  | MessageNode;

/** An exercise, or all exercises of an assignment in which each student has an essay of their own. */
export interface Assignment extends Pick<Exercise, 'name' | 'uri' | 'references'> {
  readonly students: readonly Student[];
  readonly sources: readonly Text[];
}

/** A text's file, and its view if the file has no lines. */
export type Text = Pick<Hypothesis, 'uri' | 'view'>;

/** A student's correction; or the source of a student who has no revision yet. */
export type Student = Pick<Hypothesis, 'label' | 'author'> & Text & { readonly absence?: string };

interface ExerciseNode {
  readonly kind: 'exercise';
  readonly exercise: Assignment;
}

/** The number of decisions that are left about an exercise, which leads to them. */
interface ToDecideNode {
  readonly kind: 'toDecide';
  readonly exercise: Assignment;
  readonly open: number;
}

export interface StudentNode {
  readonly kind: 'student';
  readonly exercise: Assignment;
  readonly student: Student;
}

interface SentenceNode {
  readonly kind: 'sentence';
  readonly document: DocumentMarks;
  readonly index: number;
  readonly passage: Passage;
  /** What is open comes first. */
  readonly findings: readonly ShownFinding[];
  readonly parent: StudentNode;
}

/** The sentences in which a teacher has nothing to look at. */
interface RightSentencesNode {
  readonly kind: 'rightSentences';
  readonly sentences: readonly SentenceNode[];
  readonly parent: StudentNode;
}

interface FindingNode {
  readonly kind: 'finding';
  readonly document: DocumentMarks;
  readonly finding: ShownFinding;
  readonly parent: SentenceNode;
}

/** A sentence with edits that lower the estimate. */
interface DoubtfulSentenceNode {
  readonly kind: 'doubtfulSentence';
  readonly document: DocumentEstimate;
  readonly index: number;
  readonly passage: EstimatedPassage;
  readonly doubts: readonly Doubt[];
  readonly parent: StudentNode;
}

/** An edit that lowers the estimate. */
interface DoubtNode {
  readonly kind: 'doubt';
  readonly document: DocumentEstimate;
  readonly index: number;
  readonly edit: EstimatedEdit;
  readonly parent: DoubtfulSentenceNode;
}

/** Why there are no nodes, what to know of the files, or something to do while there are no exercises. */
interface MessageNode {
  readonly kind: 'message';
  readonly label: string;
  readonly icon: string;
  /** What a press does. */
  readonly command?: string;
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
function hasOpen({ findings }: SentenceNode): boolean {
  return findings.some(({ open }) => open);
}

function openFirst<Item>(items: readonly Item[], isOpen: (item: Item) => boolean): Item[] {
  return [...items.filter(isOpen), ...items.filter((item) => !isOpen(item))];
}

/** Return the sentences that have edits that lower the estimate, each with these edits and their indices. */
export function doubtfulSentencesOf(
  document: DocumentEstimate,
): Pick<DoubtfulSentenceNode, 'index' | 'passage' | 'doubts'>[] {
  const doubts = doubtsOf(document);
  return document.estimate.passages
    .map((passage, index) => ({ index, passage, doubts: doubts.filter(([, edit]) => edit.passage === index) }))
    .filter((sentence) => sentence.doubts.length > 0)
    .sort(byPlace);
}

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** The sign of what a teacher has to decide. */
const OPEN_ICON = new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('markscheme.different'));

function treeItem(label: string, fields: Partial<vscode.TreeItem>): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(label), fields);
}

/** Return the item of an exercise, unfolded if it is the only one; `open`: the number of decisions that are left. */
export function exerciseItem({ exercise }: ExerciseNode, isOnly: boolean, open: number): vscode.TreeItem {
  const { name, students, uri } = exercise;
  const references = new Set(exercise.references.map(({ label }) => label));
  const count = students.length === 1 ? l10n.t('1 student') : l10n.t('{0} students', students.length);
  const description = open > 0 ? `${count} · ${toDecideText(open)}` : count;
  const corrections = references.size > 0 ? [l10n.t('Corrections: {0}', [...references].join(', '))] : [];
  return treeItem(name, {
    id: exerciseKey(exercise),
    collapsibleState: isOnly ? Expanded : Collapsed,
    iconPath: new vscode.ThemeIcon('book'),
    contextValue: references.size > 1 ? 'exerciseOfAnnotators' : 'exercise',
    description,
    tooltip: [...corrections, vscode.Uri.parse(uri).fsPath].join('\n'),
    accessibilityInformation: { label: `${name}, ${description}` },
  });
}

/** Return the row above an exercise's students: how many decisions are left. It opens the queue of them. */
export function toDecideItem({ exercise, open }: ToDecideNode): vscode.TreeItem {
  const label = toDecideTitle(open);
  const tooltip = l10n.t('One decision holds for the whole class. Press Enter to begin.');
  const title = l10n.t('Decide');
  return treeItem(label, {
    id: `${exerciseKey(exercise)}#toDecide`,
    contextValue: 'toDecide',
    iconPath: OPEN_ICON,
    tooltip,
    accessibilityInformation: { label: `${label}. ${tooltip}` },
    command: { command: 'markscheme.showAnswersToDecide', title, arguments: [{ exercise }] },
  });
}

/** Return "To decide: 30". */
export function toDecideTitle(open: number): string {
  return l10n.t('To decide: {0}', open);
}

function toDecideText(open: number): string {
  return l10n.t('{0} to decide', open);
}

/** Return the item of a student, with the result as far as it is available. */
export function studentItem(
  { student, exercise }: StudentNode,
  standing: Standing | undefined,
  text: VocabularyText,
): vscode.TreeItem {
  const { label, uri, view, absence } = student;
  const path = vscode.Uri.parse(uri).fsPath;
  const item = treeItem(label, {
    id: `${exerciseKey(exercise)}#${studentKey(student)}`,
    collapsibleState: Collapsed,
    contextValue: standing?.estimate ? 'studentWithoutReference' : 'student',
    iconPath: standing && openIn(standing) > 0 ? OPEN_ICON : new vscode.ThemeIcon('person'),
    tooltip: path,
    command: { command: 'markscheme.openStudent', title: l10n.t('Open'), arguments: [uri, view] },
  });
  const description = descriptionOf(standing, text);
  if (standing && description !== undefined) {
    item.description = description;
    item.tooltip = [`${label}: ${description}`, ...detailsOf(standing, text), path].join('\n');
  } else if (absence !== undefined) {
    item.collapsibleState = vscode.TreeItemCollapsibleState.None;
    item.contextValue = 'absentStudent';
    item.description = l10n.t('nothing to mark yet');
    item.tooltip = absence;
  } else if (standing?.problem) {
    item.iconPath = new vscode.ThemeIcon('warning');
    item.description = item.tooltip = standing.problem;
  }
  item.accessibilityInformation = { label: [label, item.description].filter(Boolean).join(': ') };
  return item;
}

/** Return what a student's row has no room for. */
function detailsOf({ marks, mark }: Standing, text: VocabularyText): readonly string[] {
  return marks ? text.lines(marks, mark) : [];
}

function descriptionOf(standing: Standing | undefined, text: VocabularyText): string | undefined {
  if (standing?.estimate) {
    const { quality, q, lowering } = standing.estimate;
    const estimate = l10n.t('estimated {0}, without a teacher', changeText(quality, q));
    return lowering > 0 ? `${estimate} · ${doubtText(lowering)}` : estimate;
  }
  if (!standing?.marks) {
    return undefined;
  }
  const open = openIn(standing);
  const brief = text.brief(standing.marks, standing.mark);
  return open > 0 ? `${brief} · ${toDecideText(open)}` : brief;
}

/** Return the id of a row below a student. */
function idBelow({ exercise, student }: StudentNode, row: string): string {
  return `${exercise.uri}#${studentKey(student)}#${row}`;
}

/** Return the item of a sentence with findings, unfolded if something in it is to be decided. */
export function sentenceItem(node: SentenceNode, text: VocabularyText): vscode.TreeItem {
  const { passage, index, parent } = node;
  const description = text.sentence(passage);
  return treeItem(oneLine(passage.text) || l10n.t('(left out)'), {
    id: idBelow(parent, String(index)),
    collapsibleState: hasOpen(node) ? Expanded : Collapsed,
    contextValue: 'sentence',
    description,
    tooltip: passage.text,
    accessibilityInformation: { label: [description, passage.text].filter(Boolean).join(': ') },
    command: goTo(parent, passage.range),
  });
}

/** Return the folded row of the sentences in which all is right. */
export function rightSentencesItem({ sentences, parent }: RightSentencesNode): vscode.TreeItem {
  const label =
    sentences.length === 1
      ? l10n.t('1 sentence with nothing to decide or to correct')
      : l10n.t('{0} sentences with nothing to decide or to correct', sentences.length);
  return treeItem(label, {
    id: idBelow(parent, 'right'),
    collapsibleState: Collapsed,
    contextValue: 'rightSentences',
    iconPath: new vscode.ThemeIcon('pass'),
  });
}

/** Return the item of a finding. */
export function findingItem({ finding, parent }: FindingNode, text: VocabularyText): vscode.TreeItem {
  const { look, range, index, rewritten, kind } = finding;
  const title = text.title(finding);
  const words = changeOf(finding);
  const spoken = [`${title}: ${spokenChangeOf(finding)}`, ...text.details(finding, true)].join(', ');
  return treeItem(words, {
    id: idBelow(parent.parent, `finding${index}`),
    // Inline buttons decide, as the manifest says for each verdict.
    contextValue: `finding:${rewritten ? 'rewritten' : kind.id}`,
    iconPath: iconOf(look),
    description: [title, ...text.details(finding)].join(' · '),
    tooltip: `${title}: ${words}`,
    accessibilityInformation: { label: spoken },
    command: goTo(parent.parent, range),
  });
}

/** Return the item of a sentence with edits that lower the estimate. */
export function doubtfulSentenceItem({ passage, index, parent }: DoubtfulSentenceNode): vscode.TreeItem {
  const description = l10n.t('estimated {0}', changeText(passage, passage.q));
  return treeItem(oneLine(passage.text), {
    id: idBelow(parent, `estimate${index}`),
    collapsibleState: Collapsed,
    contextValue: 'doubtfulSentence',
    description,
    tooltip: passage.text,
    accessibilityInformation: { label: `${description}: ${passage.text}` },
    command: goTo(parent, passage.range),
  });
}

/** Return the item of an edit that lowers the estimate. */
export function doubtItem({ edit, index, parent }: DoubtNode): vscode.TreeItem {
  const words = replacement(edit);
  const without = l10n.t('estimated {0} without it', qualityText(edit.qualityWithout));
  const type = errorTypeInWords(edit.type);
  const tooltip = l10n.t(
    '{0}: this may be wrong, or not needed. Estimated by a model, without a teacher’s correction.',
    words,
  );
  return treeItem(words, {
    id: idBelow(parent.parent, `edit${index}`),
    contextValue: 'doubt',
    iconPath: iconOf(DOUBT),
    description: `${type} · ${without}`,
    tooltip,
    accessibilityInformation: { label: `${tooltip} ${type}, ${without}` },
    command: goTo(parent.parent, edit.range),
  });
}

/** Return the item of a message in the place of exercises, or of something to do there. */
export function messageItem({ label, icon, command }: MessageNode): vscode.TreeItem {
  const press = command === undefined ? { tooltip: label } : { command: { command, title: label } };
  return treeItem(label, { iconPath: new vscode.ThemeIcon(icon), ...press });
}

function iconOf({ icon, name }: { readonly icon: string; readonly name: string }): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(`markscheme.${name}`));
}

/** Return the student's change; the source's words where the student left them. */
function changeOf(finding: ShownFinding): string {
  if (finding.rewritten) {
    return oneLine(finding.hypothesis);
  }
  return finding.kind.isChange ? replacement(finding) : finding.source || '∅';
}

/** Return the student's change in words, for screen readers. */
function spokenChangeOf(finding: ShownFinding): string {
  const { source, hypothesis, kind, rewritten } = finding;
  if (rewritten) {
    return oneLine(hypothesis);
  }
  if (!kind.isChange) {
    return source ? l10n.t('left “{0}”', source) : l10n.t('added nothing');
  }
  if (!source || !hypothesis) {
    return hypothesis ? l10n.t('added “{0}”', hypothesis) : l10n.t('took out “{0}”', source);
  }
  return l10n.t('“{0}” changed to “{1}”', source, hypothesis);
}

function replacement({ source, hypothesis }: { readonly source: string; readonly hypothesis: string }): string {
  return `${source || '∅'} → ${hypothesis || '∅'}`;
}

function goTo(parent: StudentNode, range: Finding['range']): vscode.Command {
  return {
    command: 'markscheme.goTo',
    title: l10n.t('Go to'),
    arguments: [parent.student.uri, range, parent.student.view],
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
