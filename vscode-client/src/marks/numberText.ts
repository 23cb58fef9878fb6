import * as vscode from 'vscode';

/** Write a score, 0 to 1, with three decimals. */
export function scoreText(score: number): string {
  return score.toFixed(3);
}

/** Write a share, 0 to 1, as a percentage. */
export function percentText(share: number): string {
  return vscode.l10n.t('{0} %', Math.round(share * 100));
}

/** Write points, at least 0, with one decimal if they are not whole. */
export function pointsText(points: number): string {
  return String(Number(points.toFixed(1)));
}
