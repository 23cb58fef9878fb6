/**
 * What is drawn in a text with marks: lines and frames under the student's words, and what a teacher has there.
 *
 * A frame is round a place that a person has to look at, a line under one that is settled; where nothing was to be
 * corrected, there is nothing. What a teacher has stands behind the whole frame, and words that go are struck through.
 */

import * as vscode from 'vscode';
import type { Position, Range } from 'vscode-languageclient/node';

import { isEstimate } from '../protocol/methods';
import type { DocumentMarks, Finding } from '../protocol/contract';
import {
  CATEGORIES,
  DOUBT,
  type Look,
  lowerEdge,
  REWRITTEN,
  type ShownFinding,
  VERDICTS,
  type Vocabulary,
} from '../protocol/vocabularies';
import { doubtsOf, onDidChangeVocabulary, textOf, vocabularyOf } from './markText';
import type { MarkStore } from './markStore';
import { toRange } from '../frontEditor';

const LOOKS: readonly Look[] = [...VERDICTS, ...CATEGORIES, REWRITTEN, DOUBT];

/** The setting with which every place has its frame, without its section. */
export const ALL_PLACES = 'view.allPlaces';

/** Decoration types for words with a frame or a line, and for places where words are missing. */
type LookDecorations = Readonly<Record<Emphasis | 'gap', vscode.TextEditorDecorationType>>;

/** Return what is drawn in an open document; `undefined` while its marks are of an older text, or it has none. */
function quietTextOf(document: vscode.TextDocument, marks: MarkStore): QuietText | undefined {
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

/** The largest number of characters in a hint; its tooltip has all. */
const MAX_LENGTH = 40;

/**
 * Shows what a teacher has behind each place, in place of the server's hints: those can't know where a frame ends.
 *
 * Hints are VS Code's own, since lines are broken before them; what a decoration adds is cut off at the edge.
 */
export class InlayHints implements vscode.InlayHintsProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;

  /** The hints of any document may be others now. */
  readonly onDidChangeInlayHints = this.changed.event;

  constructor(
    private readonly marks: MarkStore,
    selector: vscode.DocumentSelector,
  ) {
    const refresh = (): void => {
      this.changed.fire();
    };
    this.subscription = vscode.Disposable.from(
      vscode.languages.registerInlayHintsProvider(selector, this),
      marks.onDidChange(refresh),
      onDidChangeVocabulary(refresh),
      vscode.window.onDidChangeActiveColorTheme(refresh),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('markscheme.inlayHints') || change.affectsConfiguration('markscheme.view')) {
          refresh();
        }
      }),
      this.changed,
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    if (!vscode.workspace.getConfiguration('markscheme', document).get<boolean>('inlayHints', true)) {
      return [];
    }
    const text = textOf(vocabularyOf(document.uri));
    return (quietTextOf(document, this.marks)?.hints ?? [])
      .map((hint) => {
        const { line, character } = hint.position;
        const label = hintLabel(hint, vscode.window.activeColorTheme.kind);
        const shown = new vscode.InlayHint(new vscode.Position(line, character), label);
        shown.paddingLeft = !hint.isInsertion;
        shown.paddingRight = hint.isInsertion;
        shown.tooltip = [text.title(hint.finding), ...text.details(hint.finding)].join(': ');
        return shown;
      })
      .filter(({ position }) => range.contains(position));
  }
}

/**
 * Return the words of a hint: an arrow stands before those that replace the student's, none before those that are added.
 *
 * They are in brackets in themes with high contrast, which show hints as bright as the text.
 */
export function hintLabel({ text, isInsertion }: TeacherHint, theme: vscode.ColorThemeKind): string {
  const words = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
  const label = isInsertion ? `+ ${words}` : `→ ${words}`;
  const isBright = [vscode.ColorThemeKind.HighContrast, vscode.ColorThemeKind.HighContrastLight].includes(theme);
  return isBright ? `[${label}]` : label;
}

type Emphasis = 'frame' | 'line';

/** A place in the student's words; one without words has an empty range. */
interface Stroke {
  readonly look: Look;
  readonly emphasis: Emphasis;
  readonly range: Range;
}

/** A teacher's words behind a place. An insertion follows a caret; other words stand for the ones before them. */
interface TeacherHint {
  readonly position: Position;
  readonly text: string;
  readonly isInsertion: boolean;
  readonly finding: ShownFinding;
}

export interface QuietText {
  readonly strokes: readonly Stroke[];
  /** The student's words that a teacher takes out. */
  readonly struck: readonly Range[];
  readonly hints: readonly TeacherHint[];
}

/** Returns a line of the document. */
type Lines = (line: number) => string;

/** What a teacher does to some words: without the words at either end that stay. */
interface Change {
  readonly range: Range;
  readonly added: string;
}

/** A finding with its place in whole words, and what a teacher does there. */
interface Placed {
  readonly finding: ShownFinding;
  readonly range: Range;
  readonly change: Change | undefined;
  readonly hint: TeacherHint | undefined;
}

/** Return what is drawn in a document; with `showsAll`, each place has its frame. */
export function quietText(marks: DocumentMarks, vocabulary: Vocabulary, lines: Lines, showsAll: boolean): QuietText {
  const places = vocabulary.findingsOf(marks).map((finding) => placed(finding, lines));
  const strokes = places.flatMap((place) => {
    const emphasis = emphasisOf(place.finding, vocabulary, showsAll);
    return emphasis ? [{ look: place.finding.look, emphasis, range: frameOf(place, places) }] : [];
  });
  const hints = places.flatMap(({ hint }) => hint ?? []);
  return {
    strokes: mostUrgent(strokes),
    struck: places.flatMap(({ change }) => (change?.added === '' ? change.range : [])),
    hints: hints.filter((hint, index) => hints.findIndex((other) => isSame(other.position, hint.position)) === index),
  };
}

function placed(finding: ShownFinding, lines: Lines): Placed {
  const range = wholeWords(finding.range, lines);
  const change = changeOf(finding, lines);
  const hint = change?.added ? hintOf(finding, range, change, lines) : undefined;
  return { finding, range: hint?.isInsertion ? beforeSpace(range, lines) : range, change, hint };
}

/** Return an empty range before the space at its left: VS Code draws a sign behind a hint at the same place. */
function beforeSpace(range: Range, lines: Lines): Range {
  if (!isEmpty(range)) {
    return range;
  }
  const { line, character } = range.start;
  const place = { line, character: lines(line).slice(0, character).trimEnd().length };
  return place.character === 0 ? range : { start: place, end: place };
}

/** Return a place with all words that its hint replaces, unless another place is among them. */
function frameOf({ finding, range, change, hint }: Placed, places: readonly Placed[]): Range {
  if (!change || hint?.isInsertion !== false) {
    return range;
  }
  const whole = union(range, change.range);
  const others = places.filter((other) => other.finding !== finding);
  return others.some((other) => meets(other.range, whole) && !meets(other.range, range)) ? range : whole;
}

/** Frame a place that nobody has decided about, a passage that a person has to read, and a fault that nobody decides. */
export function emphasisOf(finding: ShownFinding, { showsCodes }: Vocabulary, showsAll: boolean): Emphasis | undefined {
  const { kind, open, rewritten } = finding;
  if (showsAll || open || rewritten || (showsCodes && kind.isError)) {
    return 'frame';
  }
  return kind.isError || kind.isDue ? 'line' : undefined;
}

/** Of places in the same words, keep one: an open one before others, a fault before what is right. */
function mostUrgent(strokes: readonly Stroke[]): Stroke[] {
  const kept = new Map<string, Stroke>();
  for (const stroke of strokes) {
    const { start, end } = stroke.range;
    const key = `${start.line}:${start.character}-${end.line}:${end.character}`;
    const before = kept.get(key);
    if (!before || urgency(stroke) > urgency(before)) {
      kept.set(key, stroke);
    }
  }
  return [...kept.values()];
}

function urgency({ emphasis, look }: Stroke): number {
  return (emphasis === 'frame' ? 2 : 0) + (look.lane === 'Left' ? 0 : 1);
}

/** Return what the first suggestion changes; nothing where the student's words are right, or were right before. */
function changeOf({ kind, suggestion }: ShownFinding, lines: Lines): Change | undefined {
  if (!suggestion || !kind.isError) {
    return undefined;
  }
  const change = withoutCommonEnds(suggestion, lines);
  const isNothing = !change.added && isEmpty(change.range);
  return isNothing || (!kind.isDue && change.added) ? undefined : change;
}

function hintOf(finding: ShownFinding, range: Range, { range: replaced, added }: Change, lines: Lines): TeacherHint {
  if (isEmpty(replaced) && (isEmpty(range) || isSame(replaced.start, range.end))) {
    return { position: isEmpty(range) ? range.start : replaced.start, text: added, isInsertion: true, finding };
  }
  const whole = union(range, replaced);
  const { start, end } = whole;
  const line = lines(start.line);
  const parts = [
    line.slice(start.character, replaced.start.character),
    line.slice(replaced.end.character, end.character),
  ];
  const text = start.line === end.line ? [parts[0], added, parts[1]].join(isEmpty(replaced) ? ' ' : '') : added;
  return { position: end, text: oneLine(text), isInsertion: false, finding };
}

/** Return a suggestion without the words at its ends that the student has, too; a part of a word as the whole word. */
function withoutCommonEnds({ range, before, text, whole }: Finding['suggestions'][number], lines: Lines): Change {
  const { start, end } = range;
  const line = lines(start.line);
  if (whole) {
    return { range: wholeWords(range, lines), added: oneLine(whole.after) };
  }
  if (start.line !== end.line || line.slice(start.character, end.character) !== before) {
    return { range, added: oneLine(text) };
  }
  const [old, fresh] = [wordsIn(before), wordsIn(text)];
  const tail = commonLength([...old].reverse(), [...fresh].reverse());
  const rest = [old, fresh].map((words) => words.slice(0, words.length - tail)) as [typeof old, typeof fresh];
  const head = commonLength(...rest);
  const [gone, added] = [rest[0].slice(head), rest[1].slice(head)];
  const to = start.character + endOf(rest[0].at(-1));
  const from = gone[0] ? start.character + gone[0].index : to;
  const at = (character: number): Position => ({ line: start.line, character });
  return { range: { start: at(from), end: at(to) }, added: added.map(([word]) => word).join(' ') };
}

/** Return the number of equal words at the beginning of two lists. */
function commonLength(one: readonly RegExpExecArray[], other: readonly RegExpExecArray[]): number {
  const different = one.findIndex(([word], index) => word !== other[index]?.[0]);
  return different < 0 ? one.length : different;
}

function wordsIn(text: string): RegExpExecArray[] {
  return [...text.matchAll(/\S+/g)];
}

function endOf(word: RegExpExecArray | undefined): number {
  return word ? word.index + word[0].length : 0;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** Return a range whose ends are in no word: `do[n't]` is `[don't]`. An empty range stays where it is. */
export function wholeWords(range: Range, lines: Lines): Range {
  if (isEmpty(range)) {
    return range;
  }
  const [start] = wordAround(range.start, lines) ?? [range.start.character];
  const [, end] = wordAround(range.end, lines) ?? [0, range.end.character];
  return { start: { ...range.start, character: start }, end: { ...range.end, character: end } };
}

/** Return the word that has a position in it, not at an end. */
function wordAround({ line, character }: Position, lines: Lines): readonly [number, number] | undefined {
  for (const { index, 0: word } of lines(line).matchAll(WORD)) {
    if (index < character && character < index + word.length) {
      return [index, index + word.length];
    }
  }
  return undefined;
}

function union(one: Range, other: Range): Range {
  return { start: first(one.start, other.start), end: isBefore(one.end, other.end) ? other.end : one.end };
}

function first(one: Position, other: Position): Position {
  return isBefore(other, one) ? other : one;
}

function meets(one: Range, other: Range): boolean {
  return isBefore(one.start, other.end) && isBefore(other.start, one.end);
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}

function isSame(one: Position, other: Position): boolean {
  return one.line === other.line && one.character === other.character;
}

function isEmpty({ start, end }: Range): boolean {
  return isSame(start, end);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
