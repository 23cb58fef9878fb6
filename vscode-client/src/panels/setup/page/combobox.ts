import { element } from '../../page/elements';

/** A field with a list of names to choose from. */
export interface ComboboxOptions {
  readonly label: string;
  readonly placeholder?: string;
  /** The key of the field, by which it gets the focus again. */
  readonly key: string;
  readonly names: () => readonly string[];
  /** Called with the new text when the person leaves the field, presses Enter or chooses a name. */
  readonly chosen: (text: string) => void;
}

/** A text field in which a person writes a name, or chooses one from a list. The pattern is ARIA's editable combobox. */
export class Combobox {
  readonly element: HTMLInputElement;
  private value = '';

  constructor(
    private readonly list: NameList,
    private readonly options: ComboboxOptions,
  ) {
    const { label, placeholder, key } = options;
    this.element = element('input', {
      class: 'name-field',
      attributes: {
        ...{ type: 'text', role: 'combobox', 'aria-label': label, 'aria-autocomplete': 'list' },
        ...{ 'aria-expanded': 'false', autocomplete: 'off', spellcheck: 'false', placeholder, 'data-key': key },
      },
      on: {
        input: () => {
          this.open(this.element.value);
        },
        click: () => {
          this.open('');
        },
        keydown: (event) => {
          this.press(event as KeyboardEvent);
        },
        blur: () => {
          this.close();
          if (!this.list.isPaused) {
            this.commit();
          }
        },
      },
    });
  }

  /** Show a name, unless the person is writing another one. */
  show(name: string): void {
    const isUntouched = this.element.value === this.value;
    this.value = name;
    if (isUntouched) {
      this.element.value = name;
    }
  }

  get text(): string {
    return this.element.value.trim();
  }

  private press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (this.list.isOpenAt(this.element)) {
        this.list.move(step);
      } else {
        this.open('');
      }
    } else if (event.key === 'Enter') {
      this.take(this.list.isOpenAt(this.element) ? this.list.current : undefined);
    } else if (event.key === 'Escape') {
      this.escape(event);
    }
  }

  /** Close the list; without an open list, go back to the earlier name. */
  private escape(event: KeyboardEvent): void {
    event.stopPropagation();
    if (this.list.isOpenAt(this.element)) {
      this.close();
    } else {
      this.element.value = this.value;
    }
  }

  private open(start: string): void {
    const sought = start.trim().toLocaleLowerCase();
    const names = this.options.names().filter((name) => name.toLocaleLowerCase().includes(sought));
    if (names.length === 0) {
      this.close();
      return;
    }
    this.list.open(this.element, names, (name) => {
      this.take(name);
    });
  }

  private take(name: string | undefined): void {
    if (name !== undefined) {
      this.element.value = name;
    }
    this.close();
    this.commit();
  }

  private close(): void {
    if (this.list.isOpenAt(this.element)) {
      this.list.close();
    }
  }

  private commit(): void {
    if (this.text !== this.value) {
      this.value = this.text;
      this.element.value = this.text;
      this.options.chosen(this.text);
    }
  }
}

/** The list below a combobox. A page has one, which opens at the field that has the focus. */
export class NameList {
  private readonly box: HTMLUListElement;
  private field: HTMLInputElement | undefined;
  private items: readonly HTMLLIElement[] = [];
  private index = -1;

  /** Whether fields lose the focus only because the page moves them. */
  isPaused = false;

  constructor(parent: Element, label: string) {
    const attributes = { id: 'names', role: 'listbox', 'aria-label': label, popover: 'manual' };
    this.box = element('ul', { class: 'names', attributes });
    parent.append(this.box);
    window.addEventListener('resize', () => {
      this.close();
    });
    window.addEventListener('scroll', () => {
      this.place();
    });
  }

  /** The name that the arrow keys have reached. */
  get current(): string | undefined {
    return this.items[this.index]?.textContent ?? undefined;
  }

  isOpenAt(field: HTMLInputElement): boolean {
    return this.field === field;
  }

  open(field: HTMLInputElement, names: readonly string[], take: (name: string) => void): void {
    if (this.field !== field) {
      this.close();
    }
    this.field = field;
    this.index = -1;
    this.items = names.map((name, index) => nameItem(name, index, take));
    this.box.replaceChildren(...this.items);
    field.setAttribute('aria-expanded', 'true');
    field.setAttribute('aria-controls', this.box.id);
    field.removeAttribute('aria-activedescendant');
    this.place();
    this.box.showPopover();
  }

  close(): void {
    const { field } = this;
    if (field) {
      this.field = undefined;
      field.setAttribute('aria-expanded', 'false');
      field.removeAttribute('aria-controls');
      field.removeAttribute('aria-activedescendant');
      this.box.hidePopover();
    }
  }

  /** Go to the next or the previous name, around the ends. */
  move(step: number): void {
    const count = this.items.length;
    this.index = this.index < 0 ? (step > 0 ? 0 : count - 1) : (this.index + step + count) % count;
    this.items.forEach((item, index) => {
      item.setAttribute('aria-selected', String(index === this.index));
    });
    const item = this.items[this.index];
    if (item) {
      this.field?.setAttribute('aria-activedescendant', item.id);
      item.scrollIntoView({ block: 'nearest' });
    }
  }

  private place(): void {
    if (!this.field) {
      return;
    }
    const { left, bottom, top, width } = this.field.getBoundingClientRect();
    const below = window.innerHeight - bottom;
    const isAbove = below < 140 && top > below;
    const { style } = this.box;
    style.setProperty('--left', `${left}px`);
    style.setProperty('--width', `${width}px`);
    style.setProperty('--top', isAbove ? 'auto' : `${bottom + 2}px`);
    style.setProperty('--bottom', isAbove ? `${window.innerHeight - top + 2}px` : 'auto');
    style.setProperty('--room', `${Math.max(60, (isAbove ? top : below) - 12)}px`);
  }
}

function nameItem(name: string, index: number, take: (name: string) => void): HTMLLIElement {
  return element(
    'li',
    {
      attributes: { id: `name-${index}`, role: 'option', 'aria-selected': 'false' },
      on: {
        mousedown: (event) => {
          // The field keeps the focus.
          event.preventDefault();
        },
        click: () => {
          take(name);
        },
      },
    },
    name,
  );
}
