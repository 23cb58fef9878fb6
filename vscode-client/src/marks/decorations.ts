import * as vscode from 'vscode';

import { CATEGORIES, isEstimate, type Category, type DocumentAnswer, type Finding } from '../protocol/contract';
import { CATEGORY_COLOURS } from './categories';
import { DOUBT_COLOUR, doubtsOf } from './estimates';
import type { MarkStore } from './markStore';
import { toRange } from './places';

/** What is told from the rest by its colours and its frame. */
type Kind = Category | 'doubt';

const KINDS: readonly Kind[] = [...CATEGORIES, 'doubt'];

/** A kind's place in the text. */
type Place = readonly [Kind, Finding['range']];

/** Each kind has its own frame too, for who can't tell the colours apart; below it is room for squiggles. */
const FRAMES: Readonly<Record<Kind, { style: string; width: string }>> = {
  'hit-correction': { style: 'solid', width: '1px' },
  'wrong-correction': { style: 'solid', width: '2px' },
  'under-correction': { style: 'dashed', width: '1px' },
  'over-correction': { style: 'dotted', width: '2px' },
  doubt: { style: 'dashed', width: '0 0 2px 0' },
};

/** Stands where words are missing and nothing can be coloured. */
const CARET = '‸';

interface KindDecorations {
  readonly words: vscode.TextEditorDecorationType;
  readonly gap: vscode.TextEditorDecorationType;
}

/** Colours the findings in the text of every visible editor. */
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

  /** Marks of an older text are left as they are: VS Code moves them with the words until newer ones come. */
  private decorate(editor: vscode.TextEditor): void {
    const marks = this.marks.of(editor.document.uri);
    if (marks && marks.version !== editor.document.version) {
      return;
    }
    const wanted = vscode.workspace
      .getConfiguration('markscheme', editor.document)
      .get<boolean>('view.decorations', true);
    const places = marks?.lines && wanted ? shownPlaces(marks) : [];
    for (const [kind, { words, gap }] of this.types) {
      const ranges = places.filter(([own]) => own === kind).map(([, range]) => toRange(range));
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
  const name = kind === 'doubt' ? DOUBT_COLOUR : CATEGORY_COLOURS[kind];
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
