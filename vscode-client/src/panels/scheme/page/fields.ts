import { element, type Child } from '../../page/elements';

let lastId = 0;

function newId(): string {
  lastId += 1;
  return `field-${lastId}`;
}

/** A control with what it is called, and the keys by which faults and the keyboard find it. */
export interface FieldOptions {
  /** The path of the value in the table's JSON, joined by `/`. */
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
}

/** The fields of a form, each with a place for its fault. */
export class Fields {
  private readonly places = new Map<
    string,
    { readonly controls: readonly HTMLElement[]; readonly fault: HTMLElement }
  >();

  /** Return the place for the fault of some controls; it is empty, and hidden, without one. */
  faultOf(key: string, controls: readonly HTMLElement[]): HTMLElement {
    const fault = element('p', { class: 'fault', attributes: { id: newId(), hidden: '' } });
    this.places.set(key, { controls, fault });
    return fault;
  }

  /** Return a control below its label. */
  labelled({ key, label, hint }: FieldOptions, control: HTMLElement, ...beside: readonly Child[]): HTMLElement {
    control.id = newId();
    const fault = this.faultOf(key, [control]);
    const words =
      hint === undefined ? undefined : element('span', { class: 'note', attributes: { id: newId() } }, hint);
    if (words) {
      control.setAttribute('aria-describedby', words.id);
    }
    const caption = element('label', { attributes: { for: control.id } }, label);
    return element(
      'div',
      { class: 'field' },
      caption,
      element('div', { class: 'line' }, control, ...beside),
      words,
      fault,
    );
  }

  /** Show faults at the fields that they belong to, and return those that belong to none. */
  show(faults: ReadonlyMap<string, string>): string[] {
    const shown = new Map<string, string[]>();
    const others: string[] = [];
    for (const [key, message] of faults) {
      const place = this.placeOf(key);
      if (place === undefined) {
        others.push(message);
      } else {
        shown.set(place, [...(shown.get(place) ?? []), message]);
      }
    }
    for (const [key, { controls, fault }] of this.places) {
      const messages = shown.get(key);
      fault.hidden = !messages;
      fault.textContent = messages?.join(' ') ?? '';
      controls.forEach((control) => {
        showFault(control, messages ? fault.id : undefined);
      });
    }
    return others;
  }

  /** Give the first field with a fault the keyboard. */
  focusFault(): void {
    document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  /** Return the key of the field that holds the value at a path. */
  private placeOf(key: string): string | undefined {
    const parts = key.split('/');
    const prefixes = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
    return prefixes.find((prefix) => this.places.has(prefix));
  }
}

/** Name a control's fault, or none, behind the hint that describes the control. */
function showFault(control: HTMLElement, fault: string | undefined): void {
  const hint = (control.dataset.hint ??= control.getAttribute('aria-describedby') ?? '');
  const described = [hint, fault ?? ''].filter(Boolean).join(' ');
  control.toggleAttribute('aria-describedby', described !== '');
  if (described) {
    control.setAttribute('aria-describedby', described);
  }
  if (fault === undefined) {
    control.removeAttribute('aria-invalid');
  } else {
    control.setAttribute('aria-invalid', 'true');
  }
}

/** Return a field for text; `changed` is called at each key. */
export function textInput(
  { key, label }: FieldOptions,
  value: string,
  changed: (text: string) => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLInputElement {
  const input = element('input', {
    attributes: {
      type: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-label': label,
      'data-key': key,
      ...attributes,
    },
    on: {
      input: () => {
        changed(input.value);
      },
    },
  });
  input.value = value;
  return input;
}

/** Return a field for a number, with a decimal point or a decimal comma. */
export function numberInput(options: FieldOptions, value: string, changed: (text: string) => void): HTMLInputElement {
  return textInput(options, value, changed, { inputmode: 'decimal', class: 'number-field' });
}

/** Return a list to choose one of some values from, each with its label. */
export function select<Value extends string>(
  { key, label }: FieldOptions,
  choices: readonly (readonly [Value, string])[],
  value: Value,
  changed: (value: Value) => void,
): HTMLSelectElement {
  const list = element(
    'select',
    {
      attributes: { 'aria-label': label, 'data-key': key },
      on: {
        change: () => {
          changed(list.value as Value);
        },
      },
    },
    ...choices.map(([name, words]) => element('option', { attributes: { value: name } }, words)),
  );
  list.value = value;
  return list;
}

/** Return a part of the form with its title; the title names the group for screen readers. */
export function part(title: string, hint: string | undefined, ...children: readonly Child[]): HTMLElement {
  return element(
    'fieldset',
    { class: 'part' },
    element('legend', {}, title),
    hint === undefined ? undefined : element('p', { class: 'note' }, hint),
    ...children,
  );
}
