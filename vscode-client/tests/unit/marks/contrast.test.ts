import assert from 'node:assert/strict';

import { type Colour, contrast, mixed } from '../../../src/panels/plan/page/planGrid';
import { CATEGORIES, DOUBT, REWRITTEN, VERDICTS } from '../../../src/protocol/vocabularies';
import { themes } from '../../webview/themes';

/** WCAG 2.2's least contrast of text, and of the graphics that tell things apart. */
const TEXT = 4.5;
const GRAPHICS = 3;

describe('The colours of marks', () => {
  for (const { name: theme, variables } of themes()) {
    const colour = (name: string): string => variables[`--vscode-${name}`] ?? '';
    const ground = opaque(colour('editor-background'));
    const text = opaque(colour('editor-foreground'));
    const sideBar = opaque(colour('sideBar-background'));

    it(`can be read and told from the ground in ${theme}`, () => {
      const failures = [...VERDICTS, ...CATEGORIES, REWRITTEN, DOUBT].flatMap(({ name }) => {
        const mark = opaque(colour(`markscheme-${name}`));
        const marked = over(colour(`markscheme-${name}Background`), ground);
        const ratios = {
          'a sign on its ground': contrast(mark, marked) / TEXT,
          'the words on their ground': contrast(text, marked) / TEXT,
          'a frame beside the text': contrast(mark, ground) / GRAPHICS,
          'an icon in the side bar': contrast(mark, sideBar) / GRAPHICS,
        };
        return Object.entries(ratios)
          .filter(([, ratio]) => !(ratio >= 1))
          .map(([what, ratio]) => `${name}: ${what}, ${ratio.toFixed(2)} of what it should be`);
      });
      assert.deepEqual(failures, []);
    });
  }
});

/** Return a colour `#rrggbb` as channels. */
function opaque(hex: string): Colour {
  const channel = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** Return a colour `#rrggbbaa` on a ground. */
function over(hex: string, ground: Colour): Colour {
  return mixed(opaque(hex), ground, Number.parseInt(hex.slice(7, 9), 16) / 255);
}
