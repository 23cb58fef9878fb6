import * as vscode from 'vscode';

import type { ExerciseText, Texts } from '../protocol/contract';
import type { ExerciseTexts } from './exerciseTexts';
import type { SideBySide } from './sideBySide';

/** Compares a document with a reference or the source of its exercise, side by side. */
export class Comparison {
  constructor(
    private readonly texts: ExerciseTexts,
    private readonly sides: SideBySide,
  ) {}

  async withReference(document: vscode.Uri): Promise<void> {
    const texts = await this.texts.of(document);
    const reference = texts && (await chosenReference(texts));
    if (texts && reference) {
      await this.show(texts, reference, vscode.l10n.t('Correction by {0}', reference.label), document);
    } else if (!texts || texts.references.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There is no teacher’s correction to compare this document with.'),
      );
    }
  }

  async withSource(document: vscode.Uri): Promise<void> {
    const texts = await this.texts.of(document);
    if (texts?.hypothesis) {
      await this.show(texts, texts.source, vscode.l10n.t('Original text'), document);
    } else {
      void vscode.window.showInformationMessage(vscode.l10n.t('Open a student’s document first.'));
    }
  }

  /** Show another text of the exercise beside the document; or why not, if that text can't be read. */
  private async show(texts: Texts, other: ExerciseText, title: string, document: vscode.Uri): Promise<void> {
    if (other.problem) {
      void vscode.window.showErrorMessage(other.problem);
      return;
    }
    const text = texts.hypothesis ?? texts.source;
    await this.sides.show(
      this.texts.uriOf(text, document),
      this.texts.readOnlyUriOf(other, document, `${texts.exercise}/${title}`),
    );
  }
}

async function chosenReference({ references }: Texts): Promise<ExerciseText | undefined> {
  if (references.length < 2) {
    return references[0];
  }
  const items = references.map((reference) => ({
    label: reference.label,
    description: vscode.workspace.asRelativePath(vscode.Uri.parse(reference.uri)),
    ...(reference.problem ? { detail: `$(warning) ${reference.problem}` } : {}),
    reference,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('Choose whose correction to compare with'),
  });
  return chosen?.reference;
}
