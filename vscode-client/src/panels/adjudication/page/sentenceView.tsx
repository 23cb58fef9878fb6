import { Fragment } from 'preact';

import type {
  AdjudicationPlace,
  AdjudicationRuling,
  AdjudicationSentence,
  AdjudicationVersion,
  FileLocation,
} from '../../../protocol/contract';
import { CARET } from '../../../protocol/vocabularies';
import { editInWords, fillTemplate, worded } from '../../../words';
import { Button } from '../../page/view';
import type { AdjudicationStrings, Draft, ShownSentence } from '../adjudicationMessages';
import {
  changesOf,
  resultChanges,
  type SentenceGroup,
  sentenceGroups,
  type SentencePart,
  sentenceParts,
} from '../sentenceParts';

/** A sentence with what the person is writing about it, and what the person does with it. */
interface SentenceView extends Pick<ShownSentence, 'annotators' | 'counts'> {
  readonly sentence: AdjudicationSentence;
  readonly strings: AdjudicationStrings;
  /** The number of the chosen place, from 0. */
  readonly place: number | undefined;
  readonly draft: Draft | undefined;
  /** The reason that the next decision gets. */
  readonly reason: string;
  /** Whether a reason that is written now is for the next decision, and not for the last one. */
  readonly isForNext: boolean;
  readonly select: (place: number) => void;
  /** Take the version of an annotator, at a place or of the sentence. */
  readonly take: (annotator: string, place: number | undefined) => void;
  readonly open: (location: FileLocation) => void;
  /** Keep the words of the draft. */
  readonly keep: (text: string) => void;
  readonly save: () => void;
  readonly cancel: () => void;
}

/** A sentence: its source, everybody's versions, the chosen place, and the result. */
export function SentenceCard(view: SentenceView) {
  const { sentence, strings, draft, reason } = view;
  return (
    <>
      <SentenceHead {...view} />
      <SourceLine {...view} />
      <VersionTable {...view} />
      {sentence.absent.length > 0 && (
        <p class="note">{fillTemplate(strings.absent, labelsOf(sentence.absent, view))}</p>
      )}
      <PlaceDetail {...view} />
      {draft?.sentence === sentence.index && <TextEntry {...view} draft={draft} />}
      {reason && <p class="note">{fillTemplate(strings.keptReason, reason)}</p>}
      <Result {...view} />
      <OpenButtons {...view} locations={sentence.documents} hint={strings.openHint} />
    </>
  );
}

/** Return what is read aloud when a sentence is shown. */
export function sentenceSummary(sentence: AdjudicationSentence, total: number, strings: AdjudicationStrings): string {
  const open = sentence.places.filter(({ state }) => state === 'open').length;
  return [
    fillTemplate(strings.heading, sentence.index + 1, total),
    worded(strings.states, sentence.state),
    ...(open > 0 ? [open === 1 ? strings.placeOne : fillTemplate(strings.placeMany, open)] : []),
  ].join(', ');
}

/** Return names as people read them. */
function labelsOf(names: readonly string[], { annotators }: Pick<SentenceView, 'annotators'>): string {
  return names.map((name) => annotators.find((each) => each.name === name)?.label ?? name).join(', ');
}

/** The sentence's number, how far it is, and who decided it. */
function SentenceHead({ sentence, counts, strings }: SentenceView) {
  const { index, state, rulings } = sentence;
  const ruling = state === 'decided' ? rulings.find(({ author, date }) => author || date) : undefined;
  return (
    <div class="sentence-head">
      <h2 tabIndex={-1} data-key="sentence">
        {fillTemplate(strings.heading, index + 1, counts.sentences)}
      </h2>
      <span class={`state ${state}`}>{ruling ? decidedText(ruling, strings) : worded(strings.states, state)}</span>
    </div>
  );
}

function decidedText({ author, date }: AdjudicationRuling, strings: AdjudicationStrings): string {
  return author && date
    ? fillTemplate(strings.decidedByOn, author, date)
    : fillTemplate(author ? strings.decidedBy : strings.decidedOn, author || (date ?? ''));
}

/** The source with its places as buttons. */
function SourceLine(view: SentenceView) {
  const { sentence, strings } = view;
  return (
    <p class="sentence-line source-line" aria-label={strings.source}>
      {sentenceParts(sentence.tokens, [], sentence.places).map(({ place, text }, index) => (
        <Fragment key={index}>
          {place === undefined ? text : <PlaceButton {...view} index={place} words={text} />}{' '}
        </Fragment>
      ))}
    </p>
  );
}

function PlaceButton(view: SentenceView & { index: number; words: string }) {
  const { sentence, strings, select, index, words } = view;
  const place = sentence.places[index];
  const press = () => select(index);
  return (
    <Button
      class={`place ${place?.state ?? ''}`}
      data-key={`place-${index}`}
      aria-current={view.place === index ? 'true' : undefined}
      onClick={press}
      onFocus={press}
    >
      <span aria-hidden="true">
        <span class="place-number">{index + 1}</span>
        {words || CARET}
      </span>
      <span class="visually-hidden">{place && placeLabel(place, index, words, strings)}</span>
    </Button>
  );
}

function placeLabel(place: AdjudicationPlace, index: number, words: string, strings: AdjudicationStrings): string {
  const [state, count] = [worded(strings.states, place.state), place.versions.length];
  return words
    ? fillTemplate(strings.placeLabel, index + 1, state, words, count)
    : fillTemplate(strings.gapLabel, index + 1, state, count);
}

const TAGS = { same: 'span', removed: 'del', added: 'ins', marked: 'span', gap: 'span' } as const;

/** A sentence with its changes, and in words for screen readers. */
function MarkedLine({ parts, chosen }: { parts: readonly SentencePart[]; chosen: number | undefined }) {
  const words = parts.filter(({ kind }) => kind !== 'removed' && kind !== 'gap').map(({ text }) => text);
  return (
    <>
      <span class="sentence-line" aria-hidden="true">
        {parts.map(({ kind, text, place }, index) => {
          const Tag = TAGS[kind];
          const look = place === undefined ? ' outside' : place === chosen ? ' chosen' : '';
          const isFirst = place !== undefined && place !== parts[index - 1]?.place;
          return (
            <Fragment key={index}>
              <Tag class={`${kind}${look}`}>
                {isFirst && <span class="place-number">{place + 1}</span>}
                {text || CARET}
              </Tag>{' '}
            </Fragment>
          );
        })}
      </span>
      <span class="visually-hidden">{words.join(' ')}</span>
    </>
  );
}

/** The annotators' sentences, those alike in one row. */
function VersionTable(view: SentenceView) {
  const { sentence, annotators, strings } = view;
  const names = annotators.map(({ name }) => name);
  return (
    <table class="annotators">
      <caption class="visually-hidden">{strings.versions}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">{strings.annotators}</th>
          <th scope="col">{strings.sentence}</th>
        </tr>
      </thead>
      <tbody>
        {sentenceGroups(sentence, names).map((group, index) => (
          <VersionRow key={index} {...view} group={group} />
        ))}
      </tbody>
    </table>
  );
}

function VersionRow(view: SentenceView & { group: SentenceGroup }) {
  const { sentence, place, strings, group } = view;
  const changes = changesOf(sentence, group.annotators[0]?.name ?? '');
  return (
    <tr>
      <th scope="row">
        {group.annotators.map(({ name, number }) => (
          <span key={name} class="annotator-buttons">
            <AnnotatorButton {...view} name={name} number={number} at={undefined} />
            <DocumentButton {...view} name={name} />
          </span>
        ))}
      </th>
      <td>
        <MarkedLine parts={sentenceParts(sentence.tokens, changes, sentence.places)} chosen={place} />
        {!group.changed && <span class="note">{strings.unchanged}</span>}
      </td>
    </tr>
  );
}

/** The button that takes an annotator's version, at a place or of the whole sentence. */
function AnnotatorButton(view: SentenceView & { name: string; number: number; at: number | undefined }) {
  const { strings, take, name, number, at } = view;
  const label = labelsOf([name], view);
  const title = at === undefined ? fillTemplate(strings.take, label) : fillTemplate(strings.takePlace, label, at + 1);
  return (
    <Button class="annotator" title={title} data-key={`take-${at}-${name}`} onClick={() => take(name, at)}>
      {number < 10 && <kbd>{number}</kbd>} {label}
    </Button>
  );
}

/** The button that opens an annotator's document at the sentence; none where the sentence is in no document. */
function DocumentButton(view: SentenceView & { name: string }) {
  const { sentence, annotators, strings, open, name } = view;
  const documents = annotators.find((each) => each.name === name)?.documents ?? [];
  const place = sentence.documents.find(({ uri }) => documents.includes(uri));
  const title = fillTemplate(strings.openAnnotator, labelsOf([name], view));
  return place ? (
    <Button class="link open-annotator" title={title} aria-label={title} onClick={() => open(place)}>
      ↗
    </Button>
  ) : null;
}

/** The versions of the chosen place, and where it stands. */
function PlaceDetail(view: SentenceView) {
  const { sentence, strings, place: index = -1 } = view;
  const place = sentence.places[index];
  if (!place) {
    return sentence.places.length > 0 ? <p class="note places-hint">{strings.placesHint}</p> : null;
  }
  return (
    <section class="place-detail" aria-labelledby="place-title">
      <h2 id="place-title">{fillTemplate(strings.place, index + 1)}</h2>
      <ul>
        {place.versions.map((version, order) => (
          <Version key={order} {...view} at={index} source={place.source} version={version} />
        ))}
      </ul>
      {place.equal.length > 0 && <p class="note">{fillTemplate(strings.equal, place.equal.join(', '))}</p>}
      <OpenButtons {...view} locations={place.documents} hint={strings.openPlaceHint} />
    </section>
  );
}

function Version(view: SentenceView & { at: number; source: string; version: AdjudicationVersion }) {
  const { annotators, strings, at, source, version } = view;
  const { words, edits, detects, majority, alternatives } = version;
  const notes = [
    detects && strings.detects,
    !detects && edits.length === 0 && strings.leftAsSource,
    majority && strings.majority,
    alternatives.length > 0 && fillTemplate(strings.choice, labelsOf(alternatives, view)),
    tagsOf(view, version),
  ];
  return (
    <li>
      <span class="version-words">{words || (source ? strings.deleted : strings.nothing)}</span>
      <span class="version-people">
        {version.annotators.map((name) => {
          const number = annotators.findIndex((each) => each.name === name) + 1;
          return <AnnotatorButton key={name} {...view} name={name} number={number} at={at} />;
        })}
      </span>
      <span class="note">{notes.filter(Boolean).join(' · ')}</span>
    </li>
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

/** The field in which a person writes own words or a reason. Enter saves, Escape cancels. */
function TextEntry(view: SentenceView & { draft: Draft }) {
  const { strings, draft, isForNext, keep, save, cancel } = view;
  const wordsLabel = draft.place === undefined ? strings.words : fillTemplate(strings.placeWords, draft.place + 1);
  const reasonLabel = isForNext ? strings.nextReason : strings.reason;
  const submit = (event: Event) => {
    event.preventDefault();
    save();
  };
  return (
    <form class="entry" onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && cancel()}>
      <label for="entry">{draft.kind === 'reason' ? reasonLabel : wordsLabel}</label>
      <input
        {...{ type: 'text', id: 'entry', 'data-key': 'entry', autocomplete: 'off' }}
        value={draft.text}
        onInput={({ currentTarget }) => keep(currentTarget.value)}
      />
      <button class="primary" type="submit">
        {strings.save}
      </button>
      <Button class="plain" onClick={cancel}>
        {strings.cancel}
      </Button>
      <span class="note">{strings.entryHint}</span>
    </form>
  );
}

/** The result as it stands, and who decided what. */
function Result(view: SentenceView) {
  const { sentence, strings, place } = view;
  const { tokens, rulings, places } = sentence;
  const decided = rulings.filter(({ origin }) => origin !== 'agreed');
  return (
    <section class="result" aria-labelledby="result-title">
      <h2 id="result-title">{strings.result}</h2>
      <p>
        <MarkedLine parts={sentenceParts(tokens, resultChanges(rulings), places)} chosen={place} />
      </p>
      {decided.length > 0 && (
        <ul aria-label={strings.decisions}>
          {decided.map((ruling, index) => (
            <li key={index}>
              {rulingText(ruling, strings)} <span class="note">{provenance(ruling, view)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function rulingText({ start, source, words, type }: AdjudicationRuling, strings: AdjudicationStrings): string {
  if (start < 0) {
    return strings.wholeStays;
  }
  if (type === 'noop') {
    return source ? fillTemplate(strings.stays, source) : strings.addsNothing;
  }
  return type === 'UNK'
    ? fillTemplate(strings.marks, source)
    : editInWords({ source, replacement: words }, strings.change);
}

function provenance({ origin, annotators, author, date, reason }: AdjudicationRuling, view: SentenceView): string {
  const { strings } = view;
  const names = labelsOf(annotators, view);
  const template = origin === 'left' && names ? strings.leftAs : worded(strings.origins, origin);
  const by = author && fillTemplate(strings.by, author);
  return [fillTemplate(template, names), by, date && fillTemplate(strings.on, date), reason]
    .filter(Boolean)
    .join(' · ');
}

/** Buttons that open documents. */
function OpenButtons(view: SentenceView & { locations: readonly FileLocation[]; hint: string }) {
  const { strings, open, locations, hint } = view;
  const names = locations.map(({ uri }) => nameOf(uri));
  return (
    <p class="open-documents">
      <span class="note">{strings.open}</span>
      {locations.map((location, index) => {
        const name = names[index] ?? '';
        const isOnly = names.filter((each) => each === name).length === 1;
        const label = isOnly ? name : `${name}:${location.range.start.line + 1}`;
        return (
          <Button key={index} class="link" title={fillTemplate(hint, label)} onClick={() => open(location)}>
            {label}
          </Button>
        );
      })}
    </p>
  );
}

function nameOf(uri: string): string {
  return decodeURIComponent(new URL(uri).pathname.split('/').at(-1) ?? uri);
}
