import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

import type { RunRequest } from '../../src/panels/messages';
import { pageHtml, type PageName } from '../../src/panels/panelPage';
import { themes, type Theme } from './themes';

const ORIGIN = 'https://panel.test';
const SCREENSHOTS = path.resolve('screenshots');

/** Whether each test saves pictures of its page: with MARKSCHEME_SHOTS=1. A test that fails always does. */
const PICTURES = process.env.MARKSCHEME_SHOTS === '1';

/** Return the message with which a page runs a command of the extension. */
export function run(command: string, ...parameters: readonly unknown[]): RunRequest {
  return { type: 'run', command: `markscheme.${command}`, parameters };
}

/** The rules of axe that depend on colours, borders and sizes. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/** Where Chromium is: MARKSCHEME_CHROMIUM, or Debian's. */
export const CHROMIUM = process.env.MARKSCHEME_CHROMIUM ?? '/usr/bin/chromium';

/** Return why these tests can't run; `undefined` if they can. */
function missing(): string | undefined {
  return existsSync(CHROMIUM) ? undefined : `no Chromium at ${CHROMIUM} (set MARKSCHEME_CHROMIUM)`;
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
}

/** A page with its window, theme and state. */
export interface Scene {
  readonly name: PageName;
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
  readonly state?: unknown;
  readonly forcedColors?: boolean;
  /** The editor's language; English unless given. */
  readonly language?: string;
  /** Translations. */
  readonly words?: Readonly<Record<string, string>>;
  /** The window's zoom. */
  readonly zoom?: number;
}

/** A browser with one tab, in which a suite's tests show their pages one after the other. */
class Theatre {
  private constructor(
    readonly page: Page,
    private readonly browser: Browser,
  ) {}

  static async open(): Promise<Theatre> {
    const browser = await launch();
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await context.route('**/*', (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      if (pathname === '/') {
        const name = searchParams.get('page');
        return route.fulfill({
          contentType: 'text/html',
          body: name ? document(name, searchParams) : '',
        });
      }
      const file = path.resolve('dist', 'webview', path.basename(pathname));
      return existsSync(file)
        ? route.fulfill({
            contentType: file.endsWith('.css') ? 'text/css' : 'text/javascript',
            body: readFileSync(file),
          })
        : route.fulfill({ status: pathname === '/favicon.ico' ? 204 : 404 });
    });
    const page = await context.newPage();
    await page.addInitScript(host);
    await page.goto(ORIGIN);
    return new Theatre(page, browser);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

/** A panel's page with its policy, and a stand-in for VS Code around it. */
export class Stage {
  /** Errors of the policy and of the page's script. */
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly scene: Scene,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error') {
        this.complaints.push(message.text());
      }
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  static async set({ page }: Theatre, scene: Scene): Promise<Stage> {
    const stage = new Stage(page, scene);
    await stage.zoom(scene.zoom ?? 1);
    await page.emulateMedia({ forcedColors: scene.forcedColors ? 'active' : 'none', media: null });
    await page.mouse.move(0, 0);
    const { theme, state = null } = scene;
    await page.evaluate((given) => {
      sessionStorage.setItem('scene', given);
    }, JSON.stringify({ state, theme }));
    const { name, language = 'en', words = {} } = scene;
    const parameters = new URLSearchParams({ page: name, language, words: JSON.stringify(words) });
    await page.goto(`${ORIGIN}/?${parameters.toString()}`);
    return stage;
  }

  /** Zoom the window: at 2, the page has half the width and half the height. */
  async zoom(factor: number): Promise<void> {
    const { width, height } = this.scene;
    await this.page.setViewportSize({ width: Math.round(width / factor), height: Math.round(height / factor) });
  }

  /** Change the theme under the page, as VS Code does. */
  async wear({ bodyClass, variables }: Theme): Promise<void> {
    await this.page.evaluate(
      ([name, values]) => {
        globalThis.document.body.className = name;
        globalThis.document.documentElement.removeAttribute('style');
        for (const [variable, value] of Object.entries(values)) {
          globalThis.document.documentElement.style.setProperty(variable, value);
        }
      },
      [bodyClass, variables] as const,
    );
    await this.drawn();
  }

  /**
   * Check the page as it is in each theme, at each zoom. axe has all its rules in the first theme; in the others it has
   * those that colours, borders and sizes can break.
   */
  async accessible(zooms: readonly number[] = [1], part = ''): Promise<void> {
    for (const [index, look] of themes().entries()) {
      await this.wear(look);
      for (const factor of zooms) {
        await this.zoom(factor);
        await this.drawn();
        const name = [this.scene.name, part, look.name, factor * 100].filter(Boolean).join('-');
        await this.shot(name, true);
        assert.deepEqual(await this.violations(index === 0 ? undefined : LOOKS), [], name);
        assert.equal(await this.hiddenWidth(), 0, name);
      }
    }
  }

  /** Post messages as the extension does. */
  async post(...messages: readonly object[]): Promise<void> {
    for (const message of messages) {
      await this.page.evaluate((data) => {
        window.postMessage(data, '*');
      }, message);
    }
    await this.drawn();
  }

  private async drawn(): Promise<void> {
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30))));
  }

  /** Return the messages that the page has posted. */
  messages(): Promise<unknown[]> {
    return this.page.evaluate(() => (window as unknown as { messages: unknown[] }).messages);
  }

  state(): Promise<unknown> {
    return this.page.evaluate(() => (window as unknown as { kept: unknown }).kept);
  }

  /** Return axe's violations, a line each: of all its rules, or of some. */
  async violations(rules?: readonly string[]): Promise<string[]> {
    if (!(await this.page.evaluate(() => 'axe' in window))) {
      await this.page.evaluate(axe.source);
    }
    const results = await this.page.evaluate(
      (only) =>
        (window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run({
          resultTypes: ['violations'],
          ...(only ? { runOnly: { type: 'rule', values: [...only] } } : {}),
        }),
      rules,
    );
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
    );
  }

  /** Return how many pixels of the page's width can be reached only by scrolling. */
  hiddenWidth(): Promise<number> {
    return this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = globalThis.document.documentElement;
      return Math.max(0, scrollWidth - clientWidth);
    });
  }

  /** Save a picture of the page, if pictures are asked for. */
  async shot(name: string, fullPage = false): Promise<void> {
    if (PICTURES) {
      await this.save(name, fullPage);
    }
  }

  async save(name: string, fullPage = false): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage });
  }

  /** Leave the page, as a window does that is closed or loaded again. */
  async close(): Promise<void> {
    await this.page.goto(ORIGIN);
    this.page.removeAllListeners('console');
    this.page.removeAllListeners('pageerror');
  }
}

/**
 * Open a browser for the tests of a suite, or skip them if there is none, and check and close each test's stage after it.
 * Return the function that sets a stage. A test that fails leaves a picture.
 */
export function stages(): (scene: Scene) => Promise<Stage> {
  let theatre: Theatre | undefined;
  let stage: Stage;

  before(async function () {
    const reason = missing();
    if (reason) {
      console.log(`      skipped: ${reason}`);
      this.skip();
    }
    theatre = await Theatre.open();
  });

  after(() => theatre?.close());

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await stage.save(`failed ${this.currentTest.fullTitle()}`.replaceAll(/[^\w-]+/g, '-'), true);
    }
    await stage.close();
    assert.deepEqual(stage.complaints, [], 'the policy refuses nothing, and no script fails');
  });

  return async (scene) => {
    stage = await Stage.set(theatre!, scene);
    return stage;
  };
}

function document(name: string, scene: URLSearchParams): string {
  return pageHtml({
    words: JSON.parse(scene.get('words')!) as Record<string, string>,
    language: scene.get('language')!,
    title: 'Markscheme',
    cspSource: ORIGIN,
    script: `${ORIGIN}/${name}.page.js`,
    style: `${ORIGIN}/${name}.page.css`,
    nonce: 'nonce',
  });
}

/** Set up the stand-in for VS Code in the page, before its script runs. */
function host(): void {
  const given = sessionStorage.getItem('scene');
  if (given === null) {
    return;
  }
  const { state, theme } = JSON.parse(given) as { state: unknown; theme: Theme };
  const around = window as unknown as { messages: unknown[]; kept: unknown; acquireVsCodeApi: () => object };
  // VS Code removes it too.
  Reflect.deleteProperty(window, 'parent');
  around.messages = [];
  around.kept = state;
  around.acquireVsCodeApi = () => ({
    postMessage: (message: unknown) => around.messages.push(message),
    getState: () => around.kept,
    setState: (kept: unknown) => {
      around.kept = kept;
    },
  });
  globalThis.document.addEventListener('DOMContentLoaded', () => {
    globalThis.document.body.className = theme.bodyClass;
    for (const [name, value] of Object.entries(theme.variables)) {
      globalThis.document.documentElement.style.setProperty(name, value);
    }
  });
}
