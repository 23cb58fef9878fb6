import '../../page/panel.css';
import '../../page/form.css';
import './scheme.css';

import type { SchemeFault, SchemeForm, SchemePreview } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import type { Folder } from '../../messages';
import { Numbers } from '../../numbers';
import { AwaitedFocus, button, element, failureBox, focusedKey, focusOn } from '../../page/elements';
import { Host, keepScroll } from '../../page/host';
import { type Draft, draftOf, isSame, tableOf, valuesOf, withPreset } from '../draft';
import type {
  FromSchemePage,
  SchemePageState,
  SchemeStrings,
  ShownForm,
  ShownPreview,
  ToSchemePage,
} from '../schemeMessages';
import { presetChoice, schemeForm } from './form';
import { markText, previewParts, type PreviewView } from './preview';
import { Fields, type SchemeView, select } from './rows';

const EMPTY: Draft = { numbers: {} };

/** The page of a mark scheme. It has the draft, and shows what the extension sends for it. */
class SchemePage {
  private strings: SchemeStrings | undefined;
  private language = 'en';
  private folder: Folder = { uri: '', name: '' };
  private form: SchemeForm | undefined;
  private draft: Draft | null = null;
  private revision = 0;
  private preview: SchemePreview | undefined;
  private refused: readonly SchemeFault[] = [];
  private fields = new Fields();
  private saveBar: SaveBar | undefined;
  private readonly focus = new AwaitedFocus('input, select, button');
  private readonly bar = element('div', { class: 'bar-of-progress', attributes: { hidden: '' } });
  private readonly head = element('header', { class: 'heading' });
  private readonly notice = element('div', { class: 'notice' });
  private readonly parts = element('div', { class: 'form' });
  private readonly beside = element('div', {});
  private readonly content = element('div', { class: 'columns', attributes: { hidden: '' } });
  private readonly foot = element('div', { class: 'foot' });
  private readonly status = element('p', { class: 'visually-hidden', attributes: { role: 'status' } });

  constructor(
    root: HTMLElement,
    private readonly host: Host<ToSchemePage, FromSchemePage, SchemePageState>,
  ) {
    root.append(this.bar, this.head, this.notice, this.content, this.foot, this.status);
    host.listen((message) => {
      this.receive(message);
    });
    keepScroll(host);
    host.post({ type: 'ready', exercise: host.state.exercise ?? null });
  }

  private receive(message: ToSchemePage): void {
    if (message.type === 'words') {
      this.begin(message);
    } else if (this.strings) {
      this.update(message, this.strings);
    }
  }

  private begin({ strings, folder, language }: Extract<ToSchemePage, { type: 'words' }>): void {
    [this.strings, this.folder, this.language] = [strings, folder, language];
    document.documentElement.lang = language;
    this.head.replaceChildren(this.title(strings));
    const aside = element(
      'aside',
      { class: 'preview', attributes: { 'aria-label': strings.preview } },
      element('h2', {}, strings.preview),
      this.beside,
    );
    this.content.replaceChildren(this.parts, aside);
    this.saveBar = new SaveBar(strings, folder.name, {
      saved: () => {
        this.save(strings);
      },
      undone: () => {
        this.replace(this.saved(), 'undo');
      },
      opened: () => {
        this.host.post({ type: 'openConfiguration' });
      },
    });
    this.host.keep({ folder: folder.uri });
  }

  private update(message: Exclude<ToSchemePage, { type: 'words' }>, strings: SchemeStrings): void {
    this.bar.hidden = !['reading', 'marking', 'writing'].includes(message.type);
    this.handle(message, strings);
    this.focus.take();
  }

  private handle(message: Exclude<ToSchemePage, { type: 'words' }>, strings: SchemeStrings): void {
    switch (message.type) {
      case 'form':
        this.showForm(message, strings);
        break;
      case 'preview':
        this.showPreview(message, strings);
        break;
      case 'refused':
        this.refuse(message.message, message.faults, strings);
        break;
      case 'failed':
        this.fail(message, strings);
        break;
      case 'focus':
        this.focus.request();
        break;
      case 'reading':
      case 'waiting':
      case 'marking':
      case 'writing':
        this.wait(message.type, strings);
        break;
    }
  }

  /** Show the file's mark scheme. A draft with changes stays; if the file has changed since, the teacher decides. */
  private showForm({ form, isSaved }: ShownForm, strings: SchemeStrings): void {
    if (!isSaved && this.isChanged() && form.exercise === this.form?.exercise) {
      this.keepDraft(form, strings);
      return;
    }
    this.content.hidden = false;
    this.notice.replaceChildren();
    if (form.digest !== this.form?.digest || form.exercise !== this.form.exercise) {
      this.adopt(form, isSaved);
    }
    if (isSaved) {
      this.status.textContent = strings.saved;
      this.saveBar?.showSaved();
    }
  }

  private keepDraft({ digest }: SchemeForm, strings: SchemeStrings): void {
    this.content.hidden = false;
    if (digest !== this.form?.digest) {
      this.offerReading(strings.changedElsewhere, strings);
    }
  }

  /** Begin a draft with the file's mark scheme, or go on with the one that the page had before it was loaded again. */
  private adopt(form: SchemeForm, isSaved: boolean): void {
    const isFirst = !this.form;
    const { digest, draft, scroll } = this.host.state;
    this.form = form;
    this.preview = undefined;
    this.host.keep({ exercise: form.exercise });
    const isKept = isFirst && digest === form.digest && draft !== undefined;
    this.replace(isKept ? draft : this.saved(), isSaved ? 'save' : undefined);
    if (isFirst) {
      window.scrollTo(0, scroll ?? 0);
    }
  }

  /** Show another draft in a new form, and give the field with a key the keyboard. */
  private replace(draft: Draft | null, key?: string): void {
    this.draft = draft;
    this.draw();
    this.changed();
    focusOn(key);
  }

  private draw(): void {
    const { strings, form, draft, language } = this;
    if (!strings || !form) {
      return;
    }
    this.drawHead(strings, form);
    this.fields = new Fields();
    if (draft === null) {
      this.parts.replaceChildren(this.withoutScheme(strings, form));
    } else {
      const view: SchemeView = {
        ...{ strings, language, form, fields: this.fields },
        draft: () => this.draft ?? EMPTY,
        values: () => valuesOf(this.draft ?? EMPTY, form, language),
        typed: (changed) => {
          this.draft = changed;
          this.changed();
        },
        replaced: (changed, key) => {
          this.replace(changed, key);
        },
      };
      this.parts.replaceChildren(...schemeForm(view), this.removal(strings, form));
    }
    if (this.saveBar) {
      this.foot.replaceChildren(this.saveBar.element);
    }
  }

  private drawHead(strings: SchemeStrings, form: SchemeForm): void {
    this.head.replaceChildren(
      this.title(strings),
      element('p', { class: 'lead' }, strings.lead),
      ...this.targets(strings, form),
    );
  }

  /** Return the list of the parts of the file that can have a mark scheme, where there are several. */
  private targets(strings: SchemeStrings, { targets, exercise }: SchemeForm): HTMLElement[] {
    const others = targets.filter((target) => target.exercise !== null);
    if (others.length < 2 && others.every(({ written }) => !written)) {
      return [];
    }
    const choices = targets.map((target) => {
      const name = target.written ? fillTemplate(strings.withOwn, target.name) : target.name;
      return [String(target.exercise), target.exercise === null ? strings.wholeClass : name] as const;
    });
    const list = select<string>({ key: 'target', label: strings.target }, choices, String(exercise), (chosen) => {
      if (this.isChanged()) {
        list.value = String(this.form?.exercise ?? null);
        this.status.textContent = strings.targetLocked;
        this.notice.replaceChildren(
          element('p', { class: 'box', attributes: { role: 'alert' } }, strings.targetLocked),
        );
      } else {
        this.host.post({ type: 'read', exercise: chosen === 'null' ? null : Number(chosen) });
      }
    });
    return [element('label', { class: 'target' }, strings.target, ' ', list)];
  }

  private withoutScheme(strings: SchemeStrings, form: SchemeForm): HTMLElement {
    if (form.exercise === null || form.effective === null) {
      return presetChoice({ strings, form }, (preset) => {
        this.replace(withPreset(EMPTY, preset), 'preset');
      });
    }
    const give = button(
      strings.ownScheme,
      () => {
        this.replace(EMPTY, 'preset');
      },
      { class: 'plain' },
    );
    return element('div', { class: 'none' }, element('p', {}, strings.noneOfExercise), give);
  }

  private removal(strings: SchemeStrings, { exercise }: SchemeForm): HTMLElement {
    const remove = (): void => {
      this.replace(null, 'undo');
    };
    const label = exercise === null ? strings.remove : strings.removeOwn;
    return element('p', { class: 'removal' }, button(label, remove, { class: 'plain' }));
  }

  /** Show what is wrong with the draft, and request its preview if it can be sent. */
  private changed(): void {
    const { draft, form, strings } = this;
    if (!form || !strings) {
      return;
    }
    this.revision += 1;
    this.refused = [];
    const isChanged = this.isChanged();
    this.host.keep({ draft: isChanged ? draft : undefined, digest: isChanged ? form.digest : undefined });
    this.saveBar?.show(isChanged);
    const { table, mistakes } = draft === null ? { table: null, mistakes: new Map<string, never>() } : tableOf(draft);
    if (mistakes.size > 0) {
      this.drawPreview({ faults: [], students: [], sum: null }, strings, true);
    } else {
      this.host.post({ type: 'draft', revision: this.revision, table, student: this.host.state.student ?? null });
    }
    this.showFaults(strings);
  }

  /** Show what the newest draft does; a late answer for an earlier one is dropped. */
  private showPreview({ preview, revision }: ShownPreview, strings: SchemeStrings): void {
    if (revision !== this.revision) {
      return;
    }
    this.preview = preview;
    this.drawPreview(preview, strings);
    this.showFaults(strings);
    const { sum } = preview;
    const student = preview.students.find(({ id }) => id === sum?.id);
    const mark = sum && student ? `${student.name}: ${markText(this.previewView(strings), sum.mark)}` : '';
    this.saveBar?.showMark(mark);
    if (this.isChanged()) {
      this.status.textContent = mark;
    }
  }

  private drawPreview(preview: SchemePreview, strings: SchemeStrings, isUnread = false): void {
    const focused = focusedKey();
    const hasScheme = this.draft !== null || (this.form?.exercise !== null && this.form?.effective !== null);
    const shown = isUnread
      ? [element('p', { class: 'note' }, strings.noPreview)]
      : previewParts(this.previewView(strings), preview, hasScheme);
    this.beside.replaceChildren(...shown);
    focusOn(focused);
  }

  private previewView(strings: SchemeStrings): PreviewView {
    return {
      strings,
      numbers: new Numbers(this.language),
      listener: {
        chosen: (student) => {
          this.host.keep({ student });
          this.changed();
        },
        opened: ({ uri, view }, range) => {
          this.host.post({ type: 'openPlace', uri, range, view });
        },
      },
    };
  }

  /** Show the faults of the draft at their fields, and those without a field above the form. */
  private showFaults(strings: SchemeStrings): void {
    const mistakes = this.draft === null ? new Map<string, never>() : tableOf(this.draft).mistakes;
    const faults = new Map<string, string>();
    for (const { path, message } of [...(this.preview?.faults ?? []), ...this.refused]) {
      faults.set(path.join('/'), message);
    }
    for (const [key, mistake] of mistakes) {
      faults.set(key, strings.mistakes[mistake]);
    }
    const others = this.fields.show(faults);
    if (others.length > 0) {
      const words = others.map((message) => element('p', {}, message));
      this.notice.replaceChildren(
        element('section', { class: 'box' }, element('strong', {}, strings.elsewhere), ...words),
      );
    } else if (this.notice.querySelector('section.box')) {
      this.notice.replaceChildren();
    }
  }

  private save(strings: SchemeStrings): void {
    const { draft, form } = this;
    if (!form || !this.isChanged()) {
      return;
    }
    const { table, mistakes } = draft === null ? { table: null, mistakes: new Map() } : tableOf(draft);
    const faults = mistakes.size || this.preview?.faults.length;
    if (faults) {
      this.status.textContent = faults === 1 ? strings.oneMistake : fillTemplate(strings.manyMistakes, faults);
      this.fields.focusFault();
      return;
    }
    this.host.post({ type: 'write', table, digest: form.digest });
  }

  private refuse(message: string, faults: readonly SchemeFault[], strings: SchemeStrings): void {
    this.refused = faults;
    this.showFaults(strings);
    if (message) {
      this.offerReading(message, strings);
    } else {
      this.fields.focusFault();
    }
  }

  /** Show why the draft can't be written as it is, and offer to read the file again. */
  private offerReading(message: string, strings: SchemeStrings): void {
    const read = (): void => {
      this.form = undefined;
      this.host.keep({ draft: undefined, digest: undefined });
      this.host.post({ type: 'read', exercise: this.host.state.exercise ?? null });
    };
    this.notice.replaceChildren(
      element(
        'div',
        { class: 'box', attributes: { role: 'alert' } },
        element('p', {}, message),
        button(strings.readAgain, read, { class: 'plain', attributes: { 'data-key': 'read-again' } }),
      ),
    );
  }

  private wait(state: 'reading' | 'waiting' | 'marking' | 'writing', strings: SchemeStrings): void {
    if (state === 'marking' && !this.preview) {
      this.beside.replaceChildren(element('p', { class: 'note' }, strings.computing));
    } else if (state === 'waiting' || (state === 'reading' && !this.form)) {
      const words = state === 'waiting' ? strings.waitingServer : strings.reading;
      this.content.hidden = true;
      this.notice.replaceChildren(element('p', { class: 'waiting' }, words));
    }
  }

  private fail(failure: Extract<ToSchemePage, { type: 'failed' }>, strings: SchemeStrings): void {
    const setUp = (): void => {
      this.host.post({ type: 'setUp' });
    };
    const open = (): void => {
      this.host.post({ type: 'openConfiguration' });
    };
    const ways = [button(strings.openFile, open), button(strings.setUp, setUp)];
    const others = element('div', { class: 'actions centred' }, ...(failure.remedy === 'retry' ? ways : []));
    this.content.hidden = !this.isChanged();
    this.notice.replaceChildren(failureBox(failure, strings, this.host.post), others);
  }

  private title(strings: SchemeStrings): HTMLElement {
    return element('h1', {}, fillTemplate(strings.title, this.folder.name));
  }

  private saved(): Draft | null {
    const table = this.form?.table ?? null;
    return table === null ? null : draftOf(table, this.language);
  }

  private isChanged(): boolean {
    return this.form !== undefined && !isSame(this.draft, this.saved());
  }
}

/** What a teacher does at the end of the page. */
interface SaveListener {
  saved(): void;
  undone(): void;
  /** `markscheme.toml` is opened. */
  opened(): void;
}

/** The end of the page, always in sight: the buttons that write the draft or take it back. */
class SaveBar {
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

const root = document.getElementById('page');
if (root) {
  new SchemePage(root, new Host());
}
