import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame, Locator, Page } from 'playwright-core';

import { pageOf } from '../browser';
import { theStage } from '../stage';

type Settings = Readonly<Record<string, unknown>>;

/** A rectangle of the screen, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a window is opened with. */
export interface Opening {
  /** The file of the examples that is in front. */
  readonly file: string;
  /** The user's settings beside those that all tests have. */
  readonly settings?: Settings;
  /** Changes the workspace's folder before it is opened. */
  readonly prepare?: (workspace: string) => void;
}

/** VS Code in a browser, as a person sees it: what is on the screen, and keys. */
export class Workbench {
  private constructor(
    readonly page: Page,
    readonly workspace: string,
    /** Addresses outside this machine that were asked for, and refused. */
    readonly foreign: readonly string[],
  ) {}

  /** Opens a fresh copy of the examples, and a file of it; it may not be there yet. */
  static async open({ file, settings = {}, prepare }: Opening): Promise<Workbench> {
    const { browser, host, surroundings } = theStage();
    surroundings.set(settings);
    const workspace = surroundings.workspace();
    prepare?.(workspace);
    const foreign: string[] = [];
    const page = await pageOf(browser, host, (url) => foreign.push(url));
    const remote = `vscode-remote://${new URL(host.url).host}${workspace}/${file}`;
    const payload = encodeURIComponent(JSON.stringify([['openFile', remote]]));
    await page.goto(`${host.url}/?folder=${workspace}&payload=${payload}`);
    return new Workbench(page, workspace, foreign);
  }

  /** The text editor, the first if there are several. */
  get editor(): Locator {
    return this.page.locator('.editor-group-container .monaco-editor[role="code"]').first();
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

  /** The rows of the quick pick, or of the palette, that is open. */
  get choices(): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row');
  }

  /** Where a word of the text stands on the screen. */
  async wordBox(word: string): Promise<Box> {
    const found = await this.editor.evaluate((editor, sought) => {
      const texts = document.createTreeWalker(editor.querySelector('.view-lines')!, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const at = node.nodeValue?.indexOf(sought) ?? -1;
        if (at >= 0) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + sought.length);
          const { x, y, width, height } = range.getBoundingClientRect();
          return { x, y, width, height };
        }
      }
      return undefined;
    }, word);
    if (!found) {
      throw new Error(`"${word}" is not on the screen`);
    }
    return found;
  }

  /** The looks of the findings in the text: each distinct frame with its colours. */
  async frames(): Promise<string[]> {
    const pieces = this.editor.locator('.view-overlays .cdr[class*="TextEditorDecorationType"]');
    const looks = await pieces.evaluateAll((elements) =>
      elements.map((element) => {
        const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
        return `${borderTopStyle} ${borderTopWidth} ${borderTopColor}`;
      }),
    );
    return [...new Set(looks)].sort();
  }

  /** A row of a tree in the side bar, by its label. */
  row(label: string | RegExp): Locator {
    const name = this.page.locator('.label-name', { hasText: label });
    return this.sideBar.locator('.monaco-list-row', { has: name }).first();
  }

  /** Unfolds a row of a tree in the side bar. */
  async unfold(label: string | RegExp): Promise<void> {
    await this.row(label).locator('.monaco-tl-twistie').click();
  }

  /** The page of the extension's that has such an element: VS Code has each in a frame within a frame. */
  async panel(selector: string): Promise<Frame> {
    const end = Date.now() + 60_000;
    while (Date.now() < end) {
      for (const frame of this.page.frames()) {
        if (
          (await frame
            .locator(`main#page ${selector}`)
            .count()
            .catch(() => 0)) > 0
        ) {
          return frame;
        }
      }
      await this.page.waitForTimeout(100);
    }
    throw new Error(`No panel has ${selector}`);
  }

  /** Runs a command from the palette. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input[type="text"]');
    await input.fill(`>${title}`);
    const exactly = this.page.getByText(title, { exact: true });
    await this.choices.filter({ has: exactly }).first().click();
  }

  /** Waits until the file in front is there and marked, weights and credit included, or estimated. */
  async marked(): Promise<void> {
    await this.editor.locator('.view-line').first().waitFor({ timeout: 60_000 });
    const lens = this.editor.locator('.codelens-decoration', {
      hasText: /score .* credit|estimated quality .* no reference/,
    });
    await lens.first().waitFor({ timeout: 90_000 });
  }

  /** Changes the workspace's settings; what was changed before is as it was. */
  set(settings: Settings): void {
    const file = path.join(this.workspace, '.vscode', 'settings.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(settings));
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

/** Tests of one window, one after another, on a marked file; a failure leaves a picture and VS Code's logs. */
export function inWindow(title: string, opening: Opening, tests: (bench: () => Workbench) => void): void {
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
      bench = await Workbench.open(opening);
      await bench.marked();
    });

    afterEach(async function () {
      if (this.currentTest?.state === 'failed') {
        await bench?.shot(`failed ${this.currentTest.fullTitle()}`.replaceAll(/[^\w-]+/g, '-'));
        console.log(theStage().surroundings.newLogs());
      }
    });

    after(async () => {
      await bench?.close();
    });

    tests(theBench);
  });
}
