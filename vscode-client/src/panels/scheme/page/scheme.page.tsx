import * as l10n from '@vscode/l10n';
import '../../page/panel.css';
import '../../page/form.css';
import './scheme.css';

import { type ComponentChildren, render } from 'preact';

import type { SchemeFault, SchemeForm as FileForm, SchemePreview } from '../../../protocol/contract';
import type { Failed, Folder, ShownFolder } from '../../messages';
import { Host, keepScroll } from '../../page/host';
import { AwaitedFocus, Button, FailureBox, focusOn } from '../../page/view';
import {
  type Draft,
  draftOf,
  type FromSchemePage,
  isSame,
  type SchemePageState,
  type ShownForm,
  tableOf,
  type ToSchemePage,
  valuesOf,
  withPreset,
} from '../scheme';
import { focusFault, placedFaults, PresetChoice, SchemeForm, Select } from './form';
import { markText, Preview } from './preview';

const MISTAKES = {
  number: l10n.t('Write a number, such as 0.5.'),
  kind: l10n.t('Choose a kind of error.'),
  twice: l10n.t('This kind of error stands twice.'),
  name: l10n.t('Write a name.'),
};

/** The page of a mark scheme. It has the draft, and shows what the extension sends for it. */
class SchemePage {
  private readonly language = document.documentElement.lang;
  private readonly focus = new AwaitedFocus('input, select, button');
  /** The file's mark scheme, from which the draft was made. */
  private form: FileForm | undefined;
  private draft: Draft | null = null;
  /** The number of the draft; the preview of an earlier one is dropped. */
  private revision = 0;
  private preview: SchemePreview | undefined;
  /** The faults with which the server did not write the file. */
  private refused: readonly SchemeFault[] = [];
  /** What is shown in place of the form. */
  private condition: Failed | { readonly type: 'waiting' } | undefined;
  /** What the teacher has to do first. */
  private alert: { readonly text: string; readonly canRead: boolean } | undefined;
  private isBusy = false;
  private isSaved = false;
  /** What is read aloud. */
  private status = '';

  constructor(
    private readonly root: HTMLElement,
    private readonly host: Host<ToSchemePage, FromSchemePage, SchemePageState>,
    private readonly folder: Folder,
  ) {
    host.keep({ folder: folder.uri });
    this.redraw();
  }

  receive(message: Exclude<ToSchemePage, ShownFolder>): void {
    this.isBusy = message.type === 'busy';
    this.update(message);
    this.redraw();
    this.focus.take();
    if (message.type === 'refused' && !message.message) {
      focusFault();
    }
  }

  private update(message: Exclude<ToSchemePage, ShownFolder>): void {
    switch (message.type) {
      case 'form':
        this.showForm(message);
        break;
      case 'preview':
        this.showPreview(message.revision, message.preview);
        break;
      case 'refused':
        this.refused = message.faults;
        this.alert = message.message ? { text: message.message, canRead: true } : this.alert;
        break;
      case 'failed':
      case 'waiting':
        this.condition = message;
        break;
      case 'busy':
        this.condition = this.form && this.condition;
        break;
      case 'focus':
        this.focus.request();
        break;
    }
  }

  private showPreview(revision: number, preview: SchemePreview): void {
    if (revision === this.revision) {
      this.preview = preview;
      this.status = this.isChanged ? this.mark : this.status;
    }
  }

  /** Show the file's mark scheme. A draft with changes stays; if the file has changed since, the teacher decides. */
  private showForm({ form, isSaved }: ShownForm): void {
    this.condition = undefined;
    const isOther = form.digest !== this.form?.digest || form.exercise !== this.form.exercise;
    if (!isSaved && this.isChanged && form.exercise === this.form?.exercise) {
      this.alert = isOther
        ? {
            text: l10n.t(
              'markscheme.toml was changed somewhere else. Read it again to go on; your changes on this page are then gone.',
            ),
            canRead: true,
          }
        : this.alert;
      return;
    }
    this.alert = undefined;
    if (isOther) {
      this.adopt(form, isSaved);
    }
    if (isSaved) {
      this.isSaved = true;
      this.status = l10n.t('Saved. The class is marked again.');
    }
  }

  /** Begin a draft with the file's mark scheme, or go on with the one that the page had before it was loaded again. */
  private adopt(form: FileForm, isSaved: boolean): void {
    const isFirst = !this.form;
    const { digest, draft, scroll } = this.host.state;
    this.form = form;
    this.preview = undefined;
    this.host.keep({ exercise: form.exercise });
    const isKept = isFirst && digest === form.digest && draft !== undefined;
    this.change(isKept ? draft : this.savedDraft, isSaved ? 'save' : undefined);
    if (isFirst) {
      window.scrollTo(0, scroll ?? 0);
    }
  }

  /** Show another draft, request its preview if it can be sent, and give the field with a key the keyboard. */
  private change(draft: Draft | null, key?: string): void {
    const { host, form } = this;
    this.draft = draft;
    this.revision += 1;
    this.refused = [];
    this.isSaved = false;
    host.keep(this.isChanged ? { draft, digest: form?.digest } : { draft: undefined, digest: undefined });
    const { table, mistakes } = this.read();
    if (mistakes.size === 0) {
      host.post({ type: 'draft', revision: this.revision, table, student: host.state.student ?? null });
    }
    this.redraw();
    focusOn(key);
  }

  /** The file's mark scheme as a draft. */
  private get savedDraft(): Draft | null {
    return this.form?.table ? draftOf(this.form.table, this.language) : null;
  }

  private get isChanged(): boolean {
    return this.form !== undefined && !isSame(this.draft, this.savedDraft);
  }

  /** The student whose sum the preview has, with the mark. */
  private get mark(): string {
    const { sum = null, students = [] } = this.preview ?? {};
    const student = students.find(({ id }) => id === sum?.id);
    return sum && student ? `${student.name}: ${markText(sum.mark)}` : '';
  }

  /** Return the table of the draft, and the mistakes in what was typed. */
  private read(): ReturnType<typeof tableOf> | { readonly table: null; readonly mistakes: Map<string, never> } {
    return this.draft ? tableOf(this.draft) : { table: null, mistakes: new Map<string, never>() };
  }

  private readonly chooseTarget = (exercise: number | null): void => {
    if (this.isChanged) {
      this.status = l10n.t('Save or undo your changes before you go to another exercise.');
      this.alert = { text: this.status, canRead: false };
    } else {
      this.host.post({ type: 'read', exercise });
    }
    this.redraw();
  };

  private readonly save = (): void => {
    const { form } = this;
    const { table, mistakes } = this.read();
    const faults = mistakes.size || (this.preview?.faults.length ?? 0);
    if (faults > 0) {
      this.status =
        faults === 1
          ? l10n.t('1 value is to be corrected before this can be saved.')
          : l10n.t('{0} values are to be corrected before this can be saved.', faults);
      this.redraw();
      focusFault();
    } else if (form) {
      this.host.post({ type: 'write', table, digest: form.digest });
    }
  };

  private readonly readAgain = (): void => {
    this.form = undefined;
    this.host.keep({ draft: undefined, digest: undefined });
    this.host.post({ type: 'read', exercise: this.host.state.exercise ?? null });
  };

  private redraw(): void {
    const { form, condition } = this;
    const isHidden = !form || (condition?.type === 'failed' ? !this.isChanged : condition !== undefined);
    render(
      <>
        <div class="bar-of-progress" hidden={!this.isBusy} />
        <header class="heading">
          <h1>{l10n.t('Mark scheme of “{0}”', this.folder.name)}</h1>
          {form && (
            <p class="lead">
              {l10n.t('Say how what a student did becomes a mark. Beside it you see what that means for your class.')}
            </p>
          )}
          {form && <Targets form={form} choose={this.chooseTarget} />}
        </header>
        {form ? this.columns(form, isHidden) : <div class="notice">{this.notice()}</div>}
        {form && this.foot()}
        <p class="visually-hidden" role="status">
          {this.status}
        </p>
      </>,
      this.root,
    );
  }

  /** Return what stands below the heading: faults that belong to no field, the form, and beside it the preview. */
  private columns(form: FileForm, isHidden: boolean): ComponentChildren {
    const { draft, language } = this;
    const values = valuesOf(draft ?? {}, form, language);
    const faults = placedFaults(this.faults(), values);
    const others = faults.get('') ?? [];
    const change = this.change.bind(this);
    return (
      <>
        <div class="notice">
          {this.notice()}
          {others.length > 0 && (
            <section class="box">
              <strong>{l10n.t('This can’t be saved yet')}</strong>
              {others.map((message) => (
                <p key={message}>{message}</p>
              ))}
            </section>
          )}
        </div>
        <div class="columns" hidden={isHidden}>
          <div class="form">
            {draft ? <SchemeForm {...{ language, form, draft, values, faults, change }} /> : this.beginning(form)}
          </div>
          <aside class="preview" aria-label={l10n.t('What it means')}>
            <h2>{l10n.t('What it means')}</h2>
            {this.previewPart(form)}
          </aside>
        </div>
      </>
    );
  }

  /** Return what is wrong with the draft, by the paths of the values in the table's JSON. */
  private faults(): Map<string, string> {
    const ofServer = [...(this.preview?.faults ?? []), ...this.refused];
    return new Map([
      ...ofServer.map(({ path, message }) => [path.join('/'), message] as const),
      ...[...this.read().mistakes].map(([path, mistake]) => [path, MISTAKES[mistake]] as const),
    ]);
  }

  private notice(): ComponentChildren {
    const { condition, alert } = this;
    const { post } = this.host;
    if (condition?.type === 'failed') {
      return (
        <>
          <FailureBox title={l10n.t('The mark scheme can’t be shown')} failure={condition} post={post} />
          {condition.remedy === 'retry' && (
            <div class="actions centred">
              <Button onClick={() => post({ type: 'openConfiguration' })}>{l10n.t('Open markscheme.toml')}</Button>
              <Button onClick={() => post({ type: 'setUp' })}>{l10n.t('Set Up Marking…')}</Button>
            </div>
          )}
        </>
      );
    }
    if (condition ?? (this.isBusy && !this.form)) {
      return (
        <p class="waiting">
          {condition ? l10n.t('Markscheme’s server is starting…') : l10n.t('Reading the mark scheme…')}
        </p>
      );
    }
    return (
      alert && (
        <div class="box" role="alert">
          <p>{alert.text}</p>
          {alert.canRead && (
            <Button class="plain" data-key="read-again" onClick={this.readAgain}>
              {l10n.t('Read It Again')}
            </Button>
          )}
        </div>
      )
    );
  }

  /** Return what is shown where there is no mark scheme: how to begin one. */
  private beginning(form: FileForm): ComponentChildren {
    if (form.exercise === null || form.effective === null) {
      const choose = (preset: string): void => this.change(withPreset({}, preset), 'preset');
      return <PresetChoice {...{ form, choose }} />;
    }
    return (
      <div class="none">
        <p>{l10n.t('This exercise is marked by the mark scheme of the whole class.')}</p>
        <Button class="plain" onClick={() => this.change({}, 'preset')}>
          {l10n.t('Give This Exercise Its Own')}
        </Button>
      </div>
    );
  }

  private previewPart(form: FileForm): ComponentChildren {
    const { host, draft, preview } = this;
    if (this.read().mistakes.size > 0) {
      return <p class="note">{l10n.t('Correct the values that are marked to see the marks.')}</p>;
    }
    return preview ? (
      <Preview
        preview={preview}
        hasScheme={draft !== null || (form.exercise !== null && form.effective !== null)}
        choose={(student) => {
          host.keep({ student });
          this.change(draft);
        }}
        open={({ uri, view }, range) => host.post({ type: 'openPlace', uri, range, view })}
      />
    ) : (
      this.isBusy && <p class="note">{l10n.t('Marking the class…')}</p>
    );
  }

  /** Return the end of the page, always in sight: the buttons that write the draft or take it back. */
  private foot(): ComponentChildren {
    const { host, isChanged } = this;
    const guarded = (press: () => void) => ({
      ...{ 'aria-disabled': !isChanged, 'aria-describedby': 'save-words' },
      onClick: () => isChanged && press(),
    });
    const kept = this.isSaved
      ? l10n.t('Saved. The class is marked again.')
      : l10n.t('Kept in the file markscheme.toml in “{0}”. Everything else in it stays as it is.', this.folder.name);
    return (
      <footer class="write">
        <div class="line">
          <Button class="primary" data-key="save" {...guarded(this.save)}>
            {l10n.t('Save')}
          </Button>
          <Button class="plain" data-key="undo" {...guarded(() => this.change(this.savedDraft, 'undo'))}>
            {l10n.t('Undo Changes')}
          </Button>
          <p class="short-mark">{this.mark}</p>
          <p class="note" id="save-words">
            {isChanged ? l10n.t('You have changes that are not saved.') : kept}
          </p>
          <Button class="plain" data-key="open-file" onClick={() => host.post({ type: 'openConfiguration' })}>
            {l10n.t('Open markscheme.toml')}
          </Button>
        </div>
      </footer>
    );
  }
}

/** The list of the parts of the file that can have a mark scheme, where there are several. */
function Targets(props: { form: FileForm; choose: (exercise: number | null) => void }) {
  const { form, choose } = props;
  const others = form.targets.filter(({ exercise }) => exercise !== null);
  if (others.length < 2 && others.every(({ written }) => !written)) {
    return null;
  }
  const options = form.targets.map(({ exercise, name, written }) => {
    const words = written ? l10n.t('{0} (has its own)', name) : name;
    return [String(exercise), exercise === null ? l10n.t('All exercises of the class') : words] as const;
  });
  return (
    <label class="target">
      {l10n.t('For')}{' '}
      <Select
        {...{ 'data-key': 'target', 'aria-label': l10n.t('For'), value: String(form.exercise), options }}
        change={(chosen) => choose(chosen === 'null' ? null : Number(chosen))}
      />
    </label>
  );
}

const root = document.getElementById('page');
if (root) {
  const host = new Host<ToSchemePage, FromSchemePage, SchemePageState>();
  let page: SchemePage | undefined;
  host.listen((message) => {
    if (message.type === 'folder') {
      page = new SchemePage(root, host, message.folder);
    } else {
      page?.receive(message);
    }
  });
  keepScroll(host);
  host.post({ type: 'ready', exercise: host.state.exercise ?? null });
}
