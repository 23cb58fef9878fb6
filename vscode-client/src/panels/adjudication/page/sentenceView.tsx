import * as l10n from '@vscode/l10n';
import { Fragment } from 'preact';

import type {
  AdjudicationRuling,
  AdjudicationSentence,
  AdjudicationVersion,
  FileLocation,
} from '../../../protocol/contract';
import { CARET } from '../../../protocol/vocabularies';
import { editInWords, fillTemplate, worded } from '../../../words';
import { Button } from '../../page/view';
import {
  changesOf,
  type Draft,
  resultChanges,
  sentenceGroups,
  type SentencePart,
  sentenceParts,
  type ShownSentence,
} from '../adjudication';

/** How far a sentence or a place is. */
const STATES = {
  agreed: l10n.t('agreed'),
  open: l10n.t('open'),
  decided: l10n.t('decided'),
  tags: l10n.t('only a tag is open'),
  unseen: l10n.t('seen by nobody'),
};

/** Where the words of a decision come from; `{0}` are annotators. */
const ORIGINS = {
  annotators: l10n.t('from {0}'),
  agreed: l10n.t('agreed by {0}'),
  own: l10n.t('adjudicator’s words'),
  left: l10n.t('left'),
};

/** A sentence with what the person is writing about it, and what the person does with it. */
interface SentenceView extends Pick<ShownSentence, 'annotators' | 'counts'> {
  readonly sentence: AdjudicationSentence;
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
  const { sentence, counts, draft, reason } = view;
  const { index, state, rulings, tokens, places, absent } = sentence;
  const ruling = state === 'decided' ? rulings.find(({ author, date }) => author || date) : undefined;
  return (
    <>
      <div class="sentence-head">
        <h2 tabIndex={-1} data-key="sentence">
          {l10n.t('Sentence {0} of {1}', index + 1, counts.sentences)}
        </h2>
        <span class={`state ${state}`}>{ruling ? decidedText(ruling) : worded(STATES, state)}</span>
      </div>
      <p class="sentence-line source-line" aria-label={l10n.t('Source')}>
        {sentenceParts(tokens, [], places).map(({ place, text }, part) => (
          <Fragment key={part}>
            {place === undefined ? text : <PlaceButton {...view} index={place} words={text} />}{' '}
          </Fragment>
        ))}
      </p>
      <VersionTable {...view} />
      {absent.length > 0 && <p class="note">{l10n.t('Not seen by {0}.', labelsOf(absent, view))}</p>}
      <PlaceDetail {...view} />
      {draft?.sentence === index && <TextEntry {...view} draft={draft} />}
      {reason && <p class="note">{l10n.t('The next decision about this sentence gets the reason: {0}', reason)}</p>}
      <Result {...view} />
      <OpenButtons {...view} locations={sentence.documents} hint={l10n.t('Open {0} at this sentence')} />
    </>
  );
}

/** Return what is read aloud when a sentence is shown. */
export function sentenceSummary(sentence: AdjudicationSentence, total: number): string {
  const open = sentence.places.filter(({ state }) => state === 'open').length;
  return [
    l10n.t('Sentence {0} of {1}', sentence.index + 1, total),
    worded(STATES, sentence.state),
    ...(open > 0 ? [open === 1 ? l10n.t('1 open place') : l10n.t('{0} open places', open)] : []),
  ].join(', ');
}

/** Return names as people read them. */
function labelsOf(names: readonly string[], { annotators }: Pick<SentenceView, 'annotators'>): string {
  return names.map((name) => annotators.find((each) => each.name === name)?.label ?? name).join(', ');
}

function decidedText({ author, date }: AdjudicationRuling): string {
  return author && date
    ? l10n.t('decided by {0} on {1}', author, date)
    : fillTemplate(author ? l10n.t('decided by {0}') : l10n.t('decided on {0}'), author || (date ?? ''));
}

/** A place in the source. */
function PlaceButton(view: SentenceView & { index: number; words: string }) {
  const { sentence, select, index, words } = view;
  const { state = 'open', versions = [] } = sentence.places[index] ?? {};
  const press = () => select(index);
  const label = words
    ? l10n.t('Place {0}, {1}: “{2}”, {3} versions', index + 1, worded(STATES, state), words, versions.length)
    : l10n.t('Place {0}, {1}: between words, {3} versions', index + 1, worded(STATES, state), '', versions.length);
  return (
    <Button
      class={`place ${state}`}
      data-key={`place-${index}`}
      aria-current={view.place === index ? 'true' : undefined}
      onClick={press}
      onFocus={press}
    >
      <span aria-hidden="true">
        <span class="place-number">{index + 1}</span>
        {words || CARET}
      </span>
      <span class="visually-hidden">{label}</span>
    </Button>
  );
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
  const { sentence, annotators, place } = view;
  const groups = sentenceGroups(
    sentence,
    annotators.map(({ name }) => name),
  );
  const lineOf = (annotator = '') => sentenceParts(sentence.tokens, changesOf(sentence, annotator), sentence.places);
  return (
    <table class="annotators">
      <caption class="visually-hidden">{l10n.t('The annotators’ sentences')}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">{l10n.t('Annotators')}</th>
          <th scope="col">{l10n.t('Sentence')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group, index) => (
          <tr key={index}>
            <th scope="row">
              {group.annotators.map(({ name, number }) => (
                <span key={name} class="annotator-buttons">
                  <AnnotatorButton {...view} name={name} number={number} at={undefined} />
                  <DocumentButton {...view} name={name} />
                </span>
              ))}
            </th>
            <td>
              <MarkedLine parts={lineOf(group.annotators[0]?.name)} chosen={place} />
              {!group.changed && <span class="note">{l10n.t('no change')}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The button that takes an annotator's version, at a place or of the whole sentence. */
function AnnotatorButton(view: SentenceView & { name: string; number: number; at: number | undefined }) {
  const { take, name, number, at } = view;
  const label = labelsOf([name], view);
  const title =
    at === undefined ? l10n.t('Take {0}’s sentence', label) : l10n.t('Take {0}’s version of place {1}', label, at + 1);
  return (
    <Button class="annotator" title={title} data-key={`take-${at}-${name}`} onClick={() => take(name, at)}>
      {number < 10 && <kbd>{number}</kbd>} {label}
    </Button>
  );
}

/** The button that opens an annotator's document at the sentence; none where the sentence is in no document. */
function DocumentButton(view: SentenceView & { name: string }) {
  const { sentence, annotators, open, name } = view;
  const documents = annotators.find((each) => each.name === name)?.documents ?? [];
  const place = sentence.documents.find(({ uri }) => documents.includes(uri));
  const title = l10n.t('Open {0}’s document at this sentence', labelsOf([name], view));
  return place ? (
    <Button class="link open-annotator" title={title} aria-label={title} onClick={() => open(place)}>
      ↗
    </Button>
  ) : null;
}

/** The versions of the chosen place, and where it stands. */
function PlaceDetail(view: SentenceView) {
  const { sentence, place: index = -1 } = view;
  const place = sentence.places[index];
  if (!place) {
    return sentence.places.length > 0 ? (
      <p class="note places-hint">
        {l10n.t('Tab or the arrow keys go to a place: a number key then takes a version of it.')}
      </p>
    ) : null;
  }
  return (
    <section class="place-detail" aria-labelledby="place-title">
      <h2 id="place-title">{l10n.t('Place {0}', index + 1)}</h2>
      <ul>
        {place.versions.map((version, order) => (
          <Version key={order} {...view} at={index} source={place.source} version={version} />
        ))}
      </ul>
      {place.equal.length > 0 && (
        <p class="note">{l10n.t('The exercise counts these versions as equal: {0}.', place.equal.join(', '))}</p>
      )}
      <OpenButtons {...view} locations={place.documents} hint={l10n.t('Open {0} at this place')} />
    </section>
  );
}

function Version(view: SentenceView & { at: number; source: string; version: AdjudicationVersion }) {
  const { annotators, at, source, version } = view;
  const { words, edits, detects, majority, alternatives } = version;
  const notes = [
    detects && l10n.t('marks an error, without a correction'),
    !detects && edits.length === 0 && l10n.t('as in the source'),
    majority && l10n.t('majority'),
    alternatives.length > 0 && l10n.t('further choice of {0}', labelsOf(alternatives, view)),
    tagsOf(view, version),
  ];
  return (
    <li>
      <span class="version-words">{words || (source ? l10n.t('(deleted)') : l10n.t('(nothing)'))}</span>
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
    const name = tag.name || l10n.t('no tag');
    return isShared ? tag.name : l10n.t('{0} by {1}', name, labelsOf(tag.annotators, view));
  });
  return [...new Set(words.filter(Boolean))].join(', ');
}

/** The field in which a person writes own words or a reason. Enter saves, Escape cancels. */
function TextEntry(view: SentenceView & { draft: Draft }) {
  const { draft, isForNext, keep, save, cancel } = view;
  const wordsLabel =
    draft.place === undefined
      ? l10n.t('Your words for the sentence')
      : l10n.t('Your words for place {0}', draft.place + 1);
  const reasonLabel = isForNext
    ? l10n.t('Reason for the next decision about this sentence')
    : l10n.t('Reason for this decision');
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
        {l10n.t('Save')}
      </button>
      <Button class="plain" onClick={cancel}>
        {l10n.t('Cancel')}
      </Button>
      <span class="note">{l10n.t('Enter saves, Escape cancels.')}</span>
    </form>
  );
}

/** The result as it stands, and who decided what. */
function Result(view: SentenceView) {
  const { sentence, place } = view;
  const { tokens, rulings, places } = sentence;
  const decided = rulings.filter(({ origin }) => origin !== 'agreed');
  return (
    <section class="result" aria-labelledby="result-title">
      <h2 id="result-title">{l10n.t('Result')}</h2>
      <p>
        <MarkedLine parts={sentenceParts(tokens, resultChanges(rulings), places)} chosen={place} />
      </p>
      {decided.length > 0 && (
        <ul aria-label={l10n.t('Decisions')}>
          {decided.map((ruling, index) => (
            <li key={index}>
              {rulingText(ruling)} <span class="note">{provenance(ruling, view)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function rulingText({ start, source, words, type }: AdjudicationRuling): string {
  if (start < 0) {
    return l10n.t('The sentence stays as it is');
  }
  if (type === 'noop') {
    return source ? l10n.t('“{0}” stays', source) : l10n.t('nothing is added');
  }
  return type === 'UNK' ? l10n.t('“{0}” is marked as an error', source) : editInWords({ source, replacement: words });
}

function provenance({ origin, annotators, author, date, reason }: AdjudicationRuling, view: SentenceView): string {
  const names = labelsOf(annotators, view);
  const template = origin === 'left' && names ? l10n.t('left as by {0}') : worded(ORIGINS, origin);
  const by = author && l10n.t('by {0}', author);
  return [fillTemplate(template, names), by, date && l10n.t('on {0}', date), reason].filter(Boolean).join(' · ');
}

/** Buttons that open documents. */
function OpenButtons(view: SentenceView & { locations: readonly FileLocation[]; hint: string }) {
  const { open, locations, hint } = view;
  const names = locations.map(({ uri }) => nameOf(uri));
  return (
    <p class="open-documents">
      <span class="note">{l10n.t('Open')}</span>
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
