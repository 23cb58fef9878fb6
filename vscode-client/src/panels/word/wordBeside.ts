import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { ViewProblems } from '../../marks/viewProblems';
import { cardOf, followLink, type WordCard } from './wordCard';
import type { ShownText, ToWordPage, WordList } from './wordMessages';
import { hintsIn } from './wordText';

/** What an editor shows beside a text: lines above the paragraphs, hints in them, and the card of a place. */
export class WordBeside {
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
