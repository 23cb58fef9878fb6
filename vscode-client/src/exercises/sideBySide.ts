import * as l10n from '@vscode/l10n';
import { diffArrays } from 'diff';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { askForDocument } from '../frontEditor';
import { DelayedTask } from '../panels/panelPage';
import type { ExerciseText, Texts } from '../protocol/contract';

/** Milliseconds after a change of a text before its words are compared again. */
const CHANGE_DELAY = 300;

/** Milliseconds after one editor was scrolled in which the other one follows, and does not lead. */
const LEAD = 400;

/** Scheme of read-only texts, such as one annotator's in M2, or a reference beside a student. Word documents have views. */
const SCHEME = 'markscheme-part';

const SIDES = ['one', 'other'] as const;
type Side = (typeof SIDES)[number];

/** The editors of a document and of the text beside it. */
interface Sides extends Readonly<Record<Side, vscode.TextEditor>> {
  readonly differences: readonly Difference[];
}

/**
 * Shows a reference or the source beside a document, in an editor of its own, and scrolls both together.
 *
 * The words in which they differ are underlined in grey on both sides. VS Code's own comparison paints the words of one
 * side red, as if they were wrong.
 */
export class Comparison implements vscode.Disposable {
  private readonly words = { one: underline(), other: underline('markscheme.comparedBackground') };
  private readonly subscriptions: vscode.Disposable;
  private readonly later = new DelayedTask(CHANGE_DELAY, () => this.compare());
  private sides: Sides | undefined;
  private shown: Readonly<Record<Side, string>> | undefined;
  private leader: { readonly editor: vscode.TextEditor; readonly since: number } | undefined;

  constructor(private readonly connection: Connection) {
    const changed = new vscode.EventEmitter<vscode.Uri>();
    this.subscriptions = vscode.Disposable.from(
      ...[changed, this.later, this.words.one, this.words.other],
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: changed.event,
        provideTextDocumentContent: (uri) => this.read(uri),
      }),
      connection.onDidPublish((document) =>
        vscode.workspace.textDocuments
          .filter(({ uri }) => uri.scheme === SCHEME && partOf(uri).document === document.toString())
          .forEach(({ uri }) => changed.fire(uri)),
      ),
      vscode.window.onDidChangeVisibleTextEditors(() => this.compare()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if ([this.shown?.one, this.shown?.other].includes(document.uri.toString())) {
          this.later.start();
        }
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.follow(textEditor)),
      vscode.commands.registerCommand('markscheme.goToNextDifference', () => this.goToDifference(1)),
      vscode.commands.registerCommand('markscheme.goToPreviousDifference', () => this.goToDifference(-1)),
    );
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  async withReference(document: vscode.Uri): Promise<void> {
    const texts = await this.textsOf(document);
    const reference = texts && (await chosenReference(texts));
    if (texts && reference) {
      await this.show(texts, reference, l10n.t('Correction by {0}', reference.label), document);
    } else if (!texts || texts.references.length === 0) {
      const message = l10n.t('There is no teacher’s correction to compare this document with.');
      void vscode.window.showInformationMessage(message);
    }
  }

  async withSource(document: vscode.Uri): Promise<void> {
    const texts = await this.textsOf(document);
    if (texts?.hypothesis) {
      await this.show(texts, texts.source, l10n.t('Original text'), document);
    } else {
      askForDocument();
    }
  }

  /** Request the texts of a document's exercise. */
  private textsOf(document: vscode.Uri): Promise<Texts | null | undefined> {
    return this.connection.request('markscheme/texts', { textDocument: { uri: document.toString() } });
  }

  /** Return the words of a read-only text. */
  private async read(uri: vscode.Uri): Promise<string> {
    const { document, name, uri: file } = partOf(uri);
    const texts = await this.textsOf(vscode.Uri.parse(document));
    const all = texts ? [texts.hypothesis, texts.source, ...texts.references] : [];
    const match = all.find((text) => text?.name === name && text.uri === file);
    return match?.text ?? match?.problem ?? l10n.t('This text does not exist any more.');
  }

  /** Open another text of the exercise beside a document, which keeps the cursor; or say why it can't be read. */
  private async show(texts: Texts, other: ExerciseText, title: string, document: vscode.Uri): Promise<void> {
    if (other.problem) {
      void vscode.window.showErrorMessage(other.problem);
      return;
    }
    const text = texts.hypothesis ?? texts.source;
    const own = text.whole ? vscode.Uri.parse(text.uri) : readOnlyUri(text, document, `${text.name}.txt`);
    const beside = readOnlyUri(other, document, `${texts.exercise}/${title}`);
    this.shown = { one: own.toString(), other: beside.toString() };
    const left = await vscode.window.showTextDocument(own, { preview: false });
    await vscode.window.showTextDocument(beside, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
    this.compare();
    this.follow(left);
  }

  /** Select the next or the previous words that differ in the editor with the cursor, and show them in the other. */
  private goToDifference(step: 1 | -1): void {
    const editor = vscode.window.activeTextEditor;
    const { sides } = this;
    const side = sides && SIDES.find((each) => sides[each] === editor);
    if (!side) {
      return;
    }
    const { document, selection } = sides[side];
    const cursor = document.offsetAt(selection.start);
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
    const side = sides && SIDES.find((each) => sides[each] === editor);
    const follows = leader !== undefined && leader.editor !== editor && Date.now() - leader.since < LEAD;
    if (!side || follows) {
      return;
    }
    this.leader = { editor, since: Date.now() };
    const [top] = editor.visibleRanges;
    const target = sides[otherThan(side)];
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

function rangeOf(document: vscode.TextDocument, { start, end }: Stretch): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
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
  const placeHolder = l10n.t('Choose whose correction to compare with');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.reference;
}

/** Return the URI that opens a text so that it can't be changed; the title is in the editor's tab. */
function readOnlyUri({ name, uri, view }: ExerciseText, document: vscode.Uri, title: string): vscode.Uri {
  const query = new URLSearchParams({ document: document.toString(), name, uri });
  return view === null
    ? vscode.Uri.from({ scheme: SCHEME, path: `/${title}`, query: query.toString() })
    : vscode.Uri.parse(view);
}

/** Return what the URI of a read-only text names: the document that it stands beside, and the text. */
function partOf({ query }: vscode.Uri): { readonly document: string; readonly name: string; readonly uri: string } {
  return { document: '', name: '', uri: '', ...Object.fromEntries(new URLSearchParams(query)) };
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

/** Common words behind the last change. */
const END = { removed: false, added: false, count: 0 };

/** A word, or one sign that is not a space. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\S/gu;

/**
 * Return the places where two texts have different words, in their order: by the shortest edit script (Myers, 1986).
 * Spaces and line ends don’t count.
 */
export function wordDifferences(one: string, other: string): readonly Difference[] {
  const [ours, theirs] = [one, other].map((text) => [...text.matchAll(WORD)]) as [RegExpExecArray[], RegExpExecArray[]];
  const texts = [ours, theirs].map((words) => words.map(([word]) => word)) as [string[], string[]];
  const all = [
    { removed: true, added: false, count: ours.length },
    { removed: false, added: true, count: theirs.length },
  ];
  const differences: Difference[] = [];
  let [start, end, otherStart, otherEnd] = [0, 0, 0, 0];
  for (const { removed, added, count } of [...(diffArrays(...texts, { maxEditLength: MAX_STEPS }) ?? all), END]) {
    if (removed) {
      end += count;
    } else if (added) {
      otherEnd += count;
    } else {
      if (start < end || otherStart < otherEnd) {
        differences.push({ one: stretchOf(ours, start, end), other: stretchOf(theirs, otherStart, otherEnd) });
      }
      start = end += count;
      otherStart = otherEnd += count;
    }
  }
  return differences;
}

/** Return the offset in the other text that stands for an offset in one text. */
export function counterpart(differences: readonly Difference[], offset: number, from: Side): number {
  const to = otherThan(from);
  const before = differences.filter((difference) => difference[from].start <= offset).at(-1);
  return before ? Math.max(before[to].start, before[to].end + offset - before[from].end) : offset;
}

function otherThan(side: Side): Side {
  return side === 'one' ? 'other' : 'one';
}

/** Return the stretch from one word to before another; an empty one behind the word before where there is no word. */
function stretchOf(words: readonly RegExpExecArray[], start: number, end: number): Stretch {
  const last = words[end - 1];
  const behind = last ? last.index + last[0].length : 0;
  return { start: (start < end ? words[start]?.index : undefined) ?? behind, end: behind };
}
