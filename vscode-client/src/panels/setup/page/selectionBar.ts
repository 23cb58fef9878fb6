import { fillTemplate } from '../../../template';
import type { SetUpFile } from '../../../protocol/contract';
import { button, element } from '../../page/elements';
import type { Change } from '../choices';
import { Combobox } from './combobox';
import { roleOption } from './fileRow';
import { roleText, sortedNames, type SetUpView } from './setUpView';

const ROLES = ['source', 'hypothesis', 'reference', 'none'] as const;

/** The tools for the selected files: one role and one exercise for all of them. Nothing is there while none is selected. */
export class SelectionBar {
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
      const options = ROLES.map((role) => roleOption(role, roleText(strings, role, areEssays)));
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
