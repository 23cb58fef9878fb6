import { fillTemplate } from '../../../template';
import type { SetUp } from '../../../protocol/contract';
import { button, element } from '../../page/elements';
import type { SetUpStrings } from '../setUpStrings';

/** What a teacher does at the end of the page. */
export interface WriteListener {
  /** `readOnly`: whether students' files are kept read-only; `null` where that can't be chosen. */
  written(readOnly: boolean | null): void;
  kept(readOnly: boolean): void;
  /** What students handed in is taken from a school's system. */
  imported(): void;
  /** The `markscheme.toml` that is there is opened. */
  openedPresent(): void;
  unfolded(isUnfolded: boolean): void;
}

/** The end of the page, always in sight: the button that writes `markscheme.toml`, and the file's text. */
export class WriteBar {
  readonly element: HTMLElement;
  private readonly write: HTMLButtonElement;
  private readonly present: HTMLButtonElement;
  private readonly importing: HTMLButtonElement;
  private readonly readOnly: HTMLInputElement;
  private readonly readOnlyLine: HTMLElement;
  private readonly words = element('p', { class: 'note', attributes: { id: 'write-words' } });
  private readonly text = element('pre', { attributes: { tabindex: '0', role: 'region' } });
  private readonly file: HTMLDetailsElement;

  constructor(
    private readonly strings: SetUpStrings,
    private readonly folder: string,
    showsFile: boolean,
    listener: WriteListener,
  ) {
    const press = (): void => {
      if (this.write.getAttribute('aria-disabled') !== 'true') {
        listener.written(this.readOnlyLine.hidden ? null : this.readOnly.checked);
      }
    };
    this.write = button(strings.write, press, {
      class: 'primary',
      attributes: { 'aria-describedby': 'write-words', 'data-key': 'write' },
    });
    const open = (): void => {
      listener.openedPresent();
    };
    this.present = button(strings.openPresent, open, { class: 'plain' });
    const bring = (): void => {
      listener.imported();
    };
    this.importing = button(strings.importClass, bring, { class: 'plain', attributes: { 'data-key': 'import' } });
    this.readOnly = element('input', {
      attributes: { type: 'checkbox', 'data-key': 'read-only' },
      on: {
        change: () => {
          listener.kept(this.readOnly.checked);
        },
      },
    });
    this.readOnlyLine = element('label', { class: 'filter' }, this.readOnly, strings.readOnly);
    this.text.setAttribute('aria-label', strings.showFile);
    this.file = element(
      'details',
      {
        on: {
          toggle: () => {
            listener.unfolded(this.file.open);
          },
        },
      },
      element('summary', {}, strings.showFile),
      this.text,
    );
    this.file.open = showsFile;
    this.element = element(
      'footer',
      { class: 'write' },
      element('div', { class: 'line' }, this.write, this.importing, this.words, this.present),
      this.readOnlyLine,
      this.file,
    );
  }

  show({ toml, exists }: SetUp, readOnly: boolean | null): void {
    const { strings } = this;
    const canWrite = toml !== '';
    this.importing.hidden = canWrite;
    this.readOnlyLine.hidden = readOnly === null || !canWrite;
    this.readOnly.checked = readOnly ?? false;
    this.write.textContent = exists ? strings.replace : strings.write;
    this.write.setAttribute('aria-disabled', String(!canWrite));
    const words = canWrite ? (exists ? strings.replaces : strings.writes) : strings.nothingToWrite;
    this.words.textContent = fillTemplate(words, this.folder);
    this.present.hidden = !exists;
    this.file.hidden = !canWrite;
    this.text.textContent = toml;
  }
}
