import * as vscode from 'vscode';

import { isEstimate } from '../protocol/answers';
import { CATEGORIES, DOUBT, REWRITTEN, VERDICTS, lowerEdge, type Look } from '../protocol/kinds';
import { doubtsOf } from './estimates';
import type { MarkStore } from './markStore';
import { toRange } from './places';
import { quietText, type Emphasis, type QuietText } from './quietText';
import { onDidChangeVocabulary, vocabularyOf } from './vocabularyText';

const LOOKS: readonly Look[] = [...VERDICTS, ...CATEGORIES, REWRITTEN, DOUBT];

/** The setting with which every place has its frame, without its section. */
export const ALL_PLACES = 'view.allPlaces';

/** Decoration types for words with a frame or a line, and for places where words are missing. */
type LookDecorations = Readonly<Record<Emphasis | 'gap', vscode.TextEditorDecorationType>>;

/** Return what is drawn in an open document; `undefined` while its marks are of an older text, or it has none. */
export function quietTextOf(document: vscode.TextDocument, marks: MarkStore): QuietText | undefined {
  const answer = marks.of(document.uri);
  if (answer?.version !== document.version || !answer.lines) {
    return undefined;
  }
  if (isEstimate(answer)) {
    const strokes = doubtsOf(answer).map(([, { range }]) => ({ look: DOUBT, emphasis: 'frame', range }) as const);
    return { strokes, struck: [], hints: [] };
  }
  return quietText(
    answer,
    vocabularyOf(document.uri),
    (line) => document.lineAt(line).text,
    showsAllPlaces(document.uri),
  );
}

/** Whether every place of a document has its frame. */
export function showsAllPlaces(uri: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration('markscheme', uri).get<boolean>(ALL_PLACES, false);
}

/** Shows the findings in the text of every visible editor. */
export class Decorations implements vscode.Disposable {
  private readonly types = new Map(LOOKS.map((look) => [look.name, decorationsOf(look)]));
  private readonly struck = vscode.window.createTextEditorDecorationType({ textDecoration: 'line-through' });
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
        if (change.affectsConfiguration('markscheme.view')) {
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
    this.struck.dispose();
    for (const types of this.types.values()) {
      vscode.Disposable.from(...Object.values(types)).dispose();
    }
  }

  private decorateAll(): void {
    vscode.window.visibleTextEditors.forEach((editor) => {
      this.decorate(editor);
    });
  }

  /** Decorate an editor, unless the marks are of an older text: VS Code moves old decorations with the words. */
  private decorate(editor: vscode.TextEditor): void {
    const { document } = editor;
    const marks = this.marks.of(document.uri);
    if (marks && marks.version !== document.version) {
      return;
    }
    const isEnabled = vscode.workspace.getConfiguration('markscheme', document).get<boolean>('view.decorations', true);
    const { strokes, struck } = (isEnabled ? quietTextOf(document, this.marks) : undefined) ?? {
      strokes: [],
      struck: [],
    };
    for (const [name, types] of this.types) {
      const own = strokes
        .filter(({ look }) => look.name === name)
        .map((stroke) => [stroke, toRange(stroke.range)] as const);
      const words = own.filter(([, range]) => !range.isEmpty);
      for (const emphasis of ['frame', 'line'] as const) {
        editor.setDecorations(
          types[emphasis],
          words.filter(([stroke]) => stroke.emphasis === emphasis).map(([, range]) => range),
        );
      }
      const gaps = own.filter(
        ([{ look, emphasis }, range]) => range.isEmpty && (emphasis === 'frame' || isFault(look)),
      );
      editor.setDecorations(
        types.gap,
        gaps.map(([, range]) => range),
      );
    }
    editor.setDecorations(this.struck, struck.map(toRange));
  }
}

function isFault({ lane }: Look): boolean {
  return lane !== 'Left';
}

function decorationsOf(look: Look): LookDecorations {
  const { name, frame, gap, lane } = look;
  const colour = new vscode.ThemeColor(`markscheme.${name}`);
  const background = new vscode.ThemeColor(`markscheme.${name}Background`);
  const ruler = { overviewRulerColor: colour, overviewRulerLane: vscode.OverviewRulerLane[lane] };
  const words = {
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    borderColor: colour,
    borderStyle: frame.style,
  };
  return {
    frame: vscode.window.createTextEditorDecorationType({
      ...words,
      ...ruler,
      backgroundColor: background,
      borderWidth: frame.width,
      borderRadius: '3px',
    }),
    line: vscode.window.createTextEditorDecorationType({
      ...words,
      ...(isFault(look) ? ruler : {}),
      borderWidth: `0 0 ${lowerEdge(frame.width)} 0`,
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
