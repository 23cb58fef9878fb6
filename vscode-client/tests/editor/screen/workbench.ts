import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame, Locator, Page } from 'playwright-core';

import { pageOf, PATIENCE } from '../browser';
import { theStage } from '../stage';
import { writeSchool } from './school';

type Settings = Readonly<Record<string, unknown>>;

/** Milliseconds that a whole story may take. */
const STORY_TIMEOUT = 900_000;

/** Whether stories save pictures of their steps: with MARKSCHEME_SHOTS=1. A story that fails always does. */
const PICTURES = process.env.MARKSCHEME_SHOTS === '1' || process.env.MARKSCHEME_PICTURES === '1';

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
  /** Folders of the examples, in a workspace of several; with none, a window without a folder is opened. */
  readonly folders?: readonly string[];
  /** Why the story can't be told on this machine; it is skipped then. */
  readonly hindrance?: string | undefined;
  /** Changes the workspace's folder before it is opened. */
  readonly prepare?: (workspace: string) => void;
}

/** VS Code in a browser: its screen, mouse and keyboard. */
export class Workbench {
  /** How often the window was cleared for a next story. */
  private cleared = 0;

  private constructor(
    readonly page: Page,
    readonly workspace: string,
    /** Requested addresses outside this machine, all refused. */
    readonly foreign: readonly string[],
  ) {}

  /** Open a file in a new copy of the examples, without waiting for it. */
  static async open({ file, settings = {}, folders, prepare }: Opening): Promise<Workbench> {
    const { browser, host, surroundings } = theStage();
    surroundings.set(settings);
    const workspace = surroundings.workspace();
    prepare?.(workspace);
    const foreign: string[] = [];
    const page = await pageOf(browser, host, (url) => foreign.push(url));
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
    return this.page.locator('.statusbar-item[id$=".markscheme.marks"]');
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
    const end = Date.now() + PATIENCE;
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
    const end = Date.now() + PATIENCE;
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

  /** Unfold a row of a tree in the side bar, unless it is unfolded: a tree that is drawn again drops a press. */
  async unfold(label: string | RegExp): Promise<void> {
    const row = this.row(label);
    await row.waitFor();
    const unfolded = row.and(this.page.locator('[aria-expanded="true"]'));
    const end = Date.now() + PATIENCE;
    while (!(await unfolded.isVisible()) && Date.now() < end) {
      await row.locator('.monaco-tl-twistie').click();
      await shown(unfolded);
    }
    await unfolded.waitFor();
  }

  /** Press a row of a tree until what it opens shows: a tree that is drawn again drops a press. */
  async openRow(label: string | RegExp, result: Locator): Promise<void> {
    const end = Date.now() + PATIENCE;
    do {
      await this.row(label).click();
    } while (!(await shown(result)) && Date.now() < end);
    await result.waitFor();
  }

  /** Show the view of exercises in the side bar. */
  async showExercises(): Promise<void> {
    await this.command('Markscheme: Focus on Exercises View');
  }

  /** Fold all exercises: a row below unfolded ones may be off the screen, where VS Code draws none. */
  async foldExercises(): Promise<void> {
    await this.showExercises();
    await this.sideBar.locator('.composite.title .codicon-collapse-all').first().click();
  }

  /** Return the frame of the extension's page with an element. VS Code nests each page in another frame. */
  async panel(selector: string): Promise<Frame> {
    const end = Date.now() + PATIENCE;
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
      await this.page.waitForTimeout(50);
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

  /** Open a file of the workspace by its name; where several files have it, by the end of its folder's path. */
  async openFile(name: string, folder = ''): Promise<void> {
    // A page has the keyboard to itself while it is being closed.
    await this.sideBar.locator('.composite.title').click();
    const text = path.join(folder, name);
    await this.choose(text, this.choices.filter({ hasText: name }).filter({ hasText: folder }).first());
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
  }

  /** Run a command from the palette. */
  async command(title: string): Promise<void> {
    const exactly = this.page.getByText(title, { exact: true });
    await this.choose(`>${title}`, this.choices.filter({ has: exactly }).first());
  }

  /**
   * Fill in quick open and click a row of it; again if quick open was closed by a page that came late, or has listed
   * the files before the wanted one was there. Keys are not typed: they would go to the page that takes the keyboard
   * meanwhile.
   */
  private async choose(text: string, row: Locator): Promise<void> {
    const input = this.page.locator('.quick-input-widget input[type="text"]');
    const end = Date.now() + PATIENCE;
    let rows = '';
    await this.page.keyboard.press('F1');
    while (Date.now() < end) {
      if (!(await shown(input))) {
        await this.page.keyboard.press('F1');
        continue;
      }
      await input.evaluate((box: HTMLInputElement, value) => {
        box.value = value;
        box.dispatchEvent(new Event('input', { bubbles: true }));
      }, text);
      const isChosen = await row.click({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
      if (isChosen) {
        return;
      }
      rows = (await this.choices.allInnerTexts()).join(' | ');
      await this.page.keyboard.press('Escape'); // While it is open, it searches the files that it has listed.
    }
    throw new Error(`${text} can't be chosen; there are ${rows}`);
  }

  /**
   * Choose an entry of a row's menu, and wait for what it leads to. VS Code takes no press in the first moments of a
   * menu, and closes a menu when a page takes the keyboard: then the menu is opened again.
   */
  async chooseFromMenu(row: Locator, entry: string, result: Locator): Promise<void> {
    const label = this.page.locator('.context-view .action-label', { hasText: entry });
    const end = Date.now() + PATIENCE;
    do {
      if (!(await label.isVisible())) {
        await row.click({ button: 'right' });
      }
      await label.hover({ timeout: 5000 }).catch(() => undefined);
      await this.page.keyboard.press('Enter');
    } while (!(await shown(result)) && Date.now() < end);
    await result.waitFor();
  }

  /** Choose a file in VS Code's own dialog; again while the dialog, which fills itself in late, writes over the path. */
  async chooseFile(title: string, file: string): Promise<void> {
    const dialog = this.page.locator('.quick-input-widget', { hasText: title });
    const end = Date.now() + PATIENCE;
    const input = dialog.locator('input').first();
    await dialog.waitFor();
    do {
      await input.fill(file);
      await this.choices.first().waitFor();
      // With the path that the dialog proposes, Enter would write another file.
      if ((await input.inputValue()) === file) {
        await this.page.keyboard.press('Enter');
      }
    } while (!(await gone(dialog)) && Date.now() < end);
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Return which steps of Markscheme's walkthrough, which is in front, are ticked. */
  async ticks(): Promise<boolean[]> {
    const walkthrough = this.page.locator('.gettingStartedSlideDetails', { hasText: 'Get started with Markscheme' });
    await walkthrough.waitFor();
    const steps = await walkthrough.locator('button.getting-started-step[data-step-id*="#start#"]').all();
    return await Promise.all(
      steps.map(async (step) => (await step.locator('.codicon-getting-started-step-checked').count()) > 0),
    );
  }

  /** Wait until the file in front is marked or estimated. */
  async marked(): Promise<void> {
    await this.editor.locator('.view-line').first().waitFor();
    const lens = this.editor.locator('.codelens-decoration', {
      hasText: /\d of \d+|Text to correct|estimated quality .* no teacher's correction/,
    });
    await lens.first().waitFor();
  }

  /** Zoom the window: at 2, the same screen has room for half the width and half the height. */
  async zoom(factor: number): Promise<void> {
    const devtools = await this.page.context().newCDPSession(this.page);
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      ...{ width: Math.round(1280 / factor), height: Math.round(800 / factor) },
      ...{ deviceScaleFactor: factor, mobile: false },
    });
  }

  /** Press a key until an element shows: VS Code drops a key while the focus moves. */
  async pressUntil(key: string, element: Locator): Promise<void> {
    for (let presses = 0; presses < 5 && !(await element.isVisible()); presses += 1) {
      await this.page.keyboard.press(key);
      await element.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await element.waitFor();
  }

  /** Write the workspace's settings, in place of earlier ones. */
  set(settings: Settings): void {
    const file = path.join(this.workspace, '.vscode', 'settings.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(settings));
  }

  /**
   * Close every editor, panel and notification, and take back the settings of an earlier story.
   *
   * The workspace's settings are known to be read when the window's title, which is one of them, shows.
   */
  async clear(): Promise<void> {
    this.cleared += 1;
    const title = `cleared ${this.cleared}`;
    this.set({ 'window.title': title });
    await this.page.waitForFunction((expected) => document.title.includes(expected), title);
    await this.command('View: Close All Editors');
    await this.page.locator('.editor-group-container.empty').first().waitFor();
    await this.command('Notifications: Clear All Notifications');
    if (await this.page.locator('.part.panel').isVisible()) {
      await this.command('View: Hide Panel');
    }
    await this.page.mouse.move(0, 0);
  }

  /** Save a screenshot and print its path, if pictures are asked for. */
  async shot(name: string): Promise<void> {
    if (PICTURES) {
      await this.save(name);
    }
  }

  /** Save a screenshot, and print its path. */
  async save(name: string): Promise<void> {
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
  const end = Date.now() + PATIENCE;
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
async function shown(element: Locator, timeout = 3000): Promise<boolean> {
  return await element.waitFor({ timeout }).then(
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

/** Does a part of a story, and names it if it fails. */
export type Step = (what: string, act: () => Promise<void> | void) => Promise<void>;

/** The steps of a story in a window. */
export type Story = (bench: Workbench, step: Step) => Promise<void>;

const SHARED = Symbol.for('markscheme.tests.window');
const global = globalThis as unknown as Record<symbol, Workbench | undefined>;

/**
 * Declare a test that goes through a whole story in the window that most stories share, since to open a window takes
 * longer than what is done in it. The story begins with a file, and with nothing of the stories before it in sight.
 */
export function story(
  title: string,
  { file, settings = {}, hindrance }: Required<Pick<Opening, 'file'>> & Opening,
  tell: Story,
): void {
  declare(title, tell, hindrance, async () => {
    let bench = global[SHARED];
    if (bench === undefined) {
      bench = global[SHARED] = await Workbench.open({ file, settings, prepare: writeSchool });
    } else {
      await bench.clear();
      theStage().surroundings.set(settings);
      await bench.foldExercises();
      await bench.openFile(path.basename(file), path.dirname(file));
    }
    await bench.marked();
    return bench;
  });
}

/** Hinders stories of what few people meet, unless tests run in full size. */
export const IN_FULL = process.env.MARKSCHEME_THOROUGH === '1' ? {} : { hindrance: 'make test-all tells it' };

/** Declare a test that goes through a whole story in a window of its own. */
export function storyAlone(title: string, opening: Opening, tell: Story): void {
  declare(title, tell, opening.hindrance, () => Workbench.open(opening), true);
}

/** A story that fails leaves a screenshot and VS Code's logs. */
function declare(
  title: string,
  tell: Story,
  hindrance: string | undefined,
  open: () => Promise<Workbench>,
  alone = false,
): void {
  it(title, async function () {
    this.timeout(STORY_TIMEOUT);
    if (hindrance) {
      console.log(`      skipped: ${hindrance}`);
      this.skip();
    }
    let bench: Workbench | undefined;
    const step: Step = async (what, act) => {
      const begun = Date.now();
      try {
        await act();
      } catch (error) {
        if (error instanceof Error) {
          error.message = `${what}: ${error.message}`;
        }
        throw error;
      }
      console.log(`      · ${what} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    };
    try {
      await step('the window is open', async () => {
        bench = await open();
      });
      await tell(bench!, step);
    } catch (error) {
      await (bench ?? global[SHARED])?.save(`failed ${title}`.replaceAll(/[^\w-]+/g, '-'));
      console.log(String(error), theStage().surroundings.newLogs());
      throw error;
    } finally {
      if (alone) {
        await bench?.close();
        theStage().surroundings.set({});
      }
    }
  });
}
