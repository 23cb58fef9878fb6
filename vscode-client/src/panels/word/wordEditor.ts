import { isDeepStrictEqual } from 'node:util';

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { ALL_PLACES } from '../../marks/decorations';
import type { MarkStore } from '../../marks/markStore';
import { onDidChangeVocabulary } from '../../marks/vocabularyText';
import type { ViewProblems } from '../../marks/viewProblems';
import type { DocumentAnswer } from '../../protocol/methods';
import { reasonOf } from '../../reason';
import type { RemedyRequest } from '../messages';
import { PanelPage } from '../panelPage';
import { WordBeside } from './wordBeside';
import { readFromWordPage, type FromWordPage, type ShownText, type ToWordPage, type WordButton } from './wordMessages';
import { SET_UP, WordSource } from './wordSource';
import { wordStrings } from './wordStrings';
import { captionOf, choicesOf, placesOf, remarksOf } from './wordText';

/** Where to go in a file: one of its texts, and a range of it. */
export interface WordTarget {
  readonly view: string | undefined;
  readonly range: vscode.Range | undefined;
  readonly takesFocus: boolean;
}

/** What an editor needs of the extension. */
export interface WordServices {
  readonly extension: vscode.Uri;
  readonly connection: Connection;
  readonly marks: MarkStore;
  readonly problems: ViewProblems;
}

/** One open Word document: shows one of its texts with the marks, and follows both. */
export class WordEditor implements vscode.Disposable {
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
      read: readFromWordPage,
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
