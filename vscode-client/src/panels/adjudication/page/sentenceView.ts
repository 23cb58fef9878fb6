import { editInWords, fillTemplate } from '../../../words';
import { CARET } from '../../../protocol/vocabularies';
import type {
  AdjudicationPlace,
  AdjudicationRuling,
  AdjudicationSentence,
  AdjudicationVersion,
  FileLocation,
} from '../../../protocol/contract';
import { button, type Child, element } from '../../page/elements';
import type { AdjudicationStrings, Draft, NamedAnnotator, NamedDocument } from '../adjudicationMessages';
import { changesOf, resultChanges, sentenceGroups, type SentencePart, sentenceParts } from '../sentenceParts';
import { keyBar } from './progressHead';

/** What a sentence's elements show, and what presses on them do. */
interface SentenceView {
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
function labelsOf(names: readonly string[], { annotators }: Pick<SentenceView, 'annotators'>): string {
  return names.map((name) => annotators.find((each) => each.name === name)?.label ?? name).join(', ');
}

/** Return a sentence with its changes, and in words for screen readers. */
function markedLine(parts: readonly SentencePart[], { place: chosen }: Pick<SentenceView, 'place'>): Child[] {
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
function openButtons(
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

/** The parts of the page that stay while sentences come and go. */
export class Frame {
  readonly bar = element('div', { class: 'bar-of-progress', attributes: { hidden: '' } });
  readonly head = element('header');
  readonly content = element('div', { class: 'content' });
  private readonly notice = element('div', { class: 'notice' });
  private readonly pending = element('p', { class: 'pending', attributes: { hidden: '' } });
  private readonly keys = element('footer', { class: 'keys' });
  private readonly status = element('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  private readonly message = element('p', { class: 'message note', attributes: { 'aria-hidden': 'true' } });

  constructor(root: HTMLElement) {
    root.append(this.bar, this.head, this.notice, this.pending, this.content, this.message, this.status);
    document.body.append(this.keys);
  }

  /** Show something above the sentence, in place of what stood there. */
  note(...parts: readonly HTMLElement[]): void {
    this.notice.replaceChildren(...parts);
  }

  /** Say that the sentence is being read, unless one is shown. */
  showReading(hasSentence: boolean, strings: AdjudicationStrings): void {
    if (!hasSentence) {
      this.note(element('p', { class: 'waiting' }, strings.reading));
    }
  }

  /** Say how many decisions are not written, while a notice says why. */
  showPending(count: number, strings: AdjudicationStrings): void {
    this.pending.hidden = count === 0 || this.notice.childElementCount === 0;
    this.pending.textContent = count === 1 ? strings.pendingOne : fillTemplate(strings.pendingMany, count);
  }

  /** Show the most used keys, or none of them where there is nothing to decide. */
  showKeys(strings: AdjudicationStrings, isNeeded: boolean): void {
    this.keys.replaceChildren(keyBar(strings));
    this.keys.hidden = !isNeeded;
  }

  /** Show a message, which is read aloud. */
  say(text: string): void {
    this.status.textContent = text;
    this.message.textContent = text;
  }
}

/** A sentence with what the person is writing about it. */
interface CardView extends SentenceView {
  /** The number of all sentences. */
  readonly total: number;
  readonly draft: Draft | undefined;
  /** The reason that the next decision gets. */
  readonly reason: string;
  /** Whether a reason that is written now is for the next decision, and not for the last one. */
  readonly isForNext: boolean;
  /** What the person does with the draft. */
  readonly entry: EntryActions | undefined;
}

/** Return the parts of a sentence: its source, everybody's versions, the chosen place, and the result. */
export function sentenceCard(view: CardView): HTMLElement[] {
  const { sentence, strings, draft, reason, isForNext, entry, total } = view;
  const parts = [
    sentenceHead(sentence, total, strings),
    sourceLine(view),
    versionTable(view),
    sentence.absent.length > 0
      ? element('p', { class: 'note' }, fillTemplate(strings.absent, labelsOf(sentence.absent, view)))
      : undefined,
    placeDetail(view),
    entry && draft?.sentence === sentence.index ? textEntry(draft, strings, isForNext, entry) : undefined,
    reason ? element('p', { class: 'note' }, fillTemplate(strings.keptReason, reason)) : undefined,
    resultSection(view),
    openButtons(view, sentence.documents, strings.openHint),
  ];
  return parts.filter((part) => part !== undefined);
}

/** Return the sentence's number, how far it is, and who decided it; `total` is the number of all sentences. */
function sentenceHead(sentence: AdjudicationSentence, total: number, strings: AdjudicationStrings): HTMLElement {
  const ruling = sentence.rulings.find(({ author, date }) => author || date);
  const state =
    sentence.state === 'decided' && ruling
      ? decidedText(ruling.author, ruling.date, strings)
      : strings.states[sentence.state];
  return element(
    'div',
    { class: 'sentence-head' },
    element(
      'h2',
      { attributes: { tabindex: -1, 'data-key': 'sentence' } },
      fillTemplate(strings.heading, sentence.index + 1, total),
    ),
    element('span', { class: `state ${sentence.state}` }, state),
  );
}

/** Return what is read aloud when a sentence is shown. */
export function sentenceSummary(sentence: AdjudicationSentence, total: number, strings: AdjudicationStrings): string {
  const open = sentence.places.filter(({ state }) => state === 'open').length;
  return [
    fillTemplate(strings.heading, sentence.index + 1, total),
    strings.states[sentence.state],
    ...(open > 0 ? [open === 1 ? strings.placeOne : fillTemplate(strings.placeMany, open)] : []),
  ].join(', ');
}

function decidedText(author: string, date: string | null, strings: AdjudicationStrings): string {
  if (author) {
    return date ? fillTemplate(strings.decidedByOn, author, date) : fillTemplate(strings.decidedBy, author);
  }
  return fillTemplate(strings.decidedOn, date ?? '');
}

/** Return the source with its places as buttons. */
function sourceLine(view: SentenceView): HTMLElement {
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
      part.text || CARET,
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

/** Return the versions of the chosen place, and where it stands. */
function placeDetail(view: SentenceView): HTMLElement | undefined {
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

/** Return what a version's annotators call its errors, and who where they differ. */
function tagsOf(view: SentenceView, { tags }: AdjudicationVersion): string {
  const words = tags.map((tag) => {
    const isShared = !tags.some((each) => each.start === tag.start && each.end === tag.end && each.name !== tag.name);
    const name = tag.name || view.strings.noTag;
    return isShared ? tag.name : fillTemplate(view.strings.tagBy, name, labelsOf(tag.annotators, view));
  });
  return [...new Set(words.filter(Boolean))].join(', ');
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
    tagsOf(view, version) || undefined,
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

/** Return the annotators' sentences, those alike in one row. */
function versionTable(view: SentenceView): HTMLElement {
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
        ...group.annotators.map(({ name, number }) =>
          element(
            'span',
            { class: 'annotator-buttons' },
            annotatorButton(view, name, number, undefined),
            documentButton(view, name),
          ),
        ),
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

/** Return the button that opens an annotator's document at the sentence; none where the sentence is in no document. */
function documentButton(view: SentenceView, name: string): HTMLElement | undefined {
  const { sentence, annotators, strings, open } = view;
  const documents = annotators.find((each) => each.name === name)?.documents ?? [];
  const place = sentence.documents.find(({ uri }) => documents.includes(uri));
  if (!place) {
    return undefined;
  }
  const title = fillTemplate(strings.openAnnotator, labelsOf([name], view));
  const press = (): void => {
    open(place);
  };
  return button('↗', press, { class: 'link open-annotator', attributes: { title, 'aria-label': title } });
}

/** Return the button that takes an annotator's version, at a place or of the whole sentence. */
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

/** Return the result as it stands, and who decided what. */
function resultSection(view: SentenceView): HTMLElement {
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

/** What a person does with the words being written. */
export interface EntryActions {
  readonly keep: (text: string) => void;
  readonly save: (text: string) => void;
  readonly cancel: () => void;
}

/** Return the field in which a person writes own words or a reason. Enter saves, Escape cancels. */
function textEntry(
  draft: Draft,
  strings: AdjudicationStrings,
  isForNext: boolean,
  { keep, save, cancel }: EntryActions,
): HTMLElement {
  const input = element('input', {
    attributes: { type: 'text', id: 'entry', 'data-key': 'entry', value: draft.text, autocomplete: 'off' },
    on: {
      input: () => {
        keep(input.value);
      },
    },
  });
  const form = element(
    'form',
    { class: 'entry' },
    element('label', { attributes: { for: 'entry' } }, labelOf(draft, strings, isForNext)),
    input,
    element('button', { class: 'primary', attributes: { type: 'submit' } }, strings.save),
    button(strings.cancel, cancel, { class: 'plain' }),
    element('span', { class: 'note' }, strings.entryHint),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    save(input.value);
  });
  form.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') {
      cancel();
    }
  });
  return form;
}

function labelOf({ kind, place }: Draft, strings: AdjudicationStrings, isForNext: boolean): string {
  if (kind === 'reason') {
    return isForNext ? strings.nextReason : strings.reason;
  }
  return place === undefined ? strings.words : fillTemplate(strings.placeWords, place + 1);
}
