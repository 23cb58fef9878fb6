import { editLabel } from '../../../marks/editLabel';
import { errorTypeInWords } from '../../../marks/errorTypes';
import type { AcceptedAlternative } from '../../../protocol/contract';
import { element } from '../../page/elements';
import type { OverviewView } from './overviewView';
import { scroller } from '../../page/scroller';

/** Return the table of students' corrections that teachers accepted as alternatives. */
export function acceptedTable({ strings, shown, totals, numbers, language, vocabulary }: OverviewView): HTMLElement {
  const labels = new Map(shown.people.map(({ name, label }) => [name, label]));
  if (!totals.accepted.length) {
    return element('p', { class: 'note' }, strings.noAccepted);
  }
  const names = new Intl.ListFormat(language, { type: 'conjunction' });
  const row = (alternative: AcceptedAlternative): HTMLElement =>
    element(
      'tr',
      {},
      element(
        'th',
        { class: 'name', attributes: { scope: 'row' } },
        element('span', { class: 'change' }, editLabel(alternative)),
      ),
      element(
        'td',
        { attributes: { title: alternative.type } },
        errorTypeInWords(alternative.type, strings.types),
        ...(vocabulary.showsCodes ? [' ', element('code', {}, alternative.type)] : []),
      ),
      element('td', {}, names.format(alternative.by)),
      element(
        'td',
        {},
        element('span', { class: 'number' }, numbers.count(alternative.students.length)),
        alternative.students.length
          ? element(
              'span',
              { class: 'note' },
              `\u00a0· ${names.format(alternative.students.map((name) => labels.get(name) ?? name))}`,
            )
          : undefined,
      ),
    );
  const heads = [strings.alternative, strings.errorType, strings.acceptedBy, strings.usedBy];
  const table = element(
    'table',
    { class: 'list accepted' },
    element('caption', { class: 'visually-hidden' }, strings.accepted),
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map((head) => element('th', { attributes: { scope: 'col' } }, head))),
    ),
    element('tbody', {}, ...totals.accepted.map(row)),
  );
  return scroller(strings.accepted, table);
}
