import { isDeepStrictEqual } from 'node:util';

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { fileOfView, isView, OPEN_LINK, type ViewProblems } from '../../marks/views';
import { type FrontEditor, reveal } from '../../frontEditor';
import { ALL_PLACES } from '../../marks/decorations';
import type { MarkStore } from '../../marks/markStore';
import { onDidChangeVocabulary } from '../../marks/markText';
import type { DocumentAnswer } from '../../protocol/methods';
import { reasonOf } from '../../words';
import type { RemedyRequest } from '../messages';
import { PanelPage } from '../panelPage';
import {
  type FromWordPage,
  type ShownText,
  type ToWordPage,
  type WordButton,
  type WordList,
  wordStrings,
} from './wordMessages';
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
    const target = this.targets.get(uri.toString());
    this.targets.delete(uri.toString());
    void editor.show(target ?? { view: undefined, range: undefined, takesFocus: false });
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
    const type = file.path.toLowerCase().endsWith('.rtf') ? RICH_TEXT : WORD;
    await vscode.commands.executeCommand('vscode.openWith', file, type, { preserveFocus: !takesFocus });
  }

  /** Open a file, chosen in the explorer or in front, in its editor of marked texts. */
  private async openMarked(uri: vscode.Uri | undefined): Promise<void> {
    const file = uri ?? this.active?.file ?? vscode.window.activeTextEditor?.document.uri;
    if (file) {
      const type = file.path.toLowerCase().endsWith('.rtf') ? RICH_TEXT : WORD;
      await vscode.commands.executeCommand('vscode.openWith', file, type);
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
  private readonly beside: WordBeside;
  private readonly subscriptions: { dispose(): unknown }[];
  private readonly shownChanged = new vscode.EventEmitter<void>();
  private text: ShownText | undefined;
  private last: ToWordPage = { type: 'waiting' };
  private target: WordTarget | undefined;
  private at = 0;
  /** Whether the page has sent `ready` and is not hidden, where it would lose messages. */
  private isReady = false;
  private ids = 0;
  private isDisposed = false;

  private readonly buttons: Readonly<Record<WordButton, () => Promise<void>>> = {
    next: () => this.goToFinding('markscheme/nextFinding'),
    previous: () => this.goToFinding('markscheme/previousFinding'),
    openText: () => this.openText(),
    setUp: async () => {
      await vscode.commands.executeCommand(SET_UP, this.file);
    },
  };

  /** The editor shows another text, or none. */
  readonly onDidChangeShown = this.shownChanged.event;

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly file: vscode.Uri,
    private readonly services: WordServices,
  ) {
    const { connection, marks, problems, extension } = services;
    this.page = new PanelPage(panel, extension, {
      name: 'word',
      title: this.name,
      receive: (message) => {
        void this.receive(message).catch((error: unknown) => {
          void vscode.window.showErrorMessage(reasonOf(error));
        });
      },
      retry: () => void this.load(),
    });
    this.source = new WordSource(file, connection);
    this.beside = new WordBeside(connection, problems, (message) => {
      this.page.post(message);
    });
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
    return this.source.document?.uri;
  }

  dispose(): void {
    this.isDisposed = true;
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Show one of the file's texts, at a range. */
  async show(target: WordTarget): Promise<void> {
    this.target = target;
    if (this.source.document && this.isOf(target)) {
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
      this.page.post({ type: 'notice', text: vscode.l10n.t('This document has no more findings.') });
    }
  }

  /** The place that the person is at; `undefined` without one. */
  get placeInFront(): { readonly uri: string; readonly range: ShownText['places'][number]['range'] } | undefined {
    const range = this.text?.places[this.at]?.range;
    return this.uri && range && { uri: this.uri.toString(), range };
  }

  /** Open the view in a text editor. */
  async openText(): Promise<void> {
    if (this.source.document) {
      await vscode.window.showTextDocument(this.source.document, { preview: false });
    }
  }

  private get name(): string {
    return this.file.path.split('/').at(-1) ?? this.file.path;
  }

  private async receive(message: Exclude<FromWordPage, RemedyRequest>): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.begin(message.chosen);
        break;
      case 'press':
        await this.buttons[message.button]();
        break;
      case 'choose':
        await this.load(message.uri);
        break;
      case 'at':
      case 'card':
      case 'pick':
      case 'follow':
        if (message.id === this.text?.id) {
          await this.receiveAbout(message);
        }
    }
  }

  /** Receive a message about the text that is shown. */
  private async receiveAbout(message: Extract<FromWordPage, { readonly id: number }>): Promise<void> {
    switch (message.type) {
      case 'at':
        this.at = message.place;
        break;
      case 'card':
        await this.beside.showCard(message);
        break;
      case 'pick':
        await this.beside.pick(message.list, message.number);
        break;
      case 'follow':
        await this.beside.follow(message.link);
        break;
    }
  }

  private begin(chosen: string | undefined): void {
    this.isReady = true;
    this.page.post({ type: 'words', language: vscode.env.language, strings: wordStrings() });
    this.page.post(this.last);
    if (this.last.type === 'text') {
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
    const { condition } = this.source;
    if (condition) {
      this.update(condition);
    } else {
      await this.render();
    }
  }

  /** Show the view's text with its marks; wait while the marks are of an older text. */
  private async render(): Promise<void> {
    const shown = this.newText();
    if (!shown || this.isDisposed) {
      return;
    }
    if (!this.text || !isDeepStrictEqual({ ...shown, id: 0 }, { ...this.text, id: 0 })) {
      this.text = shown;
      this.update(shown);
      this.goToTarget();
    }
    await this.showBeside();
  }

  private async showBeside(): Promise<void> {
    if (this.source.document && this.text) {
      await this.beside.show(this.source.document, this.text);
    }
  }

  /** Return what there is to show; `undefined` without a document, and while its marks are of an older text. */
  private newText(): ShownText | undefined {
    const { document } = this.source;
    const answer = document && this.services.marks.of(document.uri);
    const isOutdated = answer !== undefined && answer.version !== document?.version;
    return document && !isOutdated ? this.shownText(document, answer) : undefined;
  }

  private shownText(document: vscode.TextDocument, answer: DocumentAnswer | undefined): ShownText | undefined {
    const { views, view, canSetUp } = this.source;
    if (!views || !view) {
      return undefined;
    }
    this.ids += 1;
    const { problems } = this.services;
    const isStranger = view.role === null;
    const noRole = isStranger ? [vscode.l10n.t('This document is not part of an exercise yet.')] : [];
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
    if (message.type !== 'text') {
      this.text = undefined;
    }
    this.last = message;
    this.page.post(message);
  }
}

/** What an editor shows beside a text: lines above the paragraphs, hints in them, and the card of a place. */
class WordBeside {
  private document: vscode.TextDocument | undefined;
  private text: ShownText | undefined;
  private lenses: readonly vscode.CodeLens[] = [];
  private card: WordCard | undefined;
  /** The place whose card was requested last. */
  private wanted = 0;

  private readonly picks: Readonly<Record<WordList, (number: number) => Promise<void>>> = {
    actions: (number) => run(this.card?.actions[number]?.command),
    lenses: (number) => run(this.lenses[number]?.command),
  };

  constructor(
    private readonly connection: Connection,
    private readonly problems: ViewProblems,
    private readonly post: (message: ToWordPage) => void,
  ) {}

  /** Show the lines and the hints of a text; late ones of an earlier text are dropped. */
  async show(document: vscode.TextDocument, text: ShownText): Promise<void> {
    this.document = document;
    this.text = text;
    await Promise.all([this.showLenses(document, text), this.showHints(document, text)]);
  }

  /** Show the card of a place, unless another place's was requested since. */
  async showCard({ id, place }: { readonly id: number; readonly place: number }): Promise<void> {
    const { document, text } = this;
    const marked = text?.places[place];
    if (!document || !marked || id !== text.id) {
      return;
    }
    this.wanted = place;
    const card = await cardOf(this.connection, this.problems, document.uri, marked);
    if (this.isCurrent(text) && place === this.wanted) {
      this.card = card;
      const actions = card.actions.map(({ title }) => title);
      this.post({ type: 'card', id, place, messages: card.messages, markdown: card.markdown, actions });
    }
  }

  /** Do what the person has picked from the card or above the lines. */
  async pick(list: WordList, number: number): Promise<void> {
    await this.picks[list](number);
  }

  /** Follow a link of the card. */
  async follow(link: string): Promise<void> {
    if (this.card) {
      await followLink(this.card, link);
    }
  }

  private isCurrent({ id }: ShownText): boolean {
    return id === this.text?.id;
  }

  private async showLenses({ uri }: vscode.TextDocument, text: ShownText): Promise<void> {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[] | undefined>(
      'vscode.executeCodeLensProvider',
      uri,
    );
    if (this.isCurrent(text)) {
      this.lenses = (lenses ?? []).filter(({ command }) => command?.command.startsWith('markscheme.'));
      const shown = this.lenses.map(({ range, command }) => ({
        line: range.start.line,
        title: command?.title ?? '',
        tooltip: command?.tooltip ?? '',
      }));
      this.post({ type: 'lenses', id: text.id, lenses: shown });
    }
  }

  private async showHints(document: vscode.TextDocument, text: ShownText): Promise<void> {
    const hints = await hintsIn(document);
    if (this.isCurrent(text)) {
      this.post({ type: 'hints', id: text.id, hints });
    }
  }
}

/** Run a command that an action or a lens of the server names. */
async function run(command: vscode.Command | undefined): Promise<void> {
  if (command) {
    const parameters: readonly unknown[] = command.arguments ?? [];
    await vscode.commands.executeCommand(command.command, ...parameters);
  }
}
