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

/** How a window is opened. */
export interface Opening {
  /** The file of the examples that is in front; none for what VS Code shows by itself. */
  readonly file?: string;
  /** The user's settings beside those that all tests have. */
  readonly settings?: Settings;
  /** The window's zoom. */
  readonly zoom?: number;
  /** Folders of the examples, in a workspace of several; with none, a window without a folder is opened. */
  readonly folders?: readonly string[];
  /** Changes the workspace's folder before it is opened. */
  readonly prepare?: (workspace: string) => void;
}

/** VS Code in a browser: its screen, mouse and keyboard. */
export class Workbench {
  private constructor(
    readonly page: Page,
    readonly workspace: string,
    /** Requested addresses outside this machine, all refused. */
    readonly foreign: readonly string[],
  ) {}

  /** Open a file in a new copy of the examples, without waiting for it. */
  static async open({ file, settings = {}, zoom = 1, folders, prepare }: Opening): Promise<Workbench> {
    const { browser, host, surroundings } = theStage();
    surroundings.set(settings);
    const workspace = surroundings.workspace();
    prepare?.(workspace);
    const foreign: string[] = [];
    const page = await pageOf(browser, host, (url) => foreign.push(url), zoom);
    const remote = `vscode-remote://${new URL(host.url).host}${workspace}/${file ?? ''}`;
    const payload = encodeURIComponent(JSON.stringify(file === undefined ? [] : [['openFile', remote]]));
    await page.goto(`${host.url}/?${opened(workspace, folders, new URL(host.url).host)}&payload=${payload}`);
    if (folders && folders.length > 0) {
      await untilFoldersShow(page);
    }
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

  /** Return the place of a word on the screen. */
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

  /** Point at a word until the card that is expected shows: a card is missing while its text is marked again. */
  async pointAt(word: string, card: Locator): Promise<void> {
    const end = Date.now() + 60_000;
    const shows = (): Promise<boolean> =>
      card.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    do {
      await this.page.mouse.move(0, 0);
      const { x, y, width, height } = await this.wordBox(word);
      await this.page.mouse.move(x + width / 2, y + height / 2);
    } while (!(await shows()) && Date.now() < end);
    await card.waitFor();
  }

  /** Return the distinct frames of the findings in the text, with their colours. */
  async frames(): Promise<string[]> {
    const pieces = this.editor.locator('.view-overlays .cdr[class*="TextEditorDecorationType"]');
    const looks = await pieces.evaluateAll((elements) =>
      elements.map((element) => {
        const { borderBottomStyle, borderBottomWidth, borderBottomColor } = getComputedStyle(element);
        return `${borderBottomStyle} ${borderBottomWidth} ${borderBottomColor}`;
      }),
    );
    return [...new Set(looks)].sort();
  }

  /**
   * Show the problems of the files that a pattern names, and wait for a row. The filter is filled in again while the
   * row is missing: a view that is still being made takes no notice of it.
   */
  async showProblems(pattern: string, row: Locator): Promise<void> {
    await this.command('Problems: Focus on Problems View');
    const filter = this.page.locator('.part.panel').getByPlaceholder(/^Filter/);
    const end = Date.now() + 60_000;
    do {
      await filter.fill('');
      await filter.fill(pattern);
    } while (!(await shown(row)) && Date.now() < end);
    await row.waitFor();
  }

  /** Return the distinct signs in the text at places without words. */
  async signs(): Promise<string[]> {
    const spans = this.editor.locator('.view-line span[class*="TextEditorDecorationType"]');
    const contents = await spans.evaluateAll((elements) =>
      elements.map((element) => getComputedStyle(element, '::before').content.replaceAll('"', '')),
    );
    return [...new Set(contents.filter((content) => content.startsWith('‸')))].sort();
  }

  /** Return a row of a tree in the side bar by its label. */
  row(label: string | RegExp): Locator {
    const name = this.page.locator('.label-name', { hasText: label });
    return this.sideBar.locator('.monaco-list-row', { has: name }).first();
  }

  /** Unfold a row of a tree in the side bar. */
  async unfold(label: string | RegExp): Promise<void> {
    await this.row(label).locator('.monaco-tl-twistie').click();
  }

  /** Return the frame of the extension's page with an element. VS Code nests each page in another frame. */
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
    throw new Error(`No panel has ${selector}. The panels show: ${JSON.stringify(await this.panelTexts())}`);
  }

  /** Return the text of each of the extension's pages. */
  private async panelTexts(): Promise<string[]> {
    const texts = this.page.frames().map((frame) =>
      frame
        .locator('main#page')
        .allInnerTexts()
        .catch((error: unknown) => [String(error)]),
    );
    return (await Promise.all(texts)).flat();
  }

  /** Load the window again as a person does, with the editors that are open and what their pages keep. */
  async reload(): Promise<void> {
    // The file in the address, with which the window was opened, would take the place of the editors.
    await this.page.evaluate(() => {
      const address = new URL(location.href);
      address.searchParams.delete('payload');
      history.replaceState(null, '', address.href);
    });
    const load = this.page.waitForEvent('load');
    await this.command('Developer: Reload Window');
    await load;
  }

  /** Open a file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    // A page has the keyboard to itself while it is being closed.
    await this.sideBar.locator('.composite.title').click();
    await this.choose(name, this.choices.filter({ hasText: name }).first());
  }

  /** Run a command from the palette. */
  async command(title: string): Promise<void> {
    const exactly = this.page.getByText(title, { exact: true });
    await this.choose(`>${title}`, this.choices.filter({ has: exactly }).first());
  }

  /**
   * Fill in quick open and click a row of it; again if quick open was closed by a page that came late. Keys are not
   * typed: they would go to the page that takes the keyboard meanwhile.
   */
  private async choose(text: string, row: Locator, attempts = 3): Promise<void> {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input[type="text"]');
    try {
      await input.waitFor({ timeout: 20_000 });
      await input.evaluate((box: HTMLInputElement, value) => {
        box.value = value;
        box.dispatchEvent(new Event('input', { bubbles: true }));
      }, text);
      await row.click({ timeout: 20_000 });
    } catch (error) {
      if (attempts <= 1 || (await input.isVisible())) {
        throw error;
      }
      await this.choose(text, row, attempts - 1);
    }
  }

  /** Choose a file in VS Code's own dialog; again while the dialog, which fills itself in late, writes over the path. */
  async chooseFile(title: string, file: string): Promise<void> {
    const dialog = this.page.locator('.quick-input-widget', { hasText: title });
    const end = Date.now() + 60_000;
    await dialog.waitFor();
    do {
      await dialog.locator('input').first().fill(file);
      await this.choices.first().waitFor();
      await this.page.keyboard.press('Enter');
    } while (!(await gone(dialog)) && Date.now() < end);
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Return which steps of Markscheme's walkthrough, which is in front, are ticked. */
  async ticks(): Promise<boolean[]> {
    const walkthrough = this.page.locator('.gettingStartedSlideDetails', { hasText: 'Get started with Markscheme' });
    await walkthrough.waitFor();
    await this.page.waitForTimeout(500);
    const steps = await walkthrough.locator('button.getting-started-step[data-step-id*="#start#"]').all();
    return await Promise.all(
      steps.map(async (step) => (await step.locator('.codicon-getting-started-step-checked').count()) > 0),
    );
  }

  /** Wait until the file in front is marked or estimated. */
  async marked(): Promise<void> {
    await this.editor.locator('.view-line').first().waitFor({ timeout: 60_000 });
    const lens = this.editor.locator('.codelens-decoration', {
      hasText: /\d of \d+|Text to correct|estimated quality .* no reference/,
    });
    await lens.first().waitFor({ timeout: 90_000 });
  }

  /** Write the workspace's settings, in place of earlier ones. */
  set(settings: Settings): void {
    const file = path.join(this.workspace, '.vscode', 'settings.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(settings));
  }

  /** Save a screenshot, and print its path. */
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

/** Try an assertion until it holds: what VS Code draws after a change of theme or of marks comes late. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    try {
      await assertion();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  await assertion();
}

/** Wait a moment for an element, and return whether it shows. */
async function shown(element: Locator): Promise<boolean> {
  return await element.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

/** Wait a moment for an element to go, and return whether it has gone. */
async function gone(element: Locator): Promise<boolean> {
  return await element.waitFor({ state: 'hidden', timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

/** Load a window again until it shows folders: one that opens before the workspace's file can be read has none. */
async function untilFoldersShow(page: Page): Promise<void> {
  for (let loads = 0; loads < 4; loads += 1) {
    const row = page.locator('.explorer-folders-view .monaco-list-row').first();
    const shows = await row.waitFor({ timeout: 20_000 }).then(
      () => true,
      () => false,
    );
    if (shows) {
      return;
    }
    await page.reload();
  }
}

/** Return the part of the address that names what is opened. */
function opened(workspace: string, folders: readonly string[] | undefined, authority: string): string {
  if (!folders) {
    return `folder=${workspace}`;
  }
  if (folders.length === 0) {
    return 'ew=true';
  }
  const file = path.join(workspace, 'class.code-workspace');
  writeFileSync(
    file,
    JSON.stringify({
      folders: folders.map((name) => ({ uri: `vscode-remote://${authority}${workspace}/${name}` })),
      remoteAuthority: authority,
    }),
  );
  return `workspace=${file}`;
}

/** Leave a screenshot and VS Code's logs of each test that fails. */
export function showFailures(bench: () => Workbench | undefined): void {
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await bench()?.shot(`failed ${this.currentTest.fullTitle()}`.replaceAll(/[^\w-]+/g, '-'));
      console.log(theStage().surroundings.newLogs());
    }
  });
}

/** Declare tests of one window with a marked file. A failure leaves a screenshot and VS Code's logs. */
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

    showFailures(() => bench);

    after(async () => {
      await bench?.close();
    });

    tests(theBench);
  });
}
