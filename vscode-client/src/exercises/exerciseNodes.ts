import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';

import { errorTypeInWords } from '../marks/kindText';
import { type Doubt, doubtsOf, doubtText, oneLine, textOf, type VocabularyText } from '../marks/markText';
import type {
  DocumentEstimate,
  DocumentMarks,
  EstimateSummary,
  Exercise,
  Finding,
  Hypothesis,
  OverviewStudent,
  Passage,
} from '../protocol/contract';
import { type DocumentAnswer, isEstimate } from '../protocol/methods';
import { DOUBT, errorCount, type Look, type ShownFinding, type Vocabulary } from '../protocol/vocabularies';
import { changeText, qualityText } from '../words';

/** A row of the tree of exercises. The commands of its menu are called with it. */
export interface Node {
  readonly item: vscode.TreeItem;
  readonly parent?: Node;
  readonly children?: () => readonly Node[] | Promise<readonly Node[]>;
  readonly exercise?: Assignment;
  readonly student?: Student;
  /** The student's text, a view if the file has no lines, and the row's place in it; `null` for the whole text. */
  readonly uri?: string;
  readonly range?: Range | null;
}

/** The row of a student, or one below it. */
export type StudentNode = Node & Required<Pick<Node, 'exercise' | 'student' | 'uri'>>;

/** An exercise, or all exercises of an assignment in which each student has an essay of their own. */
export interface Assignment extends Pick<Exercise, 'name' | 'uri' | 'references'> {
  readonly students: readonly Student[];
  readonly sources: readonly Text[];
}

/** A text's file, and its view if the file has no lines. */
export type Text = Pick<Hypothesis, 'uri' | 'view'>;

/** A student's correction; or the source of a student who has no revision yet. */
export type Student = Pick<Hypothesis, 'label' | 'author'> & Text & { readonly absence?: string };

/** The order of students in the tree; the first one is that of a new workspace. */
export const ORDERS = ['open', 'name', 'score', 'findings'] as const;
export type Order = (typeof ORDERS)[number];

/** A student's result, as far as it is available: marks, or an estimate without a reference, or why there is neither. */
export interface Standing extends Partial<Pick<OverviewStudent, 'marks' | 'mark' | 'problem'>> {
  readonly estimate?: Pick<EstimateSummary, 'quality' | 'q' | 'lowering'> | null;
}

/** Return the assignments of exercises, in the order of their first exercises. */
export function assignmentsOf(exercises: readonly Exercise[]): readonly Assignment[] {
  const keys = exercises.map((exercise) =>
    exercise.student === null ? exerciseKey(exercise) : `${exercise.folder}#${exercise.assignment}#`,
  );
  return exercises.flatMap((first, index) => {
    const group = exercises.filter((_, other) => keys[other] === keys[index]);
    return group[0] === first ? [assignmentOf(first, group)] : [];
  });
}

function assignmentOf(first: Exercise, exercises: readonly Exercise[]): Assignment {
  return {
    name: first.assignment,
    uri: first.student === null ? first.uri : first.folder,
    references: exercises.flatMap(({ references }) => references),
    sources: exercises.flatMap(({ source, source_view }) =>
      source === null ? [] : { uri: source, view: source_view },
    ),
    students: exercises.flatMap(({ student, problem, source, source_view, hypotheses }): readonly Student[] =>
      // A student whose own essay has nothing to mark yet.
      student !== null && problem !== null && source !== null && hypotheses.length === 0
        ? [{ label: student, uri: source, view: source_view, author: null, absence: problem }]
        : hypotheses,
    ),
  };
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
export function openIn({ marks, mark }: Standing): number {
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
    const result = standing(student) ?? {};
    const { marks, mark } = result;
    if (order === 'name') {
      return 0;
    }
    if (order === 'open') {
      return -openIn(result);
    }
    if (!marks) {
      return Number.MAX_VALUE;
    }
    const points = mark ? mark.points : vocabulary.markOf(marks);
    return order === 'score' ? (points ?? Number.MAX_VALUE) : -errorCount(vocabulary, marks);
  };
  const byName = new Intl.Collator(undefined, { numeric: true });
  return students
    .map((student) => ({ student, rank: rank(student) }))
    .sort((a, b) => a.rank - b.rank || byName.compare(a.student.label, b.student.label))
    .map(({ student }) => student);
}

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** The sign of what a teacher has to decide. */
const OPEN_ICON = new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('markscheme.different'));

function treeItem(label: string, fields: Partial<vscode.TreeItem>): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(label), fields);
}

/** Return the row of an exercise, unfolded if it is the only one; `open`: the number of decisions that are left. */
export function exerciseNode(exercise: Assignment, isOnly: boolean, open: number): Node {
  const { name, students, uri } = exercise;
  const references = new Set(exercise.references.map(({ label }) => label));
  const count = students.length === 1 ? l10n.t('1 student') : l10n.t('{0} students', students.length);
  const description = open > 0 ? `${count} · ${toDecideText(open)}` : count;
  const corrections = references.size > 0 ? [l10n.t('Corrections: {0}', [...references].join(', '))] : [];
  const item = treeItem(name, {
    id: exerciseKey(exercise),
    collapsibleState: isOnly ? Expanded : Collapsed,
    iconPath: new vscode.ThemeIcon('book'),
    contextValue: references.size > 1 ? 'exerciseOfAnnotators' : 'exercise',
    description,
    tooltip: [...corrections, vscode.Uri.parse(uri).fsPath].join('\n'),
    accessibilityInformation: { label: `${name}, ${description}` },
  });
  return { item, exercise };
}

/** Return the row above an exercise's students: how many decisions are left. It opens the queue of them. */
export function toDecideNode(exercise: Assignment, open: number): Node {
  const label = toDecideTitle(open);
  const tooltip = l10n.t('One decision holds for the whole class. Press Enter to begin.');
  const item = treeItem(label, {
    id: `${exerciseKey(exercise)}#toDecide`,
    contextValue: 'toDecide',
    iconPath: OPEN_ICON,
    tooltip,
    accessibilityInformation: { label: `${label}. ${tooltip}` },
    command: decideCommand(exercise),
  });
  return { item, exercise };
}

/** Return the command that opens the queue of an exercise, or else of one that the person picks. */
export function decideCommand(exercise: Assignment | undefined): vscode.Command {
  const parameters = exercise ? [{ exercise }] : [];
  return { command: 'markscheme.showAnswersToDecide', title: l10n.t('Decide'), arguments: parameters };
}

/** Return "To decide: 30". */
export function toDecideTitle(open: number): string {
  return l10n.t('To decide: {0}', open);
}

function toDecideText(open: number): string {
  return l10n.t('{0} to decide', open);
}

/** Return the row of a student, with the result as far as it is available. */
export function studentNode(
  exercise: Assignment,
  student: Student,
  standing: Standing | undefined,
  text: VocabularyText,
): StudentNode {
  const { label, uri, view } = student;
  const item = treeItem(label, {
    id: `${exerciseKey(exercise)}#${studentKey(student)}`,
    collapsibleState: Collapsed,
    contextValue: standing?.estimate ? 'studentWithoutReference' : 'student',
    iconPath: standing && openIn(standing) > 0 ? OPEN_ICON : new vscode.ThemeIcon('person'),
    tooltip: vscode.Uri.parse(uri).fsPath,
    command: { command: 'markscheme.openStudent', title: l10n.t('Open'), arguments: [uri, view] },
    ...resultOf(student, standing ?? {}, text),
  });
  item.accessibilityInformation = { label: [label, item.description].filter(Boolean).join(': ') };
  return { item, exercise, student, uri: view ?? uri, range: null };
}

/** Return what an item says of a student's result, or why there is none. */
function resultOf(
  { label, uri, absence }: Student,
  standing: Standing,
  text: VocabularyText,
): Partial<vscode.TreeItem> {
  const { estimate, marks, mark, problem } = standing;
  const path = vscode.Uri.parse(uri).fsPath;
  if (estimate) {
    const quality = l10n.t('estimated {0}, without a teacher', changeText(estimate.quality, estimate.q));
    const description = estimate.lowering > 0 ? `${quality} · ${doubtText(estimate.lowering)}` : quality;
    return { description, tooltip: `${label}: ${description}\n${path}` };
  }
  if (marks) {
    const [open, brief] = [openIn(standing), text.brief(marks, mark)];
    const description = open > 0 ? `${brief} · ${toDecideText(open)}` : brief;
    return { description, tooltip: [`${label}: ${description}`, ...text.lines(marks, mark), path].join('\n') };
  }
  if (absence !== undefined) {
    const description = l10n.t('nothing to mark yet');
    return { collapsibleState: None, contextValue: 'absentStudent', description, tooltip: absence };
  }
  return problem ? { iconPath: new vscode.ThemeIcon('warning'), description: problem, tooltip: problem } : {};
}

/** Return what stands below a student: sentences with something to look at. */
export function rowsOf(parent: StudentNode, document: DocumentAnswer, vocabulary: Vocabulary): readonly Node[] {
  return isEstimate(document) ? doubtfulSentences(parent, document) : sentencesOf(parent, document, vocabulary);
}

/** Return the sentences that have findings: what is open first, and one row for those in which all is right. */
function sentencesOf(parent: StudentNode, document: DocumentMarks, vocabulary: Vocabulary): readonly Node[] {
  const text = textOf(vocabulary);
  const all = vocabulary.findingsOf(document);
  const sentences = document.passages
    .map((passage, index) => ({ passage, index, findings: all.filter((finding) => finding.passage === index) }))
    .filter(({ findings }) => findings.length > 0)
    .sort(byPlace);
  const isRight = ({ findings }: Sentence): boolean => !findings.some(({ open, kind }) => open || kind.isError);
  const right = sentences.filter(isRight).map((sentence) => sentenceNode(parent, sentence, text));
  const rows = openFirst(
    sentences.filter((sentence) => !isRight(sentence)),
    hasOpen,
  ).map((sentence) => sentenceNode(parent, sentence, text));
  return right.length > 0 ? [...rows, rightSentencesNode(parent, right)] : rows;
}

/** Compare sentences by their places: passages come in the order of the source, and a student may move sentences. */
function byPlace(one: Placed, other: Placed): number {
  const [a, b] = [one.passage.range.start, other.passage.range.start];
  return a.line - b.line || a.character - b.character;
}

interface Placed {
  readonly passage: Pick<Passage, 'range'>;
}

interface Sentence {
  readonly passage: Passage;
  readonly index: number;
  readonly findings: readonly ShownFinding[];
}

/** Whether something in a sentence is to be decided. */
function hasOpen({ findings }: Sentence): boolean {
  return findings.some(({ open }) => open);
}

function openFirst<Item>(items: readonly Item[], isOpen: (item: Item) => boolean): Item[] {
  return [...items.filter(isOpen), ...items.filter((item) => !isOpen(item))];
}

/** Return a row below a student's: a press shows its place in the text. */
function placeNode(
  parent: StudentNode,
  id: string,
  range: Range,
  label: string,
  fields: Partial<vscode.TreeItem>,
): StudentNode {
  const { exercise, student, uri } = parent;
  const command = {
    command: 'markscheme.goTo',
    title: l10n.t('Go to'),
    arguments: [student.uri, range, student.view],
  };
  const item = treeItem(label, { id: `${exercise.uri}#${studentKey(student)}#${id}`, command, ...fields });
  return { item, parent, exercise, student, uri, range };
}

/** Return the row of a sentence with findings, unfolded if something in it is to be decided. */
export function sentenceNode(parent: StudentNode, sentence: Sentence, text: VocabularyText): StudentNode {
  const { passage, index, findings } = sentence;
  const description = text.sentence(passage);
  const node = placeNode(parent, String(index), passage.range, oneLine(passage.text) || l10n.t('(left out)'), {
    collapsibleState: hasOpen(sentence) ? Expanded : Collapsed,
    contextValue: 'sentence',
    description,
    tooltip: passage.text,
    accessibilityInformation: { label: [description, passage.text].filter(Boolean).join(': ') },
  });
  const children = openFirst(findings, ({ open }) => open);
  return { ...node, children: () => children.map((finding) => findingNode(node, finding, text)) };
}

/** Return the folded row of the sentences in which all is right. */
function rightSentencesNode(parent: StudentNode, sentences: readonly Node[]): Node {
  const label =
    sentences.length === 1
      ? l10n.t('1 sentence with nothing to decide or to correct')
      : l10n.t('{0} sentences with nothing to decide or to correct', sentences.length);
  const item = treeItem(label, {
    id: `${parent.exercise.uri}#${studentKey(parent.student)}#right`,
    collapsibleState: Collapsed,
    contextValue: 'rightSentences',
    iconPath: new vscode.ThemeIcon('pass'),
  });
  return { item, parent, children: () => sentences };
}

/** Return the row of a finding. */
export function findingNode(parent: StudentNode, finding: ShownFinding, text: VocabularyText): Node {
  const { look, range, index, rewritten, kind } = finding;
  const title = text.title(finding);
  const words = changeOf(finding);
  const spoken = [`${title}: ${spokenChangeOf(finding)}`, ...text.details(finding, true)].join(', ');
  return placeNode(parent, `finding${index}`, range, words, {
    // Inline buttons decide, as the manifest says for each verdict.
    contextValue: `finding:${rewritten ? 'rewritten' : kind.id}`,
    iconPath: iconOf(look),
    description: [title, ...text.details(finding)].join(' · '),
    tooltip: `${title}: ${words}`,
    accessibilityInformation: { label: spoken },
  });
}

/** Return the sentences that have edits that lower the estimate. */
function doubtfulSentences(parent: StudentNode, document: DocumentEstimate): readonly Node[] {
  const doubts = doubtsOf(document);
  return document.estimate.passages
    .map((passage, index) => ({ index, passage, own: doubts.filter(([, edit]) => edit.passage === index) }))
    .filter(({ own }) => own.length > 0)
    .sort(byPlace)
    .map(({ passage, index, own }) => {
      const description = l10n.t('estimated {0}', changeText(passage, passage.q));
      const node = placeNode(parent, `estimate${index}`, passage.range, oneLine(passage.text), {
        collapsibleState: Collapsed,
        contextValue: 'doubtfulSentence',
        description,
        tooltip: passage.text,
        accessibilityInformation: { label: `${description}: ${passage.text}` },
      });
      return { ...node, children: () => own.map((doubt) => doubtNode(node, doubt)) };
    });
}

/** Return the row of an edit that lowers the estimate. */
function doubtNode(parent: StudentNode, [index, edit]: Doubt): Node {
  const words = replacement(edit);
  const without = l10n.t('estimated {0} without it', qualityText(edit.qualityWithout));
  const type = errorTypeInWords(edit.type);
  const tooltip = l10n.t(
    '{0}: this may be wrong, or not needed. Estimated by a model, without a teacher’s correction.',
    words,
  );
  return placeNode(parent, `edit${index}`, edit.range, words, {
    contextValue: 'doubt',
    iconPath: iconOf(DOUBT),
    description: `${type} · ${without}`,
    tooltip,
    accessibilityInformation: { label: `${tooltip} ${type}, ${without}` },
  });
}

/** Return a row with a message in the place of exercises, or with something to do there. */
export function messageNode(label: string, icon: string, command?: string): Node {
  const press = command === undefined ? { tooltip: label } : { command: { command, title: label } };
  return { item: treeItem(label, { iconPath: new vscode.ThemeIcon(icon), ...press }) };
}

function iconOf({ icon, name }: Pick<Look, 'icon' | 'name'>): vscode.ThemeIcon {
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

function replacement({ source, hypothesis }: Pick<Finding, 'source' | 'hypothesis'>): string {
  return `${source || '∅'} → ${hypothesis || '∅'}`;
}
