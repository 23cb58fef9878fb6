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
      await this.compareWithReference(texts, reference, document);
    } else if (!texts || texts.references.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('This document has no reference to compare with.'));
    }
  }

  async withSource(document: vscode.Uri): Promise<void> {
    const texts = await this.texts.of(document);
    if (texts?.source) {
      const text = texts.hypothesis ?? texts.source;
      const title = vscode.l10n.t('{0}: original text ↔ {1}', texts.exercise, text.name);
      await show(texts.source, this.texts.uriOf(texts.source, document), this.texts.uriOf(text, document), title);
    } else {
      void vscode.window.showInformationMessage(vscode.l10n.t('This document has no source to compare with.'));
    }
  }

  /**
   * Open the diff editor with the student's text on the left, and put the cursor there.
   *
   * VS Code paints red what is only on the left, as words that are replaced, and green what is only on the right. The
   * reference is read-only, since the arrows between the sides would write the student's words into it.
   */
  private async compareWithReference(texts: Texts, reference: ExerciseText, document: vscode.Uri): Promise<void> {
    const text = texts.hypothesis ?? texts.source;
    const title = vscode.l10n.t('{0}: {1} ↔ correction by {2}', texts.exercise, text.name, reference.name);
    const [left, right] = [this.texts.uriOf(text, document), this.texts.readOnlyUriOf(reference, document)];
    if (await show(reference, left, right, title)) {
      await vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
    }
  }
}

/** Open the diff editor; show why not if the other text can't be read. Return whether it is open. */
async function show(other: ExerciseText, left: vscode.Uri, right: vscode.Uri, title: string): Promise<boolean> {
  if (other.problem) {
    void vscode.window.showErrorMessage(other.problem);
    return false;
  }
  await vscode.commands.executeCommand('vscode.diff', left, right, title);
  return true;
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
