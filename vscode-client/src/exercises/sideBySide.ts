import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { ExerciseText, Texts } from '../protocol/contract';

/** Milliseconds after a change of a text before its words are compared again. */
const CHANGE_DELAY = 300;

/** Milliseconds after one editor was scrolled in which the other one follows, and does not lead. */
const LEAD = 400;

/** A document, and another text that stands beside it. */
interface Sides {
  readonly one: vscode.TextEditor;
  readonly other: vscode.TextEditor;
  readonly differences: readonly Difference[];
}

/**
 * Shows another text beside a document, in an editor of its own, and scrolls both together.
 *
 * The words in which they differ are underlined in grey on both sides. VS Code's own comparison paints the words of one
 * side red, as if they were wrong.
 */
export class SideBySide implements vscode.Disposable {
  private readonly words = { one: underline(), other: underline('markscheme.comparedBackground') };
  private readonly subscriptions: vscode.Disposable[];
  private sides: Sides | undefined;
  private shown: { readonly one: string; readonly other: string } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private leader: { readonly editor: vscode.TextEditor; readonly since: number } | undefined;

  constructor() {
    this.subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.compare();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if ([this.shown?.one, this.shown?.other].includes(document.uri.toString())) {
          clearTimeout(this.timer);
          this.timer = setTimeout(() => {
            this.compare();
          }, CHANGE_DELAY);
        }
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        this.follow(textEditor);
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions, this.words.one, this.words.other).dispose();
  }

  /** Open the other text beside a document, which keeps the cursor. */
  async show(one: vscode.Uri, other: vscode.Uri): Promise<void> {
    this.shown = { one: one.toString(), other: other.toString() };
    const left = await vscode.window.showTextDocument(one, { preview: false });
    await vscode.window.showTextDocument(other, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
    this.compare();
    this.follow(left);
  }

  /** Select the next or the previous words that differ in the editor with the cursor, and show them in the other. */
  goToDifference(step: 1 | -1): void {
    const editor = vscode.window.activeTextEditor;
    const { sides } = this;
    if (!sides || !editor || ![sides.one, sides.other].includes(editor)) {
      return;
    }
    const [own, otherSide, target] =
      editor === sides.one ? (['one', 'other', sides.other] as const) : (['other', 'one', sides.one] as const);
    const cursor = editor.document.offsetAt(editor.selection.start);
    const { differences } = sides;
    const next =
      step > 0
        ? (differences.find((difference) => difference[own].start > cursor) ?? differences[0])
        : (differences.filter((difference) => difference[own].start < cursor).at(-1) ?? differences.at(-1));
    if (next) {
      const range = rangeOf(editor.document, next[own]);
      editor.selection = new vscode.Selection(range.end, range.start);
      editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      const there = rangeOf(target.document, next[otherSide]);
      target.selection = new vscode.Selection(there.end, there.start);
      target.revealRange(there, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  /** Underline the words that differ in the two editors, if both are visible. */
  private compare(): void {
    this.clear();
    this.underlineDifferences();
    void vscode.commands.executeCommand('setContext', 'markscheme.comparing', this.sides !== undefined);
  }

  private underlineDifferences(): void {
    const [one, other] = [editorOf(this.shown?.one), editorOf(this.shown?.other)];
    if (one && other) {
      const differences = wordDifferences(one.document.getText(), other.document.getText());
      this.sides = { one, other, differences };
      this.underline(one, differences, 'one');
      this.underline(other, differences, 'other');
    }
  }

  private clear(): void {
    this.sides?.one.setDecorations(this.words.one, []);
    this.sides?.other.setDecorations(this.words.other, []);
    this.sides = undefined;
  }

  private underline(editor: vscode.TextEditor, differences: readonly Difference[], side: 'one' | 'other'): void {
    const ranges = differences.map((difference) => rangeOf(editor.document, difference[side]));
    editor.setDecorations(
      this.words[side],
      ranges.filter((range) => !range.isEmpty),
    );
  }

  /** Scroll the other editor to the words that stand at the top of an editor, unless this one follows that. */
  private follow(editor: vscode.TextEditor): void {
    const { sides, leader } = this;
    const follows = leader !== undefined && leader.editor !== editor && Date.now() - leader.since < LEAD;
    if (sides && !follows && [sides.one, sides.other].includes(editor)) {
      this.leader = { editor, since: Date.now() };
      scrollOther(sides, editor);
    }
  }
}

function scrollOther({ one, other, differences }: Sides, editor: vscode.TextEditor): void {
  const [top] = editor.visibleRanges;
  const [from, target] = editor === one ? (['one', other] as const) : (['other', one] as const);
  if (top) {
    const place = target.document.positionAt(counterpart(differences, editor.document.offsetAt(top.start), from));
    if (!target.visibleRanges[0]?.start.isEqual(place)) {
      target.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.AtTop);
    }
  }
}

/** Return a line under words, on a ground if one is named; the student's words have the grounds of their marks. */
function underline(background?: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    borderColor: new vscode.ThemeColor('markscheme.compared'),
    borderStyle: 'solid',
    borderWidth: '0 0 2px 0',
    ...(background ? { backgroundColor: new vscode.ThemeColor(background) } : {}),
  });
}

function editorOf(uri: string | undefined): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
}

function rangeOf(document: vscode.TextDocument, { start, end }: Stretch): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Register the commands that go from one difference of a comparison to another. */
export function registerDifferenceCommands(sides: SideBySide): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand('markscheme.goToNextDifference', () => {
      sides.goToDifference(1);
    }),
    vscode.commands.registerCommand('markscheme.goToPreviousDifference', () => {
      sides.goToDifference(-1);
    }),
  );
}

/** Compares a document with a reference or the source of its exercise, side by side. */
export class Comparison {
  constructor(
    private readonly texts: ExerciseTexts,
    private readonly sides: SideBySide,
  ) {}

  async withReference(document: vscode.Uri): Promise<void> {
    const texts = await this.texts.of(document);
    const reference = texts && (await chosenReference(texts));
    if (texts && reference) {
      await this.show(texts, reference, vscode.l10n.t('Correction by {0}', reference.label), document);
    } else if (!texts || texts.references.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There is no teacher’s correction to compare this document with.'),
      );
    }
  }

  async withSource(document: vscode.Uri): Promise<void> {
    const texts = await this.texts.of(document);
    if (texts?.hypothesis) {
      await this.show(texts, texts.source, vscode.l10n.t('Original text'), document);
    } else {
      void vscode.window.showInformationMessage(vscode.l10n.t('Open a student’s document first.'));
    }
  }

  /** Show another text of the exercise beside the document; or why not, if that text can't be read. */
  private async show(texts: Texts, other: ExerciseText, title: string, document: vscode.Uri): Promise<void> {
    if (other.problem) {
      void vscode.window.showErrorMessage(other.problem);
      return;
    }
    const text = texts.hypothesis ?? texts.source;
    await this.sides.show(
      this.texts.uriOf(text, document),
      this.texts.readOnlyUriOf(other, document, `${texts.exercise}/${title}`),
    );
  }
}

async function chosenReference({ references }: Texts): Promise<ExerciseText | undefined> {
  if (references.length < 2) {
    return references[0];
  }
  const items = references.map((reference) => ({
    label: reference.label,
    description: vscode.workspace.asRelativePath(vscode.Uri.parse(reference.uri)),
    ...(reference.problem ? { detail: `$(warning) ${reference.problem}` } : {}),
    reference,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('Choose whose correction to compare with'),
  });
  return chosen?.reference;
}

/** Scheme of read-only texts, such as one annotator's in M2, or a reference beside a student. Word documents have views. */
const SCHEME = 'markscheme-part';

/** Provides the texts of exercises as read-only documents, for VS Code's editors. */
export class ExerciseTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly shown = new Map<string, string>();

  readonly onDidChange = this.changed.event;

  constructor(private readonly connection: Connection) {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.shown.delete(uri.toString());
      }),
      connection.onDidPublish((uri) => {
        this.refreshTextsOf(uri);
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.changed).dispose();
  }

  /** Request the texts of a document's exercise; `undefined` if it belongs to none. */
  async of(document: vscode.Uri): Promise<Texts | undefined> {
    const uri = document.toString();
    return (await this.connection.request('markscheme/texts', { textDocument: { uri } })) ?? undefined;
  }

  /** Return the URI that opens a text: its file, if that holds exactly the text, or its view. */
  uriOf(text: ExerciseText, document: vscode.Uri): vscode.Uri {
    return text.whole ? vscode.Uri.parse(text.uri) : this.readOnlyUriOf(text, document);
  }

  /** Return the URI that opens a text so that it can't be changed; the title is in the editor's tab. */
  readOnlyUriOf(text: ExerciseText, document: vscode.Uri, title = `${text.name}.txt`): vscode.Uri {
    if (text.view !== null) {
      return vscode.Uri.parse(text.view);
    }
    const query = new URLSearchParams({ document: document.toString(), name: text.name, uri: text.uri });
    return vscode.Uri.from({ scheme: SCHEME, path: `/${title}`, query: query.toString() });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query = new URLSearchParams(uri.query);
    const document = query.get('document') ?? '';
    this.shown.set(uri.toString(), document);
    const texts = await this.of(vscode.Uri.parse(document));
    const all = texts ? [texts.hypothesis, texts.source, ...texts.references] : [];
    const match = all.find((text) => text?.name === query.get('name') && text.uri === query.get('uri'));
    return match?.text ?? match?.problem ?? vscode.l10n.t('This text does not exist any more.');
  }

  private refreshTextsOf(document: vscode.Uri): void {
    for (const [shown, owner] of this.shown) {
      if (owner === document.toString()) {
        this.changed.fire(vscode.Uri.parse(shown));
      }
    }
  }
}

/** A stretch of a text, in UTF-16 code units. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A place where two texts have different words. A text that has no words there has an empty stretch. */
interface Difference {
  readonly one: Stretch;
  readonly other: Stretch;
}

/** Largest number of steps of the edit script. Texts that differ in more words differ as a whole. */
const MAX_STEPS = 4000;

/** A word, or one sign that is not a space. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\S/gu;

interface Word extends Stretch {
  readonly text: string;
}

/** A run of words: how many both texts have in common from a word of each on. */
interface Run {
  readonly one: number;
  readonly other: number;
  readonly length: number;
}

/**
 * Return the places where two texts have different words, in their order: by the shortest edit script (Myers, 1986).
 * Spaces and line ends don’t count.
 */
export function wordDifferences(one: string, other: string): readonly Difference[] {
  const [ours, theirs] = [wordsOf(one), wordsOf(other)];
  const differences: Difference[] = [];
  let [at, otherAt] = [0, 0];
  for (const run of [...commonRuns(ours, theirs), { one: ours.length, other: theirs.length, length: 0 }]) {
    if (run.one > at || run.other > otherAt) {
      differences.push({ one: stretchOf(ours, at, run.one), other: stretchOf(theirs, otherAt, run.other) });
    }
    [at, otherAt] = [run.one + run.length, run.other + run.length];
  }
  return differences;
}

/** Return the offset in the other text that stands for an offset in one text. */
export function counterpart(differences: readonly Difference[], offset: number, from: 'one' | 'other'): number {
  const to = from === 'one' ? 'other' : 'one';
  const before = differences.filter((difference) => difference[from].start <= offset).at(-1);
  if (!before) {
    return offset;
  }
  return Math.max(before[to].start, before[to].end + offset - before[from].end);
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

/** Return the stretch from one word to before another; an empty one behind the word before where there is no word. */
function stretchOf(words: readonly Word[], start: number, end: number): Stretch {
  const [first, last] = [words[start], words[end - 1]];
  if (start < end && first && last) {
    return { start: first.start, end: last.end };
  }
  const place = last?.end ?? 0;
  return { start: place, end: place };
}

/** Return the runs of common words, in their order. */
function commonRuns(one: readonly Word[], other: readonly Word[]): readonly Run[] {
  const frontiers = frontiersOf(one, other);
  const runs: Run[] = [];
  let [x, y] = [one.length, other.length];
  for (let step = frontiers.length - 1; step >= 0; step -= 1) {
    const [fromX, fromY] = cameFrom(frontiers[step - 1], step, x - y);
    const length = Math.max(0, Math.min(x - fromX, y - fromY));
    if (length > 0) {
      runs.push({ one: x - length, other: y - length, length });
    }
    [x, y] = [fromX, fromY];
  }
  return runs.reverse();
}

/** The farthest word of one text on each diagonal (index in one text less index in the other). */
type Frontier = ReadonlyMap<number, number>;

/** Return the frontier behind each step of the script; none where it would take too many steps. */
function frontiersOf(one: readonly Word[], other: readonly Word[]): readonly Frontier[] {
  const frontiers: Frontier[] = [];
  for (let step = 0; step <= MAX_STEPS; step += 1) {
    const before = frontiers.at(-1);
    const frontier = new Map<number, number>();
    frontiers.push(frontier);
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const x = endOfRun(one, other, startOf(before, step, diagonal), diagonal);
      frontier.set(diagonal, x);
      if (x >= one.length && x - diagonal >= other.length) {
        return frontiers;
      }
    }
  }
  return [];
}

/** Return the word of one text behind the common words from a word on. */
function endOfRun(one: readonly Word[], other: readonly Word[], start: number, diagonal: number): number {
  let x = start;
  while (x < one.length && x - diagonal < other.length && one[x]?.text === other[x - diagonal]?.text) {
    x += 1;
  }
  return x;
}

/** Return the word of one text to which a step leads on a diagonal; the first word without a step before. */
function startOf(before: Frontier | undefined, step: number, diagonal: number): number {
  if (!before) {
    return 0;
  }
  const [x] = cameFrom(before, step, diagonal);
  return isAddition(before, step, diagonal) ? x : x + 1;
}

/** Return the words of both texts from which a step leads to a diagonal. */
function cameFrom(before: Frontier | undefined, step: number, diagonal: number): readonly [number, number] {
  if (!before) {
    return [0, 0];
  }
  const from = isAddition(before, step, diagonal) ? diagonal + 1 : diagonal - 1;
  const x = before.get(from) ?? 0;
  return [x, x - from];
}

/** Whether a step adds a word of the other text; else it takes one out. */
function isAddition(before: Frontier, step: number, diagonal: number): boolean {
  const [below, above] = [before.get(diagonal - 1) ?? -1, before.get(diagonal + 1) ?? -1];
  return diagonal === -step || (diagonal !== step && below < above);
}
