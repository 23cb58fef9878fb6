import * as vscode from 'vscode';

import type { FrontEditor } from '../../frontEditor';
import { OPEN_LINK } from '../../marks/cardLinks';
import { reveal } from '../../marks/places';
import { fileOfView, isView } from '../../exercises/views';
import { WordEditor, type WordServices, type WordTarget } from './wordEditor';

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
  private async openPlace(uri: vscode.Uri, range: vscode.Range): Promise<void> {
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
