import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import axe, { type AxeResults } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

import { pageHtml } from '../../src/panels/pageHtml';
import type { Theme } from './themes';

const ORIGIN = 'https://panel.test';
const SCREENSHOTS = path.resolve('screenshots');

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
  readonly name: 'adjudication' | 'overview' | 'plan' | 'progress' | 'questions' | 'scheme' | 'setup' | 'word';
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
  readonly state?: unknown;
  readonly forcedColors?: boolean;
  /** The window's zoom: at 2, the page has half the width and half the height. */
  readonly zoom?: number;
}

/** A panel's page with its policy, and a stand-in for VS Code around it. */
export class Stage {
  /** Errors of the policy and of the page's script. */
  readonly complaints: string[] = [];

  private constructor(readonly page: Page) {}

  static async set(browser: Browser, scene: Scene): Promise<Stage> {
    const zoom = scene.zoom ?? 1;
    const context = await browser.newContext({
      viewport: { width: Math.round(scene.width / zoom), height: Math.round(scene.height / zoom) },
      deviceScaleFactor: zoom,
      reducedMotion: 'reduce',
      forcedColors: scene.forcedColors ? 'active' : 'none',
    });
    const page = await context.newPage();
    const stage = new Stage(page);
    page.on('console', (message) => {
      if (message.type() === 'error') {
        stage.complaints.push(message.text());
      }
    });
    page.on('pageerror', (error) => stage.complaints.push(error.message));
    await context.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/') {
        return route.fulfill({ contentType: 'text/html', body: document(scene.name) });
      }
      const file = path.resolve('dist', 'webview', path.basename(pathname));
      return existsSync(file)
        ? route.fulfill({
            contentType: file.endsWith('.css') ? 'text/css' : 'text/javascript',
            body: readFileSync(file),
          })
        : route.fulfill({ status: pathname === '/favicon.ico' ? 204 : 404 });
    });
    await page.addInitScript(host, { state: scene.state ?? null, theme: scene.theme });
    await page.goto(`${ORIGIN}/`);
    return stage;
  }

  /** Post messages as the extension does. */
  async post(...messages: readonly object[]): Promise<void> {
    for (const message of messages) {
      await this.page.evaluate((data) => {
        window.postMessage(data, '*');
      }, message);
    }
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30))));
  }

  /** Return the messages that the page has posted. */
  messages(): Promise<unknown[]> {
    return this.page.evaluate(() => (window as unknown as { messages: unknown[] }).messages);
  }

  state(): Promise<unknown> {
    return this.page.evaluate(() => (window as unknown as { kept: unknown }).kept);
  }

  /** Return axe's violations, a line each. */
  async violations(): Promise<string[]> {
    await this.page.evaluate(axe.source);
    const results = await this.page.evaluate(() =>
      (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
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

  async shot(name: string, fullPage = false): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage });
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/**
 * Open a browser for the tests of a suite, or skip them if there is none, and check and close each test's stage after it.
 * Return the function that sets a stage.
 */
export function stages(): (scene: Scene) => Promise<Stage> {
  let browser: Browser | undefined;
  let stage: Stage;

  before(async function () {
    const reason = missing();
    if (reason) {
      console.log(`      skipped: ${reason}`);
      this.skip();
    }
    browser = await launch();
  });

  after(() => browser?.close());

  afterEach(async () => {
    assert.deepEqual(stage.complaints, [], 'the policy refuses nothing, and no script fails');
    await stage.close();
  });

  return async (scene) => {
    stage = await Stage.set(browser!, scene);
    return stage;
  };
}

function document(name: string): string {
  return pageHtml({
    language: 'en',
    title: 'Markscheme',
    cspSource: ORIGIN,
    script: `${ORIGIN}/${name}.page.js`,
    style: `${ORIGIN}/${name}.page.css`,
    nonce: 'nonce',
  });
}

/** Set up the stand-in for VS Code in the page, before its script runs. */
function host({ state, theme }: { state: unknown; theme: Theme }): void {
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
