import '../../page/panel.css';
import '../../page/form.css';
import './setup.css';

import type { SetUp, SetUpChoices, SetUpQuestion, Variant } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import type { Folder } from '../../messages';
import { AwaitedFocus, button, type Child, element, failureBox, focusedKey, focusOn } from '../../page/elements';
import { Host, keepScroll } from '../../page/host';
import { NO_CHOICES, withAnswer, withChange, withoutRow } from '../choices';
import type {
  FromSetUpPage,
  SetUpButton,
  SetUpPageState,
  SetUpStrings,
  ShownSetUp,
  ToSetUpPage,
} from '../setUpMessages';
import { NameList } from './combobox';
import { FileTable, type TableListener } from './fileTable';

/** The set-up's page. It has the teacher's choices, and shows the set-up that the extension sends for them. */
class SetUpPage {
  private strings: SetUpStrings | undefined;
  private folder: Folder = { uri: '', name: '' };
  private choices: SetUpChoices = NO_CHOICES;
  private revision = 0;
  private setUp: SetUp | undefined;
  private names: NameList | undefined;
  private table: FileTable | undefined;
  private writeBar: WriteBar | undefined;
  /** Whether the next set-up may put the rows in a new order. */
  private isFresh = true;
  private isChanged = false;
  private readonly focus = new AwaitedFocus('input, select, button');
  private readonly bar = element('div', { class: 'bar-of-progress', attributes: { hidden: '' } });
  private readonly head = element('header', { class: 'heading' });
  private readonly notice = element('div', { class: 'notice' });
  private readonly questions = element('div', {});
  private readonly content = element('div', { class: 'content' });
  private readonly variants = element('div', {});
  private readonly status = element('p', { class: 'visually-hidden', attributes: { role: 'status' } });

  constructor(
    private readonly root: HTMLElement,
    private readonly host: Host<ToSetUpPage, FromSetUpPage, SetUpPageState>,
  ) {
    root.append(this.bar, this.head, this.notice, this.questions, this.content, this.status);
    host.listen((message) => {
      this.receive(message);
    });
    keepScroll(host);
    host.post({ type: 'ready', choices: host.state.choices ?? null });
  }

  private receive(message: ToSetUpPage): void {
    if (message.type === 'words') {
      this.strings = message.strings;
      this.folder = message.folder;
      this.choices = message.choices;
      document.documentElement.lang = message.language;
      this.head.replaceChildren(this.title(message.strings));
      this.host.keep({ folder: message.folder.uri, choices: message.choices });
    } else if (this.strings) {
      this.update(message, this.strings);
    }
  }

  private update(message: Exclude<ToSetUpPage, { type: 'words' }>, strings: SetUpStrings): void {
    this.bar.hidden = message.type !== 'reading' && message.type !== 'writing';
    switch (message.type) {
      case 'setUp':
        this.show(message, strings);
        break;
      case 'reading':
      case 'waiting':
      case 'writing':
        this.wait(message.type, strings);
        break;
      case 'failed':
        this.notice.replaceChildren(failureBox(message, strings, this.host.post));
        break;
      case 'written':
        this.showWritten(message.summary, strings);
        break;
      case 'variants': {
        const focused = focusedKey();
        this.variants.replaceChildren(
          variantList(message.variants, strings, (names) => {
            this.host.post({ type: 'allow', names });
          }),
        );
        focusOn(focused);
        break;
      }
      case 'focus':
        this.focus.request();
        break;
    }
    this.focus.take();
  }

  /** Show the set-up for the newest choices; a late one for earlier choices is dropped. */
  private show({ setUp, revision, readOnly }: ShownSetUp, strings: SetUpStrings): void {
    if (revision < this.revision) {
      return;
    }
    const isFirst = !this.table;
    this.setUp = setUp;
    this.notice.replaceChildren();
    this.drawHead(setUp, strings);
    this.drawQuestions(setUp, strings);
    this.drawContent(setUp, this.host.state.readOnly ?? readOnly, strings);
    if (this.isChanged) {
      this.status.textContent = setUp.summary;
    }
    if (isFirst) {
      window.scrollTo(0, this.host.state.scroll ?? 0);
    }
    this.isFresh = false;
  }

  private wait(state: 'reading' | 'waiting' | 'writing', strings: SetUpStrings): void {
    const words = { reading: strings.reading, waiting: strings.waitingServer, writing: strings.writing }[state];
    const isEmpty = !this.table || state === 'waiting';
    this.notice.replaceChildren(...(isEmpty ? [element('p', { class: 'waiting' }, words)] : []));
    if (state === 'writing') {
      this.status.textContent = words;
    }
  }

  private title(strings: SetUpStrings): HTMLElement {
    return element('h1', {}, fillTemplate(strings.title, this.folder.name));
  }

  private drawHead(setUp: SetUp, strings: SetUpStrings): void {
    const focused = focusedKey();
    const refresh = button(strings.refresh, this.posting('refresh'), { attributes: { 'data-key': 'refresh' } });
    const warnings = setUp.warnings.map((warning) =>
      element('li', {}, element('strong', {}, strings.warning), ` ${warning}`),
    );
    this.head.replaceChildren(
      this.title(strings),
      element('div', { class: 'actions' }, refresh),
      element('p', { class: 'summary' }, setUp.summary),
      element('p', { class: 'lead' }, strings.lead),
      ...(warnings.length ? [element('ul', { class: 'warnings' }, ...warnings)] : []),
    );
    focusOn(focused);
  }

  private drawQuestions({ questions }: SetUp, strings: SetUpStrings): void {
    const focused = focusedKey();
    const listener = {
      answered: (question: string, answer: string): void => {
        this.isFresh = true;
        this.choose(withAnswer(this.choices, question, answer));
      },
      opened: this.opened,
    };
    this.questions.replaceChildren(...(questions.length ? [questionList(strings, questions, listener)] : []));
    focusOn(focused);
  }

  private drawContent(setUp: SetUp, readOnly: boolean | null, strings: SetUpStrings): void {
    const { onlyUnsure = false, showsUnused = setUp.exercises.length === 0, showsFile = false } = this.host.state;
    if (!this.table || !this.writeBar) {
      this.names ??= new NameList(this.root, strings.names);
      const view = { strings, names: this.names, listener: this.listener(), setUp: () => this.setUp ?? setUp };
      this.table = new FileTable(view, onlyUnsure, !showsUnused);
      this.writeBar = new WriteBar(strings, this.folder.name, showsFile, {
        written: (readOnly) => {
          this.host.post({ type: 'write', readOnly });
        },
        imported: this.posting('importClass'),
        openedPresent: this.posting('openConfiguration'),
        kept: (readOnly) => {
          this.host.keep({ readOnly });
        },
        unfolded: (isUnfolded) => {
          this.host.keep({ showsFile: isUnfolded });
        },
      });
      this.content.replaceChildren(this.table.element, this.writeBar.element);
    }
    this.table.show(setUp, this.isFresh);
    this.writeBar.show(setUp, readOnly);
  }

  private showWritten(summary: string, strings: SetUpStrings): void {
    this.table = this.writeBar = undefined;
    for (const part of [this.notice, this.questions]) {
      part.replaceChildren();
    }
    this.head.replaceChildren(this.title(strings));
    const change = (): void => {
      this.isFresh = true;
      this.content.replaceChildren();
      this.host.post({ type: 'change' });
    };
    this.variants.replaceChildren(element('p', { class: 'note' }, strings.variantsReading));
    this.content.replaceChildren(
      element(
        'section',
        { class: 'written' },
        element('h2', {}, strings.writtenTitle),
        element('p', {}, summary),
        element('p', { class: 'note' }, fillTemplate(strings.writtenWhere, this.folder.name)),
        element(
          'div',
          { class: 'actions' },
          button(strings.showClass, this.posting('showClass'), { class: 'primary' }),
          button(strings.markScheme, this.posting('markScheme')),
          button(strings.openFile, this.posting('openConfiguration')),
          button(strings.change, change),
        ),
        this.variants,
      ),
    );
    this.status.textContent = strings.writtenTitle;
    window.scrollTo(0, 0);
  }

  private choose(choices: SetUpChoices): void {
    this.choices = choices;
    this.revision += 1;
    this.isChanged = true;
    this.host.keep({ choices });
    this.host.post({ type: 'choose', revision: this.revision, choices });
  }

  private listener(): TableListener {
    return {
      changed: (files, change) => {
        this.choose(withChange(this.choices, files, change));
      },
      undone: (file) => {
        this.choose(withoutRow(this.choices, file));
      },
      opened: this.opened,
      filtered: (onlyUnsure) => {
        this.host.keep({ onlyUnsure });
      },
      folded: (isFolded) => {
        this.host.keep({ showsUnused: !isFolded });
      },
    };
  }

  private readonly opened = (path: string): void => {
    this.host.post({ type: 'open', path });
  };

  private posting(type: SetUpButton): () => void {
    return () => {
      this.host.post({ type });
    };
  }
}

/** Number of files that a question names. */
const MAX_FILES = 4;

/** Number of characters of answers that stand on one line. */
const SHORT = 12;

/** What a teacher does with a question. */
interface QuestionListener {
  answered(question: string, answer: string): void;
  opened(path: string): void;
}

/** Return a group of radio buttons for each question. */
function questionList(
  strings: SetUpStrings,
  questions: readonly SetUpQuestion[],
  listener: QuestionListener,
): HTMLElement {
  return element(
    'section',
    { class: 'part questions' },
    element('h2', {}, strings.questions),
    ...questions.map((question) => questionSet(strings, question, listener)),
  );
}

function questionSet(strings: SetUpStrings, question: SetUpQuestion, listener: QuestionListener): HTMLElement {
  const { id, text, choices, answer, files } = question;
  const others = files.filter((path) => choices.every(({ label }) => label !== path));
  const isShort = choices.every(({ label }) => label.length <= SHORT && !files.includes(label));
  return element(
    'fieldset',
    { class: isShort ? 'short' : undefined },
    element('legend', {}, text),
    ...choices.map((choice) => {
      const radio = element('input', {
        attributes: { type: 'radio', name: id, value: choice.id, 'data-key': `answer-${id}-${choice.id}` },
        on: {
          change: () => {
            listener.answered(id, choice.id);
          },
        },
      });
      radio.checked = choice.id === answer;
      const isFile = files.includes(choice.label);
      const open = isFile ? fileButton(strings, strings.openAnswer, choice.label, listener) : undefined;
      return element('div', { class: 'answer' }, element('label', {}, radio, choice.label), open);
    }),
    others.length ? element('p', { class: 'note about' }, ...aboutFiles(strings, others, listener)) : undefined,
  );
}

function aboutFiles(strings: SetUpStrings, files: readonly string[], listener: QuestionListener): Child[] {
  const links = files.slice(0, MAX_FILES).map((path) => fileButton(strings, path, path, listener));
  const rest = files.length - links.length;
  return [strings.aboutFiles, ...links, rest > 0 ? fillTemplate(strings.moreFiles, rest) : undefined];
}

function fileButton(strings: SetUpStrings, label: string, path: string, listener: QuestionListener): HTMLButtonElement {
  const words = fillTemplate(strings.open, path);
  const press = (): void => {
    listener.opened(path);
  };
  return button(label, press, {
    class: 'link',
    attributes: { title: words, 'aria-label': label === path ? undefined : words },
  });
}

/** What a teacher does at the end of the page. */
interface WriteListener {
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
class WriteBar {
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

/** Return the list of what students may choose between; `allow` is called with the names of all that are ticked. */
function variantList(
  variants: readonly Variant[],
  strings: SetUpStrings,
  allow: (names: readonly string[]) => void,
): HTMLElement {
  const boxes = variants.map(({ name, allowed }) => {
    const box = element('input', { attributes: { type: 'checkbox', value: name, 'data-key': `variant ${name}` } });
    box.checked = allowed;
    box.addEventListener('change', () => {
      allow(boxes.filter((each) => each.checked).map((each) => each.value));
    });
    return box;
  });
  const rows = variants.map(({ title, example, answers, students }, index) => {
    const concerns =
      answers > 0
        ? fillTemplate(strings.variantConcerns, String(answers), String(students))
        : strings.variantConcernsNothing;
    return element(
      'label',
      { class: 'variant' },
      boxes[index],
      element('span', {}, `${title}: ${example}`),
      element('span', { class: 'note' }, concerns),
    );
  });
  return element(
    'fieldset',
    { class: 'variants' },
    element('legend', {}, strings.variants),
    element('p', { class: 'note' }, strings.variantsLead),
    ...rows,
  );
}

const root = document.getElementById('page');
if (root) {
  new SetUpPage(root, new Host());
}
