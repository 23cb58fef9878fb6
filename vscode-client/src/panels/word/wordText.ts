import * as vscode from 'vscode';

import { doubtsOf } from '../../marks/estimates';
import { showsAllPlaces } from '../../marks/decorations';
import { toRange } from '../../marks/places';
import { emphasisOf } from '../../marks/quietText';
import type { ViewProblems } from '../../marks/viewProblems';
import { textOf, vocabularyOf } from '../../marks/vocabularyText';
import { isEstimate } from '../../protocol/answers';
import type { View, Views } from '../../protocol/contract';
import { DOUBT, VERDICTS } from '../../protocol/kinds';
import type { DocumentAnswer } from '../../protocol/methods';
import type { MarkedPlace, ShownHint, TextChoice } from './wordMessages';

/** The look of a place that no finding of the document explains, such as a disagreement of references. */
const OTHER = 'other';

/** The values of `editor.inlayHints.enabled` with which hints are shown. */
const SHOWN_HINTS = ['on', 'onUnlessPressed'];

/** Codes of diagnostics about the document as a whole. */
const REMARKS = ['document-problem', 'other-language', 'reference-ends-early', 'mark-reopened'];

/** Return the places to be framed: the findings, then whatever else the server has to say about a place. */
export function placesOf(
  problems: ViewProblems,
  uri: vscode.Uri,
  answer: DocumentAnswer | undefined,
): readonly MarkedPlace[] {
  const places = answer ? findingsOf(uri, answer) : [];
  const others = problems
    .of(uri)
    .filter((diagnostic) => !isRemark(diagnostic))
    .filter(({ range }) => !places.some((place) => toRange(place.range).isEqual(range)))
    .map(({ range, code, message }) => ({
      range: plainRange(range),
      look: lookOf(code),
      emphasis: 'frame' as const,
      label: message,
    }));
  return [...places, ...others];
}

/** Return what the server says about the document as a whole. */
export function remarksOf(problems: ViewProblems, uri: vscode.Uri): readonly string[] {
  return problems
    .of(uri)
    .filter(isRemark)
    .map(({ message }) => message);
}

/** Return the hints in a document, as text editors show them; none if the settings of text editors hide them. */
export async function hintsIn(document: vscode.TextDocument): Promise<readonly ShownHint[]> {
  const shows = vscode.workspace.getConfiguration('editor', document).get<string>('inlayHints.enabled', 'on');
  if (!SHOWN_HINTS.includes(shows)) {
    return [];
  }
  const hints = await vscode.commands.executeCommand<vscode.InlayHint[] | undefined>(
    'vscode.executeInlayHintProvider',
    document.uri,
    document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)),
  );
  return (hints ?? []).map(({ position, label, tooltip }) => ({
    line: position.line,
    character: position.character,
    text: typeof label === 'string' ? label : label.map(({ value }) => value).join(''),
    tooltip: typeof tooltip === 'string' ? tooltip : (tooltip?.value ?? ''),
  }));
}

/** Return the texts of a file as a person chooses them. */
export function choicesOf({ views }: Views): readonly TextChoice[] {
  return views.map((view) => ({ uri: view.uri, label: roleText(view) }));
}

/** Return whose text it is, and of which exercise. */
export function captionOf({ exercise }: Views, view: View): string {
  return view.role === null ? '' : [roleText(view), exercise].filter(Boolean).join(' · ');
}

function roleText({ label, role }: View): string {
  switch (role) {
    case 'source':
      return vscode.l10n.t('The text before corrections');
    case 'reference':
      return vscode.l10n.t('Teacher’s correction: {0}', label);
    case 'hypothesis':
    case null:
      return label;
  }
}

function findingsOf(uri: vscode.Uri, answer: DocumentAnswer): readonly MarkedPlace[] {
  if (isEstimate(answer)) {
    const label = vscode.l10n.t('to check');
    return doubtsOf(answer).map(([, { range }]) => ({ range, look: DOUBT.name, emphasis: 'frame', label }));
  }
  const vocabulary = vocabularyOf(uri);
  const text = textOf(vocabulary);
  const showsAll = showsAllPlaces(uri);
  return vocabulary.findingsOf(answer).map((finding) => ({
    range: finding.range,
    look: finding.look.name,
    emphasis: emphasisOf(finding, vocabulary, showsAll) ?? 'none',
    label: [text.title(finding), ...text.details(finding, true)].join(', '),
  }));
}

function isRemark(diagnostic: vscode.Diagnostic): boolean {
  return REMARKS.includes(codeOf(diagnostic.code));
}

function lookOf(code: vscode.Diagnostic['code']): string {
  return VERDICTS.find(({ id }) => id === codeOf(code))?.name ?? OTHER;
}

function codeOf(code: vscode.Diagnostic['code']): string {
  return String(typeof code === 'object' ? code.value : code);
}

function plainRange({ start, end }: vscode.Range): MarkedPlace['range'] {
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}
