import assert from 'node:assert/strict';

import { type Health, healthMarkdown, redact } from '../../../../src/server/healthReport';

const lena = { home: '/home/lena', user: 'lena' };

describe('The account’s name in a health report', () => {
  const cases: [string, string, { home: string; user: string }][] = [
    ['/home/lena/.local/bin/markscheme', '~/.local/bin/markscheme', lena],
    ['{"cache":"/home/lena"}', '{"cache":"~"}', lena],
    ['/home/lena-maria/x and /home/lenard', '/home/lena-maria/x and /home/lenard', lena],
    ['/media/lena/stick/markscheme', '/media/USER/stick/markscheme', lena],
    ['file:///home/lena/essay', 'file://~/essay', lena],
    ['the word lena alone stays', 'the word lena alone stays', lena],
    ['C:\\Users\\Lena B\\x', '~\\x', { home: 'c:\\Users\\Lena B', user: 'Lena B' }],
    ['{"p":"C:\\\\Users\\\\Lena B\\\\x"}', '{"p":"~\\\\x"}', { home: 'C:\\Users\\Lena B', user: 'Lena B' }],
    ['file:///c%3A/Users/Lena%20B/x', 'file:///~/x', { home: 'C:\\Users\\Lena B', user: 'Lena B' }],
    ['/srv/x', '/srv/x', { home: '/', user: '' }],
  ];
  cases.forEach(([text, expected, account]) => {
    it(`is removed: ${text}`, () => {
      assert.equal(redact(text, account), expected);
    });
  });
});

describe('A health report', () => {
  const health: Health = {
    facts: [['Extension', '0.1.0']],
    steps: [{ origin: 'path', place: '/home/lena/bin/markscheme', result: 'odd | answer\nof two lines' }],
    settings: [
      ['markscheme.cache', '/home/lena/cache.db'],
      ['markscheme.author', undefined],
    ],
    doctor: '[{"check": "encoder", "ok": true, "detail": "```"}]',
    engine: null,
    failures: ['It failed\nin /home/lena'],
  };

  it('has every part in correct Markdown, and no name', () => {
    const text = healthMarkdown(health, lena);
    assert.ok(!text.includes('lena'), text);
    assert.match(text, /\| `PATH` \| ~\/bin\/markscheme \| odd \\\| answer of two lines \|/);
    assert.match(text, /\| markscheme\.author \| \(set; not shown\) \|/);
    assert.match(text, /````json\n\[\{/);
    assert.match(text, /Not running\. It starts/);
    assert.match(text, /- It failed in ~/);
  });

  it('says what is missing', () => {
    const text = healthMarkdown(
      { facts: [], steps: [], settings: [], doctor: '', engine: undefined, failures: [] },
      lena,
    );
    assert.equal(text.match(/No server\./g)?.length, 2);
    assert.equal(text.match(/^None\.$/gm)?.length, 2);
  });
});
