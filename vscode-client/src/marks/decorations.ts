import * as vscode from 'vscode';

import { isEstimate } from '../protocol/answers';
import { CATEGORIES, categoryName } from '../protocol/categories';
import type { Category, Finding } from '../protocol/contract';
import type { DocumentAnswer } from '../protocol/methods';
import { DOUBT_COLOUR, doubtsOf } from './estimates';
import type { MarkStore } from './markStore';
import { toRange } from './places';

/** A kind of decoration, with its own colours and frame. */
type Kind = Category | 'doubt';

const KINDS: readonly Kind[] = [...CATEGORIES, 'doubt'];

/** A decoration of a kind at a place of the text. */
type Place = readonly [Kind, Finding['range']];

/** The frame of each kind, for people who can't distinguish the colours. */
const FRAMES: Readonly<Record<Kind, { style: string; width: string }>> = {
  'hit-correction': { style: 'solid', width: '1px' },
  'wrong-correction': { style: 'solid', width: '2px' },
  'under-correction': { style: 'dashed', width: '1px' },
  'over-correction': { style: 'dotted', width: '2px' },
  doubt: { style: 'dashed', width: '0 0 2px 0' },
};

/** The sign at a place where words are missing. */
const CARET = '‸';

/** Decoration types for words, and for places where words are missing. */
interface KindDecorations {
  readonly words: vscode.TextEditorDecorationType;
  readonly gap: vscode.TextEditorDecorationType;
}

/** Shows the findings in the text of every visible editor. */
export class Decorations implements vscode.Disposable {
  private readonly types = new Map(KINDS.map((kind) => [kind, decorationsOf(kind)]));
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly marks: MarkStore) {
    this.subscriptions = [
      marks.onDidChange((uri) => {
        for (const editor of vscode.window.visibleTextEditors) {
          if (editor.document.uri.toString() === uri.toString()) {
            this.decorate(editor);
          }
        }
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.decorateAll();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('markscheme.view.decorations')) {
          this.decorateAll();
        }
      }),
    ];
    this.decorateAll();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
    for (const { words, gap } of this.types.values()) {
      words.dispose();
      gap.dispose();
    }
  }

  private decorateAll(): void {
    vscode.window.visibleTextEditors.forEach((editor) => {
      this.decorate(editor);
    });
  }

  /** Decorate an editor, unless the marks are of an older text: VS Code moves old decorations with the words. */
  private decorate(editor: vscode.TextEditor): void {
    const marks = this.marks.of(editor.document.uri);
    if (marks && marks.version !== editor.document.version) {
      return;
    }
    const isEnabled = vscode.workspace
      .getConfiguration('markscheme', editor.document)
      .get<boolean>('view.decorations', true);
    const places = marks?.lines && isEnabled ? shownPlaces(marks) : [];
    for (const [kind, { words, gap }] of this.types) {
      const ranges = places.filter(([each]) => each === kind).map(([, range]) => toRange(range));
      editor.setDecorations(
        words,
        ranges.filter((range) => !range.isEmpty),
      );
      editor.setDecorations(
        gap,
        ranges.filter((range) => range.isEmpty),
      );
    }
  }
}

function shownPlaces(marks: DocumentAnswer): readonly Place[] {
  return isEstimate(marks)
    ? doubtsOf(marks).map(([, edit]) => ['doubt', edit.range])
    : marks.findings
        .filter((_, index) => !marks.ignored.includes(index))
        .map((finding) => [finding.category, finding.range]);
}

function decorationsOf(kind: Kind): KindDecorations {
  const name = kind === 'doubt' ? DOUBT_COLOUR : categoryName(kind);
  const colour = new vscode.ThemeColor(`markscheme.${name}`);
  const background = new vscode.ThemeColor(`markscheme.${name}Background`);
  const ruler = { overviewRulerColor: colour, overviewRulerLane: vscode.OverviewRulerLane.Center };
  return {
    words: vscode.window.createTextEditorDecorationType({
      ...ruler,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      backgroundColor: background,
      borderColor: colour,
      borderStyle: FRAMES[kind].style,
      borderWidth: FRAMES[kind].width,
      borderRadius: '3px',
    }),
    gap: vscode.window.createTextEditorDecorationType({
      ...ruler,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      before: { contentText: CARET, color: colour, backgroundColor: background, fontWeight: 'bold' },
    }),
  };
}
