import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds to wait on a busy machine. */
const TIMEOUT = 180_000;

/** Call `look` until it returns a value, and return that. Throw an error that names `what` after a timeout. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  timeout = TIMEOUT,
): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    const seen = await look();
    if (seen) {
      return seen;
    }
    if (Date.now() > end) {
      throw new Error(`Waited ${timeout / 1000} seconds in vain for ${what}`);
    }
    await pause(50);
  }
}
