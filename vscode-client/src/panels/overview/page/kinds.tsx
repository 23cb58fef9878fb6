import type { PlacesFilter } from '../../../protocol/methods';
import type { Kind, Vocabulary } from '../../../protocol/vocabularies';
import { fillTemplate } from '../../../words';
import { PlacesButton } from '../../page/result';
import { KindSign } from '../../page/view';
import type { OverviewStrings } from '../overviewMessages';
import type { OverviewView } from './classList';

/** The heading of a kind, with its colour and its sign before it; in a narrow page a column has the sign alone. */
export function KindLabel({ kind, strings }: { kind: Kind; strings: OverviewStrings }) {
  return (
    <>
      <KindSign kind={kind} />
      <span class="kind-name">{strings.kinds[kind.id].heading}</span>
    </>
  );
}

/** The members of a filter of places that one number of the page names. */
export type Cell = Omit<PlacesFilter, 'folder' | 'assignment'>;

/** Something that is counted: its name as people read it, and which places it names. */
interface Counted {
  readonly whose: string;
  readonly cell: Cell;
}

/** A number, or a name, that shows its places; text alone where there are none. `words` say what it counts. */
export function Places(props: OverviewView & { cell: Cell; count: number; text: string; words: string }) {
  const { shown, assignment, cell, count, text } = props;
  return count === 0 ? <>{text}</> : <PlacesButton {...props} wanted={{ folder: shown.uri, assignment, ...cell }} />;
}

/** A cell with the number of findings of a kind, which shows their places. */
export function KindCell(props: OverviewView & Counted & { kind: Kind; count: number }) {
  const { strings, numbers, vocabulary, whose, cell, kind, count } = props;
  const text = numbers.count(count);
  const words = `${whose}: ${fillTemplate(strings.kinds[kind.id].count, text)}`;
  return (
    <td class="count">
      <Places {...props} cell={{ ...cell, ...kindFilter(vocabulary, kind) }} text={text} words={words} />
    </td>
  );
}

function kindFilter({ name }: Vocabulary, { id }: Kind): Pick<Cell, 'verdict' | 'category'> {
  return name === 'cleme2' ? { category: id } : { verdict: id };
}

/** A bar with one part for each kind, 0 to 1 each. */
export function StackedBar({ parts }: { parts: readonly (readonly [Kind, number])[] }) {
  return (
    <span class="stack" aria-hidden="true">
      {parts.map(([{ name }, part]) => part > 0 && <span key={name} class={name} style={{ '--part': part }} />)}
    </span>
  );
}
