import { fillTemplate } from '../../../template';
import type { SetUpFile } from '../../../protocol/contract';
import { button, element, type Child } from '../../page/elements';
import { rowKey } from '../choices';
import { Combobox } from './combobox';
import { peopleOf, roleText, sortedNames, type SetUpView } from './setUpView';

const ROLES = ['source', 'hypothesis', 'reference', 'complete', 'none'] as const;
const ALL_AUTHORS = '*';

/** A row of the table: a file with the fields in which a teacher corrects the guess. */
export class FileRow {
  readonly element: HTMLTableRowElement;
  readonly key: string;
  private readonly box: HTMLInputElement;
  private readonly role: HTMLSelectElement;
  private readonly person: Combobox;
  private readonly exercise: Combobox;
  private readonly why = cell('why');
  private shown = '';

  constructor(
    private readonly view: SetUpView,
    private file: SetUpFile,
    selected: (isSelected: boolean) => void,
  ) {
    const { strings } = view;
    this.key = rowKey(file);
    const name = nameOf(view, file);
    this.box = checkbox(fillTemplate(strings.selectFile, name), `select-${this.key}`, selected);
    this.role = element('select', {
      attributes: { 'aria-label': fillTemplate(strings.roleOf, name), 'data-key': `role-${this.key}` },
      on: {
        change: () => {
          this.change({ role: this.role.value as SetUpFile['role'] });
        },
      },
    });
    this.person = new Combobox(view.names, {
      ...{ label: fillTemplate(strings.personOf, name), placeholder: strings.noName, key: `person-${this.key}` },
      names: () => this.people(),
      chosen: (person) => {
        this.change({ person });
      },
    });
    this.exercise = new Combobox(view.names, {
      ...{ label: fillTemplate(strings.exerciseOf, name), key: `exercise-${this.key}` },
      names: () => sortedNames(view.setUp().exercises.map((exercise) => exercise.name)),
      chosen: (exercise) => {
        this.change({ exercise });
      },
    });
    this.element = element(
      'tr',
      { attributes: { role: 'row' } },
      cell('select', this.box),
      this.nameCell(name),
      cell('role', this.role),
      cell('person', this.person.element, nothing()),
      cell('exercise', this.exercise.element, nothing()),
      this.why,
    );
    this.update(file);
  }

  /** Show the newest state of the file; nothing is touched where it is the same. */
  update(file: SetUpFile): void {
    this.file = file;
    const fresh = JSON.stringify(file);
    if (fresh === this.shown) {
      return;
    }
    this.shown = fresh;
    const { strings } = this.view;
    const isUsed = file.role !== 'none';
    this.element.classList.toggle('unused', !isUsed);
    this.role.replaceChildren(...this.roles().map((role) => roleOption(role, roleText(strings, role, this.isEssay()))));
    this.role.value = file.role;
    this.showField(this.person, file.person, isUsed && (file.role !== 'source' || this.isEssay()));
    this.showField(this.exercise, file.exercise, isUsed);
    this.why.replaceChildren(...this.reason());
  }

  get isSelected(): boolean {
    return this.box.checked;
  }

  select(isSelected: boolean): void {
    this.box.checked = isSelected;
  }

  private change(change: Parameters<SetUpView['listener']['changed']>[1]): void {
    this.view.listener.changed([this.file], change);
  }

  private isEssay(): boolean {
    const { essay, exercise } = this.file;
    return essay !== null || this.view.setUp().exercises.some(({ name, essays }) => essays && name === exercise);
  }

  /** The roles that this file may have; few files have a text and its corrections in one. */
  private roles(): readonly SetUpFile['role'][] {
    const { role, authors } = this.file;
    return ROLES.filter((each) => each !== 'complete' || role === each || authors.length > 0);
  }

  private people(): string[] {
    const { role, authors } = this.file;
    const isTeacher = role === 'reference' || role === 'complete';
    return sortedNames([...peopleOf(this.view.setUp(), isTeacher ? 'teachers' : 'students'), ...authors]);
  }

  private showField(field: Combobox, value: string | null, isThere: boolean): void {
    field.show(value ?? '');
    field.element.hidden = !isThere;
    field.element.nextElementSibling?.toggleAttribute('hidden', isThere);
  }

  private nameCell(name: string): HTMLElement {
    const { listener, strings } = this.view;
    const { path, author, authors } = this.file;
    const cut = path.lastIndexOf('/') + 1;
    const press = (): void => {
      listener.opened(path);
    };
    const open = button('', press, {
      class: 'link',
      attributes: { title: fillTemplate(strings.open, path), 'data-key': `open-${this.key}` },
    });
    open.append(element('span', { class: 'folder' }, path.slice(0, cut)), path.slice(cut));
    const others = author === null && authors.length > 0 ? fillTemplate(strings.changedBy, authors.join(', ')) : '';
    const by = author === null ? others : name.slice(path.length + 2);
    return element(
      'th',
      { class: 'file', attributes: { scope: 'row', role: 'rowheader' } },
      open,
      by ? element('span', { class: 'note' }, by) : undefined,
    );
  }

  private reason(): Node[] {
    const { strings, listener } = this.view;
    const { chosen, sureness, reason, path } = this.file;
    const look = chosen ? 'chosen' : sureness;
    const undo = (): void => {
      listener.undone(this.file);
    };
    return [
      element('span', { class: `sureness ${look}` }, strings[look]),
      chosen
        ? button(strings.undo, undo, {
            class: 'link',
            attributes: { 'aria-label': fillTemplate(strings.undoFor, path), 'data-key': `undo-${this.key}` },
          })
        : element('span', { class: 'note' }, reason),
    ];
  }
}

/** Return a file's name for labels: its path, and whose corrections the row has. */
function nameOf({ strings }: SetUpView, { path, author }: SetUpFile): string {
  if (author === null) {
    return path;
  }
  return `${path}, ${author === ALL_AUTHORS ? strings.allAuthors : fillTemplate(strings.correctionsBy, author)}`;
}

export function checkbox(label: string, key: string, changed: (isChecked: boolean) => void): HTMLInputElement {
  const box = element('input', {
    attributes: { type: 'checkbox', 'aria-label': label, 'data-key': key },
    on: {
      change: () => {
        changed(box.checked);
      },
    },
  });
  return box;
}

export function roleOption(value: string, text: string): HTMLOptionElement {
  return element('option', { attributes: { value } }, text);
}

function cell(name: string, ...children: readonly Child[]): HTMLTableCellElement {
  return element('td', { class: name, attributes: { role: 'cell' } }, ...children);
}

function nothing(): HTMLElement {
  return element('span', { class: 'nothing', attributes: { 'aria-hidden': 'true' } }, '–');
}
