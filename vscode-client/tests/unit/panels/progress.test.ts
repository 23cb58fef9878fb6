import assert from 'node:assert/strict';

import {
  changeOf,
  groupRows,
  nextSort,
  sortRows,
  studentRows,
  together,
} from '../../../src/panels/progress/page/progressTable';
import { progressClass } from '../../webview/weeks';

describe('The rows of progress', () => {
  const shown = progressClass(4, 3);

  it('are a student each, of all kinds or of one', () => {
    const all = studentRows(shown, undefined);
    assert.deepEqual(
      all.rows.map(({ label }) => label),
      shown.people.map(({ label }) => label),
    );
    assert.deepEqual(all.sum.tallies, shown.whole.totals);
    const [first] = studentRows(shown, 'tense').rows;
    assert.deepEqual(first?.tallies, shown.people[0]?.groups.find(({ group }) => group === 'tense')?.tallies);
    const [none] = studentRows(shown, 'commas').rows;
    assert.deepEqual(none?.tallies, [{ made: 0, found: 0, missed: 0 }, null, { made: 0, found: 0, missed: 0 }]);
  });

  it('are a kind of error each, of a student or of the class', () => {
    const { sum, rows } = groupRows(shown.people[1]!, shown.people[1]!.name);
    assert.equal(sum.student, shown.people[1]!.name);
    assert.deepEqual(
      rows.map(({ group }) => group),
      shown.people[1]!.groups.map(({ group }) => group),
    );
  });

  it('add up, and change from the first text with errors to the last', () => {
    const tallies = [
      { made: 4, found: 1, missed: 3 },
      null,
      { made: 0, found: 0, missed: 0 },
      { made: 2, found: 2, missed: 0 },
    ];
    assert.deepEqual(together(tallies), { made: 6, found: 3, missed: 3 });
    assert.equal(together([null]), null);
    assert.equal(changeOf(tallies), 0.75);
    assert.equal(changeOf(tallies.slice(0, 2)), null);
  });

  it('are sorted by share, with those without one last', () => {
    const { rows } = studentRows(shown, undefined);
    const sorted = sortRows(rows, { key: 1, descending: false });
    assert.equal(sorted.at(-1)?.label, rows[0]?.label);
    assert.deepEqual(nextSort({ key: 1, descending: false }, 1), { key: 1, descending: true });
    assert.deepEqual(nextSort(undefined, 'name'), { key: 'name', descending: false });
  });
});
