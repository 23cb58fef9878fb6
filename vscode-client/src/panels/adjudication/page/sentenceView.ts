import { fillTemplate } from '../../../template';
import type {
  AdjudicationLocation,
  AdjudicationPlace,
  AdjudicationRuling,
  AdjudicationSentence,
  AdjudicationVersion,
} from '../../../protocol/contract';
import { editInWords } from '../../../marks/editLabel';
import { button, element, type Child } from '../../page/elements';
import type { NamedAnnotator, NamedDocument } from '../adjudicationMessages';
import type { AdjudicationStrings } from '../adjudicationStrings';
import { changesOf, resultChanges, sentenceGroups, sentenceParts, type SentencePart } from '../sentenceParts';

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
  readonly open: (location: AdjudicationLocation) => void;
}

const TAGS = { same: 'span', removed: 'del', added: 'ins', marked: 'span', gap: 'span' } as const;

/** Return names as people read them. */
export function labelsOf(names: readonly string[], { annotators }: Pick<SentenceView, 'annotators'>): string {
  return names.map((name) => annotators.find((each) => each.name === name)?.label ?? name).join(', ');
}

/** Return the source with its places as buttons. */
export function sourceLine(view: SentenceView): HTMLElement {
  const { sentence, strings } = view;
  const parts = sentenceParts(sentence.tokens, [], sentence.places).flatMap((part): Child[] => {
    const { place } = part;
    return [place === undefined ? part.text : placeButton(view, place, part), ' '];
  });
  return element('p', { class: 'sentence-line source-line', attributes: { 'aria-label': strings.source } }, ...parts);
}

function placeButton(view: SentenceView, index: number, part: SentencePart): HTMLElement {
  const { sentence, select } = view;
  const place = sentence.places[index];
  const press = (): void => {
    select(index);
  };
  return element(
    'button',
    {
      class: `place ${place?.state ?? ''}`,
      attributes: {
        type: 'button',
        'data-key': `place-${index}`,
        'aria-current': view.place === index ? 'true' : undefined,
      },
      on: { click: press, focus: press },
    },
    element(
      'span',
      { attributes: { 'aria-hidden': 'true' } },
      element('span', { class: 'place-number' }, String(index + 1)),
      part.text || '‸',
    ),
    element('span', { class: 'visually-hidden' }, place && placeLabel(place, index, part.text, view.strings)),
  );
}

function placeLabel(place: AdjudicationPlace, index: number, words: string, strings: AdjudicationStrings): string {
  const [state, count] = [strings.states[place.state], place.versions.length];
  return words
    ? fillTemplate(strings.placeLabel, index + 1, state, words, count)
    : fillTemplate(strings.gapLabel, index + 1, state, count);
}

/** Return the annotators' sentences, those alike in one row. */
export function versionTable(view: SentenceView): HTMLElement {
  const { sentence, annotators, strings } = view;
  const rows = sentenceGroups(
    sentence,
    annotators.map(({ name }) => name),
  ).map((group) => {
    const [first] = group.annotators;
    const parts = first ? sentenceParts(sentence.tokens, changesOf(sentence, first.name), sentence.places) : [];
    return element(
      'tr',
      {},
      element(
        'th',
        { attributes: { scope: 'row' } },
        ...group.annotators.map(({ name, number }) => annotatorButton(view, name, number, undefined)),
      ),
      element(
        'td',
        {},
        ...markedLine(parts, view),
        group.changed ? undefined : element('span', { class: 'note' }, strings.unchanged),
      ),
    );
  });
  const head = [strings.annotators, strings.sentence].map((text) =>
    element('th', { attributes: { scope: 'col' } }, text),
  );
  return element(
    'table',
    { class: 'annotators' },
    element('caption', { class: 'visually-hidden' }, strings.versions),
    element('thead', { class: 'visually-hidden' }, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
}

function annotatorButton(view: SentenceView, name: string, number: number, place: number | undefined): HTMLElement {
  const { strings, take } = view;
  const label = labelsOf([name], view);
  const title =
    place === undefined ? fillTemplate(strings.take, label) : fillTemplate(strings.takePlace, label, place + 1);
  const press = (): void => {
    take(name, place);
  };
  return element(
    'button',
    {
      class: 'annotator',
      attributes: { type: 'button', title, 'data-key': `take-${place}-${name}` },
      on: { click: press },
    },
    number < 10 ? element('kbd', {}, String(number)) : undefined,
    ' ',
    label,
  );
}

/** Return a sentence with its changes, and in words for screen readers. */
export function markedLine(parts: readonly SentencePart[], { place: chosen }: Pick<SentenceView, 'place'>): Child[] {
  const shown = parts.flatMap((part, index): Child[] => {
    const { kind, text, place } = part;
    const isFirst = place !== undefined && place !== parts[index - 1]?.place;
    const number = isFirst ? element('span', { class: 'place-number' }, String(place + 1)) : undefined;
    const classes = place === undefined ? [kind, 'outside'] : [kind, place === chosen ? 'chosen' : ''];
    return [element(TAGS[kind], { class: classes.join(' ').trim() }, number, text || '‸'), ' '];
  });
  const words = parts.filter(({ kind }) => kind !== 'removed' && kind !== 'gap').map(({ text }) => text);
  return [
    element('span', { class: 'sentence-line', attributes: { 'aria-hidden': 'true' } }, ...shown),
    element('span', { class: 'visually-hidden' }, words.join(' ')),
  ];
}

/** Return the versions of the chosen place, and where it stands. */
export function placeDetail(view: SentenceView): HTMLElement | undefined {
  const { sentence, strings, place: index } = view;
  const place = index === undefined ? undefined : sentence.places[index];
  if (index === undefined || !place) {
    return sentence.places.length > 0 ? element('p', { class: 'note places-hint' }, strings.placesHint) : undefined;
  }
  return element(
    'section',
    { class: 'place-detail', attributes: { 'aria-labelledby': 'place-title' } },
    element('h2', { attributes: { id: 'place-title' } }, fillTemplate(strings.place, index + 1)),
    element('ul', {}, ...place.versions.map((version) => versionItem(view, place, index, version))),
    place.equal.length > 0
      ? element('p', { class: 'note' }, fillTemplate(strings.equal, place.equal.join(', ')))
      : undefined,
    openButtons(view, place.documents, strings.openPlaceHint),
  );
}

function versionItem(
  view: SentenceView,
  place: AdjudicationPlace,
  index: number,
  version: AdjudicationVersion,
): HTMLElement {
  const { strings, annotators } = view;
  const buttons = version.annotators.map((name) =>
    annotatorButton(view, name, annotators.findIndex((each) => each.name === name) + 1, index),
  );
  const notes = [
    version.detects ? strings.detects : undefined,
    !version.detects && version.edits.length === 0 ? strings.leftAsSource : undefined,
    version.majority ? strings.majority : undefined,
    version.alternatives.length > 0 ? fillTemplate(strings.choice, labelsOf(version.alternatives, view)) : undefined,
    [...new Set(version.edits.filter(({ type }) => type !== 'UNK').map(({ type }) => type))].join(', ') || undefined,
  ].filter((note) => note !== undefined);
  const words = version.words || (place.source ? strings.deleted : strings.nothing);
  return element(
    'li',
    {},
    element('span', { class: 'version-words' }, words),
    element('span', { class: 'version-people' }, ...buttons),
    element('span', { class: 'note' }, notes.join(' · ')),
  );
}

/** Return buttons that open documents. */
export function openButtons(
  { documents, strings, open }: SentenceView,
  locations: readonly AdjudicationLocation[],
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

/** Return the result as it stands, and who decided what. */
export function resultSection(view: SentenceView): HTMLElement {
  const { sentence, strings } = view;
  const parts = sentenceParts(sentence.tokens, resultChanges(sentence.rulings), sentence.places);
  const items = sentence.rulings
    .filter(({ origin }) => origin !== 'agreed')
    .map((ruling) => element('li', {}, rulingText(ruling, view), ' ', provenance(ruling, view)));
  return element(
    'section',
    { class: 'result', attributes: { 'aria-labelledby': 'result-title' } },
    element('h2', { attributes: { id: 'result-title' } }, strings.result),
    element('p', {}, ...markedLine(parts, view)),
    items.length > 0 ? element('ul', { attributes: { 'aria-label': strings.decisions } }, ...items) : undefined,
  );
}

function rulingText({ start, source, words, type }: AdjudicationRuling, { strings }: SentenceView): string {
  if (start < 0) {
    return strings.wholeStays;
  }
  if (type === 'noop') {
    return source ? fillTemplate(strings.stays, source) : strings.addsNothing;
  }
  if (type === 'UNK') {
    return fillTemplate(strings.marks, source);
  }
  return editInWords({ source, replacement: words }, strings.change);
}

function provenance(ruling: AdjudicationRuling, view: SentenceView): HTMLElement {
  const { strings } = view;
  const names = labelsOf(ruling.annotators, view);
  const origin = ruling.origin === 'left' && names ? strings.leftAs : strings.origins[ruling.origin];
  const parts = [
    fillTemplate(origin, names),
    ruling.author ? fillTemplate(strings.by, ruling.author) : '',
    ruling.date ? fillTemplate(strings.on, ruling.date) : '',
    ruling.reason,
  ];
  return element('span', { class: 'note' }, parts.filter(Boolean).join(' · '));
}

function nameOf(uri: string): string {
  return decodeURIComponent(new URL(uri).pathname.split('/').at(-1) ?? uri);
}
