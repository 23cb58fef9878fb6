import * as vscode from 'vscode';

import { counterpart, wordDifferences, type Difference, type Stretch } from './wordDifferences';

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
