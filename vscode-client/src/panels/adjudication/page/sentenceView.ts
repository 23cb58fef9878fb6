import type { FileLocation, AdjudicationSentence } from '../../../protocol/contract';
import { CARET } from '../../../protocol/vocabularies';
import { fillTemplate } from '../../../words';
import { button, type Child, element } from '../../page/elements';
import type { NamedAnnotator, NamedDocument } from '../adjudicationMessages';
import type { AdjudicationStrings } from '../adjudicationStrings';
import type { SentencePart } from '../sentenceParts';

/** What a sentence's elements show, and what presses on them do. */
export interface SentenceView {
  readonly sentence: AdjudicationSentence;
  readonly annotators: readonly NamedAnnotator[];
  readonly documents: readonly NamedDocument[];
  readonly strings: AdjudicationStrings;
  /** The number of the chosen place, from 0. */
  readonly place: number | undefined;
  readonly select: (place: number) => void;
  /** Take the version of an annotator, at the chosen place or of the sentence. */
  readonly take: (annotator: string, place: number | undefined) => void;
  readonly open: (location: FileLocation) => void;
}

const TAGS = { same: 'span', removed: 'del', added: 'ins', marked: 'span', gap: 'span' } as const;

/** Return names as people read them. */
export function labelsOf(names: readonly string[], { annotators }: Pick<SentenceView, 'annotators'>): string {
  return names.map((name) => annotators.find((each) => each.name === name)?.label ?? name).join(', ');
}

/** Return a sentence with its changes, and in words for screen readers. */
export function markedLine(parts: readonly SentencePart[], { place: chosen }: Pick<SentenceView, 'place'>): Child[] {
  const shown = parts.flatMap((part, index): Child[] => {
    const { kind, text, place } = part;
    const isFirst = place !== undefined && place !== parts[index - 1]?.place;
    const number = isFirst ? element('span', { class: 'place-number' }, String(place + 1)) : undefined;
    const classes = place === undefined ? [kind, 'outside'] : [kind, place === chosen ? 'chosen' : ''];
    return [element(TAGS[kind], { class: classes.join(' ').trim() }, number, text || CARET), ' '];
  });
  const words = parts.filter(({ kind }) => kind !== 'removed' && kind !== 'gap').map(({ text }) => text);
  return [
    element('span', { class: 'sentence-line', attributes: { 'aria-hidden': 'true' } }, ...shown),
    element('span', { class: 'visually-hidden' }, words.join(' ')),
  ];
}

/** Return buttons that open documents. */
export function openButtons(
  { documents, strings, open }: SentenceView,
  locations: readonly FileLocation[],
  hint: string,
): HTMLElement {
  const names = locations.map(({ uri }) => documents.find((each) => each.uri === uri)?.name ?? nameOf(uri));
  const buttons = locations.map((location, index) => {
    const name = names[index] ?? '';
    const isOnly = names.filter((each) => each === name).length === 1;
    const label = isOnly ? name : `${name}:${location.range.start.line + 1}`;
    return button(
      label,
      () => {
        open(location);
      },
      { class: 'link', attributes: { title: fillTemplate(hint, label) } },
    );
  });
  return element('p', { class: 'open-documents' }, element('span', { class: 'note' }, strings.open), ...buttons);
}

function nameOf(uri: string): string {
  return decodeURIComponent(new URL(uri).pathname.split('/').at(-1) ?? uri);
}
