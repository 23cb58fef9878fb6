import * as l10n from '@vscode/l10n';

import { kindText } from '../../../marks/kindText';
import type { PlacesFilter } from '../../../protocol/methods';
import type { Kind } from '../../../protocol/vocabularies';
import { fillTemplate } from '../../../words';
import { numbers } from '../../page/numbers';
import { PlacesButton } from '../../page/result';
import { KindSign } from '../../page/view';
import type { OverviewView } from './classList';

/** The heading of a kind, with its colour and its sign before it; in a narrow page a column has the sign alone. */
export function KindLabel({ kind }: { kind: Kind }) {
  return (
    <>
      <KindSign kind={kind} />
      <span class="kind-name">{kindText(kind.id).heading}</span>
    </>
  );
}

/** The members of a filter of places that one number of the page names. */
export type Cell = Omit<PlacesFilter, 'folder' | 'assignment'>;

/** A number, or a name, that shows its places; text alone where there are none. `words` say what it counts. */
export function Places(props: OverviewView & { cell: Cell; count: number; text: string; words: string }) {
  const { shown, assignment, cell, count, text } = props;
  return count === 0 ? <>{text}</> : <PlacesButton {...props} wanted={{ folder: shown.uri, assignment, ...cell }} />;
}

/** A cell with the number of findings of a kind, which shows their places; `whose` they are, as people read it. */
export function KindCell(props: OverviewView & { whose: string; cell: Cell; kind: Kind; count: number }) {
  const { vocabulary, whose, cell, kind, count } = props;
  const text = numbers.count(count);
  const words = `${whose}: ${fillTemplate(kindText(kind.id).count, text)}`;
  const filter = { [vocabulary.name === 'cleme2' ? 'category' : 'verdict']: kind.id };
  return (
    <td class="count">
      <Places {...props} cell={{ ...cell, ...filter }} text={text} words={words} />
    </td>
  );
}

/** A bar with one part for each kind, 0 to 1 each. */
export function StackedBar({ parts }: { parts: readonly (readonly [Kind, number])[] }) {
  return (
    <span class="stack" aria-hidden="true">
      {parts.map(([{ name }, part]) => part > 0 && <span key={name} class={name} style={{ '--part': part }} />)}
    </span>
  );
}

/** What a vocabulary calls the points of a text, and their spread. What places earn is a mark only by a mark scheme. */
export const MARK_WORDS = {
  verdicts: {
    title: l10n.t('Places'),
    hint: l10n.t('Points that the places earn, of the points that there were to earn'),
    median: l10n.t('Median of places'),
    distribution: l10n.t('Distribution of places'),
    distributionNote: l10n.t(
      'Each dot is a student; the line is the median. Correct, partly, different and missed are shares of the places that need a correction. Not needed is a share of all changes that the student made. Students who rewrote freely have nothing to compare.',
    ),
  },
  cleme2: {
    title: l10n.t('Score'),
    hint: l10n.t('CLEME2.0’s score, 0 to 1'),
    median: l10n.t('Median score'),
    distribution: l10n.t('Distribution of scores'),
    distributionNote: l10n.t(
      'Each dot is a student; the line is the median. Hits, wrong and under are shares of the places that should be changed. Over is a share of all changes that the student made.',
    ),
  },
};
