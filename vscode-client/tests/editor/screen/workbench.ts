import { mkdirSync } from 'node:fs';
import path from 'node:path';

import type { FrameLocator, Locator, Page } from 'playwright-core';

import { pageOf } from '../browser';
import { theStage } from '../stage';

type Settings = Readonly<Record<string, unknown>>;

/** VS Code in a browser, as a person sees it: what is on the screen, and keys. */
export class Workbench {
  private constructor(
    readonly page: Page,
    readonly workspace: string,
    /** Addresses outside this machine that were asked for, and refused. */
    readonly foreign: readonly string[],
  ) {}

  /** Opens a fresh copy of the examples, and a file of it; it may not be there yet. */
  static async open(file: string, settings: Settings): Promise<Workbench> {
    const { browser, host, surroundings } = theStage();
    surroundings.set(settings);
    const workspace = surroundings.workspace(`screen-${opened++}`);
    const foreign: string[] = [];
    const page = await pageOf(browser, host, (url) => foreign.push(url));
    const remote = `vscode-remote://${new URL(host.url).host}${workspace}/${file}`;
    const payload = encodeURIComponent(JSON.stringify([['openFile', remote]]));
    await page.goto(`${host.url}/?folder=${workspace}&payload=${payload}`);
    return new Workbench(page, workspace, foreign);
  }

  /** The text editor in front. */
  get editor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor[role="code"]').first();
  }

  get sideBar(): Locator {
    return this.page.locator('.part.sidebar');
  }

  get statusItem(): Locator {
    return this.page.locator('.statusbar-item[id*="markscheme.marks"]');
  }

  get notifications(): Locator {
    return this.page.locator('.notification-toast');
  }

  /** A row of a tree in the side bar, by its label. */
  row(label: string | RegExp): Locator {
    const name = this.page.locator('.label-name', { hasText: label });
    return this.sideBar.locator('.monaco-list-row', { has: name }).first();
  }

  /** The page in a webview: VS Code has it in a frame within a frame. */
  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
  }

  /** Runs a command from the palette. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input[type="text"]');
    await input.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Waits until the file in front is there and marked, weights and credit included. */
  async marked(): Promise<void> {
    await this.editor.locator('.view-line').first().waitFor({ timeout: 60_000 });
    const lens = this.editor.locator('.codelens-decoration', { hasText: /score .* credit/ });
    await lens.first().waitFor({ timeout: 90_000 });
  }

  /** Takes a picture into the folder for screenshots, and says where. */
  async shot(name: string): Promise<void> {
    const file = path.join(theStage().screenshots, `${name}.png`);
    mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
    console.log(`      ${path.relative(process.cwd(), file)}`);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

let opened = 0;

/** Tests of one window, one after another, on a marked file; a failure leaves a picture and VS Code's logs. */
export function inWindow(
  title: string,
  file: string,
  settings: Settings,
  tests: (bench: () => Workbench) => void,
): void {
  describe(title, () => {
    let bench: Workbench | undefined;

    const theBench = (): Workbench => {
      if (!bench) {
        throw new Error('VS Code has not been opened');
      }
      return bench;
    };

    it('is opened and marked', async function () {
      this.timeout(180_000);
      bench = await Workbench.open(file, settings);
      await bench.marked();
    });

    afterEach(async function () {
      if (this.currentTest?.state === 'failed') {
        await bench?.shot(`failed ${this.currentTest.fullTitle()}`.replaceAll(/[^\w-]+/g, '-'));
        console.log(theStage().surroundings.logs());
      }
    });

    after(async () => {
      await bench?.close();
    });

    tests(theBench);
  });
}
