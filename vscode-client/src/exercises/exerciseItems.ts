import * as vscode from 'vscode';

import { editInWords } from '../marks/editLabel';
import { errorTypeNames } from '../marks/errorTypeNames';
import { errorTypeInWords } from '../marks/errorTypes';
import { doubtText } from '../marks/estimates';
import { markTemplates } from '../marks/markText';
import { changeText, qualityText } from '../marks/qualityText';
import type { VocabularyText } from '../marks/vocabularyText';
import { DOUBT } from '../protocol/kinds';
import type { Finding } from '../protocol/contract';
import type { ShownFinding } from '../protocol/vocabularies';
import { fillTemplate } from '../template';
import {
  exerciseKey,
  hasOpen,
  openIn,
  type ActionNode,
  studentKey,
  type DoubtfulSentenceNode,
  type DoubtNode,
  type ExerciseNode,
  type FindingNode,
  type ProblemNode,
  type RightSentencesNode,
  type SentenceNode,
  type Standing,
  type StudentNode,
  type ToDecideNode,
} from './exerciseNodes';

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
