import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

import * as v from 'valibot';

import type { Check } from '../../../src/protocol/checks';
import { ANSWERS, COMMAND_ANSWERS } from '../../../src/protocol/methods';

/** The protocol's examples: of each method what is sent, and the answer; this file's bundle is in dist-tests/unit. */
const EXAMPLES = JSON.parse(
  readFileSync(path.resolve(__dirname, '..', '..', '..', '..', 'docs', 'protocol.examples.json'), 'utf8'),
) as Readonly<Record<string, readonly unknown[]>>;

const CHECKS: Readonly<Record<string, Check<unknown>>> = { ...ANSWERS, ...COMMAND_ANSWERS };

describe('Answers of the server', () => {
  const examples = Object.entries(CHECKS).flatMap(([method, check]) => {
    const answer = EXAMPLES[method]?.at(-1);
    return answer === undefined ? [] : [{ method, check, answer }];
  });

  it('are accepted as the protocol shows them, whole', () => {
    assert.ok(examples.length > 30);
    for (const { method, check, answer } of examples) {
      assert.deepEqual(v.safeParse(check, answer).output, answer, method);
    }
  });

  it('may have further values of enumerations, which a newer 1.x of the server can send', () => {
    const [marks, questions] = [EXAMPLES['markscheme/marks']!.at(-1), EXAMPLES['markscheme/questions']!.at(-1)];
    const renamed = (answer: unknown): unknown =>
      JSON.parse(JSON.stringify(answer).replace(/"(verdict|category|kind|state|role)":"[a-z-]+"/g, '"$1":"brand-new"'));
    assert.deepEqual(v.parse(ANSWERS['markscheme/marks'], renamed(marks)), renamed(marks));
    assert.deepEqual(v.parse(ANSWERS['markscheme/questions'], renamed(questions)), renamed(questions));
    assert.match(JSON.stringify(renamed(marks)), /"verdict":"brand-new"/);
  });

  it('are refused in another form', () => {
    for (const { method, check } of examples) {
      assert.ok(!v.is(check, { schema: 2 }), method);
    }
  });
});
