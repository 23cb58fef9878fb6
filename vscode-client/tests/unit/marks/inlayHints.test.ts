import assert from 'node:assert/strict';

import { ColorThemeKind, type InlayHint } from 'vscode';

import { distinctHints } from '../../../src/marks/inlayHints';

describe('Inlay hints', () => {
  const labels = (theme: ColorThemeKind): unknown =>
    distinctHints([Object.assign(Object.create(null), { label: '→ especially' }) as InlayHint], theme)?.map(
      ({ label }) => label,
    );

  it('stand in brackets in themes that show them as bright as the text', () => {
    assert.deepEqual(labels(ColorThemeKind.HighContrast), ['[→ especially]']);
    assert.deepEqual(labels(ColorThemeKind.HighContrastLight), ['[→ especially]']);
  });

  it('are as the server sends them in other themes', () => {
    assert.deepEqual(labels(ColorThemeKind.Light), ['→ especially']);
    assert.deepEqual(labels(ColorThemeKind.Dark), ['→ especially']);
    assert.equal(distinctHints(undefined, ColorThemeKind.HighContrast), undefined);
  });
});
