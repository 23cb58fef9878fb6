import { fillTemplate } from '../../../template';
import type { SetUp, SetUpExercise, SetUpFile } from '../../../protocol/contract';
import { focusOn } from '../../page/focus';
import { button, element } from '../../page/elements';
import { arrange, isUnsure, type Arrangement, type Group } from '../arrangement';
import { rowKey } from '../choices';
import { checkbox, FileRow } from './fileRow';
import { SelectionBar } from './selectionBar';
import type { SetUpView } from './setUpView';

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
