import type { SetUp, SetUpExercise, SetUpFile } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import { button, type Child, element, focusOn } from '../../page/elements';
import { arrange, type Arrangement, type Change, type Group, isUnsure, rowKey } from '../choices';
import type { SetUpStrings } from '../setUpMessages';
import { Combobox, type NameList } from './combobox';

/** What a teacher does with the files of the table. */
export interface TableListener {
  changed(files: readonly SetUpFile[], change: Change): void;
  /** The choice for a row is taken back. */
  undone(file: SetUpFile): void;
  opened(path: string): void;
  /** Only the files that are not sure are shown, or all. */
  filtered(onlyUnsure: boolean): void;
  /** The files without a part are folded, or unfolded. */
  folded(isFolded: boolean): void;
}

/** What the parts of the page share: words, the list of names, and the names of the newest set-up. */
interface SetUpView {
  readonly strings: SetUpStrings;
  readonly names: NameList;
  readonly listener: TableListener;
  setUp(): SetUp;
}

/** A role's text; own essays have a draft and a revision. */
function roleText(strings: SetUpStrings, role: SetUpFile['role'], isEssay: boolean): string {
  if (isEssay && role === 'source') {
    return strings.roles.draft;
  }
  return isEssay && role === 'hypothesis' ? strings.roles.revision : strings.roles[role];
}

/** Return the names of a set-up's students or teachers, sorted. */
function peopleOf({ exercises }: SetUp, side: 'students' | 'teachers'): string[] {
  return sortedNames(exercises.flatMap((exercise) => exercise[side]));
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

const COLUMNS = ['select', 'file', 'role', 'person', 'exercise', 'why'] as const;

/** The table of all files by exercise, with the tools above it. Rows are kept, so that a field keeps its focus. */
export class FileTable {
  readonly element: HTMLElement;
  private readonly bar: SelectionBar;
  private readonly table: HTMLTableElement;
  private readonly rows = new Map<string, FileRow>();
  private readonly filter: HTMLInputElement;
  private readonly filterLabel = element('span', {});
  private readonly filterLine: HTMLElement;
  private readonly allSure: HTMLElement;
  private arrangement: Arrangement | undefined;
  /** The groups and rows that the table has. */
  private structure = '';
  /** The files that are shown; `undefined` for all. A file that the teacher has dealt with stays until the next filtering. */
  private unsure: ReadonlySet<string> | undefined;

  constructor(
    private readonly view: SetUpView,
    private onlyUnsure: boolean,
    private isFolded: boolean,
  ) {
    const { strings } = view;
    this.bar = new SelectionBar(view, () => {
      this.select(this.files(), false);
    });
    this.filter = element('input', {
      attributes: { type: 'checkbox', 'data-key': 'filter' },
      on: {
        change: () => {
          this.setFilter(this.filter.checked);
        },
      },
    });
    this.filter.checked = onlyUnsure;
    this.allSure = element('p', { class: 'note', attributes: { hidden: '' } }, strings.allSure);
    this.table = element(
      'table',
      { class: 'files', attributes: { role: 'table' } },
      element('caption', { class: 'visually-hidden' }, strings.files),
      element(
        'thead',
        { attributes: { role: 'rowgroup' } },
        element('tr', { attributes: { role: 'row' } }, ...COLUMNS.map((column) => this.head(column))),
      ),
    );
    this.filterLine = element('label', { class: 'filter' }, this.filter, this.filterLabel);
    const tools = element('div', { class: 'tools' }, this.filterLine, this.bar.element);
    this.element = element('section', { class: 'part' }, tools, this.allSure, this.table);
    new ResizeObserver(() => {
      this.element.style.setProperty('--tools', `${tools.offsetHeight}px`);
    }).observe(tools);
  }

  /** Show a set-up. `isFresh` says that rows may take a new order, as after the answer to a question. */
  show(setUp: SetUp, isFresh: boolean): void {
    this.arrangement = arrange(setUp, isFresh ? undefined : this.arrangement);
    if (isFresh || !this.unsure) {
      this.takeUnsure(setUp.files);
    }
    const count = setUp.files.filter(isUnsure).length;
    this.filterLine.hidden = count === 0 && !this.onlyUnsure;
    this.filterLabel.textContent = fillTemplate(this.view.strings.onlyUnsure, count, setUp.files.length);
    this.draw();
  }

  private setFilter(onlyUnsure: boolean): void {
    this.onlyUnsure = onlyUnsure;
    this.takeUnsure(this.view.setUp().files);
    this.draw();
    this.view.listener.filtered(onlyUnsure);
  }

  private takeUnsure(files: readonly SetUpFile[]): void {
    this.unsure = new Set(files.filter(isUnsure).map(rowKey));
  }

  private draw(): void {
    const groups = (this.arrangement?.groups ?? []).map((group) => ({
      ...group,
      files: group.files.filter(this.isShown),
    }));
    const shown = groups.filter(({ files }) => files.length > 0);
    this.allSure.hidden = shown.length > 0;
    const structure = JSON.stringify([
      this.hidesUnused,
      this.onlyUnsure,
      shown.map(({ name, files }) => [name, files.map(rowKey)]),
    ]);
    if (structure !== this.structure) {
      this.structure = structure;
      this.rebuild(shown);
    } else {
      this.updateRows(shown);
    }
    this.bar.show(this.selected());
  }

  /** Build the table's groups anew; the rows and the focus stay. */
  private rebuild(groups: readonly Group[]): void {
    const { names } = this.view;
    const focused = document.activeElement;
    const key = focused?.getAttribute('data-key');
    names.isPaused = true;
    this.table.replaceChildren(...[...this.table.children].slice(0, 2), ...groups.map((group) => this.body(group)));
    names.isPaused = false;
    if (focused instanceof HTMLElement && focused.isConnected) {
      focused.focus();
    } else if (key) {
      focusOn(key);
    }
  }

  private updateRows(groups: readonly Group[]): void {
    groups.forEach((group, index) => {
      if (group.name === null && this.hidesUnused) {
        return;
      }
      const head = this.table.tBodies[index]?.rows[0];
      if (group.name !== null) {
        head?.cells[1]?.replaceChildren(...this.title(group));
      }
      group.files.forEach((file) => this.row(file));
      const box = head?.cells[0]?.querySelector('input');
      if (box) {
        box.checked = this.isSelected(group);
      }
    });
  }

  private readonly isShown = (file: SetUpFile): boolean => !this.onlyUnsure || (this.unsure?.has(rowKey(file)) ?? true);

  private body(group: Group): HTMLElement {
    const isUnused = group.name === null;
    const isFolded = isUnused && this.hidesUnused;
    return element(
      'tbody',
      { class: isUnused ? 'unused' : undefined, attributes: { role: 'rowgroup' } },
      element(
        'tr',
        { class: 'group', attributes: { role: 'row' } },
        element('td', { class: 'select', attributes: { role: 'cell' } }, isFolded ? undefined : this.groupBox(group)),
        element(
          'th',
          { attributes: { scope: 'rowgroup', role: 'rowheader', colspan: COLUMNS.length - 1 } },
          ...(isUnused ? [this.unusedTitle(group)] : this.title(group)),
        ),
      ),
      ...(isFolded ? [] : group.files.map((file) => this.row(file).element)),
    );
  }

  private row(file: SetUpFile): FileRow {
    const key = rowKey(file);
    const row = this.rows.get(key);
    if (row) {
      row.update(file);
      return row;
    }
    const fresh = new FileRow(this.view, file, () => {
      this.bar.show(this.selected());
    });
    this.rows.set(key, fresh);
    return fresh;
  }

  private groupBox({ name, files }: Group): HTMLInputElement {
    const { strings } = this.view;
    const label = fillTemplate(strings.selectGroup, name ?? strings.roles.none);
    const box = checkbox(label, `group-${name ?? ''}`, (isSelected) => {
      this.select(files, isSelected);
    });
    box.checked = this.isSelected({ files });
    return box;
  }

  private isSelected({ files }: Pick<Group, 'files'>): boolean {
    return files.every((file) => this.rows.get(rowKey(file))?.isSelected);
  }

  /** Whether files without a part are folded: never those that the filter counts. */
  private get hidesUnused(): boolean {
    return this.isFolded && !this.onlyUnsure;
  }

  private unusedTitle({ files }: Group): Node | string {
    const words = fillTemplate(this.view.strings.unused, files.length);
    if (this.onlyUnsure) {
      return words;
    }
    const press = (): void => {
      this.isFolded = !this.isFolded;
      this.draw();
      this.view.listener.folded(this.isFolded);
    };
    return button(words, press, {
      class: 'fold',
      attributes: { 'aria-expanded': String(!this.isFolded), 'data-key': 'fold' },
    });
  }

  private title(group: Group): (Node | string)[] {
    const { strings } = this.view;
    const words = group.exercise ? this.people(group.exercise, group.files) : strings.nothingToMark;
    return [group.name ?? '', element('span', { class: 'note' }, words)];
  }

  private people({ students, teachers, essays }: SetUpExercise, files: readonly SetUpFile[]): string {
    const { strings } = this.view;
    const hasTeacher = files.some(({ role }) => role === 'reference' || role === 'complete');
    const number = students.length === 1 ? strings.oneStudent : fillTemplate(strings.students, students.length);
    return [
      students.length ? number : strings.noStudent,
      essays ? strings.essays : '',
      hasTeacher ? '' : strings.noTeacher,
      teachers.length ? fillTemplate(strings.teachers, teachers.join(', ')) : '',
    ]
      .filter(Boolean)
      .join(', ');
  }

  private files(): readonly SetUpFile[] {
    return this.arrangement?.groups.flatMap(({ files }) => files) ?? [];
  }

  private selected(): SetUpFile[] {
    return this.files().filter((file) => this.rows.get(rowKey(file))?.isSelected);
  }

  private select(files: readonly SetUpFile[], isSelected: boolean): void {
    const first = this.selected()[0];
    for (const file of files) {
      this.rows.get(rowKey(file))?.select(isSelected);
    }
    this.draw();
    if (first && this.selected().length === 0) {
      focusOn(`select-${rowKey(first)}`);
    }
  }

  private head(column: (typeof COLUMNS)[number]): HTMLTableCellElement {
    const { strings } = this.view;
    const text = strings[column];
    return element(
      'th',
      { class: column, attributes: { scope: 'col', role: 'columnheader' } },
      column === 'select' ? element('span', { class: 'visually-hidden' }, text) : text,
    );
  }
}

const ROLES = ['source', 'hypothesis', 'reference', 'complete', 'none'] as const;

const ALL_AUTHORS = '*';

/** A row of the table: a file with the fields in which a teacher corrects the guess. */
class FileRow {
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

function checkbox(label: string, key: string, changed: (isChecked: boolean) => void): HTMLInputElement {
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

function roleOption(value: string, text: string): HTMLOptionElement {
  return element('option', { attributes: { value } }, text);
}

function cell(name: string, ...children: readonly Child[]): HTMLTableCellElement {
  return element('td', { class: name, attributes: { role: 'cell' } }, ...children);
}

function nothing(): HTMLElement {
  return element('span', { class: 'nothing', attributes: { 'aria-hidden': 'true' } }, '–');
}

/** The tools for the selected files: one role and one exercise for all of them. Nothing is there while none is selected. */
class SelectionBar {
  readonly element: HTMLElement;
  private readonly count = element('span', {});
  private readonly role: HTMLSelectElement;
  private readonly exercise: Combobox;
  private files: readonly SetUpFile[] = [];

  /** `clear` is called to select no file any more. */
  constructor(
    private readonly view: SetUpView,
    private readonly clear: () => void,
  ) {
    const { strings } = view;
    this.role = element('select', { attributes: { 'aria-label': strings.roleOfSelected, 'data-key': 'all-role' } });
    this.exercise = new Combobox(view.names, {
      ...{ label: strings.exerciseOfSelected, placeholder: strings.chooseExercise, key: 'all-exercise' },
      names: () => sortedNames(view.setUp().exercises.map(({ name }) => name)),
      chosen: () => undefined,
    });
    const press = (): void => {
      this.apply();
    };
    this.element = element(
      'div',
      { class: 'selection', attributes: { role: 'group', 'aria-label': strings.select, hidden: '' } },
      this.count,
      this.role,
      this.exercise.element,
      button(strings.apply, press, { class: 'plain', attributes: { 'data-key': 'apply' } }),
      button(strings.clear, clear, { class: 'plain', attributes: { 'data-key': 'clear' } }),
    );
  }

  show(files: readonly SetUpFile[]): void {
    const { strings } = this.view;
    const isFirst = this.files.length === 0 && files.length > 0;
    this.files = files;
    this.element.hidden = files.length === 0;
    this.count.textContent = files.length === 1 ? strings.oneSelected : fillTemplate(strings.selected, files.length);
    if (isFirst) {
      const areEssays = files.every(({ essay }) => essay !== null);
      const roles = ROLES.filter((each) => each !== 'complete');
      const options = roles.map((role) => roleOption(role, roleText(strings, role, areEssays)));
      this.role.replaceChildren(roleOption('', strings.chooseRole), ...options);
      this.exercise.element.value = '';
    }
  }

  private apply(): void {
    const { files } = this;
    const exercise = this.exercise.text;
    const role = this.role.value as SetUpFile['role'] | '';
    const change: Change = { ...(role ? { role } : {}), ...(exercise ? { exercise } : {}) };
    this.clear();
    if (Object.keys(change).length > 0) {
      this.view.listener.changed(files, change);
    }
  }
}
