import * as vscode from 'vscode';

/**
 * Put hints in brackets in themes with high contrast, which show hints as bright as the text.
 *
 * Other themes show hints dimmer than the text.
 */
export function distinctHints(
  hints: vscode.InlayHint[] | null | undefined,
  theme: vscode.ColorThemeKind,
): vscode.InlayHint[] | null | undefined {
  if (hasHighContrast(theme)) {
    hints?.forEach((hint) => {
      hint.label = typeof hint.label === 'string' ? `[${hint.label}]` : hint.label;
    });
  }
  return hints;
}

/** Whether a theme has high contrast. */
export function hasHighContrast(theme: vscode.ColorThemeKind): boolean {
  return theme === vscode.ColorThemeKind.HighContrast || theme === vscode.ColorThemeKind.HighContrastLight;
}
