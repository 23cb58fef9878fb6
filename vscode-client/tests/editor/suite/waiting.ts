import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE = 60_000;

/** What `look` gives as soon as it gives something; an error that says what was waited for if it never does. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  patience = PATIENCE,
): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (seen) {
      return seen;
    }
    if (Date.now() > end) {
      throw new Error(`Waited ${patience / 1000} seconds in vain for ${what}`);
    }
    await pause(50);
  }
}
