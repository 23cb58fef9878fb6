import type { AdjudicationPlace, AdjudicationVersion } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import { element } from '../../page/elements';
import { labelsOf, openButtons, type SentenceView } from './sentenceView';
import { annotatorButton } from './versionTable';

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
