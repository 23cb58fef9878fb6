import * as vscode from 'vscode';

import { isEstimate } from '../protocol/answers';
import { CATEGORIES, DOUBT, REWRITTEN, VERDICTS, type Look } from '../protocol/kinds';
import type { Finding } from '../protocol/contract';
import type { DocumentAnswer } from '../protocol/methods';
import type { Vocabulary } from '../protocol/vocabularies';
import { doubtsOf } from './estimates';
import type { MarkStore } from './markStore';
import { toRange } from './places';
import { onDidChangeVocabulary, vocabularyOf } from './vocabularyText';

const LOOKS: readonly Look[] = [...VERDICTS, ...CATEGORIES, REWRITTEN, DOUBT];

/** A look at a place of the text. */
type Place = readonly [Look, Finding['range']];

/** Decoration types for words, and for places where words are missing. */
interface LookDecorations {
  readonly words: vscode.TextEditorDecorationType;
  readonly gap: vscode.TextEditorDecorationType;
}

/** Shows the findings in the text of every visible editor. */
export class Decorations implements vscode.Disposable {
  private readonly types = new Map(LOOKS.map((look) => [look.name, decorationsOf(look)]));
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
      onDidChangeVocabulary(() => {
        this.decorateAll();
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
    const places = marks?.lines && isEnabled ? shownPlaces(marks, vocabularyOf(editor.document.uri)) : [];
    for (const [name, { words, gap }] of this.types) {
      const ranges = places.filter(([look]) => look.name === name).map(([, range]) => toRange(range));
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

function shownPlaces(marks: DocumentAnswer, vocabulary: Vocabulary): readonly Place[] {
  return isEstimate(marks)
    ? doubtsOf(marks).map(([, edit]) => [DOUBT, edit.range])
    : vocabulary.findingsOf(marks).map(({ look, range }) => [look, range]);
}

function decorationsOf({ name, frame, gap, lane }: Look): LookDecorations {
  const colour = new vscode.ThemeColor(`markscheme.${name}`);
  const background = new vscode.ThemeColor(`markscheme.${name}Background`);
  const ruler = { overviewRulerColor: colour, overviewRulerLane: vscode.OverviewRulerLane[lane] };
  return {
    words: vscode.window.createTextEditorDecorationType({
      ...ruler,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      backgroundColor: background,
      borderColor: colour,
      borderStyle: frame.style,
      borderWidth: frame.width,
      borderRadius: '3px',
    }),
    gap: vscode.window.createTextEditorDecorationType({
      ...ruler,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      before: { contentText: gap, color: colour, backgroundColor: background, fontWeight: 'bold', ...gapBorder(frame) },
    }),
  };
}

/** Return the border of a sign: the words' frame, if it is the same on all sides. */
function gapBorder({ style, width }: Look['frame']): Pick<vscode.ThemableDecorationAttachmentRenderOptions, 'border'> {
  return width.includes(' ') ? {} : { border: `${width} ${style}` };
}
