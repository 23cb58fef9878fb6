import { Keys } from '../desk';

/** What a key does on the page, beside the numbers, which take an annotator's version. */
export type AdjudicationAction =
  | 'majority'
  | 'leave'
  | 'withdraw'
  | 'words'
  | 'reason'
  | 'undo'
  | 'next'
  | 'previous'
  | 'nextPlace'
  | 'previousPlace'
  | 'sentence'
  | 'all'
  | 'number'
  | 'help';

export const ADJUDICATION_KEYS = new Keys<AdjudicationAction>({
  majority: ['m'],
  leave: ['l'],
  withdraw: ['x'],
  words: ['e'],
  reason: ['c'],
  undo: ['u'],
  next: ['n'],
  previous: ['p'],
  nextPlace: ['ArrowRight'],
  previousPlace: ['ArrowLeft'],
  sentence: ['Escape'],
  all: ['a'],
  number: ['g'],
  help: ['?'],
});
