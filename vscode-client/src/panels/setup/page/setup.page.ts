import '../../page/panel.css';
import '../../page/form.css';
import './setup.css';

import { fillTemplate } from '../../../template';
import type { SetUp, SetUpChoices } from '../../../protocol/contract';
import { button, element } from '../../page/elements';
import { AwaitedFocus, focusedKey, focusOn } from '../../page/focus';
import { Host, keepScroll } from '../../page/host';
import { failureBox } from '../../page/messageBox';
import type { Folder } from '../../messages';
import { NO_CHOICES, withAnswer, withChange, withoutRow } from '../choices';
import {
  readSetUpPageState,
  readToSetUpPage,
  type FromSetUpPage,
  type SetUpButton,
  type SetUpPageState,
  type ShownSetUp,
  type ToSetUpPage,
} from '../setUpMessages';
import type { SetUpStrings } from '../setUpStrings';
import { NameList } from './combobox';
import { FileTable } from './fileTable';
import { questionList } from './questions';
import type { TableListener } from './setUpView';
import { variantList } from './variantList';
import { WriteBar } from './writeBar';

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

const root = document.getElementById('page');
if (root) {
  new SetUpPage(root, new Host(readSetUpPageState, readToSetUpPage, {}));
}
