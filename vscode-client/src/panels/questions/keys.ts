import type { AnswerName } from '../../protocol/questionReaders';

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

/** The key that a button shows for each action. */
export const SHOWN_KEYS: Readonly<Record<QuestionAction, string>> = {
  accept: 'A',
  reject: 'R',
  optional: 'O',
  stands: 'S',
  skip: 'X',
  note: 'N',
  undo: 'U',
  next: 'J',
  previous: 'K',
  open: 'Enter',
};

const ACTIONS: Readonly<Record<string, QuestionAction>> = {
  a: 'accept',
  r: 'reject',
  o: 'optional',
  s: 'stands',
  x: 'skip',
  n: 'note',
  u: 'undo',
  j: 'next',
  k: 'previous',
  arrowdown: 'next',
  arrowup: 'previous',
  enter: 'open',
};

/** A key as the browser reports it. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Return what a pressed key does; `undefined` if nothing. Ctrl+Z, and Cmd+Z on a Mac, take an answer back. */
export function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): QuestionAction | undefined {
  const name = key.toLowerCase();
  if (ctrlKey || metaKey) {
    return name === 'z' && !altKey && !shiftKey ? 'undo' : undefined;
  }
  return altKey ? undefined : ACTIONS[name];
}

/** Return the index of the correction that a number key chooses. */
export function choiceOf({ key, ctrlKey, metaKey, altKey }: PressedKey): number | undefined {
  return /^[1-9]$/.test(key) && !ctrlKey && !metaKey && !altKey ? Number(key) - 1 : undefined;
}
