const FEWEST = 2;
const MOST = 6;

/** How many digits tell an estimated quality in 0 to 1 from none and from all, as the server writes it. */
export function qualityDigits(quality: number): number {
  const nearer = Math.min(quality, 1 - quality);
  const needed = nearer > 0 ? 1 - Math.floor(Math.log10(nearer)) : MOST;
  return Math.min(MOST, Math.max(FEWEST, needed));
}
