import * as vscode from 'vscode';

import type { ExerciseText, Texts } from '../protocol/contract';
import type { ExerciseTexts } from './exerciseTexts';

/** Compares a document with a reference or the source of its exercise, in VS Code's diff editor. */
export class Comparison {
  constructor(private readonly texts: ExerciseTexts) {}

  async withReference(document: vscode.Uri): Promise<void> {
    const texts = await this.texts.of(document);
    const reference = texts && (await chosenReference(texts));
    if (texts && reference) {
      await this.compare(texts, reference, document);
    } else if (!texts || texts.references.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('This document has no reference to compare with.'));
    }
  }

  async withSource(document: vscode.Uri): Promise<void> {
    const texts = await this.texts.of(document);
    if (texts?.source) {
      await this.compare(texts, texts.source, document);
    } else {
      void vscode.window.showInformationMessage(vscode.l10n.t('This document has no source to compare with.'));
    }
  }

  /** Open the text of a hypothesis that VS Code can't show itself, such as a Word document. */
  async openText(document: vscode.Uri, range: vscode.Range): Promise<void> {
    const texts = await this.texts.of(document);
    if (texts?.hypothesis) {
      await vscode.window.showTextDocument(this.texts.uriOf(texts.hypothesis, document), { selection: range });
    }
  }

  /** Open the diff editor, with the student's text on the right, where it can be edited. */
  private async compare(texts: Texts, other: ExerciseText, document: vscode.Uri): Promise<void> {
    if (other.problem) {
      void vscode.window.showErrorMessage(other.problem);
      return;
    }
    const text = texts.hypothesis ?? texts.source;
    const title = vscode.l10n.t('{0}: {1} ↔ {2}', texts.exercise, other.name, text.name);
    const [left, right] = [this.texts.uriOf(other, document), this.texts.uriOf(text, document)];
    await vscode.commands.executeCommand('vscode.diff', left, right, title);
  }
}

async function chosenReference({ references }: Texts): Promise<ExerciseText | undefined> {
  if (references.length < 2) {
    return references[0];
  }
  const items = references.map((reference) => ({
    label: reference.name,
    description: vscode.workspace.asRelativePath(vscode.Uri.parse(reference.uri)),
    ...(reference.problem ? { detail: `$(warning) ${reference.problem}` } : {}),
    reference,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('Choose a reference to compare with'),
  });
  return chosen?.reference;
}
