import * as vscode from 'vscode';

import { quietTextOf } from './decorations';
import type { MarkStore } from './markStore';
import type { TeacherHint } from './quietText';
import { onDidChangeVocabulary, textOf, vocabularyOf } from './vocabularyText';

/** The largest number of characters in a hint; its tooltip has all. */
const MAX_LENGTH = 40;

/**
 * Shows what a teacher has behind each place, in place of the server's hints: those can't know where a frame ends.
 *
 * Hints are VS Code's own, since lines are broken before them; what a decoration adds is cut off at the edge.
 */
export class InlayHints implements vscode.InlayHintsProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;

  /** The hints of any document may be others now. */
  readonly onDidChangeInlayHints = this.changed.event;

  constructor(
    private readonly marks: MarkStore,
    selector: vscode.DocumentSelector,
  ) {
    const refresh = (): void => {
      this.changed.fire();
    };
    this.subscription = vscode.Disposable.from(
      vscode.languages.registerInlayHintsProvider(selector, this),
      marks.onDidChange(refresh),
      onDidChangeVocabulary(refresh),
      vscode.window.onDidChangeActiveColorTheme(refresh),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('markscheme.inlayHints') || change.affectsConfiguration('markscheme.view')) {
          refresh();
        }
      }),
      this.changed,
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    if (!vscode.workspace.getConfiguration('markscheme', document).get<boolean>('inlayHints', true)) {
      return [];
    }
    const text = textOf(vocabularyOf(document.uri));
    return (quietTextOf(document, this.marks)?.hints ?? [])
      .map((hint) => {
        const { line, character } = hint.position;
        const label = hintLabel(hint, vscode.window.activeColorTheme.kind);
        const shown = new vscode.InlayHint(new vscode.Position(line, character), label);
        shown.paddingLeft = !hint.isInsertion;
        shown.paddingRight = hint.isInsertion;
        shown.tooltip = [text.title(hint.finding), ...text.details(hint.finding)].join(': ');
        return shown;
      })
      .filter(({ position }) => range.contains(position));
  }
}

/**
 * Return the words of a hint: an arrow stands before those that replace the student's, none before those that are added.
 *
 * They are in brackets in themes with high contrast, which show hints as bright as the text.
 */
export function hintLabel({ text, isInsertion }: TeacherHint, theme: vscode.ColorThemeKind): string {
  const words = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
  const label = isInsertion ? `+ ${words}` : `→ ${words}`;
  const isBright = [vscode.ColorThemeKind.HighContrast, vscode.ColorThemeKind.HighContrastLight].includes(theme);
  return isBright ? `[${label}]` : label;
}
