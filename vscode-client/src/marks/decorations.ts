/**
 * What is drawn in a text with marks: lines and frames under the student's words, and what a teacher has there.
 *
 * A frame is round a place that a person has to look at, a line under one that is settled; where nothing was to be
 * corrected, there is nothing. What a teacher has stands behind the whole frame, and words that go are struck through.
 */

import * as vscode from 'vscode';
import type { Position, Range } from 'vscode-languageclient/node';

import { toRange } from '../frontEditor';
import type { DocumentMarks, Finding } from '../protocol/contract';
import { isEstimate } from '../protocol/methods';
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
import type { MarkStore } from './markStore';
import { doubtsOf, textOf, vocabularyOf } from './markText';

/** The setting with which every place has its frame, without its section. */
export const ALL_PLACES = 'view.allPlaces';

type Emphasis = 'frame' | 'line';

/** Return what is drawn in an open document; `undefined` while its marks are of an older text, or it has none. */
function quietTextOf(document: vscode.TextDocument, marks: MarkStore): QuietText | undefined {
  const { uri, version } = document;
  const answer = marks.of(uri);
  if (answer?.version !== version || !answer.lines) {
    return undefined;
  }
  if (isEstimate(answer)) {
    const strokes = doubtsOf(answer).map(([, { range }]) => ({ look: DOUBT, emphasis: 'frame', range }) as const);
    return { strokes, struck: [], hints: [] };
  }
  return quietText(answer, vocabularyOf(uri), (line) => document.lineAt(line).text, showsAllPlaces(uri));
}

/** Whether every place of a document has its frame. */
export function showsAllPlaces(uri: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration('markscheme', uri).get<boolean>(ALL_PLACES, false);
}

/** Call a listener when something else may be drawn in texts. */
function onDidChangeText(marks: MarkStore, listener: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    marks.onDidChange(listener),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('markscheme')) {
        listener();
      }
    }),
  );
}

/** Shows the findings in the text of every visible editor. */
export class Decorations implements vscode.Disposable {
  private readonly types = [...VERDICTS, ...CATEGORIES, REWRITTEN, DOUBT].flatMap(decorationsOf);
  private readonly struck = vscode.window.createTextEditorDecorationType({ textDecoration: 'line-through' });
  private readonly parts: vscode.Disposable;

  constructor(private readonly marks: MarkStore) {
    const decorate = (): void =>
      vscode.window.visibleTextEditors.forEach((editor) => {
        this.decorate(editor);
      });
    this.parts = vscode.Disposable.from(
      onDidChangeText(marks, decorate),
      vscode.window.onDidChangeVisibleTextEditors(decorate),
      ...this.types.map(({ type }) => type),
      this.struck,
    );
    decorate();
  }

  dispose(): void {
    this.parts.dispose();
  }

  /** Decorate an editor, unless the marks are of an older text: VS Code moves old decorations with the words. */
  private decorate(editor: vscode.TextEditor): void {
    const { document } = editor;
    const marks = this.marks.of(document.uri);
    if (marks && marks.version !== document.version) {
      return;
    }
    const isEnabled = vscode.workspace.getConfiguration('markscheme', document).get<boolean>('view.decorations', true);
    const { strokes = [], struck = [] } = (isEnabled ? quietTextOf(document, this.marks) : undefined) ?? {};
    for (const { name, use, type } of this.types) {
      const own = strokes.filter((stroke) => stroke.look.name === name && useOf(stroke) === use);
      editor.setDecorations(
        type,
        own.map(({ range }) => toRange(range)),
      );
    }
    editor.setDecorations(this.struck, struck.map(toRange));
  }
}

/** What a decoration is for: words with a frame or a line, or a place where words are missing. */
type Use = Emphasis | 'gap';

function useOf({ look, emphasis, range }: Stroke): Use | undefined {
  if (!isEmpty(range)) {
    return emphasis;
  }
  return emphasis === 'frame' || isFault(look) ? 'gap' : undefined;
}

function isFault({ lane }: Look): boolean {
  return lane !== 'Left';
}

interface LookDecoration {
  readonly name: string;
  readonly use: Use;
  readonly type: vscode.TextEditorDecorationType;
}

function decorationsOf(look: Look): LookDecoration[] {
  const { name, frame, gap, lane } = look;
  const color = new vscode.ThemeColor(`markscheme.${name}`);
  const backgroundColor = new vscode.ThemeColor(`markscheme.${name}Background`);
  const ruler = { overviewRulerColor: color, overviewRulerLane: vscode.OverviewRulerLane[lane] };
  const border = { borderColor: color, borderStyle: frame.style };
  const before = { contentText: gap, color, backgroundColor, fontWeight: 'bold', ...gapBorder(frame) };
  const options: Readonly<Record<Use, vscode.DecorationRenderOptions>> = {
    frame: { ...border, ...ruler, backgroundColor, borderWidth: frame.width, borderRadius: '3px' },
    line: { ...border, ...(isFault(look) && ruler), borderWidth: `0 0 ${lowerEdge(frame.width)} 0` },
    gap: { ...ruler, before },
  };
  const rangeBehavior = vscode.DecorationRangeBehavior.ClosedClosed;
  return (['frame', 'line', 'gap'] as const).map((use) => {
    const type = vscode.window.createTextEditorDecorationType({ ...options[use], rangeBehavior });
    return { name, use, type };
  });
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
    const refresh = (): void => this.changed.fire();
    this.subscription = vscode.Disposable.from(
      vscode.languages.registerInlayHintsProvider(selector, this),
      onDidChangeText(marks, refresh),
      vscode.window.onDidChangeActiveColorTheme(refresh),
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
        const { position, isInsertion, finding } = hint;
        const label = hintLabel(hint, vscode.window.activeColorTheme.kind);
        const shown = new vscode.InlayHint(new vscode.Position(position.line, position.character), label);
        const tooltip = [text.title(finding), ...text.details(finding)].join(': ');
        return Object.assign(shown, { paddingLeft: !isInsertion, paddingRight: isInsertion, tooltip });
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
type Placed = ReturnType<typeof placed>;

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
    hints: hints.filter((hint, index) => hints.findIndex((other) => !compare(other.position, hint.position)) === index),
  };
}

function placed(finding: ShownFinding, lines: Lines) {
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
    const key = [start.line, start.character, end.line, end.character].join();
    const before = kept.get(key);
    kept.set(key, before && urgency(before) >= urgency(stroke) ? before : stroke);
  }
  return [...kept.values()];
}

function urgency({ emphasis, look }: Stroke): number {
  return (emphasis === 'frame' ? 2 : 0) + (isFault(look) ? 1 : 0);
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
  if (isEmpty(replaced) && (isEmpty(range) || !compare(replaced.start, range.end))) {
    return { position: isEmpty(range) ? range.start : replaced.start, text: added, isInsertion: true, finding };
  }
  const { start, end } = union(range, replaced);
  const line = lines(start.line);
  const kept = (from: Position, to: Position): string => line.slice(from.character, to.character);
  const words = [kept(start, replaced.start), added, kept(replaced.end, end)].join(isEmpty(replaced) ? ' ' : '');
  return { position: end, text: oneLine(start.line === end.line ? words : added), isInsertion: false, finding };
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
  return {
    start: compare(other.start, one.start) < 0 ? other.start : one.start,
    end: compare(one.end, other.end) < 0 ? other.end : one.end,
  };
}

function meets(one: Range, other: Range): boolean {
  return compare(one.start, other.end) < 0 && compare(other.start, one.end) < 0;
}

/** Return a number below, at or above zero for a position before, at or behind another. */
function compare(one: Position, other: Position): number {
  return one.line - other.line || one.character - other.character;
}

function isEmpty({ start, end }: Range): boolean {
  return compare(start, end) === 0;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
