/** The words in which two texts differ, by the shortest edit script (Myers, 1986). */

/** A stretch of a text, in UTF-16 code units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A place where two texts have different words. A text that has no words there has an empty stretch. */
export interface Difference {
  readonly one: Stretch;
  readonly other: Stretch;
}

/** Largest number of steps of the edit script. Texts that differ in more words differ as a whole. */
const MAX_STEPS = 4000;

/** A word, or one sign that is not a space. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\S/gu;

interface Word extends Stretch {
  readonly text: string;
}

/** A run of words: how many both texts have in common from a word of each on. */
interface Run {
  readonly one: number;
  readonly other: number;
  readonly length: number;
}

/** Return the places where two texts have different words, in their order. Spaces and line ends don't count. */
export function wordDifferences(one: string, other: string): readonly Difference[] {
  const [ours, theirs] = [wordsOf(one), wordsOf(other)];
  const differences: Difference[] = [];
  let [at, otherAt] = [0, 0];
  for (const run of [...commonRuns(ours, theirs), { one: ours.length, other: theirs.length, length: 0 }]) {
    if (run.one > at || run.other > otherAt) {
      differences.push({ one: stretchOf(ours, at, run.one), other: stretchOf(theirs, otherAt, run.other) });
    }
    [at, otherAt] = [run.one + run.length, run.other + run.length];
  }
  return differences;
}

/** Return the offset in the other text that stands for an offset in one text. */
export function counterpart(differences: readonly Difference[], offset: number, from: 'one' | 'other'): number {
  const to = from === 'one' ? 'other' : 'one';
  const before = differences.filter((difference) => difference[from].start <= offset).at(-1);
  if (!before) {
    return offset;
  }
  return Math.max(before[to].start, before[to].end + offset - before[from].end);
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

/** Return the stretch from one word to before another; an empty one behind the word before where there is no word. */
function stretchOf(words: readonly Word[], start: number, end: number): Stretch {
  const [first, last] = [words[start], words[end - 1]];
  if (start < end && first && last) {
    return { start: first.start, end: last.end };
  }
  const place = last?.end ?? 0;
  return { start: place, end: place };
}

/** Return the runs of common words, in their order. */
function commonRuns(one: readonly Word[], other: readonly Word[]): readonly Run[] {
  const frontiers = frontiersOf(one, other);
  const runs: Run[] = [];
  let [x, y] = [one.length, other.length];
  for (let step = frontiers.length - 1; step >= 0; step -= 1) {
    const [fromX, fromY] = cameFrom(frontiers[step - 1], step, x - y);
    const length = Math.max(0, Math.min(x - fromX, y - fromY));
    if (length > 0) {
      runs.push({ one: x - length, other: y - length, length });
    }
    [x, y] = [fromX, fromY];
  }
  return runs.reverse();
}

/** The farthest word of one text on each diagonal (index in one text less index in the other). */
type Frontier = ReadonlyMap<number, number>;

/** Return the frontier behind each step of the script; none where it would take too many steps. */
function frontiersOf(one: readonly Word[], other: readonly Word[]): readonly Frontier[] {
  const frontiers: Frontier[] = [];
  for (let step = 0; step <= MAX_STEPS; step += 1) {
    const before = frontiers.at(-1);
    const frontier = new Map<number, number>();
    frontiers.push(frontier);
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const x = endOfRun(one, other, startOf(before, step, diagonal), diagonal);
      frontier.set(diagonal, x);
      if (x >= one.length && x - diagonal >= other.length) {
        return frontiers;
      }
    }
  }
  return [];
}

/** Return the word of one text behind the common words from a word on. */
function endOfRun(one: readonly Word[], other: readonly Word[], start: number, diagonal: number): number {
  let x = start;
  while (x < one.length && x - diagonal < other.length && one[x]?.text === other[x - diagonal]?.text) {
    x += 1;
  }
  return x;
}

/** Return the word of one text to which a step leads on a diagonal; the first word without a step before. */
function startOf(before: Frontier | undefined, step: number, diagonal: number): number {
  if (!before) {
    return 0;
  }
  const [x] = cameFrom(before, step, diagonal);
  return isAddition(before, step, diagonal) ? x : x + 1;
}

/** Return the words of both texts from which a step leads to a diagonal. */
function cameFrom(before: Frontier | undefined, step: number, diagonal: number): readonly [number, number] {
  if (!before) {
    return [0, 0];
  }
  const from = isAddition(before, step, diagonal) ? diagonal + 1 : diagonal - 1;
  const x = before.get(from) ?? 0;
  return [x, x - from];
}

/** Whether a step adds a word of the other text; else it takes one out. */
function isAddition(before: Frontier, step: number, diagonal: number): boolean {
  const [below, above] = [before.get(diagonal - 1) ?? -1, before.get(diagonal + 1) ?? -1];
  return diagonal === -step || (diagonal !== step && below < above);
}
