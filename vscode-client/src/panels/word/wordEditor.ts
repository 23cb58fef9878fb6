import { isDeepStrictEqual } from 'node:util';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { fileOfView, isView, OPEN_LINK, type ViewProblems } from '../../marks/views';
import { type FrontEditor, reveal } from '../../frontEditor';
import { ALL_PLACES } from '../../marks/decorations';
import type { MarkStore } from '../../marks/markStore';
import { onDidChangeVocabulary } from '../../marks/markText';
import type { RemedyRequest } from '../messages';
import { PanelPage, reportFailure } from '../panelPage';
import { type FromWordPage, type ShownText, type ToWordPage, type WordButton } from './wordMessages';
import {
  captionOf,
  cardOf,
  choicesOf,
  followLink,
  hintsIn,
  placesOf,
  remarksOf,
  SET_UP,
  type WordCard,
  WordSource,
} from './wordSource';

/** The editor of Word documents and OpenDocument texts, which VS Code opens itself. */
const WORD = 'markscheme.word';

/** The same editor for RTF, which VS Code shows as the text that it is unless a person asks for this editor. */
const RICH_TEXT = 'markscheme.richText';

/** The open Word documents. */
export class WordEditors implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
  private readonly editors = new Set<WordEditor>();
  private readonly targets = new Map<string, WordTarget>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly services: WordServices,
    private readonly front: FrontEditor,
  ) {
    this.subscriptions = [
      ...[WORD, RICH_TEXT].map((type) =>
        vscode.window.registerCustomEditorProvider(type, this, { supportsMultipleEditorsPerDocument: true }),
      ),
      vscode.commands.registerCommand('markscheme.openAsText', () => this.active?.openText()),
      vscode.commands.registerCommand('markscheme.openMarked', (uri?: vscode.Uri) => this.openMarked(uri)),
      vscode.commands.registerCommand('markscheme.openPlace', (uri: vscode.Uri, range: vscode.Range) =>
        this.openPlace(uri, range),
      ),
      vscode.commands.registerCommand(OPEN_LINK, (link: string) => this.openLink(link)),
    ];
  }

  /** The editor in front. */
  get active(): WordEditor | undefined {
    return [...this.editors].find(({ panel }) => panel.active);
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    const editor = new WordEditor(panel, uri, this.services);
    const follow = (): void => {
      this.front.setView(editor, panel.active ? editor.uri : undefined);
    };
    this.editors.add(editor);
    editor.onDidChangeShown(follow);
    panel.onDidChangeViewState(follow);
    panel.onDidDispose(() => {
      this.editors.delete(editor);
      this.front.setView(editor, undefined);
      editor.dispose();
    });
    this.services.connection.start().catch(() => undefined);
    void editor.show(this.targets.get(uri.toString()) ?? { view: undefined, range: undefined, takesFocus: false });
    this.targets.delete(uri.toString());
  }

  /** Show the text of a view in its file's editor, at a range. */
  async show(view: vscode.Uri, range: vscode.Range | undefined, takesFocus: boolean): Promise<void> {
    const file = fileOfView(view);
    const target: WordTarget = { view: view.toString(), range, takesFocus };
    const open = [...this.editors].find((editor) => editor.file.toString() === file.toString());
    if (open) {
      open.panel.reveal(undefined, !takesFocus);
      await open.show(target);
      return;
    }
    this.targets.set(file.toString(), target);
    await openFile(file, takesFocus);
  }

  /** Open a file, chosen in the explorer or in front, in its editor of marked texts. */
  private async openMarked(uri: vscode.Uri | undefined): Promise<void> {
    const file = uri ?? this.active?.file ?? vscode.window.activeTextEditor?.document.uri;
    if (file) {
      await openFile(file, true);
    }
  }

  /** Go to a place, in the text of a Word document or in another file. */
  async openPlace(uri: vscode.Uri, range: vscode.Range): Promise<void> {
    if (isView(uri)) {
      await this.show(uri, range, true);
    } else {
      await reveal(uri, range);
    }
  }

  /** Go to the place of a card's link: a file's or a view's URI with a fragment such as `L3,5`, both from 1. */
  private async openLink(link: string): Promise<void> {
    const uri = vscode.Uri.parse(link);
    const [, line = '1', column = '1'] = /^L(\d+)(?:,(\d+))?$/.exec(uri.fragment) ?? [];
    const start = new vscode.Position(Number(line) - 1, Number(column) - 1);
    await this.openPlace(uri.with({ fragment: '' }), new vscode.Range(start, start));
  }
}

/** Open a file in its editor of marked texts. */
async function openFile(file: vscode.Uri, takesFocus: boolean): Promise<void> {
  const type = file.path.toLowerCase().endsWith('.rtf') ? RICH_TEXT : WORD;
  await vscode.commands.executeCommand('vscode.openWith', file, type, { preserveFocus: !takesFocus });
}

/** Where to go in a file: one of its texts, and a range of it. */
interface WordTarget {
  readonly view: string | undefined;
  readonly range: vscode.Range | undefined;
  readonly takesFocus: boolean;
}

/** What an editor needs of the extension. */
interface WordServices {
  readonly extension: vscode.Uri;
  readonly connection: Connection;
  readonly marks: MarkStore;
  readonly problems: ViewProblems;
}

/** One open Word document: shows one of its texts with the marks, and follows both. */
class WordEditor implements vscode.Disposable {
  private readonly page: PanelPage<FromWordPage, ToWordPage>;
  private readonly source: WordSource;
  private readonly subscriptions: { dispose(): unknown }[];
  private readonly shownChanged = new vscode.EventEmitter<void>();
  private text: ShownText | undefined;
  private lenses: readonly vscode.CodeLens[] = [];
  private card: WordCard | undefined;
  /** The place whose card was requested last. */
  private wanted = 0;
  private last: ToWordPage = { type: 'waiting' };
  private target: WordTarget | undefined;
  /** The place that the person is at. */
  private at = 0;
  /** Whether the page has sent `ready` and is not hidden, where it would lose messages. */
  private isReady = false;
  private ids = 0;
  private isDisposed = false;

  /** The editor shows another text, or none. */
  readonly onDidChangeShown = this.shownChanged.event;

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly file: vscode.Uri,
    private readonly services: WordServices,
  ) {
    const { connection, marks, extension } = services;
    this.page = new PanelPage(panel, extension, {
      name: 'word',
      title: this.name,
      receive: (message) => void reportFailure(this.receive(message)),
      retry: () => void this.load(),
    });
    this.source = new WordSource(file, connection);
    const renderIfShown = (uri: vscode.Uri): void => {
      if (this.source.isShown(uri)) {
        void this.render();
      }
    };
    this.subscriptions = [
      this.page,
      this.source,
      this.shownChanged,
      this.source.onDidChange(() => void this.load()),
      connection.onDidPublish(renderIfShown),
      marks.onDidChange(renderIfShown),
      onDidChangeVocabulary(() => void this.render()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`markscheme.${ALL_PLACES}`)) {
          void this.render();
        }
      }),
      panel.onDidChangeViewState(() => {
        this.isReady &&= panel.visible;
      }),
    ];
  }

  /** The URI of the view that is shown. */
  get uri(): vscode.Uri | undefined {
    return this.source.opened?.document.uri;
  }

  /** The place that the person is at; `undefined` without one. */
  get placeInFront(): { readonly uri: string; readonly range: ShownText['places'][number]['range'] } | undefined {
    const range = this.text?.places[this.at]?.range;
    return this.uri && range && { uri: this.uri.toString(), range };
  }

  private get name(): string {
    return this.file.path.split('/').at(-1) ?? this.file.path;
  }

  dispose(): void {
    this.isDisposed = true;
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Show one of the file's texts, at a range. */
  async show(target: WordTarget): Promise<void> {
    this.target = target;
    if (this.uri && this.isOf(target)) {
      this.goToTarget();
    } else {
      await this.load(target.view);
    }
  }

  /** Go to the next or the previous finding. */
  async goToFinding(method: 'markscheme/nextFinding' | 'markscheme/previousFinding'): Promise<void> {
    const { uri } = this;
    if (!uri || !this.text) {
      return;
    }
    const position = this.text.places[this.at]?.range.start ?? { line: 0, character: 0 };
    const textDocument = { uri: uri.toString() };
    const location = await this.services.connection.request(method, { textDocument, position });
    if (location) {
      this.page.post({ type: 'go', range: location.range, takesFocus: true });
    } else {
      this.page.post({ type: 'notice', text: l10n.t('This document has no more findings.') });
    }
  }

  /** Open the view in a text editor. */
  async openText(): Promise<void> {
    if (this.source.opened) {
      await vscode.window.showTextDocument(this.source.opened.document, { preview: false });
    }
  }

  private async receive(message: Exclude<FromWordPage, RemedyRequest>): Promise<void> {
    if ('id' in message) {
      await (message.id === this.text?.id ? this.receiveAbout(message, this.text) : undefined);
    } else if (message.type === 'ready') {
      this.begin(message.chosen);
    } else if (message.type === 'choose') {
      await this.load(message.uri);
    } else {
      await this.press(message.button);
    }
  }

  /** Receive a message about the text that is shown. */
  private async receiveAbout(message: Extract<FromWordPage, { readonly id: number }>, text: ShownText): Promise<void> {
    switch (message.type) {
      case 'at':
        this.at = message.place;
        break;
      case 'card':
        await this.showCard(message.place, text);
        break;
      case 'pick': {
        const picked = message.list === 'lenses' ? this.lenses : (this.card?.actions ?? []);
        await run(picked[message.number]?.command);
        break;
      }
      case 'follow':
        await (this.card && followLink(this.card, message.link));
        break;
    }
  }

  private async press(button: WordButton): Promise<void> {
    switch (button) {
      case 'next':
        return this.goToFinding('markscheme/nextFinding');
      case 'previous':
        return this.goToFinding('markscheme/previousFinding');
      case 'openText':
        return this.openText();
      case 'setUp':
        await vscode.commands.executeCommand(SET_UP, this.file);
    }
  }

  private begin(chosen: string | undefined): void {
    this.isReady = true;
    this.page.post(this.last);
    if (this.text) {
      void this.showBeside();
      this.goToTarget();
    } else {
      void this.load(this.target?.view ?? chosen);
    }
  }

  /** Request which texts the file has, and show one: the chosen one, or else the one that was shown, or else the first. */
  private async load(chosen = this.target?.view ?? this.uri?.toString()): Promise<void> {
    if (!(await this.source.open(chosen))) {
      return;
    }
    this.shownChanged.fire();
    if (this.source.opened) {
      await this.render();
    } else {
      this.text = undefined;
      this.update(this.source.condition);
    }
  }

  /** Show the view's text with its marks; wait while the marks are of an older text. */
  private async render(): Promise<void> {
    const shown = this.isDisposed ? undefined : this.shownText();
    if (!shown) {
      return;
    }
    if (!isDeepStrictEqual(shown, this.text && { ...this.text, id: shown.id })) {
      this.text = shown;
      this.update(shown);
      this.goToTarget();
    }
    await this.showBeside();
  }

  /** Return what there is to show; `undefined` without a document, and while its marks are of an older text. */
  private shownText(): ShownText | undefined {
    const { opened } = this.source;
    const { marks, problems } = this.services;
    const answer = opened && marks.of(opened.document.uri);
    if (!opened || (answer && answer.version !== opened.document.version)) {
      return undefined;
    }
    const { document, views, view, canSetUp } = opened;
    this.ids += 1;
    const isStranger = view.role === null;
    const noRole = isStranger ? [l10n.t('This document is not part of an exercise yet.')] : [];
    return {
      type: 'text',
      id: this.ids,
      title: this.name,
      caption: captionOf(views, view),
      choices: choicesOf(views),
      chosen: view.uri,
      lines: Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text),
      places: placesOf(problems, document.uri, answer),
      remarks: [...noRole, ...remarksOf(problems, document.uri)],
      canSetUp: isStranger && canSetUp,
    };
  }

  /** Show the lenses and the hints of the text; late ones of an earlier text are dropped. */
  private async showBeside(): Promise<void> {
    const { text } = this;
    const document = this.source.opened?.document;
    if (document && text) {
      await Promise.all([this.showLenses(document, text), this.showHints(document, text)]);
    }
  }

  private async showLenses({ uri }: vscode.TextDocument, { id }: ShownText): Promise<void> {
    const command = 'vscode.executeCodeLensProvider';
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[] | undefined>(command, uri);
    if (id === this.text?.id) {
      this.lenses = (lenses ?? []).filter((lens) => lens.command?.command.startsWith('markscheme.'));
      const shown = this.lenses.map((lens) => ({
        line: lens.range.start.line,
        title: lens.command?.title ?? '',
        tooltip: lens.command?.tooltip ?? '',
      }));
      this.page.post({ type: 'lenses', id, lenses: shown });
    }
  }

  private async showHints(document: vscode.TextDocument, { id }: ShownText): Promise<void> {
    const hints = await hintsIn(document);
    if (id === this.text?.id) {
      this.page.post({ type: 'hints', id, hints });
    }
  }

  /** Show the card of a place, unless another place's was requested since. */
  private async showCard(place: number, { id, places }: ShownText): Promise<void> {
    const { uri } = this;
    const marked = places[place];
    if (!uri || !marked) {
      return;
    }
    this.wanted = place;
    const card = await cardOf(this.services.connection, this.services.problems, uri, marked);
    if (id === this.text?.id && place === this.wanted) {
      this.card = card;
      const actions = card.actions.map(({ title }) => title);
      this.page.post({ type: 'card', id, place, messages: card.messages, markdown: card.markdown, actions });
    }
  }

  private goToTarget(): void {
    const { target } = this;
    if (target && this.text && this.isReady && this.isOf(target)) {
      this.target = undefined;
      if (target.range) {
        const { start, end } = target.range;
        this.page.post({ type: 'go', range: { start, end }, takesFocus: target.takesFocus });
      }
    }
  }

  /** Whether a target is in the text that is shown. */
  private isOf({ view }: WordTarget): boolean {
    return view === undefined || this.source.isShown(vscode.Uri.parse(view));
  }

  private update(message: ToWordPage): void {
    this.last = message;
    this.page.post(message);
  }
}

/** Run a command that an action or a lens of the server names. */
async function run(command: vscode.Command | undefined): Promise<void> {
  if (command) {
    await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
  }
}
