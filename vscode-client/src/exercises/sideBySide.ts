import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { ExerciseText, Texts } from '../protocol/contract';

/** Milliseconds after a change of a text before its words are compared again. */
const CHANGE_DELAY = 300;

/** Milliseconds after one editor was scrolled in which the other one follows, and does not lead. */
const LEAD = 400;

const SIDES = ['one', 'other'] as const;
type Side = (typeof SIDES)[number];

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
      vscode.window.onDidChangeVisibleTextEditors(() => this.compare()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if ([this.shown?.one, this.shown?.other].includes(document.uri.toString())) {
          clearTimeout(this.timer);
          this.timer = setTimeout(() => this.compare(), CHANGE_DELAY);
        }
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.follow(textEditor)),
      vscode.commands.registerCommand('markscheme.goToNextDifference', () => this.goToDifference(1)),
      vscode.commands.registerCommand('markscheme.goToPreviousDifference', () => this.goToDifference(-1)),
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
  private goToDifference(step: 1 | -1): void {
    const editor = vscode.window.activeTextEditor;
    const { sides } = this;
    const side = sides && editor && sideOf(sides, editor);
    if (!side) {
      return;
    }
    const cursor = editor.document.offsetAt(editor.selection.start);
    const { differences } = sides;
    const next =
      step > 0
        ? (differences.find((difference) => difference[side].start > cursor) ?? differences[0])
        : (differences.filter((difference) => difference[side].start < cursor).at(-1) ?? differences.at(-1));
    if (next) {
      for (const each of SIDES) {
        const range = rangeOf(sides[each].document, next[each]);
        sides[each].selection = new vscode.Selection(range.end, range.start);
        sides[each].revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      }
    }
  }

  /** Underline the words that differ in the two editors, if both are visible. */
  private compare(): void {
    for (const side of SIDES) {
      this.sides?.[side].setDecorations(this.words[side], []);
    }
    this.sides = undefined;
    const [one, other] = [editorOf(this.shown?.one), editorOf(this.shown?.other)];
    if (one && other) {
      const differences = wordDifferences(one.document.getText(), other.document.getText());
      const sides = (this.sides = { one, other, differences });
      for (const side of SIDES) {
        const ranges = differences.map((difference) => rangeOf(sides[side].document, difference[side]));
        const words = ranges.filter((range) => !range.isEmpty);
        sides[side].setDecorations(this.words[side], words);
      }
    }
    void vscode.commands.executeCommand('setContext', 'markscheme.comparing', this.sides !== undefined);
  }

  /** Scroll the other editor to the words that stand at the top of an editor, unless this one follows that. */
  private follow(editor: vscode.TextEditor): void {
    const { sides, leader } = this;
    const side = sides && sideOf(sides, editor);
    const [top] = editor.visibleRanges;
    const follows = leader !== undefined && leader.editor !== editor && Date.now() - leader.since < LEAD;
    if (!side || follows) {
      return;
    }
    this.leader = { editor, since: Date.now() };
    const target = side === 'one' ? sides.other : sides.one;
    if (top) {
      const offset = counterpart(sides.differences, editor.document.offsetAt(top.start), side);
      const place = target.document.positionAt(offset);
      if (!target.visibleRanges[0]?.start.isEqual(place)) {
        target.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.AtTop);
      }
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

function sideOf(sides: Sides, editor: vscode.TextEditor): Side | undefined {
  return SIDES.find((side) => sides[side] === editor);
}

function rangeOf(document: vscode.TextDocument, { start, end }: Stretch): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
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
      await this.show(texts, reference, l10n.t('Correction by {0}', reference.label), document);
    } else if (!texts || texts.references.length === 0) {
      void vscode.window.showInformationMessage(
        l10n.t('There is no teacher’s correction to compare this document with.'),
      );
    }
  }

  async withSource(document: vscode.Uri): Promise<void> {
    const texts = await this.texts.of(document);
    if (texts?.hypothesis) {
      await this.show(texts, texts.source, l10n.t('Original text'), document);
    } else {
      void vscode.window.showInformationMessage(l10n.t('Open a student’s document first.'));
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
    placeHolder: l10n.t('Choose whose correction to compare with'),
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
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.shown.delete(uri.toString())),
      connection.onDidPublish((uri) => this.refreshTextsOf(uri)),
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
    return match?.text ?? match?.problem ?? l10n.t('This text does not exist any more.');
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
type Difference = Readonly<Record<Side, Stretch>>;

/** Largest number of steps of the edit script. Texts that differ in more words differ as a whole. */
const MAX_STEPS = 4000;

/** A word, or one sign that is not a space. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\S/gu;

interface Word extends Stretch {
  readonly text: string;
}

/** Words that both texts have in common: the indices of the first one, and the run before. */
interface Run {
  readonly one: number;
  readonly other: number;
  readonly length: number;
  readonly before: Run | undefined;
}

/**
 * Return the places where two texts have different words, in their order: by the shortest edit script (Myers, 1986).
 * Spaces and line ends don’t count.
 */
export function wordDifferences(one: string, other: string): readonly Difference[] {
  const [ours, theirs] = [wordsOf(one), wordsOf(other)];
  const differences: Difference[] = [];
  let [end, otherEnd] = [ours.length, theirs.length];
  for (let run = lastRun(ours, theirs); end > 0 || otherEnd > 0; run = run?.before) {
    const [start, otherStart] = run ? [run.one + run.length, run.other + run.length] : [0, 0];
    if (start < end || otherStart < otherEnd) {
      differences.push({ one: stretchOf(ours, start, end), other: stretchOf(theirs, otherStart, otherEnd) });
    }
    [end, otherEnd] = run ? [run.one, run.other] : [0, 0];
  }
  return differences.reverse();
}

/** Return the offset in the other text that stands for an offset in one text. */
export function counterpart(differences: readonly Difference[], offset: number, from: Side): number {
  const to = from === 'one' ? 'other' : 'one';
  const before = differences.filter((difference) => difference[from].start <= offset).at(-1);
  return before ? Math.max(before[to].start, before[to].end + offset - before[from].end) : offset;
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ text: word, start: index, end: index + word.length }));
}

/** Return the stretch from one word to before another; an empty one behind the word before where there is no word. */
function stretchOf(words: readonly Word[], start: number, end: number): Stretch {
  const last = words[end - 1]?.end ?? 0;
  return { start: start < end ? (words[start]?.start ?? last) : last, end: last };
}

/** How far the script has come on a diagonal: the index behind the words of one text, and the last run so far. */
interface Path {
  readonly end: number;
  readonly run: Run | undefined;
}

/** Return the last run of common words, which has the runs before it; none where the script has too many steps. */
function lastRun(one: readonly Word[], other: readonly Word[]): Run | undefined {
  // By diagonal: the index in one text less the index in the other.
  const paths = new Map<number, Path>();
  for (let step = 0; step <= MAX_STEPS; step += 1) {
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const path = alongCommonWords(one, other, diagonal, stepTo(diagonal, paths));
      if (path.end >= one.length && path.end - diagonal >= other.length) {
        return path.run;
      }
      paths.set(diagonal, path);
    }
  }
  return undefined;
}

/** Return the path that a step leads to: it adds a word of the other text, or takes one out. The first one is no step. */
function stepTo(diagonal: number, paths: ReadonlyMap<number, Path>): Path {
  const [below, above] = [paths.get(diagonal - 1), paths.get(diagonal + 1)];
  if (above && (!below || below.end < above.end)) {
    return above;
  }
  return below ? { ...below, end: below.end + 1 } : { end: 0, run: undefined };
}

function alongCommonWords(one: readonly Word[], other: readonly Word[], diagonal: number, { end, run }: Path): Path {
  const start = end;
  while (end < one.length && end - diagonal < other.length && one[end]?.text === other[end - diagonal]?.text) {
    end += 1;
  }
  const length = end - start;
  return { end, run: length > 0 ? { one: start, other: start - diagonal, length, before: run } : run };
}
