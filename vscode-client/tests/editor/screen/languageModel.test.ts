import * as assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { theStage } from '../stage';
import { story } from './workbench';

const KEY = 'sk-not-to-be-seen';

story('A language model', { file: 'letter/letter.hyp.jonas.txt' }, async (bench, step) => {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    request.resume().on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: '4' } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  const named = { 'markscheme.llm.endpoint': `http://127.0.0.1:${port}/v1`, 'markscheme.llm.model': 'four' };

  await step('can’t be named by a workspace', async () => {
    // Only the lenses of CLEME2.0's vocabulary say how its score is weighted.
    bench.set({ 'markscheme.vocabulary': 'cleme2', 'markscheme.weighting': 'llm', ...named });
    await bench.notifications.filter({ hasText: 'no language model is configured' }).waitFor();
    await bench.editor.locator('.codelens-decoration', { hasText: 'not weighted' }).first().waitFor();
    assert.deepEqual(requests, []);
  });

  await step('has a key, which a person types once', async () => {
    await bench.command('Markscheme: Set Key of the Language Model…');
    const { page } = bench;
    const input = page.locator('.quick-input-widget input[type="password"]');
    await input.fill(KEY);
    await page.keyboard.press('Enter');
    await bench.notifications.filter({ hasText: 'The key of the language model was saved' }).waitFor();
  });

  await step('gets nothing before the person agrees', async () => {
    theStage().surroundings.set(named);
    const question = bench.notifications.filter({ hasText: /requests to 127\.0\.0\.1:\d+ \(model four\)/ });
    await question.waitFor();
    await bench.shot('language-model');
    assert.deepEqual(requests, []);
    await question.getByRole('button', { name: 'Send' }).click();
    await bench.editor.locator('.codelens-decoration', { hasText: 'by llm' }).first().waitFor();
    assert.deepEqual([...new Set(requests.map(({ authorization }) => authorization))], [`Bearer ${KEY}`]);
  });

  await step('has a key that is in no file of VS Code, the server or the engine', () => {
    const { folder } = theStage().surroundings;
    const found = readdirSync(folder, { recursive: true })
      .map((name) => path.join(folder, String(name)))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
      .filter((file) => readFileSync(file).includes(KEY));
    assert.deepEqual(found, []);
  });
});
