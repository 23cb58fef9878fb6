import '../../page/panel.css';
import '../../page/form.css';
import './scheme.css';

import { type ComponentChildren, render } from 'preact';

import type { SchemeFault, SchemeForm as FileForm, SchemePreview } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import type { Failed } from '../../messages';
import { Numbers } from '../../numbers';
import { Host, keepScroll } from '../../page/host';
import { AwaitedFocus, Button, FailureBox, focusOn } from '../../page/view';
import { type Draft, draftOf, isSame, tableOf, valuesOf, withPreset } from '../draft';
import type {
  FromSchemePage,
  SchemePageState,
  SchemeStrings,
  ShownForm,
  ShownPreview,
  ToSchemePage,
} from '../schemeMessages';
import { focusFault, placedFaults, PresetChoice, SchemeForm, Select } from './form';
import { markText, Preview } from './preview';

type Words = Extract<ToSchemePage, { type: 'words' }>;

type Message = Exclude<ToSchemePage, Words>;

/** The page of a mark scheme. It has the draft, and shows what the extension sends for it. */
class SchemePage {
  private readonly strings: SchemeStrings;
  private readonly numbers: Numbers;
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
    private readonly words: Words,
  ) {
    this.strings = words.strings;
    this.numbers = new Numbers(words.language);
    document.documentElement.lang = words.language;
    host.keep({ folder: words.folder.uri });
    this.redraw();
  }

  receive(message: Message): void {
    this.isBusy = message.type === 'busy';
    this.update(message);
    this.redraw();
    this.focus.take();
    if (message.type === 'refused' && !message.message) {
      focusFault();
    }
  }

  private update(message: Message): void {
    switch (message.type) {
      case 'form':
        this.showForm(message);
        break;
      case 'preview':
        this.showPreview(message);
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

  private showPreview({ revision, preview }: ShownPreview): void {
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
      this.alert = isOther ? { text: this.strings.changedElsewhere, canRead: true } : this.alert;
      return;
    }
    this.alert = undefined;
    if (isOther) {
      this.adopt(form, isSaved);
    }
    if (isSaved) {
      this.isSaved = true;
      this.status = this.strings.saved;
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
    return this.form?.table ? draftOf(this.form.table, this.words.language) : null;
  }

  private get isChanged(): boolean {
    return this.form !== undefined && !isSame(this.draft, this.savedDraft);
  }

  /** The student whose sum the preview has, with the mark. */
  private get mark(): string {
    const { sum = null, students = [] } = this.preview ?? {};
    const student = students.find(({ id }) => id === sum?.id);
    return sum && student ? `${student.name}: ${markText(sum.mark, this.strings, this.numbers)}` : '';
  }

  /** Return the table of the draft, and the mistakes in what was typed. */
  private read(): ReturnType<typeof tableOf> | { readonly table: null; readonly mistakes: Map<string, never> } {
    return this.draft ? tableOf(this.draft) : { table: null, mistakes: new Map<string, never>() };
  }

  private readonly chooseTarget = (exercise: number | null): void => {
    if (this.isChanged) {
      this.status = this.strings.targetLocked;
      this.alert = { text: this.status, canRead: false };
    } else {
      this.host.post({ type: 'read', exercise });
    }
    this.redraw();
  };

  private readonly save = (): void => {
    const { strings, form } = this;
    const { table, mistakes } = this.read();
    const faults = mistakes.size || (this.preview?.faults.length ?? 0);
    if (faults > 0) {
      this.status = faults === 1 ? strings.oneMistake : fillTemplate(strings.manyMistakes, faults);
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
    const { strings, form, condition } = this;
    const isHidden = !form || (condition?.type === 'failed' ? !this.isChanged : condition !== undefined);
    render(
      <>
        <div class="bar-of-progress" hidden={!this.isBusy} />
        <header class="heading">
          <h1>{fillTemplate(strings.title, this.words.folder.name)}</h1>
          {form && <p class="lead">{strings.lead}</p>}
          {form && <Targets strings={strings} form={form} choose={this.chooseTarget} />}
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
    const { strings, draft } = this;
    const { language } = this.words;
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
              <strong>{strings.elsewhere}</strong>
              {others.map((message) => (
                <p key={message}>{message}</p>
              ))}
            </section>
          )}
        </div>
        <div class="columns" hidden={isHidden}>
          <div class="form">
            {draft ? (
              <SchemeForm {...{ strings, language, form, draft, values, faults, change }} />
            ) : (
              this.beginning(form)
            )}
          </div>
          <aside class="preview" aria-label={strings.preview}>
            <h2>{strings.preview}</h2>
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
      ...[...this.read().mistakes].map(([path, mistake]) => [path, this.strings.mistakes[mistake]] as const),
    ]);
  }

  private notice(): ComponentChildren {
    const { strings, condition, alert } = this;
    const { post } = this.host;
    if (condition?.type === 'failed') {
      return (
        <>
          <FailureBox failure={condition} strings={strings} post={post} />
          {condition.remedy === 'retry' && (
            <div class="actions centred">
              <Button onClick={() => post({ type: 'openConfiguration' })}>{strings.openFile}</Button>
              <Button onClick={() => post({ type: 'setUp' })}>{strings.setUp}</Button>
            </div>
          )}
        </>
      );
    }
    if (condition ?? (this.isBusy && !this.form)) {
      return <p class="waiting">{condition ? strings.waitingServer : strings.reading}</p>;
    }
    return (
      alert && (
        <div class="box" role="alert">
          <p>{alert.text}</p>
          {alert.canRead && (
            <Button class="plain" data-key="read-again" onClick={this.readAgain}>
              {strings.readAgain}
            </Button>
          )}
        </div>
      )
    );
  }

  /** Return what is shown where there is no mark scheme: how to begin one. */
  private beginning(form: FileForm): ComponentChildren {
    const { strings } = this;
    if (form.exercise === null || form.effective === null) {
      const choose = (preset: string): void => this.change(withPreset({}, preset), 'preset');
      return <PresetChoice {...{ strings, form, choose }} />;
    }
    return (
      <div class="none">
        <p>{strings.noneOfExercise}</p>
        <Button class="plain" onClick={() => this.change({}, 'preset')}>
          {strings.ownScheme}
        </Button>
      </div>
    );
  }

  private previewPart(form: FileForm): ComponentChildren {
    const { strings, numbers, host, draft, preview } = this;
    if (this.read().mistakes.size > 0) {
      return <p class="note">{strings.noPreview}</p>;
    }
    return preview ? (
      <Preview
        {...{ strings, numbers, preview }}
        hasScheme={draft !== null || (form.exercise !== null && form.effective !== null)}
        choose={(student) => {
          host.keep({ student });
          this.change(draft);
        }}
        open={({ uri, view }, range) => host.post({ type: 'openPlace', uri, range, view })}
      />
    ) : (
      this.isBusy && <p class="note">{strings.computing}</p>
    );
  }

  /** Return the end of the page, always in sight: the buttons that write the draft or take it back. */
  private foot(): ComponentChildren {
    const { strings, host, isChanged } = this;
    const guarded = (press: () => void) => ({
      ...{ 'aria-disabled': !isChanged, 'aria-describedby': 'save-words' },
      onClick: () => isChanged && press(),
    });
    const kept = this.isSaved ? strings.saved : fillTemplate(strings.kept, this.words.folder.name);
    return (
      <footer class="write">
        <div class="line">
          <Button class="primary" data-key="save" {...guarded(this.save)}>
            {strings.save}
          </Button>
          <Button class="plain" data-key="undo" {...guarded(() => this.change(this.savedDraft, 'undo'))}>
            {strings.undo}
          </Button>
          <p class="short-mark">{this.mark}</p>
          <p class="note" id="save-words">
            {isChanged ? strings.changed : kept}
          </p>
          <Button class="plain" data-key="open-file" onClick={() => host.post({ type: 'openConfiguration' })}>
            {strings.openFile}
          </Button>
        </div>
      </footer>
    );
  }
}

/** The list of the parts of the file that can have a mark scheme, where there are several. */
function Targets(props: { strings: SchemeStrings; form: FileForm; choose: (exercise: number | null) => void }) {
  const { strings, form, choose } = props;
  const others = form.targets.filter(({ exercise }) => exercise !== null);
  if (others.length < 2 && others.every(({ written }) => !written)) {
    return null;
  }
  const options = form.targets.map(({ exercise, name, written }) => {
    const words = written ? fillTemplate(strings.withOwn, name) : name;
    return [String(exercise), exercise === null ? strings.wholeClass : words] as const;
  });
  return (
    <label class="target">
      {strings.target}{' '}
      <Select
        {...{ 'data-key': 'target', 'aria-label': strings.target, value: String(form.exercise), options }}
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
    if (message.type === 'words') {
      page = new SchemePage(root, host, message);
    } else {
      page?.receive(message);
    }
  });
  keepScroll(host);
  host.post({ type: 'ready', exercise: host.state.exercise ?? null });
}
