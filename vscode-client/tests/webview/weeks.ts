import type { ProgressClass, ProgressCourse, ProgressTally } from '../../src/protocol/contract';

const NAMES = ['Amira', 'Jonas', 'Lucía', 'Mei Lin', 'Tomás', 'Maximilian von der Vogelweide', 'Yuki', 'Noor'];
const GROUPS = ['tense', 'articles and determiners', 'prepositions', 'spelling', 'word order'];

type Tally = ProgressTally | null;

/** Return the progress of a class over weeks, always the same; the first student handed in nothing in the second week. */
export function progressClass(size: number, weeks: number): ProgressClass {
  const people = Array.from({ length: size }, (_, index) => person(index, weeks));
  return {
    name: '10b',
    uri: 'file:///class',
    assignments: Array.from({ length: weeks }, (_, week) => `Week ${String(week + 1)}`),
    whole: {
      ...{ name: '', label: 'The class' },
      totals: sums(people.map(({ totals }) => totals)),
      groups: GROUPS.map((group) => ({
        group,
        tallies: sums(people.map(({ groups }) => groups.find((one) => one.group === group)?.tallies ?? [])),
      })),
    },
    people,
  };
}

function person(index: number, weeks: number): ProgressCourse {
  const name = NAMES[index] ?? `Student ${String(index)}`;
  const groups = GROUPS.map((group, place) => ({
    group,
    tallies: Array.from({ length: weeks }, (_, week) => tally(index, place, week)),
  }));
  return { name: name.toLowerCase(), label: name, totals: sums(groups.map(({ tallies }) => tallies)), groups };
}

function tally(index: number, place: number, week: number): Tally {
  if (index === 0 && week === 1) {
    return null;
  }
  const made = (index * 3 + place * 5 + week * 2) % 6;
  const found = Math.min(made, (index + place + week) % 5);
  return { made, found, missed: made - found };
}

function sums(several: readonly (readonly Tally[])[]): Tally[] {
  return (several[0] ?? []).map((_, week) => {
    const handedIn = several.map((tallies) => tallies[week] ?? null).filter((one) => one !== null);
    const sum = (each: (one: ProgressTally) => number): number => handedIn.reduce((total, one) => total + each(one), 0);
    return handedIn.length === 0
      ? null
      : { made: sum(({ made }) => made), found: sum(({ found }) => found), missed: sum(({ missed }) => missed) };
  });
}
