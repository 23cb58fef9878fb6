import type { AnswerName } from '../../protocol/readers';
import { Keys } from '../desk/keyTable';

/** What a key does on the page, beside the numbers, which choose a correction. */
export type QuestionAction = Exclude<AnswerName, 'partly'> | 'undo' | 'next' | 'previous' | 'open';

export const QUESTION_ACTIONS = [
  'accept',
  'reject',
  'optional',
  'stands',
  'skip',
  'note',
  'undo',
  'next',
  'previous',
  'open',
] as const satisfies readonly QuestionAction[];

export const QUESTION_KEYS = new Keys<QuestionAction>({
  accept: ['a'],
  reject: ['r'],
  optional: ['o'],
  stands: ['s'],
  skip: ['x'],
  note: ['n'],
  undo: ['u'],
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  open: ['Enter'],
});
