import assert from 'node:assert/strict';

import { withViewCommands } from '../../../src/marks/views';

describe('The links of a card', () => {
  it('to a Word document are commands, since VS Code shows a link of another scheme as plain words', () => {
    const link = 'markscheme-text:/class/Mr%20Osei.docx.txt?Ms%20Kim#L3,5';
    const file = '[Mr Osei](file:///class/Mr%20Osei.txt#L1,1)';
    const card = withViewCommands(`- [Ms Kim](${link}): **went**\n- ${file}: **left**`);
    const [, query] = /^- \[Ms Kim\]\(command:markscheme\.openLink\?(\S+)\): \*\*went\*\*$/m.exec(card) ?? [];
    assert.deepEqual(JSON.parse(decodeURIComponent(query ?? '')), [link]);
    assert.ok(card.includes(`- ${file}: **left**`));
  });

  it('are those that the server has written, not words of a text', () => {
    const card = '**Different** · \\[me\\]\\(markscheme-text:/a.docx.txt\\) markscheme-text:/b.docx.txt';
    assert.equal(withViewCommands(card), card);
  });
});
