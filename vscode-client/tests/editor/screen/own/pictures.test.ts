import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Page } from 'playwright-core';

import { theStage } from '../../stage';
import { storyAlone, type Workbench } from '../workbench';

/** Settings that leave the window to the pages. */
const CALM = {
  'markscheme.author': 'Ms Kim',
  'workbench.colorTheme': 'Default Light Modern',
  'workbench.activityBar.location': 'hidden',
  'workbench.editor.showTabs': 'none',
  'breadcrumbs.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'files.associations': { '*.m2': 'plaintext' },
};
const [WIDTH, HEIGHT] = [1100, 700];
const EXERCISE = { file: 'annotation/references.m2', folders: ['annotation'], settings: CALM };

/** The pictures of docs/annotators.md; docs/annotators_pictures.py asks for them. They are no test of anything. */
if (process.env.MARKSCHEME_PICTURES === '1') {
  storyAlone('Pictures for annotators', EXERCISE, async (bench, step) => {
    await step('shows a document with lenses and questions', async () => {
      const { editor, page } = bench;
      await bench.marked();
      await page.setViewportSize({ width: WIDTH, height: HEIGHT });
      await bench.command('View: Toggle Primary Side Bar Visibility');
      await editor
        .locator('.codelens-decoration', { hasText: /of 3 annotators agree/ })
        .first()
        .waitFor();
      const card = page.locator('.monaco-hover', { hasText: 'No reference has this' });
      await bench.pointAt('But', card);
      await card.getByText('Checking for quick fixes').waitFor({ state: 'hidden' });
      await bench.shot('annotators-document');
    });

    await step('shows the questions', async () => {
      await bench.command('Markscheme: Annotators’ Questions');
      const page = await bench.panel('.queue li');
      await page.locator('.queue:focus').waitFor();
      await bench.shot('annotators-questions');
    });

    await step('shows the annotators side by side', async () => {
      await bench.command('Markscheme: Adjudicate between Annotators');
      const page = await bench.panel('.annotators');
      const sentence = page.locator('[data-key=sentence]');
      await sentence.press('1');
      await page.getByText('Sentence 4 of 48', { exact: true }).waitFor();
      await sentence.press('ArrowRight');
      await page.locator('[data-key=place-0]').press('2');
      await page.locator('.place.decided').waitFor();
      await bench.shot('annotators-adjudication');
    });

    await step('shows the pages of agreement and coverage', async () => {
      const { page } = bench;
      await open(page, report(bench, 'agreement'));
      await shotOf(page, 'Annotators by kinds of errors', 'annotators-agreement');
      await open(page, report(bench, 'coverage'));
      await shotOf(page, 'Coverage by the number of references', 'annotators-coverage');
    });
  });
}

/** Write a report of the example as a page, and return its path. */
function report(bench: Workbench, command: string): string {
  const { environment, folder } = theStage().surroundings;
  const file = path.join(folder, `${command}.html`);
  const parameters = [
    'annotate',
    command,
    path.join(bench.workspace, 'annotation'),
    '--format',
    'html',
    '--output',
    file,
  ];
  execFileSync(environment.MARKSCHEME_TEST_COMMAND ?? '', parameters, { env: environment, stdio: 'pipe' });
  return file;
}

async function open(page: Page, file: string): Promise<void> {
  await page.setViewportSize({ width: 900, height: 1000 });
  await page.goto(pathToFileURL(file).href);
}

/** Save the part of a page from one heading to the next. */
async function shotOf(page: Page, heading: string, name: string): Promise<void> {
  const [top, bottom] = await page.locator('h2').evaluateAll((headings, title) => {
    const at = headings.findIndex((item) => item.textContent.trim() === title);
    return [headings[at], headings[at + 1]].map((item) => (item?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, heading);
  const file = path.join(theStage().screenshots, `${name}.png`);
  const clip = { x: 0, y: top! - 12, width: 900, height: bottom! - top! - 8 };
  await page.screenshot({ path: file, clip, fullPage: true });
  console.log(`      ${path.relative(process.cwd(), file)}`);
}
