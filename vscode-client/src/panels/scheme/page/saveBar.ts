import { fillTemplate } from '../../../template';
import { button, element } from '../../page/elements';
import type { SchemeStrings } from '../schemeStrings';

/** What a teacher does at the end of the page. */
export interface SaveListener {
  saved(): void;
  undone(): void;
  /** `markscheme.toml` is opened. */
  opened(): void;
}

/** The end of the page, always in sight: the buttons that write the draft or take it back. */
export class SaveBar {
  readonly element: HTMLElement;
  private readonly save: HTMLButtonElement;
  private readonly undo: HTMLButtonElement;
  private readonly mark = element('p', { class: 'short-mark' });
  private readonly words = element('p', { class: 'note', attributes: { id: 'save-words' } });

  constructor(
    private readonly strings: SchemeStrings,
    private readonly folder: string,
    listener: SaveListener,
  ) {
    this.save = this.button(strings.save, 'save', 'primary', () => {
      listener.saved();
    });
    this.undo = this.button(strings.undo, 'undo', 'plain', () => {
      listener.undone();
    });
    const open = (): void => {
      listener.opened();
    };
    const file = button(strings.openFile, open, { class: 'plain', attributes: { 'data-key': 'open-file' } });
    this.element = element(
      'footer',
      { class: 'write' },
      element('div', { class: 'line' }, this.save, this.undo, this.mark, this.words, file),
    );
  }

  show(isChanged: boolean): void {
    for (const each of [this.save, this.undo]) {
      each.setAttribute('aria-disabled', String(!isChanged));
    }
    this.words.textContent = isChanged ? this.strings.changed : fillTemplate(this.strings.kept, this.folder);
  }

  /** Show the mark of the student of the preview. */
  showMark(mark: string): void {
    this.mark.textContent = mark;
  }

  showSaved(): void {
    this.words.textContent = this.strings.saved;
  }

  private button(label: string, key: string, look: string, press: () => void): HTMLButtonElement {
    const guarded = (): void => {
      if (this.save.getAttribute('aria-disabled') !== 'true') {
        press();
      }
    };
    return button(label, guarded, { class: look, attributes: { 'data-key': key, 'aria-describedby': 'save-words' } });
  }
}
