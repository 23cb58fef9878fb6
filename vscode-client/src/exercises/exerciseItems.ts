import * as vscode from 'vscode';

import { editInWords } from '../marks/editLabel';
import { doubtText } from '../marks/estimates';
import { changeText, qualityText } from '../marks/qualityText';
import type { VocabularyText } from '../marks/vocabularyText';
import { DOUBT } from '../protocol/kinds';
import type { Finding } from '../protocol/contract';
import type { ShownFinding } from '../protocol/vocabularies';
import {
  exerciseKey,
  studentKey,
  type DoubtfulSentenceNode,
  type DoubtNode,
  type ExerciseNode,
  type FindingNode,
  type SentenceNode,
  type Standing,
  type StudentNode,
} from './exerciseNodes';

/** Return the item of an exercise, unfolded if it is the only one. */
export function exerciseItem({ exercise }: ExerciseNode, isOnly: boolean): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(exercise.name, isOnly ? Expanded : Collapsed);
  item.id = exerciseKey(exercise);
  item.iconPath = new vscode.ThemeIcon('book');
  const { students } = exercise;
  const references = new Set(exercise.references.map(({ label }) => label));
  item.contextValue = references.size > 1 ? 'exerciseOfAnnotators' : 'exercise';
  item.description = [
    students.length === 1 ? vscode.l10n.t('1 student') : vscode.l10n.t('{0} students', students.length),
    references.size === 1 ? vscode.l10n.t('1 reference') : vscode.l10n.t('{0} references', references.size),
  ].join(', ');
  item.tooltip = vscode.Uri.parse(exercise.uri).fsPath;
  item.accessibilityInformation = { label: [exercise.name, item.description].join(', ') };
  return item;
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
    item.tooltip = `${student.label}: ${description}\n${path}`;
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
  return standing?.marks ? text.summary(standing.marks, standing.mark) : undefined;
}

function estimateDescription({ quality, q, lowering }: NonNullable<Standing['estimate']>): string {
  const doubts = lowering > 0 ? ` · ${doubtText(lowering)}` : '';
  return `${vscode.l10n.t('estimated {0}, no reference', changeText(quality, q))}${doubts}`;
}

/** Return the item of a sentence with findings. */
export function sentenceItem({ passage, index, parent }: SentenceNode, text: VocabularyText): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(passage.text), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${parent.exercise.uri}#${studentKey(parent.student)}#${index}`;
  item.contextValue = 'sentence';
  item.description = text.sentence(passage);
  item.tooltip = passage.text;
  item.accessibilityInformation = { label: [item.description, passage.text].filter(Boolean).join(': ') };
  item.command = goTo(parent, passage.range);
  return item;
}

/** Return the item of a finding. */
export function findingItem({ finding, parent }: FindingNode, text: VocabularyText): vscode.TreeItem {
  const title = text.title(finding);
  const words = changeOf(finding);
  const item = new vscode.TreeItem(words);
  item.id = `${parent.parent.exercise.uri}#${studentKey(parent.parent.student)}#finding${finding.index}`;
  item.contextValue = 'finding';
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
  item.description = [edit.type, without].join(' · ');
  item.tooltip = vscode.l10n.t(
    '{0}: this may be a wrong correction or an over-correction. Estimated by a model, without a reference.',
    words,
  );
  item.accessibilityInformation = { label: `${item.tooltip} ${edit.type}, ${without}` };
  item.command = goTo(parent.parent, edit.range);
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
