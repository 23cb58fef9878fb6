/** Parts of all pages. A page is drawn as a whole from its state; Preact changes what differs. */

import * as l10n from '@vscode/l10n';
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Kind } from '../../protocol/vocabularies';
import type { Failed, Remedy, RemedyRequest } from '../messages';
import { numbers } from './numbers';

/** Give the element with a `data-key` the focus, unless it has it. */
export function focusOn(key: string | undefined): void {
  if (key !== undefined && document.activeElement?.getAttribute('data-key') !== key) {
    document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
}

/** The keyboard that the extension gives the page: the first control takes it as soon as there is one. */
export class AwaitedFocus {
  private isAwaited = false;

  /** `controls` is a selector of the elements that can take the keyboard. */
  constructor(private readonly controls: string) {}

  request(): void {
    this.isAwaited = true;
  }

  take(): void {
    const first = this.isAwaited ? document.querySelector<HTMLElement>(`main :is(${this.controls})`) : null;
    if (first) {
      this.isAwaited = false;
      first.focus();
    }
  }
}

/** Whether a key is pressed in a field in which a person writes, where it has no other meaning. */
export function isWriting({ target }: Event): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea');
}

/** A button that submits nothing. */
export function Button(attributes: ButtonHTMLAttributes) {
  return <button type="button" {...attributes} />;
}

/** The button for what the person can do about a failure; `post` takes the person's choice. */
export function RemedyButton({ remedy, post }: { remedy: Remedy; post: (request: RemedyRequest) => void }) {
  return (
    <Button class="primary" onClick={() => post({ type: 'remedy', remedy })}>
      {remedy === 'retry' ? l10n.t('Retry') : l10n.t('Start the Server')}
    </Button>
  );
}

/** A failure, with what the person can do about it. */
export function FailureBox(props: { title: string; failure: Failed; post: (request: RemedyRequest) => void }) {
  const { title, failure, post } = props;
  return (
    <MessageBox title={title} text={failure.message}>
      <RemedyButton remedy={failure.remedy} post={post} />
    </MessageBox>
  );
}

/** What a page says while the server that it needs is starting. */
export function ServerStarts() {
  return <p class="waiting">{l10n.t('Markscheme’s server is starting…')}</p>;
}

/** What a page that has nothing else to show says, with buttons for what there is to do. */
export function MessageBox(props: { title: string; text: string; children?: ComponentChildren }) {
  return (
    <section class="message-box">
      <h2>{props.title}</h2>
      {props.text && <p>{props.text}</p>}
      {props.children}
    </section>
  );
}

/** A class that can be chosen: its folder's name and URI. */
export interface NamedClass {
  readonly name: string;
  readonly uri: string;
}

/** Return the class with a folder, or else the first one. */
export function chosenClass<Class extends NamedClass>(
  classes: readonly Class[],
  folder: string | undefined,
): Class | undefined {
  return classes.find(({ uri }) => uri === folder) ?? classes[0];
}

/** The list to choose a class from; none if there is one class. */
export function ClassChoice(props: {
  label: string;
  classes: readonly NamedClass[];
  shown: NamedClass;
  choose: (folder: string | undefined) => void;
}) {
  const { label, classes, shown, choose } = props;
  if (classes.length < 2) {
    return null;
  }
  const chosen = classes.indexOf(shown);
  return (
    <Choice
      label={label}
      name="class"
      options={classNames(classes)}
      chosen={chosen}
      choose={(index) => choose(classes[index]?.uri)}
    />
  );
}

/** Return the names of classes; folders of one name with the folder that they are in. */
function classNames(classes: readonly NamedClass[]): string[] {
  return classes.map(({ name, uri }) => {
    const isUnique = classes.filter((other) => other.name === name).length === 1;
    return isUnique ? name : decodeURIComponent(uri.split('/').slice(-2).join('/'));
  });
}

/** A list with a label to choose one of several options from, by its index. `name` is the list's `data-key`. */
export function Choice(props: {
  label: string;
  name: string;
  options: readonly string[];
  chosen: number;
  choose: (index: number) => void;
}) {
  const { label, name, options, chosen, choose } = props;
  return (
    <label class="exercises">
      <span>{label}</span>
      <select data-key={name} onChange={({ currentTarget }) => choose(currentTarget.selectedIndex)}>
        {options.map((option, index) => (
          <option key={index} selected={index === chosen}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A box in which wide content scrolls. The keyboard can scroll it too while the content is wider than the box. */
function Scroller({ label, children }: { label: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) {
      return;
    }
    const observer = new ResizeObserver(() => setScrolls(node.scrollWidth > node.clientWidth));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  const region = scrolls ? ({ tabIndex: 0, role: 'region', 'aria-label': label } as const) : {};
  return (
    <div ref={box} class="scroller" {...region}>
      {children}
    </div>
  );
}

/** A table with a name, which is read aloud, in a box in which it scrolls; `head` are the cells of its first row. */
export function Table(props: { name: string; look: string; head: ComponentChildren; children: ComponentChildren }) {
  const { name, look, head, children } = props;
  return (
    <Scroller label={name}>
      <table class={look}>
        <caption class="visually-hidden">{name}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        {children}
      </table>
    </Scroller>
  );
}

/** The order of a table. */
interface SortOrder {
  readonly key: string | number;
  readonly descending: boolean;
}

/** Return rows in the order of a table: by name, or by a number. Rows without the number come last, equal ones stay. */
export function inOrder<Row extends { readonly label: string }>(
  rows: readonly Row[],
  { key, descending }: SortOrder,
  numberOf: (row: Row) => number | null,
): Row[] {
  const direction = descending ? -1 : 1;
  const { compare } = new Intl.Collator(numbers.language, { numeric: true });
  return [...rows].sort((one, other) => {
    const [first, second] = key === 'name' ? [compare(one.label, other.label), 0] : [numberOf(one), numberOf(other)];
    return first === null || second === null
      ? Number(first === null) - Number(second === null)
      : direction * (first - second);
  });
}

/** The head of a column, with a button that sorts the table by it, and an arrow if it does. `cells` is their class. */
export function SortHead(props: {
  cells: string;
  name: string | number;
  hint?: string | undefined;
  sort: SortOrder | undefined;
  press: () => void;
  children: ComponentChildren;
}) {
  const { cells, name, hint, sort, press, children } = props;
  const direction = sort?.key !== name ? 'none' : sort.descending ? 'descending' : 'ascending';
  return (
    <th class={cells} scope="col" aria-sort={direction}>
      <Button class="sort" title={hint} data-key={`sort-${name}`} onClick={press}>
        {children}
        <span class="arrow" aria-hidden="true">
          {{ none: '', ascending: '▲', descending: '▼' }[direction]}
        </span>
      </Button>
    </th>
  );
}

/** A kind's colour and its sign. */
export function KindSign({ kind }: { kind: Kind }) {
  return (
    <>
      <span class={`swatch ${kind.name}`} aria-hidden="true" />
      {kind.sign && (
        <span class={`sign ${kind.name}`} aria-hidden="true">
          {kind.sign}
        </span>
      )}
    </>
  );
}
