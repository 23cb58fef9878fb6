import * as l10n from '@vscode/l10n';
import '../../page/panel.css';
import '../../page/form.css';
import './setup.css';

import { type ComponentChildren, render } from 'preact';

import type { SetUp, SetUpChoices, SetUpQuestion, Variant } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import type { Folder } from '../../messages';
import { Host, keepScroll } from '../../page/host';
import { AwaitedFocus, Button, FailureBox, focusOn } from '../../page/view';
import {
  arrange,
  type Arrangement,
  choiceFor,
  type FromSetUpPage,
  type Group,
  isUnsure,
  NO_CHOICES,
  rowKey,
  type SetUpFolder,
  type SetUpPageState,
  type SetUpState,
  type ShownSetUp,
  type ToSetUpPage,
  withAnswer,
  withChange,
  withoutRow,
  writtenWhere,
} from '../setUp';
import { CheckLine, FileTable } from './fileTable';

/** Number of files that a question names. */
const MAX_FILES = 4;

/** Number of characters of answers that stand on one line. */
const SHORT = 12;

/** The set-up's page. It has the teacher's choices, and shows the set-up that the extension sends for them. */
class SetUpPage {
  private folder: Folder | undefined;
  private choices: SetUpChoices = NO_CHOICES;
  /** Number of the choices; the set-up for the newest ones has the same. */
  private revision = 0;
  private shown: ShownSetUp | undefined;
  private arrangement: Arrangement | undefined;
  /** The rows that the filter shows. A file that the teacher has dealt with stays until the next filtering. */
  private unsure: ReadonlySet<string> = new Set();
  /** Whether the next set-up may put the rows in a new order. */
  private isFresh = true;
  private condition: SetUpState | undefined;
  /** What was written, which stands in place of the set-up. */
  private written: (ToSetUpPage & { readonly type: 'written' }) | undefined;
  private variants: readonly Variant[] | undefined;
  /** What is read aloud. */
  private status = '';
  private readonly focus = new AwaitedFocus('input, select, button');

  constructor(
    private readonly root: HTMLElement,
    private readonly host: Host<ToSetUpPage, FromSetUpPage, SetUpPageState>,
  ) {
    host.listen((message) => this.receive(message));
    keepScroll(host);
    host.post({ type: 'ready', choices: host.state.choices ?? null });
  }

  private receive(message: ToSetUpPage): void {
    const before = this.shown;
    if (message.type === 'folder') {
      this.folder = message.folder;
      this.choices = message.choices;
      this.host.keep({ folder: message.folder.uri, choices: message.choices });
    } else {
      this.update(message);
    }
    this.redraw();
    if (!before !== !this.shown) {
      window.scrollTo(0, this.shown ? (this.host.state.scroll ?? 0) : 0);
    }
    this.focus.take();
  }

  private update(message: Exclude<ToSetUpPage, SetUpFolder>): void {
    switch (message.type) {
      case 'setUp':
        this.show(message);
        break;
      case 'written':
        this.condition = this.shown = this.variants = undefined;
        this.isFresh = true;
        this.written = message;
        this.status = l10n.t('Marking is set up');
        break;
      case 'variants':
        this.condition = undefined;
        this.variants = message.variants;
        break;
      case 'focus':
        this.focus.request();
        break;
      case 'failed':
      case 'reading':
      case 'waiting':
      case 'writing':
        this.condition = message;
        this.status = message.type === 'writing' ? l10n.t('Writing…') : this.status;
    }
  }

  /** Show the set-up for the newest choices; a late one for earlier choices is dropped. */
  private show(shown: ShownSetUp): void {
    if (shown.revision < this.revision) {
      return;
    }
    const { setUp } = shown;
    if (this.isFresh) {
      this.takeUnsure(setUp);
    }
    this.arrangement = arrange(setUp, this.isFresh ? undefined : this.arrangement);
    this.shown = shown;
    this.condition = this.written = undefined;
    this.isFresh = false;
    this.status = this.revision > 0 ? setUp.summary : this.status;
    if (this.host.state.showsUnused === undefined) {
      this.host.keep({ showsUnused: setUp.exercises.length === 0 });
    }
  }

  private takeUnsure({ files }: SetUp): void {
    this.unsure = new Set(files.filter(isUnsure).map(rowKey));
  }

  private readonly open = ({ uri }: { readonly uri: string }, staysBehind = true): void =>
    this.host.post({ type: 'open', uri, staysBehind });

  private keep(state: SetUpPageState): void {
    this.host.keep(state);
    this.redraw();
  }

  private choose(choices: SetUpChoices): void {
    this.revision += 1;
    this.choices = choices;
    this.host.post({ type: 'choose', revision: this.revision, choices });
    this.keep({ choices });
  }

  /** Draw the page from its state; the focus stays in a row that moves. */
  private redraw(): void {
    const { folder, condition, shown, written } = this;
    if (!folder) {
      return;
    }
    const focused = document.activeElement?.getAttribute('data-key') ?? undefined;
    render(
      <>
        <div class="bar-of-progress" hidden={!['reading', 'writing'].includes(condition?.type ?? '')} />
        <header class="heading">
          <h1>{l10n.t('Set up marking in “{0}”', folder.name)}</h1>
          {shown && this.head(shown.setUp)}
        </header>
        <div class="notice">{condition && this.notice(condition)}</div>
        {shown && this.form(shown, folder)}
        {written && this.end(written, folder)}
        <p class="visually-hidden" role="status">
          {this.status}
        </p>
      </>,
      this.root,
    );
    focusOn(focused);
  }

  /** Return what stands under the title: the set-up in a sentence, and what the teacher should know of it. */
  private head({ summary, warnings }: SetUp): ComponentChildren {
    return (
      <>
        <div class="actions">
          <Button data-key="refresh" onClick={() => this.host.post({ type: 'refresh' })}>
            {l10n.t('Look Again')}
          </Button>
        </div>
        <p class="summary">{summary}</p>
        <p class="lead">
          {l10n.t(
            'Markscheme has read the texts of this folder, and suggests who wrote what. Change what is wrong. Your files stay as they are.',
          )}
        </p>
        {warnings.length > 0 && (
          <ul class="warnings">
            {warnings.map((warning) => (
              <li key={warning}>
                <strong>{l10n.t('Please note:')}</strong> {warning}
              </li>
            ))}
          </ul>
        )}
      </>
    );
  }

  private notice(condition: SetUpState): ComponentChildren {
    if (condition.type === 'failed') {
      return <FailureBox title={l10n.t('The folder can’t be set up')} failure={condition} post={this.host.post} />;
    }
    const words = {
      reading: l10n.t('Reading the folder…'),
      waiting: l10n.t('Markscheme’s server is starting…'),
      writing: l10n.t('Writing…'),
    };
    return (!this.shown || condition.type === 'waiting') && <p class="waiting">{words[condition.type]}</p>;
  }

  private form(shown: ShownSetUp, folder: Folder): ComponentChildren {
    const { setUp } = shown;
    const { onlyUnsure = false, showsUnused = false } = this.host.state;
    // What the teacher has chosen since then is shown at once.
    const pending = shown.revision === this.revision ? NO_CHOICES : this.choices;
    return (
      <>
        {setUp.questions.length > 0 && (
          <section class="part questions">
            <h2>{l10n.t('Please answer')}</h2>
            {setUp.questions.map((question) => this.question(question, pending))}
          </section>
        )}
        <div class="content">
          <FileTable
            {...{ setUp, onlyUnsure, isFolded: !showsUnused, open: this.open }}
            groups={this.groups(pending, onlyUnsure)}
            change={(files, change) => this.choose(withChange(this.choices, files, change))}
            undo={(file) => this.choose(withoutRow(this.choices, file))}
            filter={(only) => {
              this.takeUnsure(setUp);
              this.keep({ onlyUnsure: only });
            }}
            fold={(isFolded) => this.keep({ showsUnused: !isFolded })}
          />
          {this.writeBar(shown, folder)}
        </div>
      </>
    );
  }

  /** Return the groups with the rows that are shown. */
  private groups(pending: SetUpChoices, onlyUnsure: boolean): Group[] {
    const groups = (this.arrangement?.groups ?? []).map((group) => {
      const files = group.files.filter((file) => !onlyUnsure || this.unsure.has(rowKey(file)));
      return { ...group, files: files.map((file) => ({ ...file, ...choiceFor(pending, file) })) };
    });
    return groups.filter(({ files }) => files.length > 0);
  }

  /** Return a question with its answers, and the files that it is about. */
  private question(question: SetUpQuestion, { answers }: SetUpChoices): ComponentChildren {
    const { id, text, choices, files } = question;
    const answer = answers[id] ?? question.answer;
    const others = files.filter((path) => choices.every(({ label }) => label !== path));
    const isShort = choices.every(({ label }) => label.length <= SHORT && !files.includes(label));
    const choose = (choice: string): void => {
      this.isFresh = true;
      this.choose(withAnswer(this.choices, id, choice));
    };
    return (
      <fieldset key={id} class={isShort ? 'short' : undefined}>
        <legend>{text}</legend>
        {choices.map((choice) => (
          <div key={choice.id} class="answer">
            <label>
              <input
                {...{ type: 'radio', name: id, value: choice.id, checked: choice.id === answer }}
                data-key={`answer-${id}-${choice.id}`}
                onChange={() => choose(choice.id)}
              />
              {choice.label}
            </label>
            {files.includes(choice.label) && this.fileButton(choice.label, l10n.t('Open'))}
          </div>
        ))}
        {others.length > 0 && (
          <p class="note about">
            {l10n.t('About:')}
            {others.slice(0, MAX_FILES).map((path) => this.fileButton(path))}
            {others.length > MAX_FILES && l10n.t('and {0} more', others.length - MAX_FILES)}
          </p>
        )}
      </fieldset>
    );
  }

  /** Return a link that opens a file: its path, or a shorter label. */
  private fileButton(path: string, label?: string): ComponentChildren {
    const words = l10n.t('Open {0} beside', path);
    const file = this.shown?.setUp.files.find((each) => each.path === path);
    return (
      <Button key={path} class="link" title={words} aria-label={label && words} onClick={() => file && this.open(file)}>
        {label ?? path}
      </Button>
    );
  }

  /** Return the end of the page, always in sight: the button that writes `markscheme.toml`, and the file's text. */
  private writeBar({ setUp, readOnly }: ShownSetUp, { name }: Folder): ComponentChildren {
    const { toml, exists, configuration } = setUp;
    const { post, state } = this.host;
    const canWrite = toml !== '';
    const isKept = canWrite && readOnly !== null ? (state.readOnly ?? readOnly) : null;
    const [label, words] = exists
      ? [
          l10n.t('Update and Mark'),
          l10n.t(
            '“{0}” was set up before. Its file markscheme.toml will change where you change something here. All else that you wrote in it stays.',
          ),
        ]
      : [
          l10n.t('Write and Mark'),
          l10n.t('Your choices are kept in the file markscheme.toml in “{0}”. You can change them at any time.'),
        ];
    const nothing = l10n.t(
      'Nothing can be marked yet. Choose a text to correct, and a student’s or a teacher’s correction of it.',
    );
    const write = { 'data-key': 'write', 'aria-describedby': 'write-words', 'aria-disabled': !canWrite };
    return (
      <footer class="write">
        <div class="line">
          <Button class="primary" {...write} onClick={() => canWrite && post({ type: 'write', readOnly: isKept })}>
            {label}
          </Button>
          {!canWrite && (
            <Button
              class="plain"
              data-key="import"
              onClick={() => post({ type: 'run', command: 'markscheme.importClass' })}
            >
              {l10n.t('Import Submissions…')}
            </Button>
          )}
          <p id="write-words" class="note">
            {fillTemplate(canWrite ? words : nothing, name)}
          </p>
          {exists && (
            <Button class="plain" onClick={() => this.open({ uri: configuration }, false)}>
              {l10n.t('Open the Present File')}
            </Button>
          )}
        </div>
        {isKept !== null && (
          <CheckLine name="read-only" isChecked={isKept} check={(isChecked) => this.keep({ readOnly: isChecked })}>
            {l10n.t('Keep students’ files read-only here, so that no key changes their words')}
          </CheckLine>
        )}
        {canWrite && this.file(toml)}
      </footer>
    );
  }

  private file(toml: string): ComponentChildren {
    const { showsFile = false } = this.host.state;
    return (
      <details open={showsFile} onToggle={({ currentTarget }) => this.keep({ showsFile: currentTarget.open })}>
        <summary>{l10n.t('Show the file that is written')}</summary>
        <pre tabIndex={0} role="region" aria-label={l10n.t('Show the file that is written')}>
          {toml}
        </pre>
      </details>
    );
  }

  /** Return what is shown after the file was written. */
  private end(
    { summary, configuration }: { summary: string; configuration: string },
    folder: Folder,
  ): ComponentChildren {
    const { post } = this.host;
    const change = (): void => {
      this.written = undefined;
      post({ type: 'refresh' });
      this.redraw();
    };
    return (
      <section class="written">
        <h2>{l10n.t('Marking is set up')}</h2>
        <p>{summary}</p>
        <p class="note">{writtenWhere(folder)}</p>
        <div class="actions">
          <Button class="primary" onClick={() => post({ type: 'showClass' })}>
            {l10n.t('Show the Class')}
          </Button>
          <Button onClick={() => post({ type: 'run', command: 'markscheme.editScheme' })}>
            {l10n.t('Mark Scheme…')}
          </Button>
          <Button onClick={() => this.open({ uri: configuration }, false)}>{l10n.t('Open markscheme.toml')}</Button>
          <Button onClick={change}>{l10n.t('Change the Set-Up')}</Button>
        </div>
        {this.variants ? (
          this.choice(this.variants)
        ) : (
          <p class="note">{l10n.t('Looking what hangs on it in this class…')}</p>
        )}
      </section>
    );
  }

  /** Return what students may choose between. */
  private choice(variants: readonly Variant[]): ComponentChildren {
    const allow = (variant: Variant, allowed: boolean): void => {
      this.variants = variants.map((each) => (each === variant ? { ...each, allowed } : each));
      const names = this.variants.filter((each) => each.allowed).map(({ name }) => name);
      this.host.post({ type: 'allow', names });
      this.redraw();
    };
    const concerns = ({ answers, students }: Variant): string =>
      answers > 0
        ? l10n.t('In this class: answers {0}, students {1}', answers, students)
        : l10n.t('In this class: nothing');
    return (
      <fieldset class="variants">
        <legend>{l10n.t('What may your students choose?')}</legend>
        <p class="note">
          {l10n.t(
            'What you write in one way, they may write in the other. Nobody has to change the one into the other.',
          )}
        </p>
        {variants.map((variant) => (
          <label key={variant.name} class="variant">
            <input
              {...{ type: 'checkbox', checked: variant.allowed, 'data-key': `variant ${variant.name}` }}
              onChange={({ currentTarget }) => allow(variant, currentTarget.checked)}
            />
            <span>{`${variant.title}: ${variant.example}`}</span>
            <span class="note">{concerns(variant)}</span>
          </label>
        ))}
      </fieldset>
    );
  }
}

const root = document.getElementById('page');
if (root) {
  new SetUpPage(root, new Host());
}
