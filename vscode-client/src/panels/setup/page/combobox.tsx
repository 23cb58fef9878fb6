import { Component, createRef, type TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** What is being written, by the fields' names: it outlives a field whose row moves to another group. */
const drafts = new Map<string, string>();

interface ComboboxProps {
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** The field's `data-key`. */
  readonly name: string;
  readonly value: string;
  readonly listLabel: string;
  readonly names: () => readonly string[];
  /** Called with a new text when the person leaves the field, presses Enter or chooses a name. */
  readonly choose: (text: string) => void;
}

interface ComboboxState {
  /** What is being written; `undefined` while the field shows its value. */
  readonly draft?: string | undefined;
  /** The names below the field, if there are any. */
  readonly names: readonly string[];
  /** The index of the name that the arrow keys have reached; -1 for none. */
  readonly index: number;
}

const CLOSED = { names: [], index: -1 };

/** A text field in which a person writes a name, or chooses one from a list. The pattern is ARIA's editable combobox. */
export class Combobox extends Component<ComboboxProps, ComboboxState> {
  override state: ComboboxState = { ...CLOSED, draft: drafts.get(this.props.name) };
  private readonly field = createRef<HTMLInputElement>();

  override render({ label, placeholder, name, value, listLabel }: ComboboxProps, state: ComboboxState) {
    const { draft, names, index } = state;
    const isOpen = names.length > 0;
    return (
      <>
        <input
          {...{ ref: this.field, class: 'name-field', role: 'combobox', placeholder, autocomplete: 'off' }}
          {...{ type: 'text', list: undefined, spellcheck: false, value: draft ?? value, 'data-key': name }}
          {...{ 'aria-label': label, 'aria-autocomplete': 'list', 'aria-expanded': isOpen }}
          aria-controls={isOpen ? 'names' : undefined}
          aria-activedescendant={index < 0 ? undefined : `name-${index}`}
          onInput={({ currentTarget }) => {
            this.write(currentTarget.value);
            this.open(currentTarget.value);
          }}
          onClick={() => this.open('')}
          onKeyDown={(event) => this.press(event)}
          // A field that is taken away has no element any more: it may come back in another group.
          onBlur={({ currentTarget }) => this.field.current && this.take(currentTarget.value)}
        />
        {isOpen && this.field.current && (
          <NameList
            {...{ names, index, field: this.field.current, label: listLabel }}
            take={(text) => this.take(text)}
            close={() => this.setState(CLOSED)}
          />
        )}
      </>
    );
  }

  private press(event: TargetedKeyboardEvent<HTMLInputElement>): void {
    const { names, index } = this.state;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (names.length > 0) {
        // The names go around the ends.
        this.setState({ index: (Math.max(index, step < 0 ? 0 : -1) + step + names.length) % names.length });
      } else {
        this.open('');
      }
    } else if (event.key === 'Enter') {
      this.take(names[index] ?? event.currentTarget.value);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (names.length > 0) {
        this.setState(CLOSED);
      } else {
        this.write(undefined);
      }
    }
  }

  private open(start: string): void {
    const sought = start.trim().toLocaleLowerCase();
    const names = this.props.names().filter((name) => name.toLocaleLowerCase().includes(sought));
    this.setState({ names, index: -1 });
  }

  private write(draft: string | undefined): void {
    this.setState({ draft });
    drafts.delete(this.props.name);
    if (draft !== undefined) {
      drafts.set(this.props.name, draft);
    }
  }

  private take(text: string): void {
    this.setState(CLOSED);
    this.write(undefined);
    if (text.trim() !== this.props.value) {
      this.props.choose(text.trim());
    }
  }
}

/** The list below a field, or above it where there is more room. */
function NameList(props: {
  names: readonly string[];
  index: number;
  field: HTMLElement;
  label: string;
  take: (name: string) => void;
  close: () => void;
}) {
  const { names, index, field, label, take, close } = props;
  const box = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(() => placeAt(field));
  useLayoutEffect(() => {
    const listening = new AbortController();
    box.current?.showPopover();
    window.addEventListener('resize', close, listening);
    window.addEventListener('scroll', () => setPlace(placeAt(field)), listening);
    return () => listening.abort();
  }, []);
  useLayoutEffect(() => box.current?.children[index]?.scrollIntoView({ block: 'nearest' }), [index]);
  return (
    <ul ref={box} id="names" class="names" role="listbox" aria-label={label} popover="manual" style={place}>
      {names.map((name, each) => (
        <li
          key={name}
          {...{ id: `name-${each}`, role: 'option', 'aria-selected': each === index }}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(name)}
        >
          {name}
        </li>
      ))}
    </ul>
  );
}

function placeAt(field: HTMLElement): Readonly<Record<`--${string}`, string>> {
  const { left, bottom, top, width } = field.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  const isAbove = below < 140 && top > below;
  return {
    '--left': `${left}px`,
    '--width': `${width}px`,
    '--top': isAbove ? 'auto' : `${bottom + 2}px`,
    '--bottom': isAbove ? `${window.innerHeight - top + 2}px` : 'auto',
    '--room': `${Math.max(60, (isAbove ? top : below) - 12)}px`,
  };
}
