import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import { type Connection, LINKED_COMMANDS } from '../../connection';
import { isView, OPEN_LINK, type ViewProblems } from '../../marks/views';
import { emphasisOf, showsAllPlaces } from '../../marks/decorations';
import { doubtsOf, textOf, vocabularyOf } from '../../marks/markText';
import { toRange } from '../../frontEditor';
import { type DocumentAnswer, isEstimate } from '../../protocol/methods';
import type { View, Views } from '../../protocol/contract';
import { DOUBT, VERDICTS } from '../../protocol/vocabularies';
import { normalUri } from '../folderPanels';
import type { Failed } from '../messages';
import { failureOf, withoutServer } from '../panelPage';
import { type MarkedPlace, type ShownHint, type TextChoice } from './wordMessages';

/** The command of the page for a first exercise; it is offered where it exists. */
export const SET_UP = 'markscheme.setUp';

/** A file's texts, and the one that is open. */
interface OpenedText {
  readonly views: Views;
  /** The open text as the server lists it. */
  readonly view: View;
  readonly document: vscode.TextDocument;
  /** Whether the page for a first exercise can be shown. */
  readonly canSetUp: boolean;
}

/** What to show in place of a text. */
type Condition = { readonly type: 'waiting' } | Failed;

/**
 * The texts of one Word document. One of them is open as a text document of VS Code, its view.
 *
 * The language client keeps the server informed about the view. VS Code closes a document that no editor shows after some
 * minutes; it is then opened again.
 */
export class WordSource implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: { dispose(): unknown }[];
  private current: OpenedText | Condition = { type: 'waiting' };
  private loads = 0;

  /** The file has come, changed or gone, the view is closed, or the server has started or stopped: open it again. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly file: vscode.Uri,
    private readonly connection: Connection,
  ) {
    const change = (): void => this.changed.fire();
    this.subscriptions = [
      this.changed,
      watcherOf(file, change),
      connection.onDidChangeState(change),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (this.isShown(uri)) {
          change();
        }
      }),
    ];
  }

  get opened(): OpenedText | undefined {
    return 'views' in this.current ? this.current : undefined;
  }

  /** What to show if no text is open. */
  get condition(): Condition {
    return 'views' in this.current ? { type: 'waiting' } : this.current;
  }

  /** Whether a document is the view. */
  isShown(uri: vscode.Uri): boolean {
    return this.opened?.document.uri.toString() === uri.toString();
  }

  /** Open a text: the chosen one, or else the first. Return whether it is what was requested last. */
  async open(chosen: string | undefined): Promise<boolean> {
    this.loads += 1;
    const load = this.loads;
    const opened = await this.openNow(chosen);
    const isLast = load === this.loads;
    this.current = isLast ? opened : this.current;
    return isLast;
  }

  dispose(): void {
    // No request is the last one any more.
    this.loads = NaN;
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async openNow(chosen: string | undefined): Promise<OpenedText | Condition> {
    if (this.connection.state !== 'running') {
      return withoutServer(this.connection);
    }
    try {
      const canSetUp = (await vscode.commands.getCommands(true)).includes(SET_UP);
      const textDocument = { uri: this.file.toString() };
      const views = await this.connection.request('markscheme/views', { textDocument });
      const isChosen = ({ uri }: View): boolean => chosen !== undefined && normalUri(uri) === normalUri(chosen);
      const view = views?.views.find(isChosen) ?? views?.views[0];
      if (!views || !view) {
        throw new Error(l10n.t('This document has no text that could be shown.'));
      }
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(view.uri));
      return { views, view, document, canSetUp };
    } catch (error) {
      const failure = failureOf(error);
      return { ...failure, message: sentence(failure.message) };
    }
  }
}

/** Return a message of the server as a sentence. */
function sentence(message: string): string {
  const text = message.charAt(0).toLocaleUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Call a function when a file comes, changes or goes. */
function watcherOf(file: vscode.Uri, change: () => void): vscode.Disposable {
  const folder = vscode.Uri.joinPath(file, '..');
  const name = (file.path.split('/').at(-1) ?? '').replace(/[[\]{}*?]/g, '?');
  const files = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, name));
  const changed = (uri: vscode.Uri): void => {
    if (uri.toString() === file.toString()) {
      change();
    }
  };
  return vscode.Disposable.from(
    files,
    files.onDidChange(changed),
    files.onDidCreate(changed),
    files.onDidDelete(changed),
  );
}

/** The look of a place that no finding of the document explains, such as a disagreement of references. */
const OTHER = 'other';

/** The values of `editor.inlayHints.enabled` with which hints are shown. */
const SHOWN_HINTS = ['on', 'onUnlessPressed'];

/** Codes of diagnostics about the document as a whole. */
const REMARKS = ['document-problem', 'other-language', 'reference-ends-early', 'mark-reopened'];

/** Return the places to be framed: the findings, then whatever else the server has to say about a place. */
export function placesOf(
  problems: ViewProblems,
  uri: vscode.Uri,
  answer: DocumentAnswer | undefined,
): readonly MarkedPlace[] {
  const places = answer ? findingsOf(uri, answer) : [];
  const others = problems
    .of(uri)
    .filter((diagnostic) => !isRemark(diagnostic))
    .filter(({ range }) => !places.some((place) => toRange(place.range).isEqual(range)))
    .map(({ range, code, message }) => ({
      range: plainRange(range),
      look: lookOf(code),
      emphasis: 'frame' as const,
      label: message,
    }));
  return [...places, ...others];
}

/** Return what the server says about the document as a whole. */
export function remarksOf(problems: ViewProblems, uri: vscode.Uri): readonly string[] {
  return problems
    .of(uri)
    .filter(isRemark)
    .map(({ message }) => message);
}

/** Return the hints in a document, as text editors show them; none if the settings of text editors hide them. */
export async function hintsIn(document: vscode.TextDocument): Promise<readonly ShownHint[]> {
  const shows = vscode.workspace.getConfiguration('editor', document).get<string>('inlayHints.enabled', 'on');
  if (!SHOWN_HINTS.includes(shows)) {
    return [];
  }
  const hints = await vscode.commands.executeCommand<vscode.InlayHint[] | undefined>(
    'vscode.executeInlayHintProvider',
    document.uri,
    document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)),
  );
  return (hints ?? []).map(({ position, label, tooltip }) => ({
    line: position.line,
    character: position.character,
    text: typeof label === 'string' ? label : label.map(({ value }) => value).join(''),
    tooltip: typeof tooltip === 'string' ? tooltip : (tooltip?.value ?? ''),
  }));
}

/** Return the texts of a file as a person chooses them. */
export function choicesOf({ views }: Views): readonly TextChoice[] {
  return views.map((view) => ({ uri: view.uri, label: roleText(view) }));
}

/** Return whose text it is, and of which exercise. */
export function captionOf({ exercise }: Views, view: View): string {
  return view.role === null ? '' : [roleText(view), exercise].filter(Boolean).join(' · ');
}

function roleText({ label, role }: View): string {
  if (role === 'source') {
    return l10n.t('The text before corrections');
  }
  return role === 'reference' ? l10n.t('Teacher’s correction: {0}', label) : label;
}

function findingsOf(uri: vscode.Uri, answer: DocumentAnswer): readonly MarkedPlace[] {
  if (isEstimate(answer)) {
    const label = l10n.t('to check');
    return doubtsOf(answer).map(([, { range }]) => ({ range, look: DOUBT.name, emphasis: 'frame', label }));
  }
  const vocabulary = vocabularyOf(uri);
  const text = textOf(vocabulary);
  const showsAll = showsAllPlaces(uri);
  return vocabulary.findingsOf(answer).map((finding) => ({
    range: finding.range,
    look: finding.look.name,
    emphasis: emphasisOf(finding, vocabulary, showsAll) ?? 'none',
    label: [text.title(finding), ...text.details(finding, true)].join(', '),
  }));
}

function isRemark(diagnostic: vscode.Diagnostic): boolean {
  return REMARKS.includes(codeOf(diagnostic.code));
}

function lookOf(code: vscode.Diagnostic['code']): string {
  return VERDICTS.find(({ id }) => id === codeOf(code))?.name ?? OTHER;
}

function codeOf(code: vscode.Diagnostic['code']): string {
  return String(typeof code === 'object' ? code.value : code);
}

function plainRange({ start, end }: vscode.Range): MarkedPlace['range'] {
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}

/** What there is to say and to do about a place of a view. */
export interface WordCard {
  /** The problems at the place, where there is no card. */
  readonly messages: readonly string[];
  /** The card, as text editors show it; its links decide. */
  readonly markdown: string;
  /** What the light bulb has, where no link of the card does anything. */
  readonly actions: readonly vscode.CodeAction[];
}

/** Follow a link of a card: to a command that cards may name, or to a place. A link of another kind does nothing. */
export async function followLink(card: WordCard, link: string): Promise<void> {
  const uri = vscode.Uri.parse(link);
  if (!card.markdown.includes(link)) {
    return;
  }
  if (uri.scheme === 'command' && LINKED_COMMANDS.includes(uri.path)) {
    const parameters: unknown = JSON.parse(uri.query || '[]');
    await vscode.commands.executeCommand(uri.path, ...(Array.isArray(parameters) ? (parameters as unknown[]) : []));
  } else if (uri.scheme === 'file' || isView(uri)) {
    await vscode.commands.executeCommand(OPEN_LINK, link);
  }
}

/** Request the card of a place. */
export async function cardOf(
  connection: Connection,
  problems: ViewProblems,
  uri: vscode.Uri,
  { range }: MarkedPlace,
): Promise<WordCard> {
  const hover = await connection.request('textDocument/hover', {
    textDocument: { uri: uri.toString() },
    position: range.start,
  });
  const markdown = hover?.contents.value ?? '';
  if (LINKED_COMMANDS.some((command) => markdown.includes(`](command:${command}`))) {
    return { messages: [], markdown, actions: [] };
  }
  const place = toRange(range);
  const messages = problems.of(uri).filter((problem) => markdown === '' && problem.range.isEqual(place));
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[] | undefined>(
    'vscode.executeCodeActionProvider',
    uri,
    place,
    vscode.CodeActionKind.QuickFix.value,
  );
  return {
    messages: messages.map(({ message }) => message),
    markdown,
    actions: (actions ?? []).filter(({ command }) => command?.command.startsWith('markscheme.')),
  };
}
