import { isDeepStrictEqual } from 'node:util';

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { MarkStore } from '../../marks/markStore';
import { onDidChangeVocabulary } from '../../marks/vocabularyText';
import type { View, Views } from '../../protocol/contract';
import type { DocumentAnswer } from '../../protocol/methods';
import { reasonOf } from '../../reason';
import type { Remedy } from '../messages';
import { PanelPage } from '../panelPage';
import { normalUri } from '../uris';
import { cardOf, followLink, type WordCard } from './wordCard';
import {
  readFromWordPage,
  type FromWordPage,
  type ShownText,
  type ToWordPage,
  type WordButton,
  type WordList,
} from './wordMessages';
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
}

/** The command of the page for a first exercise; it is offered where it exists. */
const SET_UP = 'markscheme.setUp';

/**
 * One open Word document: shows the text of its view with the marks, and follows both.
 *
 * The view is an open text document of VS Code, so that the language client keeps the server informed about it. VS Code
 * closes a document that no editor shows after some minutes; it is then opened again.
 */
export class WordEditor implements vscode.Disposable {
  private readonly page: PanelPage<FromWordPage, ToWordPage>;
  private readonly subscriptions: { dispose(): unknown }[];
  private readonly shownChanged = new vscode.EventEmitter<void>();
  private views: Views | undefined;
  private document: vscode.TextDocument | undefined;
  private text: ShownText | undefined;
  private lenses: readonly vscode.CodeLens[] = [];
  private card: WordCard | undefined;
  private last: ToWordPage = { type: 'waiting' };
  private target: WordTarget | undefined;
  private at = 0;
  /** The place whose card was requested last. */
  private asked = 0;
  /** Whether the page has sent `ready` and is not hidden, where it would lose messages. */
  private isReady = false;
  private ids = 0;
  private loads = 0;
  private isDisposed = false;
  private hasSetUp = false;

  private readonly buttons: Readonly<Record<WordButton, () => Promise<void>>> = {
    next: () => this.goToFinding('markscheme/nextFinding'),
    previous: () => this.goToFinding('markscheme/previousFinding'),
    openText: () => this.openText(),
    setUp: async () => {
      await vscode.commands.executeCommand(SET_UP, this.file);
    },
  };
  private readonly picks: Readonly<Record<WordList, (number: number) => Promise<void>>> = {
    actions: (number) => run(this.card?.actions[number]?.command),
    lenses: (number) => run(this.lenses[number]?.command),
  };
  private readonly remedies: Readonly<Record<Remedy, () => Promise<void>>> = {
    retry: () => this.load(),
    start: async () => {
      await vscode.commands.executeCommand('markscheme.restartServer');
    },
  };

  /** The editor shows another text, or none. */
  readonly onDidChangeShown = this.shownChanged.event;

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly file: vscode.Uri,
    private readonly services: WordServices,
  ) {
    const { connection, marks, extension } = services;
    const title = file.path.split('/').at(-1) ?? file.path;
    this.page = new PanelPage(panel, extension, 'word', title, readFromWordPage, (message) => {
      void this.receive(message).catch((error: unknown) => {
        void vscode.window.showErrorMessage(reasonOf(error));
      });
    });
    const renderIfShown = (uri: vscode.Uri): void => {
      if (this.isShown(uri)) {
        void this.render();
      }
    };
    this.subscriptions = [
      this.page,
      this.shownChanged,
      this.watcher(),
      connection.onDidChangeState(() => void this.load()),
      connection.onDidPublish(renderIfShown),
      marks.onDidChange(renderIfShown),
      onDidChangeVocabulary(() => void this.render()),
      panel.onDidChangeViewState(() => {
        this.isReady &&= panel.visible;
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (this.isShown(uri)) {
          void this.load();
        }
      }),
    ];
  }

  /** The URI of the view that is shown. */
  get uri(): vscode.Uri | undefined {
    return this.document?.uri;
  }

  dispose(): void {
    this.isDisposed = true;
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Show one of the file's texts, at a range. */
  async show(target: WordTarget): Promise<void> {
    this.target = target;
    if (this.document && (target.view === undefined || this.isShown(vscode.Uri.parse(target.view)))) {
      this.goToTarget();
    } else {
      await this.load(target.view);
    }
  }

  /** Go to the next or the previous finding. */
  async goToFinding(method: 'markscheme/nextFinding' | 'markscheme/previousFinding'): Promise<void> {
    if (!this.document || !this.text) {
      return;
    }
    const position = this.text.places[this.at]?.range.start ?? { line: 0, character: 0 };
    const textDocument = { uri: this.document.uri.toString() };
    const location = await this.services.connection.request(method, { textDocument, position });
    if (location) {
      this.page.post({ type: 'go', range: location.range, takesFocus: true });
    } else {
      this.page.post({ type: 'notice', text: vscode.l10n.t('This document has no more findings.') });
    }
  }

  /** Open the view in a text editor. */
  async openText(): Promise<void> {
    if (this.document) {
      await vscode.window.showTextDocument(this.document, { preview: false });
    }
  }

  private watcher(): vscode.Disposable {
    const folder = vscode.Uri.joinPath(this.file, '..');
    const name = (this.file.path.split('/').at(-1) ?? '').replace(/[[\]{}*?]/g, '?');
    const files = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, name));
    const reload = (uri: vscode.Uri): void => {
      if (uri.toString() === this.file.toString()) {
        void this.load();
      }
    };
    return vscode.Disposable.from(
      files,
      files.onDidChange(reload),
      files.onDidCreate(reload),
      files.onDidDelete(reload),
    );
  }

  private isShown(uri: vscode.Uri): boolean {
    return this.document?.uri.toString() === uri.toString();
  }

  private async receive(message: FromWordPage): Promise<void> {
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
        this.goTo(message);
        break;
      case 'card':
        await this.showCard(message);
        break;
      case 'pick':
        await this.pick(message);
        break;
      case 'follow':
        await this.follow(message.link);
        break;
      case 'remedy':
        await this.remedies[message.remedy]();
        break;
    }
  }

  /** Whether a message is about the text that is shown. */
  private isCurrent({ id }: { readonly id: number }): boolean {
    return id === this.text?.id;
  }

  private goTo(message: FromWordPage & { type: 'at' | 'card' }): void {
    if (this.isCurrent(message)) {
      this.at = message.place;
    }
  }

  private async follow(link: string): Promise<void> {
    if (this.card) {
      await followLink(this.card, link);
    }
  }

  private async pick(message: FromWordPage & { type: 'pick' }): Promise<void> {
    if (this.isCurrent(message)) {
      await this.picks[message.list](message.number);
    }
  }

  private begin(chosen: string | undefined): void {
    this.isReady = true;
    this.page.post({ type: 'words', language: vscode.env.language, strings: wordStrings() });
    this.page.post(this.last);
    if (this.last.type === 'text') {
      void this.showLenses(this.last);
      this.goToTarget();
    } else {
      void this.load(this.target?.view ?? chosen);
    }
  }

  /** Ask which texts the file has, and show one: the chosen one, or else the one that was shown, or else the first. */
  private async load(chosen = this.target?.view ?? this.uri?.toString()): Promise<void> {
    this.loads += 1;
    const load = this.loads;
    const [views, document, failure] = await this.opened(chosen);
    if (load !== this.loads || this.isDisposed) {
      return;
    }
    this.views = views;
    this.document = document;
    this.shownChanged.fire();
    if (failure) {
      this.update(failure);
    } else {
      await this.render();
    }
  }

  /** Return the texts of the file, and the open document of one; or what to show in their place. */
  private async opened(
    chosen: string | undefined,
  ): Promise<[views?: Views | undefined, document?: vscode.TextDocument | undefined, failure?: ToWordPage]> {
    if (this.services.connection.state !== 'running') {
      return [undefined, undefined, this.withoutServer()];
    }
    try {
      this.hasSetUp = (await vscode.commands.getCommands(true)).includes(SET_UP);
      const textDocument = { uri: this.file.toString() };
      const views = await this.services.connection.request('markscheme/views', { textDocument });
      const view = viewIn(views, chosen);
      if (!view) {
        throw new Error(wordStrings().noText);
      }
      return [views, await vscode.workspace.openTextDocument(vscode.Uri.parse(view.uri))];
    } catch (error) {
      return [undefined, undefined, { type: 'failed', message: reasonOf(error), remedy: 'retry' }];
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
    await this.showLenses(this.text);
  }

  /** Return what there is to show; `undefined` without a document, and while its marks are of an older text. */
  private newText(): ShownText | undefined {
    const { document, views } = this;
    const view = viewIn(views, document?.uri.toString());
    const answer = document && this.services.marks.of(document.uri);
    const isOutdated = answer !== undefined && answer.version !== document?.version;
    return document && views && view && !isOutdated ? this.shownText(document, answer, views, view) : undefined;
  }

  private shownText(
    document: vscode.TextDocument,
    answer: DocumentAnswer | undefined,
    views: Views,
    view: View,
  ): ShownText {
    this.ids += 1;
    const isStranger = view.role === null;
    const noRole = isStranger ? [vscode.l10n.t('This document is not part of an exercise yet.')] : [];
    return {
      type: 'text',
      id: this.ids,
      title: this.file.path.split('/').at(-1) ?? '',
      caption: captionOf(views, view),
      choices: choicesOf(views),
      chosen: view.uri,
      lines: Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text),
      places: placesOf(document.uri, answer),
      remarks: [...noRole, ...remarksOf(document.uri)],
      canSetUp: isStranger && this.hasSetUp,
    };
  }

  private async showLenses({ id }: ShownText): Promise<void> {
    const { document } = this;
    if (!document) {
      return;
    }
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[] | undefined>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    if (id === this.text?.id && !this.isDisposed) {
      this.lenses = (lenses ?? []).filter(({ command }) => command?.command.startsWith('markscheme.'));
      const shown = this.lenses.map(({ range, command }) => ({
        line: range.start.line,
        title: command?.title ?? '',
        tooltip: command?.tooltip ?? '',
      }));
      this.page.post({ type: 'lenses', id, lenses: shown });
    }
  }

  private async showCard({ id, place }: { readonly id: number; readonly place: number }): Promise<void> {
    const { document, text } = this;
    const marked = text?.places[place];
    if (!document || !marked || id !== text.id) {
      return;
    }
    this.asked = place;
    const card = await cardOf(this.services.connection, document.uri, marked);
    if (id === this.text?.id && place === this.asked) {
      this.card = card;
      const actions = card.actions.map(({ title }) => title);
      this.page.post({ type: 'card', id, place, messages: card.messages, markdown: card.markdown, actions });
    }
  }

  private goToTarget(): void {
    const { target } = this;
    if (
      target &&
      this.text &&
      this.isReady &&
      (target.view === undefined || this.isShown(vscode.Uri.parse(target.view)))
    ) {
      this.target = undefined;
      if (target.range) {
        const { start, end } = target.range;
        this.page.post({ type: 'go', range: { start, end }, takesFocus: target.takesFocus });
      }
    }
  }

  private withoutServer(): ToWordPage {
    const { state, failure } = this.services.connection;
    if (state === 'starting') {
      return { type: 'waiting' };
    }
    const message = failure ?? vscode.l10n.t('Markscheme’s server is not running.');
    return { type: 'failed', message, remedy: 'start' };
  }

  private update(message: ToWordPage): void {
    if (message.type !== 'text') {
      this.text = undefined;
    }
    this.last = message;
    this.page.post(message);
  }
}

/** Return the view with a URI, or else the first one. */
function viewIn(views: Views | undefined, uri: string | undefined): View | undefined {
  const named = uri === undefined ? undefined : views?.views.find((view) => normalUri(view.uri) === normalUri(uri));
  return named ?? views?.views[0];
}

/** Run a command that an action or a lens of the server names. */
async function run(command: vscode.Command | undefined): Promise<void> {
  if (command) {
    const parameters: readonly unknown[] = command.arguments ?? [];
    await vscode.commands.executeCommand(command.command, ...parameters);
  }
}
