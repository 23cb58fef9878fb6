import * as vscode from 'vscode';

import { errorTypeNames } from '../marks/kindText';
import { type Doubt, doubtsOf, doubtText, markTemplates, type VocabularyText } from '../marks/markText';
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
import { changeText, editInWords, errorTypeInWords, fillTemplate, qualityText } from '../words';

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

/** The reason why there are no nodes, shown in their place; or, as information, what to know of the files. */
interface ProblemNode {
  readonly kind: 'problem';
  readonly text: string;
  readonly icon: 'warning' | 'info';
}

/** Something to do while there are no exercises, such as another try to install the server. */
interface ActionNode {
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
function hasOpen({ findings }: SentenceNode): boolean {
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

/** The sign of what a teacher has to decide. */
const OPEN_ICON = new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('markscheme.different'));

/** Return the item of an exercise, unfolded if it is the only one; `open`: the number of decisions that are left. */
export function exerciseItem({ exercise }: ExerciseNode, isOnly: boolean, open: number): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(exercise.name, isOnly ? Expanded : Collapsed);
  item.id = exerciseKey(exercise);
  item.iconPath = new vscode.ThemeIcon('book');
  const { students } = exercise;
  const references = new Set(exercise.references.map(({ label }) => label));
  item.contextValue = references.size > 1 ? 'exerciseOfAnnotators' : 'exercise';
  item.description = [
    students.length === 1 ? vscode.l10n.t('1 student') : vscode.l10n.t('{0} students', students.length),
    ...(open > 0 ? [toDecideText(open)] : []),
  ].join(' · ');
  const corrections = references.size > 0 ? [vscode.l10n.t('Corrections: {0}', [...references].join(', '))] : [];
  item.tooltip = [...corrections, vscode.Uri.parse(exercise.uri).fsPath].join('\n');
  item.accessibilityInformation = { label: [exercise.name, item.description].join(', ') };
  return item;
}

/** Return the row above an exercise's students: how many decisions are left. It opens the queue of them. */
export function toDecideItem({ exercise, open }: ToDecideNode): vscode.TreeItem {
  const label = toDecideTitle(open);
  const item = new vscode.TreeItem(label);
  item.id = `${exerciseKey(exercise)}#toDecide`;
  item.contextValue = 'toDecide';
  item.iconPath = OPEN_ICON;
  item.tooltip = vscode.l10n.t('One decision holds for the whole class. Press Enter to begin.');
  item.accessibilityInformation = { label: `${label}. ${item.tooltip}` };
  const title = vscode.l10n.t('Decide');
  item.command = { command: 'markscheme.showAnswersToDecide', title, arguments: [{ exercise }] };
  return item;
}

/** Return "To decide: 30". */
export function toDecideTitle(open: number): string {
  return vscode.l10n.t('To decide: {0}', open);
}

function toDecideText(open: number): string {
  return fillTemplate(markTemplates().toDecide, open);
}

/** Return the item of a student, with the result as far as it is available. */
export function studentItem(
  { student, exercise }: StudentNode,
  standing: Standing | undefined,
  text: VocabularyText,
): vscode.TreeItem {
  const item = new vscode.TreeItem(student.label, vscode.TreeItemCollapsibleState.Collapsed);
  const path = vscode.Uri.parse(student.uri).fsPath;
  item.id = `${exerciseKey(exercise)}#${studentKey(student)}`;
  item.contextValue = standing?.estimate ? 'studentWithoutReference' : 'student';
  item.iconPath = new vscode.ThemeIcon('person');
  item.tooltip = path;
  item.command = {
    command: 'markscheme.openStudent',
    title: vscode.l10n.t('Open'),
    arguments: [student.uri, student.view],
  };
  const description = descriptionOf(standing, text);
  if (description !== undefined) {
    item.description = description;
    item.tooltip = [`${student.label}: ${description}`, ...detailsOf(standing, text), path].join('\n');
    item.iconPath = standing && openIn(standing) > 0 ? OPEN_ICON : item.iconPath;
  } else if (student.absence !== undefined) {
    item.collapsibleState = vscode.TreeItemCollapsibleState.None;
    item.contextValue = 'absentStudent';
    item.description = vscode.l10n.t('nothing to mark yet');
    item.tooltip = student.absence;
  } else if (standing?.problem) {
    item.iconPath = new vscode.ThemeIcon('warning');
    item.description = standing.problem;
    item.tooltip = standing.problem;
  }
  item.accessibilityInformation = { label: [student.label, item.description].filter(Boolean).join(': ') };
  return item;
}

function descriptionOf(standing: Standing | undefined, text: VocabularyText): string | undefined {
  if (standing?.estimate) {
    return estimateDescription(standing.estimate);
  }
  if (!standing?.marks) {
    return undefined;
  }
  const open = openIn(standing);
  return [text.brief(standing.marks, standing.mark), ...(open > 0 ? [toDecideText(open)] : [])].join(' · ');
}

/** Return what a student's row has no room for. */
function detailsOf(standing: Standing | undefined, text: VocabularyText): readonly string[] {
  return standing?.marks ? text.lines(standing.marks, standing.mark) : [];
}

function estimateDescription({ quality, q, lowering }: NonNullable<Standing['estimate']>): string {
  const doubts = lowering > 0 ? ` · ${doubtText(lowering)}` : '';
  return `${vscode.l10n.t('estimated {0}, without a teacher', changeText(quality, q))}${doubts}`;
}

/** Return the item of a sentence with findings, unfolded if something in it is to be decided. */
export function sentenceItem(node: SentenceNode, text: VocabularyText): vscode.TreeItem {
  const { passage, index, parent } = node;
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const words = oneLine(passage.text) || vscode.l10n.t('(left out)');
  const item = new vscode.TreeItem(words, hasOpen(node) ? Expanded : Collapsed);
  item.id = `${parent.exercise.uri}#${studentKey(parent.student)}#${index}`;
  item.contextValue = 'sentence';
  item.description = text.sentence(passage);
  item.tooltip = passage.text;
  item.accessibilityInformation = { label: [item.description, passage.text].filter(Boolean).join(': ') };
  item.command = goTo(parent, passage.range);
  return item;
}

/** Return the folded row of the sentences in which all is right. */
export function rightSentencesItem({ sentences, parent }: RightSentencesNode): vscode.TreeItem {
  const label =
    sentences.length === 1
      ? vscode.l10n.t('1 sentence with nothing to decide or to correct')
      : vscode.l10n.t('{0} sentences with nothing to decide or to correct', sentences.length);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${parent.exercise.uri}#${studentKey(parent.student)}#right`;
  item.contextValue = 'rightSentences';
  item.iconPath = new vscode.ThemeIcon('pass');
  return item;
}

/** Return the item of a finding. */
export function findingItem({ finding, parent }: FindingNode, text: VocabularyText): vscode.TreeItem {
  const title = text.title(finding);
  const words = changeOf(finding);
  const item = new vscode.TreeItem(words);
  item.id = `${parent.parent.exercise.uri}#${studentKey(parent.parent.student)}#finding${finding.index}`;
  // Inline buttons decide, as the manifest says for each verdict.
  item.contextValue = `finding:${finding.rewritten ? 'rewritten' : finding.kind.id}`;
  item.iconPath = new vscode.ThemeIcon(finding.look.icon, new vscode.ThemeColor(`markscheme.${finding.look.name}`));
  item.description = [title, ...text.details(finding)].join(' · ');
  item.tooltip = `${title}: ${words}`;
  item.accessibilityInformation = {
    label: [`${title}: ${spokenChangeOf(finding)}`, ...text.details(finding, true)].join(', '),
  };
  item.command = goTo(parent.parent, finding.range);
  return item;
}

/** Return the item of a sentence with edits that lower the estimate. */
export function doubtfulSentenceItem({ passage, index, parent }: DoubtfulSentenceNode): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(passage.text), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${parent.exercise.uri}#${studentKey(parent.student)}#estimate${index}`;
  item.contextValue = 'doubtfulSentence';
  item.description = vscode.l10n.t('estimated {0}', changeText(passage, passage.q));
  item.tooltip = passage.text;
  item.accessibilityInformation = { label: `${item.description}: ${passage.text}` };
  item.command = goTo(parent, passage.range);
  return item;
}

/** Return the item of an edit that lowers the estimate. */
export function doubtItem({ edit, index, parent }: DoubtNode): vscode.TreeItem {
  const words = replacement(edit);
  const item = new vscode.TreeItem(words);
  item.id = `${parent.parent.exercise.uri}#${studentKey(parent.parent.student)}#edit${index}`;
  item.contextValue = 'doubt';
  item.iconPath = new vscode.ThemeIcon(DOUBT.icon, new vscode.ThemeColor(`markscheme.${DOUBT.name}`));
  const without = vscode.l10n.t('estimated {0} without it', qualityText(edit.qualityWithout));
  const type = errorTypeInWords(edit.type, errorTypeNames());
  item.description = [type, without].join(' · ');
  item.tooltip = vscode.l10n.t(
    '{0}: this may be wrong, or not needed. Estimated by a model, without a teacher’s correction.',
    words,
  );
  item.accessibilityInformation = { label: `${item.tooltip} ${type}, ${without}` };
  item.command = goTo(parent.parent, edit.range);
  return item;
}

/** Return the item of a message in the place of exercises, or of something to do there. */
export function messageItem(node: ProblemNode | ActionNode): vscode.TreeItem {
  const item = new vscode.TreeItem(node.kind === 'problem' ? node.text : node.label);
  item.iconPath = new vscode.ThemeIcon(node.icon);
  if (node.kind === 'problem') {
    item.tooltip = node.text;
  } else {
    item.command = { command: node.command, title: node.label };
  }
  return item;
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
    return source ? vscode.l10n.t('left “{0}”', source) : vscode.l10n.t('added nothing');
  }
  return editInWords(
    { source, replacement: hypothesis },
    {
      replaces: vscode.l10n.t('“{0}” changed to “{1}”'),
      inserts: vscode.l10n.t('added “{1}”'),
      removes: vscode.l10n.t('took out “{0}”'),
    },
  );
}

function replacement({ source, hypothesis }: { readonly source: string; readonly hypothesis: string }): string {
  return `${source || '∅'} → ${hypothesis || '∅'}`;
}

function goTo(parent: StudentNode, range: Finding['range']): vscode.Command {
  return {
    command: 'markscheme.goTo',
    title: vscode.l10n.t('Go to'),
    arguments: [parent.student.uri, range, parent.student.view],
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
