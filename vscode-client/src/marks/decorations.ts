/**
 * What is drawn in a text with marks: lines and frames under the student's words, and what a teacher has there.
 *
 * A frame is round a place that a person has to look at, a line under one that is settled; where nothing was to be
 * corrected, there is nothing. What a teacher has stands behind the whole frame, and words that go are struck through.
 */

import * as vscode from 'vscode';

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
import { doubtsOf, oneLine, textOf, vocabularyOf } from './markText';

/** The setting with which every place has its frame, without its section. */
export const ALL_PLACES = 'view.allPlaces';

/** Whether every place of a document has its frame. */
export function showsAllPlaces(uri: vscode.Uri): boolean {
  return isSet(uri, ALL_PLACES, false);
}

function isSet(uri: vscode.Uri, setting: string, usually: boolean): boolean {
  return vscode.workspace.getConfiguration('markscheme', uri).get<boolean>(setting, usually);
}

/** Draw the findings in the text of every visible editor, and have hints in the documents of a selector. */
export function drawMarks(marks: MarkStore, selector: vscode.DocumentSelector): vscode.Disposable {
  const types = [...VERDICTS, ...CATEGORIES, REWRITTEN, DOUBT].flatMap(decorationsOf);
  const crossing = vscode.window.createTextEditorDecorationType({ textDecoration: 'line-through' });
  const hintsChanged = new vscode.EventEmitter<void>();
  const decorate = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri, version } = editor.document;
      const isEnabled = isSet(uri, 'view.decorations', true);
      // While the marks are of an older text, VS Code moves the decorations with the words.
      if ((marks.of(uri)?.version ?? version) === version) {
        const { strokes = [], struck = [] } = (isEnabled ? quietTextOf(editor.document, marks) : undefined) ?? {};
        for (const { name, use, type } of types) {
          const own = strokes.filter((stroke) => stroke.look.name === name && useOf(stroke) === use);
          editor.setDecorations(
            type,
            own.map(({ range }) => range),
          );
        }
        editor.setDecorations(crossing, struck);
      }
    }
  };
  const draw = (): void => {
    decorate();
    hintsChanged.fire();
  };
  decorate();
  return vscode.Disposable.from(
    ...[...types.map(({ type }) => type), crossing, hintsChanged, marks.onDidChange(draw)],
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('markscheme')) {
        draw();
      }
    }),
    vscode.window.onDidChangeVisibleTextEditors(decorate),
    vscode.window.onDidChangeActiveColorTheme(() => hintsChanged.fire()),
    vscode.languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: hintsChanged.event,
      provideInlayHints: (document, range) => inlayHints(document, marks, range),
    }),
  );
}

/** Return what is drawn in an open document; `undefined` while its marks are of an older text, or it has none. */
function quietTextOf(document: vscode.TextDocument, marks: MarkStore): QuietText | undefined {
  const { uri, version } = document;
  const answer = marks.of(uri);
  if (answer?.version !== version || !answer.lines) {
    return undefined;
  }
  if (isEstimate(answer)) {
    const strokes = doubtsOf(answer).map(
      ([, { range }]) => ({ look: DOUBT, emphasis: 'frame', range: toRange(range) }) as const,
    );
    return { strokes, struck: [], hints: [] };
  }
  return quietText(answer, vocabularyOf(uri), (line) => document.lineAt(line).text, showsAllPlaces(uri));
}

type Emphasis = 'frame' | 'line';

/** What a decoration is for: words with a frame or a line, or a place where words are missing. */
type Use = Emphasis | 'gap';

function useOf({ look, emphasis, range }: Stroke): Use | undefined {
  if (!range.isEmpty) {
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
  const { name, gap, lane } = look;
  const { style, width } = look.frame;
  const color = new vscode.ThemeColor(`markscheme.${name}`);
  const backgroundColor = new vscode.ThemeColor(`markscheme.${name}Background`);
  const ruler = { overviewRulerColor: color, overviewRulerLane: vscode.OverviewRulerLane[lane] };
  const border = { borderColor: color, borderStyle: style };
  // A sign has the words' frame, if it is the same on all sides.
  const signBorder = width.includes(' ') ? {} : { border: `${width} ${style}` };
  const before = { contentText: gap, color, backgroundColor, fontWeight: 'bold', ...signBorder };
  const options: Readonly<Record<Use, vscode.DecorationRenderOptions>> = {
    frame: { ...border, ...ruler, backgroundColor, borderWidth: width, borderRadius: '3px' },
    line: { ...border, ...(isFault(look) && ruler), borderWidth: `0 0 ${lowerEdge(width)} 0` },
    gap: { ...ruler, before },
  };
  const rangeBehavior = vscode.DecorationRangeBehavior.ClosedClosed;
  return (['frame', 'line', 'gap'] as const).map((use) => {
    const type = vscode.window.createTextEditorDecorationType({ ...options[use], rangeBehavior });
    return { name, use, type };
  });
}

/** The largest number of characters in a hint; its tooltip has all. */
const MAX_LENGTH = 40;

/**
 * Return what a teacher has behind each place, in place of the server's hints: those can't know where a frame ends.
 *
 * Hints are VS Code's own, since lines are broken before them; what a decoration adds is cut off at the edge.
 */
function inlayHints(document: vscode.TextDocument, marks: MarkStore, within: vscode.Range): vscode.InlayHint[] {
  const text = textOf(vocabularyOf(document.uri));
  const quiet = isSet(document.uri, 'inlayHints', true) ? quietTextOf(document, marks) : undefined;
  return (quiet?.hints ?? [])
    .filter(({ position }) => within.contains(position))
    .map((hint) => {
      const { position, isInsertion, finding } = hint;
      const shown = new vscode.InlayHint(position, hintLabel(hint, vscode.window.activeColorTheme.kind));
      const tooltip = [text.title(finding), ...text.details(finding)].join(': ');
      return Object.assign(shown, { paddingLeft: !isInsertion, paddingRight: isInsertion, tooltip });
    });
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
  readonly range: vscode.Range;
}

/** A teacher's words behind a place. An insertion follows a caret; other words stand for the ones before them. */
interface TeacherHint {
  readonly position: vscode.Position;
  readonly text: string;
  readonly isInsertion: boolean;
  readonly finding: ShownFinding;
}

export interface QuietText {
  readonly strokes: readonly Stroke[];
  /** The student's words that a teacher takes out. */
  readonly struck: readonly vscode.Range[];
  readonly hints: readonly TeacherHint[];
}

/** Returns a line of the document. */
type Lines = (line: number) => string;

/** What a teacher does to some words: without the words at either end that stay. */
interface Change {
  readonly range: vscode.Range;
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
    strokes: strokes.filter((stroke, index) => isMostUrgent(stroke, index, strokes)),
    struck: places.flatMap(({ change }) => (change?.added === '' ? change.range : [])),
    hints: hints.filter((hint, index) => hints.findIndex(({ position }) => position.isEqual(hint.position)) === index),
  };
}

function placed(finding: ShownFinding, lines: Lines) {
  const range = wholeWords(toRange(finding.range), lines);
  const change = changeOf(finding, lines);
  const hint = change?.added ? hintOf(finding, range, change, lines) : undefined;
  return { finding, range: hint?.isInsertion ? beforeSpace(range, lines) : range, change, hint };
}

/** Return an empty range before the space at its left: VS Code draws a sign behind a hint at the same place. */
function beforeSpace(range: vscode.Range, lines: Lines): vscode.Range {
  const { line, character } = range.start;
  const end = range.isEmpty ? lines(line).slice(0, character).trimEnd().length : 0;
  return end === 0 ? range : new vscode.Range(line, end, line, end);
}

/** Return a place with all words that its hint replaces, unless another place is among them. */
function frameOf({ finding, range, change, hint }: Placed, places: readonly Placed[]): vscode.Range {
  if (!change || hint?.isInsertion !== false) {
    return range;
  }
  const whole = range.union(change.range);
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

/** Whether a place is the one to be kept of those in the same words: an open one, then a fault, then the first. */
function isMostUrgent(stroke: Stroke, index: number, strokes: readonly Stroke[]): boolean {
  const urgency = ({ emphasis, look }: Stroke): number => (emphasis === 'frame' ? 2 : 0) + (isFault(look) ? 1 : 0);
  return !strokes.some(
    (other, at) => other.range.isEqual(stroke.range) && (urgency(other) - urgency(stroke) || index - at) > 0,
  );
}

/** Return what the first suggestion changes; nothing where the student's words are right, or were right before. */
function changeOf({ kind, suggestion }: ShownFinding, lines: Lines): Change | undefined {
  if (!suggestion || !kind.isError) {
    return undefined;
  }
  const change = withoutCommonEnds(suggestion, lines);
  const isNothing = !change.added && change.range.isEmpty;
  return isNothing || (!kind.isDue && change.added) ? undefined : change;
}

function hintOf(finding: ShownFinding, range: vscode.Range, change: Change, lines: Lines): TeacherHint {
  const { range: replaced, added } = change;
  if (replaced.isEmpty && (range.isEmpty || replaced.start.isEqual(range.end))) {
    return { position: range.isEmpty ? range.start : replaced.start, text: added, isInsertion: true, finding };
  }
  const { start, end, isSingleLine } = range.union(replaced);
  const line = lines(start.line);
  const [before, after] = [
    line.slice(start.character, replaced.start.character),
    line.slice(replaced.end.character, end.character),
  ];
  const words = [before, added, after].join(replaced.isEmpty ? ' ' : '');
  return { position: end, text: oneLine(isSingleLine ? words : added), isInsertion: false, finding };
}

/** Return a suggestion without the words at its ends that the student has, too; a part of a word as the whole word. */
function withoutCommonEnds(suggestion: Finding['suggestions'][number], lines: Lines): Change {
  const { before, text, whole } = suggestion;
  const range = toRange(suggestion.range);
  const { line, character } = range.start;
  if (whole) {
    return { range: wholeWords(range, lines), added: oneLine(whole.after) };
  }
  if (!range.isSingleLine || lines(line).slice(character, range.end.character) !== before) {
    return { range, added: oneLine(text) };
  }
  const [old, fresh] = [wordsIn(before), wordsIn(text)];
  const tail = commonLength([...old].reverse(), [...fresh].reverse());
  const [rest, added] = [old.slice(0, old.length - tail), fresh.slice(0, fresh.length - tail)];
  const head = commonLength(rest, added);
  const last = rest.at(-1);
  const end = character + (last ? last.index + last[0].length : 0);
  const gone = rest[head];
  const start = gone ? character + gone.index : end;
  const words = added.slice(head).map(([word]) => word);
  return { range: new vscode.Range(line, start, line, end), added: words.join(' ') };
}

/** Return the number of equal words at the beginning of two lists. */
function commonLength(one: readonly RegExpExecArray[], other: readonly RegExpExecArray[]): number {
  const different = one.findIndex(([word], index) => word !== other[index]?.[0]);
  return different < 0 ? one.length : different;
}

function wordsIn(text: string): RegExpExecArray[] {
  return [...text.matchAll(/\S+/g)];
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** Return a range whose ends are in no word: `do[n't]` is `[don't]`. An empty range stays where it is. */
export function wholeWords(range: vscode.Range, lines: Lines): vscode.Range {
  const wordAround = ({ line, character }: vscode.Position): readonly [number, number] => {
    const words = [...lines(line).matchAll(WORD)].map(({ index, 0: word }) => [index, index + word.length] as const);
    return words.find(([start, end]) => start < character && character < end) ?? [character, character];
  };
  const { start, end, isEmpty } = range;
  return isEmpty ? range : new vscode.Range(start.line, wordAround(start)[0], end.line, wordAround(end)[1]);
}

function meets(one: vscode.Range, other: vscode.Range): boolean {
  return one.start.isBefore(other.end) && other.start.isBefore(one.end);
}
