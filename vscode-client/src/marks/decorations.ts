import * as vscode from 'vscode';

import { CATEGORIES, type Category, type DocumentMarks, type Finding } from '../protocol';
import { CATEGORY_COLOURS } from './categories';
import type { MarkStore } from './markStore';
import { toRange } from './places';

/** Each category has its own frame too, for who can't tell the colours apart; below it is room for squiggles. */
const FRAMES: Readonly<Record<Category, { style: string; width: string }>> = {
  'hit-correction': { style: 'solid', width: '1px' },
  'wrong-correction': { style: 'solid', width: '2px' },
  'under-correction': { style: 'dashed', width: '1px' },
  'over-correction': { style: 'dotted', width: '2px' },
};

/** Stands where words are missing and nothing can be coloured. */
const CARET = '‸';

interface CategoryDecorations {
  readonly words: vscode.TextEditorDecorationType;
  readonly gap: vscode.TextEditorDecorationType;
}

/** Colours the findings in the text of every visible editor. */
export class Decorations implements vscode.Disposable {
  private readonly types = new Map(CATEGORIES.map((category) => [category, decorationsOf(category)]));
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
    const findings = marks?.lines && wanted ? shownFindings(marks) : [];
    for (const [category, { words, gap }] of this.types) {
      const ranges = findings
        .filter((finding) => finding.category === category)
        .map((finding) => toRange(finding.range));
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

function shownFindings(marks: DocumentMarks): readonly Finding[] {
  return marks.findings.filter((_, index) => !marks.ignored.includes(index));
}

function decorationsOf(category: Category): CategoryDecorations {
  const name = CATEGORY_COLOURS[category];
  const colour = new vscode.ThemeColor(`markscheme.${name}`);
  const background = new vscode.ThemeColor(`markscheme.${name}Background`);
  const ruler = { overviewRulerColor: colour, overviewRulerLane: vscode.OverviewRulerLane.Center };
  return {
    words: vscode.window.createTextEditorDecorationType({
      ...ruler,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      backgroundColor: background,
      borderColor: colour,
      borderStyle: FRAMES[category].style,
      borderWidth: FRAMES[category].width,
      borderRadius: '3px',
    }),
    gap: vscode.window.createTextEditorDecorationType({
      ...ruler,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      before: { contentText: CARET, color: colour, backgroundColor: background, fontWeight: 'bold' },
    }),
  };
}
